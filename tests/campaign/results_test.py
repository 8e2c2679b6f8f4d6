#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The results of a small campaign, as `ddc-gateway campaign` writes them.

Usage: results_test.py FOLDER_OF_PROGRAMS
"""
import csv
import html.parser
import json
import math
import os
import pathlib
import shlex
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
RUNS = 12
RUN = """
duration_s: 1
program: {exec: [autopilot_basic, "4000"]}
"""
CAMPAIGN = f"""
run: run.yaml
runs: {RUNS}
shard: 5
design: random
parameters:
  vehicle.start.vx_mps: {{uniform: [0, 15]}}
  vehicle.parameters.mass_kg: [1200, 1500]
"""


def campaign(*words):
    return subprocess.run([PROGRAMS / "ddc-gateway", "campaign", *map(str, words)],
                          capture_output=True, text=True, timeout=100, check=False)


class Scene:
    """A campaign that has been executed."""

    def __init__(self, run=RUN, text=CAMPAIGN):
        self.scratch = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.scratch.name)
        self.folder = root / "out"
        (root / "run.yaml").write_text(run)
        (root / "campaign.yaml").write_text(text)
        self.plan = campaign("plan", root / "campaign.yaml", self.folder)
        self.work = campaign("run", self.folder, "--jobs", 2)

    def close(self):
        self.scratch.cleanup()

    def path(self, name):
        return pathlib.Path(self.scratch.name) / name


class Merge(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = Scene()
        assert cls.scene.work.returncode == 0, cls.scene.plan.stderr + cls.scene.work.stderr

    @classmethod
    def tearDownClass(cls):
        cls.scene.close()

    def merged(self, name):
        """The database that merge writes, and its table as rows of the CSV file beside it."""
        file, table = self.scene.path(name + ".sqlite"), self.scene.path(name + ".csv")
        done = campaign("merge", self.scene.folder, "--sqlite", file, "--csv", table)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(table, newline="") as lines:
            return file, list(csv.reader(lines))

    def test_a_database_has_the_rows_and_columns_of_the_table_and_their_types(self):
        file, (header, *lines) = self.merged("a")
        self.assertEqual(len(lines), RUNS)
        with sqlite3.connect(file) as database:
            rows = database.execute("SELECT * FROM runs")
            self.assertEqual([column[0] for column in rows.description], header)
            for row, line in zip(rows.fetchall(), lines, strict=True):
                for value, cell in zip(row, line, strict=True):
                    if isinstance(value, float):
                        self.assertEqual(value, float(cell))
                    elif cell in ("true", "false"):
                        self.assertEqual(value, cell == "true")
                    else:
                        self.assertEqual("" if value is None else str(value), cell)
            types = {name: kind for _, name, kind, *_ in
                     database.execute("PRAGMA table_info(runs)")}
        self.assertEqual(types["parameters.vehicle.start.vx_mps"], "REAL")
        self.assertEqual(types["parameters.vehicle.parameters.mass_kg"], "INTEGER")
        self.assertEqual(types["outcome"], "TEXT")
        self.assertFalse([name for name in types if "wall" in name or "latency" in name])

    def test_a_database_names_its_plan(self):
        file, _ = self.merged("b")
        with sqlite3.connect(file) as database:
            about = dict(database.execute("SELECT * FROM campaign"))
        self.assertEqual(about["runs"], RUNS)
        self.assertEqual(about["present"], RUNS)
        self.assertEqual(about["design"], "random")
        self.assertEqual(len(about["plan"]), 64)
        self.assertIsNone(about["stopped"])

    def test_databases_of_the_same_runs_are_byte_identical(self):
        again = self.scene.path("again")
        again.mkdir()
        shutil.copy(self.scene.folder / "plan.json", again)
        for shard in (2, 0, 1):
            campaign("work", again, "--shard", shard)
        other = self.scene.path("again.sqlite")
        self.assertEqual(campaign("merge", again, "--sqlite", other).returncode, 0)
        file, _ = self.merged("c")
        self.assertEqual(file.read_bytes(), other.read_bytes())

    def test_an_object_at_the_name_of_a_database_stays(self):
        part = self.scene.path("d.sqlite.part")
        part.write_text("of a user", encoding="utf-8")
        file, _ = self.merged("d")
        self.assertTrue(file.is_file())
        self.assertEqual(part.read_text(encoding="utf-8"), "of a user")
        self.assertFalse(self.scene.path("d.sqlite.2.part").exists())

    def test_a_database_that_cannot_be_written_is_an_error_that_names_it(self):
        done = campaign("merge", self.scene.folder, "--sqlite", "/dev/null/x.sqlite")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/dev/null/x.sqlite: cannot be written: ", done.stderr)


HOSTILE = """<script src=x>'"&</script>"""
JUDGED = RUN + """
requirements:
  slow: "always (vx_mps < 9)"
  rolls: "eventually (vx_mps > -1)"
  'HOSTILE': "always (vx_mps < 20)"
""".replace("HOSTILE", HOSTILE.replace("'", "''"))


class Stopped(unittest.TestCase):
    def test_a_database_names_the_rule_that_has_stopped_the_campaign(self):
        scene = Scene(RUN + 'requirements: {slow: "always (vx_mps < 0)"}\n',
                      CAMPAIGN + "stop: {failures: 3}\n")
        self.addCleanup(scene.close)
        file = scene.path("stopped.sqlite")
        done = campaign("merge", scene.folder, "--sqlite", file)
        self.assertEqual(done.returncode, 4, done.stderr)
        with sqlite3.connect(file) as database:
            about = dict(database.execute("SELECT * FROM campaign"))
            (count,), = database.execute("SELECT count(*) FROM runs")
        self.assertEqual((about["runs"], about["fail"], count), (3, 3, 3))
        self.assertIn("; " + about["stopped"], done.stdout)


class Inherited(unittest.TestCase):
    """A started process has only the standard streams, whatever the test inherited."""

    def setUp(self):
        ends = socket.socketpair()
        for end in ends:
            self.addCleanup(end.close)
        self.inherited = ends[0].fileno()
        self.socket = os.readlink(f"/proc/self/fd/{self.inherited}")

    @staticmethod
    def worker(folder):
        """An entry of a process in /proc, or nothing."""
        words = f"campaign\0work\0{folder}\0".encode()
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if words in (process / "cmdline").read_bytes():
                    return process
            except OSError:  # it has ended
                continue
        return None

    def test_by_a_worker(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        top = pathlib.Path(scratch.name)
        (top / "run.yaml").write_text(RUN.replace("duration_s: 1", "duration_s: 1000"))
        (top / "campaign.yaml").write_text(CAMPAIGN)
        folder = top / "out"
        planned = campaign("plan", top / "campaign.yaml", folder)
        self.assertEqual(planned.returncode, 0, planned.stderr)
        with subprocess.Popen([PROGRAMS / "ddc-gateway", "campaign", "run", folder, "--jobs", "1"],
                              pass_fds=[self.inherited], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as pool:
            try:
                worker = harness.until(lambda: self.worker(folder), "a worker")
                found = [os.readlink(link) for link in (worker / "fd").iterdir()]
            finally:
                pool.terminate()
        self.assertTrue(found)
        self.assertNotIn(self.socket, found)

    def test_by_the_process_that_shows_a_page(self):
        scene = Scene()
        self.addCleanup(scene.close)
        viewer, found = scene.path("xdg-open"), scene.path("found")
        viewer.write_text(f"#!/bin/sh\nls -l /proc/self/fd >{found}.part; mv {found}.part {found}\n")
        viewer.chmod(0o700)
        done = subprocess.run([PROGRAMS / "ddc-gateway", "campaign", "report", scene.folder, "--open"],
                              pass_fds=[self.inherited], capture_output=True, text=True, timeout=100,
                              env=os.environ | {"PATH": f"{viewer.parent}:{os.environ['PATH']}"}, check=False)
        self.assertNotIn("xdg-open", done.stderr)
        harness.until(found.exists, done.stdout + done.stderr)
        self.assertNotIn(self.socket, found.read_text())


class Page(html.parser.HTMLParser):
    """The content of a page for a browser: elements with their attributes, and texts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self.tables, self.open = [], [], [], []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.texts.append(data)
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data

    def row(self, table, name):
        """The cells of a row of a table, by the headers of its columns."""
        head, *rows = self.tables[table]
        found = [row for row in rows if name in row[0]]
        assert len(found) == 1, (name, self.tables[table])
        return dict(zip(head, found[0]))


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = Scene(JUDGED)
        cls.done = campaign("report", cls.scene.folder, "--junit", cls.scene.path("junit.xml"))
        assert cls.done.returncode == 4, cls.scene.plan.stderr + cls.done.stdout + cls.done.stderr
        cls.text = (cls.scene.folder / "report.html").read_text()
        cls.page = Page(cls.text)
        campaign("merge", cls.scene.folder, "--summary", cls.scene.path("summary.json"))
        cls.summary = json.loads(cls.scene.path("summary.json").read_text())
        cls.rows = [json.loads(line)["result"] for line in
                    (cls.scene.folder / "results.jsonl").read_text().splitlines()]

    @classmethod
    def tearDownClass(cls):
        cls.scene.close()

    def count(self, name, verdict):
        return sum(row["requirements"][name]["verdict"] == verdict for row in self.rows)

    def test_totals_are_those_of_the_results(self):
        for name in ("slow", "rolls", HOSTILE):
            row = self.page.row(0, name)
            self.assertEqual(int(row["pass"]), self.count(name, "pass"))
            self.assertEqual(int(row["fail"]), self.count(name, "fail"))
            self.assertEqual((row["error"], row["missing"]), ("0", "0"))
        self.assertGreater(self.count("slow", "fail"), 0)
        self.assertGreater(self.count("slow", "pass"), 0)

    def test_a_rate_of_independent_runs_has_the_interval_of_clopper_and_pearson(self):
        found = self.summary["requirements"]["slow"]
        failed = self.count("slow", "fail")
        self.assertEqual(found["failure_rate"], failed / RUNS)
        low, high = found["interval"]
        self.assertAlmostEqual(at_least(failed, RUNS, low), 0.025, places=9)
        self.assertAlmostEqual(1 - at_least(failed + 1, RUNS, high), 0.025, places=9)
        self.assertIn(f"{100 * high:.3g}\u202f%", self.page.row(0, "slow")["interval"])

    def test_worst_runs_come_first_with_the_command_that_repeats_them(self):
        head, *rows = self.page.tables[1]
        self.assertEqual(len(rows), 10)
        least = min(range(RUNS), key=lambda run: (
            self.rows[run]["requirements"]["slow"]["robustness"]))
        self.assertEqual(rows[0][0], str(least))
        self.assertEqual(rows[0][head.index("command")],
                         f"ddc-gateway campaign rerun {self.scene.folder} {least}")
        repeated = campaign(*shlex.split(rows[0][head.index("command")])[2:])
        self.assertEqual(repeated.returncode, 4, repeated.stderr)

    def test_failed_runs_are_crosses_and_the_others_dots(self):
        plots = [attrs["d"] for tag, attrs in self.page.elements
                 if tag == "path" and attrs.get("class") == "fail"]
        self.assertEqual(plots[0].count("M"), self.count("slow", "fail"))

    def test_it_loads_and_runs_nothing(self):
        for tag, attrs in self.page.elements:
            self.assertNotIn(tag, ("script", "img", "link", "iframe", "object", "image", "use"))
            for name, value in attrs.items():
                self.assertNotIn(name, ("src", "href", "xlink:href", "srcset", "data"))
                self.assertFalse(name.startswith("on"), (tag, name, value))
        self.assertNotIn("http://", self.text)
        self.assertNotIn("https://", self.text)
        self.assertNotIn("url(", self.text)
        self.assertNotIn("@import", self.text)

    def test_a_name_with_markup_is_text(self):
        self.assertIn(HOSTILE, "".join(self.page.texts))
        self.assertNotIn("<script", self.text)

    def test_junit_has_a_case_for_each_requirement(self):
        suite = xml.etree.ElementTree.parse(self.scene.path("junit.xml")).getroot()[0]
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")),
                         ("3", "1", "0"))
        failure = suite.find("testcase[@name='slow']/failure")
        self.assertIn(f"failed in {self.count('slow', 'fail')} of {RUNS} runs",
                      failure.get("message"))

    def test_quantiles_are_those_of_the_columns(self):
        column = self.summary["columns"]["requirements.slow.robustness"]
        values = sorted(row["requirements"]["slow"]["robustness"] for row in self.rows)
        self.assertEqual((column["count"], column["min"], column["max"]),
                         (RUNS, values[0], values[-1]))
        self.assertAlmostEqual(dict(column["quantiles"])[0.5], statistics.median(values))

    def test_missing_and_error_runs_are_in_every_total(self):
        folder = self.scene.path("part")
        folder.mkdir()
        shutil.copy(self.scene.folder / "plan.json", folder)
        campaign("work", folder, "--shard", 1)
        done = campaign("report", folder, "-o", folder / "part.html", "--junit", folder / "j.xml")
        self.assertEqual(done.returncode, 1)
        page = Page((folder / "part.html").read_text())
        row = page.row(0, "slow")
        self.assertEqual(row["missing"], str(RUNS - 5))
        self.assertEqual(int(row["pass"]) + int(row["fail"]), 5)
        self.assertIn("Missing runs: 0 to 4, 10 to 11", "".join(page.texts))
        suite = xml.etree.ElementTree.parse(folder / "j.xml").getroot()[0]
        self.assertEqual(int(suite.get("failures")) + int(suite.get("errors")), 3)


class Designs(unittest.TestCase):
    def test_dependent_runs_have_no_interval(self):
        scene = Scene(JUDGED, CAMPAIGN.replace("random", "sobol"))
        self.addCleanup(scene.close)
        campaign("merge", scene.folder, "--summary", scene.path("s.json"))
        summary = json.loads(scene.path("s.json").read_text())
        self.assertIsNone(summary["requirements"]["slow"]["interval"])
        self.assertIn("not independent", summary["no_interval"])

    def test_sensitivity_finds_the_parameter_with_an_effect(self):
        scene = Scene(JUDGED, CAMPAIGN.replace("random", "sensitivity")
                      .replace(f"runs: {RUNS}", "runs: 64"))
        self.addCleanup(scene.close)
        campaign("merge", scene.folder, "--summary", scene.path("s.json"))
        found = json.loads(scene.path("s.json").read_text())["requirements"]["slow"]["sensitivity"]
        self.assertGreater(found["vehicle.start.vx_mps"]["total"], 0.8)
        self.assertLess(found["vehicle.parameters.mass_kg"]["total"], 0.2)


def at_least(failures, runs, rate):
    """The probability of that many failures or more."""
    return sum(math.comb(runs, k) * rate ** k * (1 - rate) ** (runs - k)
               for k in range(failures, runs + 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
