#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""ddc-gateway studio: the processes that it starts, the requests that it rejects, and access to it.

Usage: studio_test.py BINARIES SCHEMAS
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import unittest
import urllib.parse

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import LIMIT_S, until  # noqa: E402

BINARIES, SCHEMAS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
# Calls of the studio, and those that it passes on to a run.
STUDIO, RUN = (json.loads((SCHEMAS / f"{name}.openapi.json").read_text(encoding="utf-8"))
               for name in ("studio", "data_port"))

REALTIME = """mode: realtime
program: {exec: [autopilot_basic, "4000"]}
data_port: {control: true, cmd_timeout_s: 30}
"""
SHORT = """duration_s: 2
program: {exec: [autopilot_basic, "4000"], answer_timeout_s: none}
"""
CARS = """vehicles:
  - cmd_port: 0
    state: [{port: 40404}]
"""


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").split(")")[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it may end between open and read
        return False


def check(path, method, status, kind, text):
    """A reply, which the schema allows."""
    name = re.sub(r"^(/api/studio/runs/)[^/]+", r"\1{id}", path.split("?")[0])
    api = STUDIO if name in STUDIO["paths"] or name.startswith("/api/studio") else RUN
    common = api["paths"]["/healthz"]["get"]["responses"]["default"]
    responses = api["paths"].get(name, {}).get(method.lower(), {}).get("responses", {})
    (wanted, content), = responses.get(str(status), responses.get("default", common))["content"].items()
    assert kind == wanted, (path, status, kind)
    if "json" not in kind:
        return text
    value = harness.parse_json(text)
    jsonschema.Draft202012Validator({"components": api["components"], **content["schema"]}).validate(value)
    return value


class Studio:
    """A studio in a new folder, or in that of an earlier one."""

    def __init__(self, test, earlier=None):
        self.outside = earlier.outside if earlier else harness.new_folder(test)
        self.folder, self.temporary = self.outside / "folder", self.outside / "tmp"
        self.folder.mkdir(exist_ok=True)
        self.temporary.mkdir(exist_ok=True)
        environment = dict(os.environ, PATH=f"{BINARIES}:{os.environ['PATH']}", TMPDIR=str(self.temporary))
        environment.pop("XDG_RUNTIME_DIR", None)
        self.process = harness.start(test, BINARIES / "ddc-gateway", "studio", self.folder, environment=environment,
                                     announces=True)
        test.addCleanup(self.end)
        self.port, self.token = harness.data_port_of(self.process)

    def end(self):
        try:
            return self.process.end(signal.SIGINT)
        finally:
            self.process.kill()
            for table in pathlib.Path("/dev/shm").glob(f"ddc.studio.{self.process.pid}.*"):
                table.unlink(missing_ok=True)

    def raw(self, path, body=None, method=None, **headers):
        """A reply without the token."""
        return harness.ask(self.port, path, body, method, **headers)

    def ask(self, path, body=None, method=None):
        answer = self.raw(path, body, method, Authorization="Bearer " + self.token)
        return answer.status, check(path, answer.method, answer.status, answer.kind, answer.text)

    def left(self):
        """Traces that others could find: files in the folder and in the one for temporary files,
        tables."""
        own = [p for p in self.folder.rglob("*") if ".ddc-studio" not in p.relative_to(self.folder).parts]
        tables = pathlib.Path("/dev/shm").glob(f"ddc.studio.{self.process.pid}.*")
        return [p for p in (*own, *self.temporary.rglob("*"), *tables) if not p.is_dir()]

    def get(self, path, body=None, method=None, status=200):
        reply = self.ask(path, body, method)
        assert reply[0] == status, reply
        return reply[1]

    def problems(self, yaml, kind="run"):
        return self.get("/api/studio/validate", {"kind": kind, "yaml": yaml})["problems"]

    def start(self, yaml, kind="run", **more):
        return self.get("/api/studio/runs", {"kind": kind, "yaml": yaml, "name": "test", **more},
                        status=201)["id"]

    def run(self, number):
        return self.get(f"/api/studio/runs/{number}")

    def await_run(self, number, state):
        return until(lambda: (lambda r: r if r["state"] == state else None)(self.run(number)),
                     lambda: json.dumps(self.run(number)))

    def log(self, number):
        return "\n".join(line["text"] for line in self.run(number)["log"])

    def await_state(self, number, condition):
        def look():
            status, state = self.ask(f"/api/state?run={number}")
            return state if status == 200 and condition(state) else None
        return until(look, lambda: self.log(number))


class StudioTest(unittest.TestCase):
    def test_without_the_token_nothing_is_shown_or_started(self):
        studio = Studio(self)
        for path, body, method in (("/api/studio", None, None), ("/api/studio/schemas", None, None),
                                   ("/api/studio/file?path=a.yaml", None, None),
                                   ("/api/studio/file", {"path": "a.yaml", "yaml": ""}, "PUT"),
                                   ("/api/studio/runs", None, None),
                                   ("/api/studio/runs", {"kind": "run", "yaml": REALTIME}, None),
                                   ("/api/studio/runs/1/stop", {}, None), ("/api/state", None, None),
                                   ("/api/studio/validate", {"kind": "run", "yaml": ""}, None),
                                   ("/api/io", {"throttle": 1}, None), ("/metrics", None, None)):
            self.assertEqual(studio.raw(path, body, method).status, 401, path)
            self.assertEqual(studio.raw(path, body, method, Authorization="Bearer x").status, 401, path)
            separator = "&" if "?" in path else "?"
            self.assertEqual(studio.raw(f"{path}{separator}token={studio.token}", body, method).status, 401)
        self.assertEqual(studio.raw("/healthz").json(), {"ok": True, "studio": True})
        answer = studio.raw("/?token=" + studio.token)
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/"))
        self.assertIn("HttpOnly; SameSite=Strict", answer.headers["Set-Cookie"])
        pair = answer.headers["Set-Cookie"].split(";")[0]
        self.assertEqual(studio.raw("/api/studio", Cookie=pair).status, 200)
        for headers in ({"Host": f"evil.example:{studio.port}"}, {"Origin": "http://evil.example"},
                        {"Sec_Fetch_Site": "cross-site"}):
            self.assertEqual(studio.raw("/api/studio", Cookie=pair, **headers).status, 403, headers)
        self.assertEqual(studio.get("/api/studio/runs"), [])

    def test_it_shows_its_folder_and_every_schema(self):
        studio = Studio(self)
        (studio.folder / "cars").mkdir()
        (studio.folder / "cars" / "small.yaml").write_text(
            "# yaml-language-server: $schema=../../schemas/vehicle.schema.json\nbody: {}\n", encoding="utf-8")
        (studio.folder / "route.csv").write_text("x,y\n", encoding="utf-8")
        (studio.folder / ".hidden.yaml").write_text("", encoding="utf-8")
        about = studio.get("/api/studio")
        self.assertEqual(about["folder"], str(studio.folder.resolve()))
        self.assertEqual(about["files"], [{"path": "cars/small.yaml", "kind": "vehicle"},
                                          {"path": "route.csv", "kind": "csv"}])
        self.assertEqual([e["id"] for e in about["examples"]], ["recording"])  # others need the demo's files
        for name, schema in studio.get("/api/studio/schemas").items():
            file = SCHEMAS / f"{name}.schema.json"
            self.assertEqual(schema, json.loads(file.read_text(encoding="utf-8")), name)

    def test_a_file_is_saved_and_read_below_the_folder_only(self):
        studio = Studio(self)
        file = {"path": "new/run.yaml", "yaml": REALTIME}
        studio.get("/api/studio/file", file, "PUT", 201)
        studio.get("/api/studio/file", dict(file, yaml=SHORT), "PUT", 200)
        self.assertEqual(studio.get("/api/studio/file?path=new/run.yaml")["yaml"], SHORT)
        (studio.outside / "secret.yaml").write_text("secret", encoding="utf-8")
        (studio.folder / "link.yaml").symlink_to(studio.outside / "secret.yaml")
        (studio.folder / "nowhere.yaml").symlink_to(studio.outside / "new.yaml")
        (studio.folder / "up").symlink_to(studio.outside)
        for path in ("../secret.yaml", "/etc/passwd", "link.yaml", "up/secret.yaml", "nowhere.yaml",
                     "", ".git/config.yaml", "new/.run.yaml", "a\0b.yaml"):
            quoted = urllib.parse.quote(path)
            self.assertIn(studio.ask("/api/studio/file?path=" + quoted)[0], (400, 403), path)
            self.assertEqual(studio.ask("/api/studio/file", {"path": path, "yaml": "x"}, "PUT")[0], 403, path)
        self.assertEqual(studio.ask("/api/studio/file?path=none.yaml")[0], 404)
        self.assertEqual(studio.ask("/api/studio/file", {"path": "a.sh", "yaml": ""}, "PUT")[0], 400)
        self.assertEqual((studio.outside / "secret.yaml").read_text(encoding="utf-8"), "secret")
        self.assertFalse((studio.outside / "new.yaml").exists())

    def test_problems_are_those_of_the_command_line(self):
        studio = Studio(self)
        wrong = "duration_s: -1\nprogram: {exec: [autopilot_basic]}\nvehicle: {model: boat}\nspeed: 1\n"
        file = studio.folder / "wrong.yaml"
        file.write_text(wrong, encoding="utf-8")
        said = subprocess.run([BINARIES / "ddc-gateway", "validate", file], text=True, timeout=LIMIT_S,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr
        problems = studio.problems(wrong)
        self.assertGreaterEqual(len(problems), 3)
        for p in problems:
            self.assertIn(f"{file}:{p['line']}:{p['column']}: {p['key']}: {p['message']}", said)
        self.assertEqual(studio.problems(REALTIME), [])
        self.assertEqual(studio.problems(CARS, "vdsim_realtime"), [])
        self.assertIn("body.mass_kg", [p["key"] for p in studio.problems("body: {mass_kg: -5}", "vehicle")])
        self.assertEqual(studio.problems("a: [", "tyre")[0]["line"] > 0, True)
        self.assertEqual(studio.ask("/api/studio/validate", {"kind": "boat", "yaml": ""})[0], 400)
        self.assertEqual([p.name for p in studio.folder.iterdir()], ["wrong.yaml"])  # no draft is left

    def test_problems_above_a_limit_are_only_counted(self):
        studio = Studio(self)
        problems = studio.problems("".join(f"no_such_key_{i}: 1\n" for i in range(2000)))
        self.assertEqual(len(problems), 1001)
        self.assertRegex(problems[-1]["message"], r"and \d+ more that are not listed")

    def test_to_validate_starts_nothing(self):
        studio = Studio(self)
        program = studio.folder / "own"
        program.write_text("#!/bin/sh\ntouch started\n", encoding="utf-8")
        program.chmod(0o755)
        self.assertEqual(studio.problems("program: {exec: [./own, '4000']}"), [])
        self.assertEqual([p.name for p in studio.folder.iterdir()], ["own"])

    def test_yaml_and_json_are_two_forms_of_one_value(self):
        studio = Studio(self)
        value = {"mode": "realtime", "program": {"reference_id": "0x4000", "exec": ["a", "4000"], "on": True},
                 "route": None, "list": [{"x": -1.5e-7}, {"y": 3}], "empty": {}, "text": "a: b # c", "no": "no"}
        yaml = studio.get("/api/studio/yaml", {"value": value})["yaml"]
        read = studio.get("/api/studio/yaml", {"yaml": yaml})["value"]
        self.assertEqual((read, list(read)), (value, list(value)))
        refused = studio.get("/api/studio/yaml", {"yaml": "a: b: c"}, status=422)
        self.assertEqual(refused["problems"][0]["line"], 1)
        self.assertEqual(studio.ask("/api/studio/yaml", {})[0], 400)

    def test_only_programs_of_the_project_and_of_the_folder_are_started(self):
        studio = Studio(self)
        (studio.folder / "shell").symlink_to("/bin/sh")
        program = studio.folder / "own"
        program.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
        for name in ("sh", "true", "ddc-gateway", "/bin/true", "./shell", "../folder/../x", "./own",
                     "/proc/self/exe", "/proc/self/root/bin/sh", "../../../../../bin/sh", "autopilot\\0x",
                     "ddc-guardian", "", ".", str(BINARIES / "ddc-gateway")):
            yaml = f"program:\n  exec: [\"{name}\", x]\n"
            problem = studio.problems(yaml)[0]
            self.assertEqual((problem["key"], problem["line"]), ("program.exec[0]", 2), name)
            refused = studio.get("/api/studio/runs", {"kind": "run", "yaml": yaml, "name": "x"}, status=422)
            self.assertEqual(refused["problems"][0]["key"], "program.exec[0]")
        program.chmod(0o755)
        for name in ("./own", "autopilot", BINARIES.resolve() / "autopilot"):
            self.assertEqual(studio.problems(f"program: {{exec: [{name}]}}"), [])
        self.assertEqual(studio.get("/api/studio/runs"), [])

    def test_files_are_read_and_written_below_the_folder_only(self):
        studio = Studio(self)
        table = "0,0\n"
        (studio.outside / "map.csv").write_text(table, encoding="utf-8")
        (studio.folder / "link.csv").symlink_to(studio.outside / "map.csv")
        (studio.folder / "pedals.yaml").write_text("torque_map: ../map.csv\n", encoding="utf-8")
        (studio.folder / "pedals.txt").write_text("torque_map: ../map.csv\n", encoding="utf-8")
        begin = "program:\n  exec: [autopilot_basic]\n"
        for text, key in ((begin + "route: {file: ../map.csv}", "route.file"),
                          (begin + "route: {file: /etc/passwd}", "route.file"),
                          (begin + "route: {file: link.csv}", "route.file"),
                          (begin + "trace: ../out.csv", "trace"), (begin + "trace: /dev/full", "trace"),
                          (begin + "  pedals: pedals.yaml", "torque_map"),
                          (begin + "  pedals: pedals.txt", "torque_map"),
                          (begin + "vehicle: {parameters: /dev/zero}", "vehicle.parameters")):
            problems = studio.problems(text)
            self.assertEqual([p["key"] for p in problems], [key], (text, problems))
        self.assertEqual(studio.problems(begin + "  pedals: pedals.yaml")[0]["file"], "pedals.yaml")
        self.assertEqual(studio.problems(begin + "trace: out/trace.csv"), [])

    def test_no_path_leads_out_of_the_folder(self):
        studio = Studio(self)
        secret = studio.outside / "secret"
        secret.write_text("secret\n", encoding="utf-8")
        os.mkfifo(studio.folder / "fifo")
        (studio.folder / "up").symlink_to(studio.outside)
        (studio.folder / "deep").mkdir()
        (studio.folder / "loop").symlink_to("loop")
        with open(studio.folder / "long.csv", "wb") as long:
            long.truncate(100 << 20)
        with open(studio.folder / "long.yaml", "wb") as long:
            long.truncate(10 << 20)
        begin = "program:\n  exec: [autopilot_basic, '4000']\n"
        nested = "[" * 30 + "x" + "]" * 30
        for text in (begin + "route: {file: up/secret}", begin + f"route: {{file: {secret}}}",
                     begin + "route: {file: &a ../secret}\ntrace: *a",
                     begin + "route: {file: /proc/self/environ}", begin + "route: {file: /proc/self/fd/0}",
                     begin + "route: {file: fifo}", begin + "route: {file: loop}",
                     begin + "route: {file: long.csv}", begin + "vehicle: {parameters: long.yaml}",
                     begin + "trace: up/new.csv", begin + "trace: loop", begin + "trace: fifo",
                     begin + "trace: deep/../../new.csv", begin + "trace: /proc/self/root/tmp/new.csv",
                     f"program: {{exec: [autopilot_basic, {secret}]}}",
                     f"x: {nested}\nprogram: {{exec: [/bin/sh]}}",  # after bytes that are not read
                     "x: [" + "[]," * 10001 + "]\nprogram: {exec: [/bin/sh]}",
                     "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
                     "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
                     "e: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n" + begin,
                     "a: &a [*a]\n" + begin):
            self.assertNotEqual(studio.problems(text), [], text[:200])
            order = {"kind": "run", "yaml": text, "name": "x"}
            self.assertEqual(studio.ask("/api/studio/runs", order)[0], 422, text[:200])
        self.assertEqual(studio.get("/api/studio/runs"), [])
        self.assertFalse((studio.outside / "new.csv").exists())
        # Files named by an argument are relative to the program's folder, whatever the file's
        # folder.
        body = {"kind": "run", "path": "deep/x.yaml", "yaml": "program: {exec: [autopilot_basic, ../secret]}"}
        self.assertIn("../secret", studio.get("/api/studio/validate", body)["problems"][0]["message"])

    def test_a_link_that_is_swapped_before_the_start_is_rejected(self):
        studio = Studio(self)
        table = "x_m,y_m\n0,0\n1,0\n2,0\n3,0\n"
        (studio.folder / "route.csv").write_text(table, encoding="utf-8")
        (studio.outside / "route.csv").write_text(table, encoding="utf-8")
        text = "program:\n  exec: [autopilot_basic, '4000']\nroute: {file: route.csv}"
        self.assertEqual(studio.problems(text), [])
        (studio.folder / "route.csv").unlink()
        (studio.folder / "route.csv").symlink_to("../route.csv")
        refused = studio.get("/api/studio/runs", {"kind": "run", "yaml": text, "name": "x"}, status=422)
        self.assertEqual([p["key"] for p in refused["problems"]], ["route.file"])

    def test_an_invalid_text_is_reported(self):
        studio = Studio(self)
        (studio.folder / "latin.yaml").write_bytes(b"# \xe4\xff\n")
        self.assertEqual(studio.ask("/api/studio/file?path=latin.yaml")[0], 422)
        self.assertEqual(studio.ask("/api/studio/validate", b'{"kind":"run","yaml":"\xff"}')[0], 400)
        self.assertEqual(studio.ask("/api/studio/validate", "[" * 100000)[0], 400)
        self.assertEqual(studio.ask("/api/studio/runs", "x" * (2 << 20))[0], 413)
        for text in ("\0", "a: \u0000", "? [a]\n: b", "- x", "%", "a: !!binary x", "[" * 10000, "{a: " * 1000):
            self.assertNotEqual(studio.problems(text), [], text[:50])

    def test_a_run_is_started_polled_driven_and_stopped(self):
        studio = Studio(self)
        number = studio.start(REALTIME)
        studio.await_run(number, "running")
        studio.await_state(number, lambda s: s["turns"] > 5)
        self.assertEqual(studio.get(f"/api/io?run={number}", {"throttle": 0.5})["cmd_in"]["throttle"], 0.5)
        studio.await_state(number, lambda s: s["manual"] and s["vx"] > 0)
        self.assertTrue(studio.get(f"/api/config?run={number}")["control"])
        self.assertEqual(studio.ask(f"/api/state?run={number}&vehicle=9")[0], 404)
        self.assertEqual(studio.ask(f"/api/control?run={number}", {"do": "fly"})[0], 400)
        self.assertEqual(studio.get(f"/api/control?run={number}", {"do": "pause"})["ok"], True)
        studio.await_state(number, lambda s: s["paused"])
        self.assertNotIn("token=", studio.log(number))
        self.assertIn("data port at http://127.0.0.1:", studio.log(number))
        self.assertNotIn(studio.token, studio.process.output())
        studio.get(f"/api/studio/runs/{number}/stop", {})
        ended = studio.await_run(number, "ended")
        self.assertEqual((ended["exit_code"], ended["verdict"]), (0, "stopped"))
        self.assertEqual(ended["summary"]["exit_reason"], "interrupted")
        trace = studio.get(f"/api/studio/runs/{number}/trace")
        self.assertGreater(len(trace.splitlines()), 5)
        self.assertEqual(studio.ask(f"/api/state?run={number}")[0], 409)
        self.assertEqual(studio.ask("/api/studio/runs/99")[0], 404)

    def test_a_stream_of_a_run_passes_through(self):
        studio = Studio(self)
        number = studio.start(REALTIME)
        studio.await_state(number, lambda s: s["turns"] > 5)
        with harness.Events(studio.port, f"/api/stream?rate=50&run={number}&token={studio.token}") as events:
            self.assertEqual(events.headers["Content-Type"], "text/event-stream")
            turns = [json.loads(events.next())["turns"] for _ in range(20)]
        self.assertEqual(turns, sorted(turns))
        self.assertGreater(turns[-1], turns[0])
        self.assertEqual(studio.ask(f"/api/stream?rate=1000&run={number}")[0], 400)

    def test_several_run_side_by_side_and_leave_their_results(self):
        studio = Studio(self)
        numbers = [studio.start(SHORT, pace=0), studio.start(SHORT, pace=0), studio.start(SHORT + "trace: own.csv\n")]
        again = studio.get("/api/studio/runs", {"kind": "run", "yaml": SHORT + "trace: own.csv\n"}, status=422)
        self.assertEqual(again["problems"][0]["key"], "trace")
        for number in numbers:
            run = studio.await_run(number, "ended")
            self.assertEqual((run["exit_code"], run["summary"]["exit_reason"]), (0, "duration"), studio.log(number))
            self.assertIn("true_velocity", studio.get(f"/api/studio/runs/{number}/trace").splitlines()[0])
        self.assertTrue((studio.folder / "own.csv").exists())
        self.assertEqual([r["id"] for r in studio.get("/api/studio/runs")], numbers[::-1])

    def test_a_vdsim_realtime_is_started_and_leaves_its_statistics(self):
        studio = Studio(self)
        number = studio.start(CARS, "vdsim_realtime")
        studio.await_run(number, "running")
        studio.get(f"/api/studio/runs/{number}/stop", {})
        ended = studio.await_run(number, "ended")
        self.assertEqual(ended["exit_code"], 0, studio.log(number))
        self.assertEqual(ended["summary"]["ports"][0]["vehicles"][0]["vehicle_id"], 0)

    def test_its_written_parameters_are_used_by_a_vdsim_realtime_that_it_starts(self):
        studio = Studio(self)
        data = SCHEMAS.parent / "plant/data"
        for name, old, new in (("vehicle", "wheelbase_m: 2.70", "wheelbase_m: 3.3"),
                               ("tyre", "d: 1.05", "d: -1")):
            text = (data / name / "sedan.yaml").read_text(encoding="utf-8")
            self.assertIn(old, text)
            studio.get("/api/studio/file", {"path": f"my_{name}.yaml", "yaml": text.replace(old, new, 1)}, "PUT", 201)
        world = CARS + "    parameters: my_vehicle.yaml\n    tyre: my_tyre.yaml\n"
        self.assertIn("my_tyre.yaml", json.dumps(studio.problems(world, "vdsim_realtime")))
        text = (data / "tyre/sedan.yaml").read_text(encoding="utf-8")
        studio.get("/api/studio/file", {"path": "my_tyre.yaml", "yaml": text}, "PUT")
        number = studio.start(world, "vdsim_realtime")
        studio.await_state(number, lambda s: s["turns"] > 5)
        config = studio.get(f"/api/config?run={number}")
        self.assertEqual(config["vehicles"][0]["geometry"]["wheelbase_m"], 3.3)

    def test_output_of_a_program_is_harmless(self):
        studio = Studio(self)
        program = studio.folder / "own"
        program.write_text("#!/bin/sh\necho 'data port at http://nowhere:99999/?token=x'\n"
                           "head -c 20000000 /dev/zero | tr '\\0' x\nprintf '\\377\\n'\nexit 7\n", encoding="utf-8")
        program.chmod(0o755)
        ended = studio.await_run(studio.start("program: {exec: [./own]}"), "ended")
        self.assertEqual(ended["exit_code"], 1)

    def test_runs_are_listed_after_the_studio_is_restarted(self):
        first = Studio(self)
        numbers = [first.start(SHORT, pace=0), first.start(CARS, "vdsim_realtime")]
        first.await_run(numbers[1], "running")
        first.get(f"/api/studio/runs/{numbers[1]}/stop", {})
        before = [first.await_run(number, "ended") for number in numbers]
        trace = first.get(f"/api/studio/runs/{numbers[0]}/trace")
        self.assertEqual(first.end(), 0)
        second = Studio(self, first)
        self.assertEqual([second.run(number) for number in numbers], before)
        self.assertEqual(second.get(f"/api/studio/runs/{numbers[0]}/trace"), trace)
        self.assertEqual(second.get(f"/api/studio/runs/{numbers[0]}?after={before[0]['next']}")["log"], [])
        again = second.start(SHORT, pace=0)
        self.assertEqual([r["id"] for r in second.get("/api/studio/runs")], [again, *numbers[::-1]])

    @staticmethod
    def create_runs(studio, count):
        """Runs as an earlier studio has left them."""
        for number in range(1, count + 1):
            run = studio.folder / ".ddc-studio" / str(number)
            run.mkdir(parents=True)
            (run / "run.json").write_text(json.dumps(
                {"kind": "run", "name": "old", "table": "studio.1.1", "started": 1, "ended": 2, "exit_code": 0,
                 "how": "", "traces": [""]}), encoding="utf-8")

    def test_the_last_32_runs_are_kept(self):
        folder = Studio(self)
        folder.end()
        self.create_runs(folder, 40)
        kept = folder.folder / ".ddc-studio"
        (kept / "41").mkdir()  # has not begun
        (kept / "42").symlink_to("/")
        studio = Studio(self, folder)
        self.assertEqual([int(r["id"]) for r in studio.get("/api/studio/runs")], list(range(40, 8, -1)))
        self.assertEqual(sorted(int(p.name) for p in kept.iterdir() if p.is_dir() and not p.is_symlink()),
                         list(range(9, 41)))

    def test_kept_runs_have_less_than_a_gigabyte_together_but_the_last(self):
        folder = Studio(self)
        folder.end()
        self.create_runs(folder, 3)
        for number, size in ((1, 100 << 20), (2, 100 << 20), (3, 2 << 30)):
            with open(folder.folder / ".ddc-studio" / str(number) / "trace_0.csv", "wb") as trace:
                trace.truncate(size)
        self.assertEqual([r["id"] for r in Studio(self, folder).get("/api/studio/runs")], ["3"])

    def test_two_studios_of_a_folder_do_not_disturb_each_other(self):
        first = Studio(self)
        number = first.start(REALTIME)
        second = Studio(self, first)
        self.assertEqual(second.get("/api/studio/runs"), [])
        self.assertNotEqual(second.start(SHORT, pace=0), number)
        first.await_state(number, lambda s: s["turns"] > 5)
        first.get(f"/api/studio/runs/{number}/stop", {})
        self.assertEqual(first.await_run(number, "ended")["exit_code"], 0)

    def test_a_car_over_udp_is_monitored_by_its_states_and_driven_by_cmds(self):
        studio = Studio(self)
        number = studio.start(CARS + "  - {cmd_port: 0, vehicle_id: 1, start: {y_m: 5}}\n", "vdsim_realtime")
        studio.await_state(number, lambda s: s["turns"] > 5 and s["x"] == 0)
        second = studio.await_state(f"{number}&vehicle=1", lambda s: s["turns"] > 5)
        self.assertAlmostEqual(second["y"], 5)
        self.assertEqual([second["fleet"][i]["name"] for i in "01"], ["vehicle 0", "vehicle 1"])
        self.drive(studio, number)
        self.assertEqual(studio.get(f"/api/state?run={number}&vehicle=1")["cmd_in"], None)
        self.assertEqual(studio.ask(f"/api/io?run={number}", {"throttle": 2})[0], 400)
        self.assertEqual(studio.ask(f"/api/state?run={number}&vehicle=2")[1]["vehicles"], [0, 1])
        config = studio.get(f"/api/config?run={number}")
        self.assertEqual([v["id"] for v in config["vehicles"]], [0, 1])
        self.assertGreater(config["vehicles"][0]["geometry"]["wheelbase_m"], 1)
        studio.get(f"/api/control?run={number}", {"do": "pause"})
        studio.await_state(number, lambda s: s["paused"] and not s["running"])
        studio.get(f"/api/control?run={number}", {"do": "resume"})
        studio.await_state(number, lambda s: s["running"])
        studio.get(f"/api/studio/runs/{number}/stop", {})
        ports = studio.await_run(number, "ended")["summary"]["ports"]
        accepted = {v["vehicle_id"]: v["cmd"]["accepted"] for port in ports for v in port["vehicles"]}
        self.assertGreater(accepted[0], 0)
        self.assertEqual(accepted[1], 0)

    def test_cars_with_the_same_id_are_distinguished_by_their_addresses(self):
        studio = Studio(self)
        number = studio.start("vehicles: [{cmd_port: 0}, {cmd_port: PORT, start: {y_m: 5}}]".replace(
            "PORT", str(harness.free_port())), "vdsim_realtime")
        second = studio.await_state(f"{number}&vehicle=1", lambda s: s["turns"] > 5)
        self.assertAlmostEqual(second["y"], 5)
        config = studio.get(f"/api/config?run={number}")
        self.assertEqual([v["id"] for v in config["vehicles"]], [0, 1])

    def drive(self, studio, number):
        """Repeated continuously, as by a driver: the vehicle brakes when no command arrives."""
        def push():
            state = studio.get(f"/api/io?run={number}", {"vehicle": 0, "throttle": 0.5, "steer": 0.1})
            self.assertEqual(state["cmd_in"], {"throttle": 0.5, "brake": 0, "steer": 0.1})
            return state["vx"] > 0.5 and state["steer"] > 0.05
        until(push, lambda: studio.log(number))

    def test_a_peer_that_runs_already_is_attached_and_not_stopped(self):
        studio = Studio(self)
        with harness.bound_socket() as taken:
            port = taken.getsockname()[1]
            ports = {"host": "127.0.0.1", "cmd_port": 7001, "state_port": port}
            self.assertEqual(studio.ask("/api/studio/attach", ports)[0], 409)
        self.assertEqual(studio.ask("/api/studio/attach", ports)[0], 504)  # the peer has not started
        self.assertEqual(studio.ask("/api/studio/attach", dict(ports, host="example.org"))[0], 400)
        config = studio.outside / "car.yaml"
        config.write_text(f"vehicles: [{{cmd_port: 0, state: [{{port: {port}, version: 5}}]}}]", encoding="utf-8")
        car = harness.start(self, BINARIES / "vdsim_realtime", "--config", config, announces=True)
        ports["cmd_port"] = harness.cmd_port_of(car)
        number = studio.get("/api/studio/attach", ports, status=201)["id"]
        self.drive(studio, number)
        # The driver has stopped: after half a second no CMD is sent, and the car's fail-safe
        # brakes.
        studio.await_state(number, lambda s: not s["manual"] and s["brake_applied"] > 0)
        studio.get(f"/api/studio/runs/{number}/stop", {})
        self.assertEqual(studio.run(number)["state"], "ended")
        self.assertIsNone(car.poll())
        number = studio.get("/api/studio/attach", ports, status=201)["id"]  # again
        studio.await_state(number, lambda s: s["parts"][0]["light"] == "green")
        car.kill()
        lost = studio.await_state(number, lambda s: s["parts"][0]["light"] == "red")
        self.assertEqual((lost["parts"][0]["words"], lost["running"]), ("silent", False))
        self.assertIn("no STATE", lost["plant_error"])
        self.assertEqual((lost["comms"]["attach"], lost["comms"]["cmd_port"], lost["comms"]["state_port"]),
                         (True, ports["cmd_port"], port))

    def test_a_stream_of_a_disconnected_peer_holds_nothing(self):
        studio = Studio(self)
        number = studio.start(CARS, "vdsim_realtime")
        studio.await_state(number, lambda s: s["turns"] > 5)
        events = harness.Events(studio.port, f"/api/stream?rate=50&run={number}&token={studio.token}")
        self.addCleanup(events.close)
        events.next()
        ports = set(self.udp_ports(studio.process.pid))
        self.assertTrue(ports)
        studio.get(f"/api/studio/runs/{number}/stop", {})
        studio.await_run(number, "ended")
        self.assertEqual(set(self.udp_ports(studio.process.pid)) & ports, set())

    @staticmethod
    def udp_ports(pid):
        """Inodes of the UDP sockets that a process has."""
        udp = {line.split()[9] for line in pathlib.Path("/proc/net/udp").read_text(encoding="utf-8").splitlines()[1:]}
        for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            try:
                found = re.fullmatch(r"socket:\[(\d+)\]", os.readlink(link))
            except FileNotFoundError:
                continue
            if found and found[1] in udp:
                yield found[1]

    def test_a_run_that_cannot_start_gives_the_reason(self):
        studio = Studio(self)
        program = studio.folder / "own"
        program.write_text("#!/bin/sh\necho it is broken >&2\nexit 7\n", encoding="utf-8")
        program.chmod(0o755)
        number = studio.start("program: {exec: [./own]}")
        ended = studio.await_run(number, "ended")
        self.assertEqual((ended["exit_code"], ended["verdict"]), (1, "failed"))
        self.assertIn("it is broken", studio.log(number))

    def test_processes_that_it_has_started_end_with_it(self):
        for how in (signal.SIGINT, signal.SIGKILL):
            studio = Studio(self)
            number = studio.start(REALTIME)
            log = until(lambda: re.search(r"started the program, pid (\d+)", studio.log(number)),
                        lambda: studio.log(number))
            # A truncated trace has everything that was written to the disk.
            until(lambda: studio.ask(f"/api/studio/runs/{number}/trace")[0] == 200, lambda: studio.log(number))
            program = int(log[1])
            studio.await_run(studio.start(CARS, "vdsim_realtime"), "running")
            children = [int(p.name) for p in pathlib.Path("/proc").iterdir() if p.name.isdigit()
                        and f"{studio.folder}/.studio-".encode() in self.command_line(p)]
            self.assertGreaterEqual(len(children), 2)
            studio.process.end(how)
            for pid in (program, *children):
                until(lambda pid=pid: not is_alive(pid), f"the end of {pid}")
            if how == signal.SIGKILL:
                cut = Studio(self, studio)  # removes remaining files
                ended = cut.run(number)
                self.assertEqual((ended["state"], ended["exit_code"]), ("ended", None))
                self.assertIn("killed", ended["verdict"])
                self.assertGreaterEqual(ended["ended"], ended["started"])
                self.assertEqual(cut.ask(f"/api/studio/runs/{number}/trace")[0], 200)
            self.assertEqual(studio.left(), [])

    @staticmethod
    def command_line(process):
        try:
            return (process / "cmdline").read_bytes()
        except OSError:
            return b""


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
