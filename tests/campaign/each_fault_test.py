#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Campaigns over faults: each one alone, a search over the size of one, and the smallest size.

Usage: each_fault_test.py FOLDER_OF_PROGRAMS
"""
import csv
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
ROUTE = pathlib.Path(__file__).resolve().parents[2] / "programs/demo/route.csv"
SENSORS = pathlib.Path(__file__).resolve().parents[2] / "plant/data/sensor/sedan.yaml"
FAULTS = """
faults:
  - {name: harmless, kind: bias, target: inputs.true_velocity, bias: 0, from: {time_s: 0.1}}
  - name: gnss
    kind: bias
    target: inputs.true_position
    bias_m: 2
    from: {time_s: 0.2}
    until: {after_s: 0.3}
    detected: fault.gnss == 1
    reacted: vx_mps < -100
    recovered: fault.gnss == 0
  - {name: ice, kind: friction, target: world, scale: 0.5, from: {when: vx_mps > 1000}}
"""
RUN = f"""
duration_s: 1
program: {{exec: [autopilot_basic, "4000"]}}
vehicle: {{start: {{vx_mps: 5}}, sensors: {SENSORS}}}
requirements:
  slow: always (vx_mps < 50)
  no_gnss: always (fault.gnss == 0)
"""
EACH = "run: run.yaml\ndesign: each_fault\n"


def campaign(*words):
    return subprocess.run([PROGRAMS / "ddc-gateway", "campaign", *map(str, words)],
                          capture_output=True, text=True, timeout=100, check=False)


class Folder(unittest.TestCase):
    """A folder with a configuration and a campaign."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        self.out = self.root / "out"

    def plan(self, text, run=RUN + FAULTS):
        (self.root / "run.yaml").write_text(run)
        (self.root / "campaign.yaml").write_text(text)
        return campaign("plan", self.root / "campaign.yaml", self.out)

    def make(self, text, code, run=RUN + FAULTS):
        plan = self.plan(text, run)
        self.assertEqual(plan.returncode, 0, plan.stderr)
        made = campaign("run", self.out, "--jobs", 2)
        self.assertEqual(made.returncode, code, made.stderr)

    def results(self):
        campaign("merge", self.out, "--summary", self.root / "summary.json")
        lines = (self.out / "results.jsonl").read_text().splitlines()
        return [json.loads(line)["result"] for line in lines]


class EachFault(Folder):
    def setUp(self):
        super().setUp()
        self.make(EACH, 4)

    def report(self):
        report = campaign("report", self.out, "--csv", self.root / "f.csv",
                          "--junit", self.root / "j.xml")
        self.assertEqual(report.returncode, 4, report.stderr)

    def test_each_run_has_one_fault(self):
        results = self.results()
        active = [[fault["activities"] for fault in result["summary"]["faults"]]
                  for result in results]
        self.assertEqual(active, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0]])
        self.assertEqual([result["outcome"] for result in results],
                         ["pass", "pass", "fail", "pass"])

    def test_runs_differ_by_the_fault_alone(self):
        """A fault without effect: noise and losses are those of the run without a fault."""
        without, harmless, *_ = self.results()
        for result in (without, harmless):
            del result["parameters"], result["summary"]["faults"]
        self.assertEqual(without, harmless)

    def test_csv_has_effect_and_times(self):
        self.report()
        with open(self.root / "f.csv", encoding="utf-8") as file:
            rows = {row["fault"]: row for row in csv.DictReader(file)}
        self.assertEqual(list(rows), ["", "harmless", "gnss", "ice"])
        gnss = rows["gnss"]
        self.assertEqual((gnss["outcome"], gnss["activities"]), ("fail", "1"))
        self.assertEqual(float(gnss["detected_s"]), 0)
        self.assertEqual(float(gnss["reacted_s"]), float("inf"))
        self.assertAlmostEqual(float(gnss["recovered_s"]), 0.3, delta=0.011)
        self.assertLess(float(gnss["robustness.no_gnss"]), 0)
        self.assertEqual(rows["harmless"]["detected_s"], "")
        self.assertEqual(rows["ice"]["activities"], "0")
        self.assertEqual(rows[""]["robustness.slow"], rows["harmless"]["robustness.slow"])

    def test_junit_has_a_case_for_each_fault(self):
        self.report()
        suites = xml.etree.ElementTree.parse(self.root / "j.xml").getroot()
        self.assertEqual([suite.get("name") for suite in suites], ["out", "out.faults"])
        cases = {case.get("name"): case for case in suites[1]}
        self.assertEqual(list(cases), ["without a fault", "harmless", "gnss", "ice"])
        failed = [name for name, case in cases.items() if case.find("failure") is not None]
        self.assertEqual(failed, ["gnss"])
        message = cases["gnss"].find("failure").get("message")
        self.assertIn("breaks no_gnss; detected after 0 s; not reacted; recovered after", message)
        self.assertIn("never active", cases["ice"].find("system-out").text)

    def test_page_has_the_table(self):
        self.report()
        page = html.unescape((self.out / "report.html").read_text())
        table = page[page.index("<h2>Faults"):]
        rows = re.findall(r"<tr>.*?</tr>", table[:table.index("</table>")], re.S)
        self.assertEqual(len(rows), 5)
        self.assertIn("gnss", rows[3])
        self.assertIn("never", rows[3])

    def test_summary_has_the_faults(self):
        self.results()
        faults = json.loads((self.root / "summary.json").read_text())["faults"]
        self.assertEqual([fault["fault"] for fault in faults], [None, "harmless", "gnss", "ice"])
        self.assertIsNone(faults[2]["reacted_s"])
        self.assertNotIn("reacted_s", faults[1])

    def test_a_run_can_be_repeated(self):
        rerun = campaign("rerun", self.out, 2)
        self.assertEqual(rerun.returncode, 4, rerun.stdout + rerun.stderr)


class Refused(Folder):
    def test_reasons(self):
        by_hand = "faults: [{name: a, kind: nan, target: inputs.true_position}]\n"
        for text, run, reason in [
                (EACH + "runs: 3\n", RUN + FAULTS, "runs"),
                (EACH + "parameters: {duration_s: 2}\n", RUN + FAULTS, "parameters"),
                (EACH, "duration_s: 1\nprogram: {exec: [autopilot_basic]}\n", "faults: are missing"),
                (EACH, by_hand, "faults.a.from: is missing")]:
            with self.subTest(reason):
                plan = self.plan(text, run)
                self.assertEqual(plan.returncode, 2, plan.stderr)
                self.assertIn(reason, plan.stderr)

    def test_a_table_of_faults_of_another_design(self):
        self.plan("run: run.yaml\nruns: 1\n")
        self.assertEqual(campaign("report", self.out, "--csv", self.root / "f.csv").returncode, 2)


class Search(Folder):
    def test_falsify_and_shrink_vary_the_size_of_a_fault(self):
        run = RUN.replace("  no_gnss: always (fault.gnss == 0)\n",
                          "  early: always (t_s > 0.5 implies fault.gnss == 0)\n")
        search = ("run: run.yaml\ndesign: falsify\nruns: 40\nshard: 40\nparameters:\n"
                  "  faults.gnss.until.after_s: {uniform: [0.1, 1]}\n")
        self.make(search, 4, run + FAULTS.replace("after_s: 0.3", "after_s: 0.2"))
        failed = [result for result in self.results() if result["outcome"] == "fail"]
        self.assertGreater(failed[0]["parameters"]["faults.gnss.until.after_s"], 0.29)
        shrink = campaign("shrink", self.out, "-o", self.root / "smallest")
        self.assertEqual(shrink.returncode, 0, shrink.stderr)
        text = (self.root / "smallest/run.yaml").read_text()
        found = float(re.search(r"after_s: ([0-9.]+)", text).group(1))
        self.assertAlmostEqual(found, 0.31, delta=0.03)  # 0.2 s until t_s exceeds 0.5 s
        again = subprocess.run([PROGRAMS / "ddc-gateway", "run", self.root / "smallest/run.yaml"],
                               capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(again.returncode, 4, again.stderr)


class Size(Folder):
    """The smallest size of a fault that breaks a requirement, found in two independent ways."""
    RUN = f"""
duration_s: 8
program: {{exec: [autopilot_basic, "4000"]}}
vehicle: {{start: {{vx_mps: 5}}}}
route: {{file: {ROUTE}}}
faults:
  - {{name: gnss, kind: bias, target: inputs.true_position.y, bias_m: 0.1, from: {{time_s: 1}}}}
requirements: {{near: always (route_distance_m < 3)}}
"""
    SEARCH = ("run: run.yaml\ndesign: falsify\nruns: 40\nshard: 40\nparameters:\n"
              "  faults.gnss.bias_m: {uniform: [0, 5]}\n")
    STEP_M = 0.01  # of shrink, for distances from 1 m to 10 m

    def breaks(self, bias_m):
        made = subprocess.run([PROGRAMS / "ddc-gateway", "run", self.root / "run.yaml", "--quiet",
                               "--repeatable", "--set", f"faults.gnss.bias_m={bias_m}"],
                              capture_output=True, text=True, timeout=100, check=False)
        self.assertIn(made.returncode, (0, 4), made.stderr)
        return made.returncode == 4

    def smallest(self, passes_m, breaks_m):
        while breaks_m - passes_m > self.STEP_M / 10:
            middle_m = (passes_m + breaks_m) / 2
            if self.breaks(middle_m):
                breaks_m = middle_m
            else:
                passes_m = middle_m
        return breaks_m

    def test_shrink_finds_what_single_runs_find(self):
        self.make(self.SEARCH, 4, self.RUN)
        sizes_m = {"pass": [], "fail": []}
        for result in self.results():
            if result["outcome"] != "skipped":
                sizes_m[result["outcome"]].append(result["parameters"]["faults.gnss.bias_m"])
        found_m = sizes_m["fail"][0]
        self.assertTrue(all(size_m < found_m for size_m in sizes_m["pass"]))
        self.assertTrue(self.breaks(found_m))
        self.assertFalse(self.breaks(0))

        shrink = campaign("shrink", self.out, "-o", self.root / "smallest")
        self.assertEqual(shrink.returncode, 0, shrink.stderr)
        shrunk_m = float(re.search(r"faults\.gnss\.bias_m ([0-9.]+) \(nominal 0.1\)", shrink.stdout)[1])
        smallest_m = self.smallest(0, found_m)
        self.assertLessEqual(smallest_m, shrunk_m + self.STEP_M / 10)
        self.assertLess(shrunk_m - smallest_m, self.STEP_M)
        self.assertTrue(self.breaks(shrunk_m))
        self.assertFalse(self.breaks(shrunk_m - self.STEP_M))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
