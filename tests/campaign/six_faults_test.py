#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The campaign of ./demo faults: what each of its six faults breaks, in all tables and the picture.

Usage: six_faults_test.py FOLDER_OF_PROGRAMS
"""
import csv
import html
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
PROJECT = pathlib.Path(__file__).resolve().parents[2]
DEMO = PROJECT / "programs/demo"
BREAKS = {  # by fault; without one nothing
    "": set(),
    "position": {"in_lane", "slow_in_bends"},
    "speed": {"no_speeding"},
    "steering": {"in_lane", "slow_in_bends"},
    "brake": {"slow_in_bends"},
    "program": {"in_control"},
    "ice": {"in_lane"},
}
REACTIONS = ["detected", "reacted", "recovered"]


def words_of(text):
    """The names in "in_lane, slow_in_bends" or "in_lane slow_in_bends"."""
    return set(text.replace(",", " ").split())


def shown(number):
    """A time of the CSV file as the other tables have it."""
    return f"{float(number):.4g} s"


class Campaign:
    """The results of a campaign over the faults of a configuration."""

    def __init__(self, root, file):
        self.root, self.out = root, root / "out/demo/faults"
        self.campaign("plan", file, self.out)
        self.code = self.campaign("run", self.out, "--jobs", 2).returncode
        self.table = root / "out/demo/faults.csv"
        report = self.campaign("report", self.out, "--csv", self.table, "--junit", root / "j.xml")
        self.printed = report.stdout

    @staticmethod
    def campaign(*words):
        done = subprocess.run([PROGRAMS / "ddc-gateway", "campaign", *map(str, words)],
                              capture_output=True, text=True, timeout=150, check=False)
        if done.returncode not in (0, 4):
            raise AssertionError(done.stdout + done.stderr)
        return done

    def rows(self):
        with open(self.table, encoding="utf-8") as file:
            return {row["fault"]: row for row in csv.DictReader(file)}

    def printed_rows(self):
        """By fault: its reactions and what it breaks, in the table for the terminal."""
        lines = self.printed.splitlines()
        begin = next(i for i, line in enumerate(lines) if line.startswith("fault "))
        rows = [re.split(r"\s{2,}", line.strip()) for line in lines[begin + 1:-1]]
        return {"" if row[0] == "none" else row[0]: (row[2:5], words_of(row[5])) for row in rows}

    def page_rows(self):
        """By fault: its reactions, and the requirements whose cells are marked as failed."""
        page = (self.out / "report.html").read_text(encoding="utf-8")
        table = page[page.index("<h2>Faults"):]
        table = table[:table.index("</table>")]
        rows = [[html.unescape(re.sub("<[^>]*>", "", cell)).replace("\u00a0", " ")
                 for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
                for row in re.findall(r"<tr>.*?</tr>", table, re.S)]
        names = rows[0]
        return {"" if row[0] == "none" else row[0]:
                (row[4:7], {name for name, cell in zip(names[7:-1], row[7:-1]) if "\u2715" in cell})
                for row in rows[1:]}

    def junit_rows(self):
        """By fault: its reactions and what it breaks, in the message of its test case."""
        suite = xml.etree.ElementTree.parse(self.root / "j.xml").getroot()[1]
        rows = {}
        for case in suite:
            failure = case.find("failure")
            text = case.find("system-out").text if failure is None else failure.get("message")
            times = [re.search(word + r" after ([\d.]+ s)", text) for word in REACTIONS]
            name = case.get("name")
            rows["" if name == "without a fault" else name] = (
                [time[1] if time else "-" for time in times],
                set(re.findall(r"breaks (?!nothing)(\w+)", text)))
        return rows


class SixFaults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.made = Campaign(pathlib.Path(scratch.name), DEMO / "each_fault.yaml")
        cls.rows = cls.made.rows()

    def test_each_fault_breaks_what_it_is_for_and_nothing_else(self):
        self.assertEqual(self.made.code, 4)
        broken = {fault: words_of(row["breaks"]) for fault, row in self.rows.items()}
        self.assertEqual(broken, BREAKS)

    def test_what_is_broken_has_a_negative_robustness(self):
        for fault, row in self.rows.items():
            negative = {name.partition(".")[2] for name, number in row.items()
                        if name.startswith("robustness.") and float(number) < 0}
            self.assertEqual(negative, BREAKS[fault], fault)

    def test_each_fault_is_detected_and_then_recovered_from(self):
        for fault, row in self.rows.items():
            times = [row[word + "_s"] for word in REACTIONS]
            if fault == "":
                self.assertEqual(times, ["", "", ""])
                continue
            with self.subTest(fault):
                detected, reacted, recovered = map(float, times)
                self.assertLessEqual(0, detected)
                self.assertLessEqual(detected, reacted)
                self.assertLess(reacted, recovered)
                self.assertTrue(math.isfinite(recovered))
                self.assertEqual(row["activities"], "1")

    def test_all_tables_are_equal(self):
        expected = {fault: ([shown(row[word + "_s"]) if fault else "-" for word in REACTIONS],
                            words_of(row["breaks"])) for fault, row in self.rows.items()}
        page = {fault: ([cell.replace("\u2013", "-") for cell in times], broken)
                for fault, (times, broken) in self.made.page_rows().items()}
        printed = self.made.printed_rows()
        self.assertEqual(printed[""][1], {"nothing"})
        printed[""] = (printed[""][0], set())
        self.assertEqual(printed, expected)
        self.assertEqual(page, expected)
        self.assertEqual(self.made.junit_rows(), expected)

    def test_each_trace_has_its_fault_alone(self):
        for number, fault in enumerate(self.rows):
            trace = self.made.out / f"replay/{number}.csv"
            active = set()
            with open(trace, encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    active |= {name for name in BREAKS if name and float(row["fault." + name]) > 0}
            self.assertEqual(active, {fault} - {""})

    def test_the_picture_is_drawn_without_a_message(self):
        if shutil.which("gnuplot") is None:
            self.skipTest("gnuplot is not installed")
        drawn = subprocess.run(["gnuplot", DEMO / "each_fault.gp"], cwd=self.made.root,
                               capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
        self.assertTrue((self.made.root / "out/demo/faults.png").read_bytes().startswith(b"\x89PNG"))


class WithoutEffect(unittest.TestCase):
    def test_faults_after_the_end_break_nothing(self):
        """So the tables above show the effects of faults, and not those of the runs."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            text = (DEMO / "six_faults.yaml").read_text(encoding="utf-8")
            text = re.sub(r"from: \{time_s: [\d.]+\}", "from: {time_s: 1000}", text)
            text = text.replace("../..", str(PROJECT)).replace("route.csv", str(DEMO / "route.csv"))
            (root / "six_faults.yaml").write_text(text)
            shutil.copy(DEMO / "each_fault.yaml", root)
            made = Campaign(root, root / "each_fault.yaml")
        self.assertEqual(made.code, 0)
        self.assertEqual(made.printed.count("nothing; never active"), 6)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
