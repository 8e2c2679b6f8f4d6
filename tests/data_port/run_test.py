#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The data port of real runs: every reply against schemas/data_port.openapi.json.

Usage: run_test.py BINARIES OPENAPI
"""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import LIMIT_S  # noqa: E402

BINARIES, OPENAPI = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
API = json.loads(OPENAPI.read_text(encoding="utf-8"))
TOKEN = "0123456789abcdef"


def schema_of(path, method, status):
    """The body of a reply, and its content type."""
    name = re.sub(r"^/api/tables/.+$", "/api/tables/{ref}", path.split("?")[0])
    call = API["paths"].get(name, API["paths"]["/healthz"]).get(method.lower(), {"responses": {}})
    found = call["responses"].get(str(status)) or API["paths"]["/healthz"]["get"]["responses"]["default"]
    (kind, content), = found["content"].items()
    return kind, {"$schema": "https://json-schema.org/draft/2020-12/schema",
                  "components": API["components"], **content["schema"]}


def check(path, method, status, kind, text):
    wanted, schema = schema_of(path, method, status)
    assert kind == wanted, (path, status, kind)
    if "json" not in kind:
        return text
    value = harness.parse_json(text)
    jsonschema.Draft202012Validator(schema).validate(value)
    return value


class Run:
    """A gateway with a data port."""

    def __init__(self, test, text, *options):
        self.folder = harness.new_folder(test)
        self.table = "test." + self.folder.name
        config = self.folder / "run.yaml"
        config.write_text(f"ddc: {{name: {self.table}}}\n{text}", encoding="utf-8")
        self.start(test, BINARIES / "ddc-gateway", "run", config, *options)

    def start(self, test, *command):
        environment = dict(os.environ, PATH=f"{BINARIES}:{os.environ['PATH']}",
                           TMPDIR=str(self.folder))
        environment.pop("XDG_RUNTIME_DIR", None)
        self.environment = environment
        self.process = harness.start(test, *command, environment=environment, announces=True)
        test.addCleanup(self.end)
        self.port, self.token = harness.data_port_of(self.process)

    def log(self):
        return self.process.err()

    def await_log(self, pattern):
        return self.process.await_output(pattern)

    def end(self):
        try:
            return self.process.end(signal.SIGINT)
        finally:
            self.process.kill()
            pathlib.Path("/dev/shm/ddc." + self.table).unlink(missing_ok=True)

    def ask(self, path, body=None, method=None, token=True, **headers):
        """(status, value) of a reply that the schema allows."""
        if token and self.token:
            headers["Authorization"] = "Bearer " + (self.token if token is True else token)
        answer = harness.ask(self.port, path, body, method, **headers)
        if method == "HEAD":
            return answer.status, answer.text
        return answer.status, check(path, answer.method, answer.status, answer.kind, answer.text)

    def raw(self, request):
        """All that is returned for these bytes, until the port ends the connection."""
        parts = []
        with socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT_S) as client:
            client.sendall(request)
            while part := client.recv(65536):
                parts.append(part)
        return b"".join(parts)

    def state(self, path="/api/state", **options):
        status, value = self.ask(path, **options)
        assert status == 200, value
        return value

    def await_state(self, condition, path="/api/state"):
        return harness.until(
            lambda: (lambda s: s if condition(s) else None)(self.state(path)), self.log)


REALTIME = """mode: realtime
program: {exec: [autopilot_basic, "4000"]}
"""
MEASURED = """duration_s: 1000
program: {exec: [autopilot_basic, "4000"], answer_timeout_s: none}
"""


# Needs no token, and used to end the process.
LONG_TRAILER = (b"POST /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: "
                + b"0" * 70000 + b"\r\n\r\n")


class RunTest(unittest.TestCase):
    def test_every_reply_fits_its_schema(self):
        run = Run(self, REALTIME, "--data-port", "0")
        state = run.await_state(lambda s: s["turns"] > 20 and s["signals"])
        self.assertEqual(state["t"], state["timestamp"])
        self.assertEqual((state["mode"], state["driver"], state["paused"]), ("realtime", True, False))
        self.assertEqual([part["kind"] for part in state["parts"]], ["program", "vehicle", "filter"])
        self.assertIn("set_steering", state["signals"])
        names = {s["name"] for s in run.state("/api/config")["vehicles"][0]["signals"]}
        self.assertEqual(names, set(state["signals"]))
        for path in ("/healthz", "/api/io", "/api/stats", "/api/log", "/api/tables", "/metrics"):
            self.assertEqual(run.ask(path)[0], 200, path)
        entries = {e["name"]: e for e in run.state("/api/tables/4000")}
        self.assertEqual((entries["running"]["value"], entries["running"]["owner"]), (True, "program"))
        self.assertEqual(entries["true_velocity"]["owner"], "gateway")
        self.assertGreater(run.state("/api/stats")["vehicles"][0]["latency"]["count"], 0)
        self.assertIn("started the program", json.dumps(run.state("/api/log")))
        status, page = run.ask("/")  # 404 if no page is built in
        self.assertEqual(status, 200 if "<!doctype html" in str(page).lower() else 404)
        self.assertEqual(run.ask("/api/state", method="HEAD"), (200, ""))
        self.assertNotIn("faults", state)
        self.assertNotIn("faults", run.state("/api/config")["vehicles"][0])

    def test_the_states_of_faults_are_in_their_order(self):
        run = Run(self, REALTIME + "faults:\n"
                  "  - {name: gnss, kind: bias, bias: 1, target: inputs.true_position.x}\n"
                  "  - {name: speed, kind: freeze, target: inputs.true_velocity, from: {time_s: 0.5}}\n",
                  "--data-port", "0")
        run.await_state(lambda s: s.get("faults") == [False, True])
        self.assertEqual(run.state("/api/config")["vehicles"][0]["faults"][1],
                         {"name": "speed", "kind": "freeze", "target": "inputs.true_velocity"})
        self.assertEqual(run.ask("/api/control", {"do": "fault_on", "fault": "gnss"})[0], 200)
        run.await_state(lambda s: s["faults"] == [True, True])
        self.assertNotIn(run.token, json.dumps(run.state("/api/log")))

    def test_an_unsupported_request_is_a_problem_with_a_reason(self):
        run = Run(self, REALTIME, "--data-port", "0")
        for path, body, method, status in (
                ("/api/nothing", None, None, 404), ("/api/state", None, "DELETE", 405),
                ("/api/state", None, "BREW", 405), ("/api/state?vehicle=9", None, None, 404),
                ("/api/state?vehicle=%zz", None, None, 400), ("/api/tables/zz", None, None, 404),
                ("/api/state?vehicle=%ff%fe", None, None, 404), ("/api/tables/%ff%00", None, None, 404),
                ("/api/tables/99999999999", None, None, 404), ("/api/log?after=-1", None, None, 400),
                ("/api/stream?rate=1000", None, None, 400), ("/api/stream?rate=nan", None, None, 400),
                ("/api/control", {"do": "fly"}, None, 400), ("/api/control", {"do": 1}, None, 400),
                ("/api/control", {"time_scale": 1e9}, None, 400), ("/api/control", "[]", None, 400),
                ("/api/control", {"time_scale": "1"}, None, 400),
                ("/api/control", {"do": "step"}, None, 409),
                ("/api/control", {"do": "pause", "time_scale": 2}, None, 400),
                ("/api/control", {"do": "pause", "action": "stop"}, None, 400),
                ("/api/control", {"do": "pause", "steps": 2}, None, 400),
                ("/api/control", {"time_scale": 2, "steps": 2}, None, 400),
                ("/api/control", {"do": "step", "steps": 1.5}, None, 400), ("/api/control", "", None, 400),
                ("/api/control", {"action": "reset"}, None, 409),
                ("/api/control", "[" * 10000, None, 400), ("/api/control", "{\"do\":1e999}", None, 400),
                ("/api/control", b"{\"do\":\"\xff\xfe\"}", None, 400),
                ("/api/control", "x" * 70000, None, 413), ("/api/io", {"throttle": 1}, None, 403)):
            self.assertEqual(run.ask(path, body, method)[0], status, (path, str(body)[:50]))
        unknown = run.ask("/api/state?vehicle=9")[1]
        self.assertEqual((unknown["vehicles"], unknown["error"]), ([0], "unknown vehicle 9"))
        self.assertIn("control: true", run.ask("/api/io", {})[1]["detail"])

    def test_only_the_owner_of_the_token_may_use_other_calls(self):
        run = Run(self, REALTIME, "--data-port", "0")
        for path in ("/api/config", "/api/stats", "/api/log", "/api/tables", "/api/tables/4000"):
            self.assertEqual(run.ask(path, token=False)[0], 401, path)
            self.assertEqual(run.ask(path, token=run.token[:-1] + "x")[0], 401, path)
            self.assertEqual(run.ask(path + "?token=" + run.token, token=False)[0], 401, path)
            self.assertEqual(run.ask(path)[0], 200, path)
        self.assertEqual(run.ask("/api/control", {"do": "stop"}, token=False)[0], 401)
        for path in ("/api/state", "/api/io", "/metrics", "/healthz"):
            self.assertEqual(run.ask(path, token=False)[0], 200, path)
        run.await_state(lambda state: state["running"])

    def test_no_token_is_ever_logged(self):
        run = Run(self, REALTIME, "--data-port", "0")
        harness.Events(run.port, "/api/stream?token=" + run.token).close()
        for path in ("/?token=", "/api/nothing?token=", "/api/stream?rate=x&token="):
            self.assertNotIn(run.token, harness.ask(run.port, path + run.token).text)
        run.ask("/api/control", {"do": run.token})
        run.ask("/api/control", {run.token: 1}, token="x" + run.token)
        self.assertNotIn(run.token, json.dumps(run.state("/api/log")))
        run.state("/api/control", body={"do": "stop"})
        run.process.wait()
        self.assertNotIn(run.token, run.log())
        self.assertIn(f"data port at http://127.0.0.1:{run.port}/ (the token is shown only on a terminal",
                      run.log())

    def test_a_vehicle_at_a_vds1_peer_reports_its_packets_and_its_position(self):
        peer = Run.__new__(Run)
        peer.folder = harness.new_folder(self)
        peer.table = "none." + peer.folder.name
        state_port = harness.free_port()
        peer.start(self, BINARIES / "vdsim_realtime", "--cmd-port", "0", "--state-port", state_port,
                   "--data-port", "0")
        cmd_port = harness.cmd_port_of(peer.process)
        run = Run(self, REALTIME + f"vehicle: {{vds1: {{cmd_port: {cmd_port}, state_port: {state_port}}}}}\n",
                  "--data-port", "0")
        state = run.await_state(lambda s: s["turns"] > 20 and s["parts"][1]["light"] == "green")
        self.assertEqual(state["comms"], {
            "attach": True, "host": "127.0.0.1", "cmd_port": cmd_port, "state_port": state_port,
            "protocol": "VDS1", "protocol_version": 5, "plant_running": True, "plant_attach": True})
        self.assertIsNone(state["plant_error"])
        packets = run.state("/api/stats")["vehicles"][0]["packets"]
        for direction, name in (("cmd", "sent"), ("state", "taken"), ("state", "sequence")):
            self.assertGreater(packets[direction][name], 0, (direction, name))
        peer.process.kill()
        lost = run.await_state(lambda s: s["plant_error"])
        self.assertFalse(lost["comms"]["plant_running"])

    def test_a_page_of_another_origin_cannot_drive_the_car(self):
        run = Run(self, REALTIME + "data_port: {control: true, token: none}\n")
        own = f"127.0.0.1:{run.port}"
        drive = {"throttle": 1.0}
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"},
                        {"Host": f"evil.example:{run.port}"},  # DNS rebinding
                        {"Host": f"evil.example:{run.port}", "Origin": f"http://evil.example:{run.port}"},
                        {"Origin": "http://localhost:3000"}, {"Origin": "https://" + own},
                        {"Sec_Fetch_Site": "cross-site"}, {"Host": "127.0.0.1.evil.example"}):
            status, answer = run.ask("/api/io", drive, **headers)
            self.assertEqual(status, 403, (headers, answer))
            self.assertEqual(run.ask("/api/state", **headers)[0], 403, headers)
        self.assertFalse(run.state()["manual"])
        self.assertEqual(run.ask("/api/io", drive, Origin="http://" + own)[0], 200)
        run.await_state(lambda s: s["manual"])

    def test_the_token_becomes_a_cookie(self):
        run = Run(self, REALTIME + f"data_port: {{token: {TOKEN}}}\n")
        answer = harness.ask(run.port, "/?token=" + TOKEN)
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/"))
        cookie = answer.headers["Set-Cookie"]
        self.assertIn("HttpOnly; SameSite=Strict", cookie)
        pair = cookie.split(";")[0]
        self.assertEqual(run.ask("/api/config", token=False, Cookie="a=b; " + pair)[0], 200)
        self.assertEqual(run.ask("/api/config", token=False, Cookie=pair + "x")[0], 401)
        self.assertEqual(harness.ask(run.port, "/?token=wrong").status, 401)

    def test_a_run_is_paused_stepped_resumed_and_stopped(self):
        run = Run(self, MEASURED, "--data-port", "0", "--paused")
        run.await_log("started the program")
        paused = run.await_state(lambda s: s["paused"] and s["x"] is not None)
        self.assertEqual((paused["turns"], paused["running"]), (0, False))
        harness.until(lambda: run.ask("/api/control", {"do": "step", "steps": 3})[0] == 200, run.log)
        stepped = run.await_state(lambda s: s["turns"] == 3)
        self.assertAlmostEqual(stepped["t"], 0.02)
        self.assertEqual(run.ask("/api/control", {"time_scale": 2})[0], 409)
        self.assertEqual(run.ask("/api/control", {"action": "resume"})[0], 200)
        run.await_state(lambda s: s["turns"] > 100)
        self.assertEqual(run.ask("/api/io", {"throttle": 1})[0], 403)
        self.assertEqual(run.ask("/api/control", {"do": "stop"})[0], 200)
        self.assertEqual(run.process.wait(), 0)

    def test_a_long_trailer_is_rejected_and_the_run_continues_to_its_end(self):
        run = Run(self, MEASURED, "--data-port", "0", "--pace", "1")
        run.await_state(lambda s: s["turns"] > 0)
        self.assertRegex(run.raw(LONG_TRAILER), rb"^HTTP/1\.1 400 ")
        turns = run.state()["turns"]
        run.await_state(lambda s: s["turns"] > turns + 10)
        self.assertEqual(run.ask("/api/control", {"do": "stop"})[0], 200)
        self.assertEqual(run.process.wait(LIMIT_S), 0)

    def test_a_driver_keeps_the_car_until_it_is_released(self):
        run = Run(self, REALTIME + "data_port: {control: true, cmd_timeout_s: 30}\n")
        run.await_state(lambda s: s["turns"] > 5)
        answer = run.state("/api/io", body={"throttle": 0.5, "gear": "drive"})
        self.assertEqual(answer["cmd_in"], {"throttle": 0.5, "brake": 0, "steer": 0})
        run.await_state(lambda s: s["vx"] > 0.5 and not s["driver"])
        run.state("/api/io", body={"vehicle": 0, "steer": 0.1})  # the throttle keeps its value
        state = run.await_state(lambda s: s["cmd"]["steer"] == 0.1)
        self.assertEqual(state["cmd"]["throttle"], 0.5)
        for wrong in ({"throttle": 2}, {"throttle": "1"}, {"brake": -1}, {"gear": "fast"},
                      {"handbrake": 1}, {"throtle": 1}, {"steer": 1e9}, {"vehicle": -1}):
            self.assertEqual(run.ask("/api/io", wrong)[0], 400, wrong)
        self.assertEqual(run.ask("/api/io", {"vehicle": "unknown"})[1]["vehicles"], [0])
        self.assertEqual(run.ask("/api/control", {"do": "release"})[0], 200)
        run.await_state(lambda s: s["driver"])
        run.state("/api/io", body={"brake": 0.25})  # restarts
        state = run.await_state(lambda s: s["manual"])
        self.assertEqual(state["cmd"], {"throttle": 0, "brake": 0.25, "steer": 0})

    def test_a_silent_driver_leaves_the_car_fail_safe(self):
        run = Run(self, REALTIME + "data_port: {control: true, cmd_timeout_s: 0.05}\n")
        run.await_state(lambda s: s["turns"] > 5)
        run.state("/api/io", body={"throttle": 0.5})
        state = run.await_state(lambda s: s["manual"] and s["failsafe"])
        self.assertEqual(state["cmd"]["throttle"], 0)
        run.await_log("at the data port timed out")

    def test_a_run_without_a_pace_cannot_be_driven_and_reports_it(self):
        run = Run(self, MEASURED + "data_port: {control: true}\n", "--paused")
        status, answer = run.ask("/api/io", {"throttle": 1})
        self.assertEqual(status, 403)
        self.assertIn("start it with --pace 1", answer["detail"])

    def test_a_paced_measured_run_can_be_driven(self):
        run = Run(self, MEASURED + "data_port: {control: true}\n", "--pace", "1")
        run.await_state(lambda s: s["turns"] > 5)
        harness.until(lambda: run.state("/api/io", body={"throttle": 0.5})["manual"], run.log)

    def test_a_stream_shows_the_car_and_the_time_out_of_its_program(self):
        run = Run(self, MEASURED, "--data-port", "0", "--pace", "1")
        events = harness.Events(run.port, "/api/stream?rate=50&token=" + run.token)
        self.addCleanup(events.close)
        self.assertEqual(events.headers["Content-Type"], "text/event-stream")

        def next_event():
            return check("/api/state", "GET", 200, "application/json", events.next())

        times = [next_event()["t"] for _ in range(20)]
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[-1], times[0])
        program = int(run.await_log(r"started the program, pid (\d+)\n")[1])
        os.kill(program, signal.SIGSTOP)
        harness.until(lambda: next_event()["parts"][0]["light"] == "red", run.log)
        os.kill(program, signal.SIGCONT)
        harness.until(lambda: next_event()["parts"][0]["light"] == "green", run.log)
        self.assertLessEqual(events.others, {"\n", ":\n"})
        events.close()

    def test_a_single_curl_command_gets_a_state(self):
        run = Run(self, REALTIME, "--data-port", "0")
        address = f"http://127.0.0.1:{run.port}/api/state"
        said = subprocess.run(["curl", "-sf", "--compressed", address], capture_output=True,
                              timeout=LIMIT_S, check=True).stdout
        self.assertEqual(check("/api/state", "GET", 200, "application/json", said)["veh"], 0)

    def test_several_vehicles_by_number_and_by_name(self):
        run = Run(self, """mode: realtime
programs:
  - {name: lead, reference_id: "0x4000", exec: [autopilot_basic, "4000"], vehicle: {start: {x_m: 10}}, safety: {}}
  - {name: second, reference_id: "0x5000", exec: [autopilot_basic, "5000"]}
data_port: {control: true}
""")
        run.await_state(lambda s: all("x" in row for row in s["fleet"].values()))
        second = run.await_state(lambda s: s["turns"] > 5, "/api/state?vehicle=second")
        self.assertEqual((second["veh"], second["name"], second["x"]), (1, "second", 0))
        self.assertEqual(run.state("/api/state?vehicle=0")["x"], 10)
        self.assertEqual([v["safety"] for v in run.state("/api/stats")["vehicles"]], [True, False])
        answer = run.state("/api/io", body={"vehicle": 1, "throttle": 0.4})
        self.assertEqual((answer["veh"], answer["fleet_cmd"]["0"]), (1, None))
        run.await_state(lambda s: s["fleet_driver"] == {"0": True, "1": False})
        self.assertEqual(run.ask("/api/state?vehicle=third")[1]["vehicles"], [0, 1])
        self.assertEqual(len(run.state("/api/tables/0x5000")), len(run.state("/api/tables/4000")))

    def test_a_port_in_use_and_a_wrong_configuration_are_reported(self):
        run = Run(self, REALTIME, "--data-port", "0")

        def refused(text, *options):
            config = run.folder / "other.yaml"
            config.write_text(text, encoding="utf-8")
            ended = subprocess.run([BINARIES / "ddc-gateway", "run", config, *options], text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=LIMIT_S)
            return ended.returncode, ended.stderr

        code, said = refused(f"ddc: {{name: {run.table}}}\n" + REALTIME, "--data-port", str(run.port))
        self.assertEqual(code, 1)
        self.assertIn(f"cannot listen at 127.0.0.1:{run.port}", said)
        for section, reason in (("bind: 0.0.0.0", "needs a `token`"), ("token: short", "at least 16"),
                                ("bind: 0.0.0.0, token: none", "needs a `token`")):
            code, said = refused(REALTIME + f"data_port: {{{section}}}\n")
            self.assertEqual(code, 2, section)
            self.assertIn(reason, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
