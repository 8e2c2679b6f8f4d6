#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""ddc-gateway bench-machine: the facts of recorded machines, and a short measurement of this one.

Usage: bench_machine_test.py BINARIES PROJECT
"""
import json
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402

BINARIES, PROJECT = (pathlib.Path(word) for word in sys.argv[1:3])
del sys.argv[1:3]
COMMAND = [BINARIES / "ddc-gateway", "bench-machine"]
MACHINES = PROJECT / "tests/data/machines"
SHORT = ["--duration", "0.05"]
RUN = """
mode: realtime
program: {exec: [autopilot, "4000"]}
realtime: {period_s: 0.02, priority: 30, cpus: [2, 3], spin_us: 100}
vehicle: {vds1: {}}
"""
WORLD = "rate_hz: 100\ncpus: [0]\nvehicles: [{cmd_port: 0}]\n"


def call(*words):
    return subprocess.run([*COMMAND, *words], text=True, capture_output=True, timeout=harness.LIMIT_S,
                          stdin=subprocess.DEVNULL, check=False)


class BenchCase(unittest.TestCase):
    def file(self, text):
        file = harness.new_folder(self) / "it.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    def json_of(self, *words, code=0):
        done = call(*words, "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def facts_of(self, machine, *words):
        facts = self.json_of("--root", MACHINES / machine, *words)["facts"]
        return {fact["name"]: fact for fact in facts}


class FactsTest(BenchCase):
    """Recorded machines, in which nothing is measured."""

    def test_the_facts_of_a_tuned_machine_are_good_for_its_configuration(self):
        facts = self.facts_of("tuned", self.file(RUN), "--interface", "enp1s0")
        self.assertEqual({fact["rating"] for fact in facts.values()}, {"good"})
        self.assertEqual(facts["kernel"]["found"], "6.1.0-31-rt-amd64")
        self.assertEqual(facts["isolcpus"], {"name": "isolcpus", "found": "2-3", "wanted": "2-3",
                                             "rating": "good"})
        self.assertEqual(facts["RLIMIT_RTPRIO"]["wanted"], "30 or more")
        self.assertEqual(facts["interrupts of enp1s0"]["found"], "on 0-1")

    def test_a_configuration_decides_what_is_wanted(self):
        facts = self.facts_of("tuned", self.file(WORLD), "--interface", "enp1s0")
        for name, found in (("isolcpus", "2-3"), ("interrupts of enp1s0", "on 0-1")):
            self.assertEqual((facts[name]["found"], facts[name]["rating"]), (found, "poor"))
            self.assertTrue(facts[name]["advice"])

    def test_poor_facts_have_advice_and_others_none(self):
        for machine in ("tuned", "desktop", "container", "hostile"):
            for fact in self.facts_of(machine).values():
                self.assertEqual("advice" in fact, fact["rating"] == "poor", fact)
                self.assertEqual(fact["found"] == "not available", fact["rating"] == "unknown", fact)

    def test_the_table_shows_the_advice(self):
        done = call("--root", MACHINES / "desktop")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"frequency governor +powersave, schedutil +performance\n"
                                      r" +to change it: cpupower frequency-set -g performance\n")

    def test_files_without_an_end_are_read_within_bounds(self):
        root = harness.new_folder(self)
        (root / "proc").mkdir()
        (root / "proc/version").symlink_to("/dev/zero")
        (root / "proc/cmdline").write_bytes(b"nohz_full=1 " + b"x" * 10_000_000)
        (root / "proc/interrupts").mkdir()
        facts = {fact["name"]: fact for fact in self.json_of("--root", root)["facts"]}
        self.assertEqual(facts["kernel"]["found"], "not available")
        self.assertEqual(facts["nohz_full"]["found"], "1")


class MeasurementTest(BenchCase):
    """This machine. No time is checked."""

    def check_distribution(self, lateness, most):
        counts = [count for _, count in lateness["buckets"]]
        edges = [edge for edge, _ in lateness["buckets"]]
        self.assertEqual(sum(counts), lateness["count"])
        self.assertLessEqual(lateness["count"], most)
        self.assertNotIn(0, counts)
        self.assertEqual(edges, sorted(edges))
        self.assertLessEqual(lateness["p50"], lateness["max"])

    def test_every_part_is_measured_and_counted(self):
        folder = harness.new_folder(self)
        done = call(*SHORT, "--json", folder / "it.json", "--plot", folder / "it.svg")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads((folder / "it.json").read_text(encoding="utf-8"))
        self.assertEqual([loop["period_s"] for loop in result["loops"]], [0.001, 0.01])
        for loop, most in zip(result["loops"], (50, 5)):
            for part in ("idle", "loaded"):
                self.check_distribution(loop[part]["lateness_us"], most)
        for kind in ("futex", "udp"):
            self.check_distribution(result[kind]["round_trip_us"], 500)
            self.assertEqual(result[kind]["round_trip_us"]["count"] + result[kind]["lost"], 500)
        self.assertGreater(result["clock"]["resolution_ns"], 0)
        self.assertEqual(result["held"], all(each["held"] for each in result["verdicts"]))
        self.assertIn("</svg>", (folder / "it.svg").read_text(encoding="utf-8"))
        self.assertIn("futex round trip", done.stdout)
        self.assertRegex(done.stderr, "measuring for about \\d+ s")

    def test_the_loop_of_a_configuration_is_measured(self):
        config = self.file(RUN.replace("cpus: [2, 3], ", ""))
        done = call(config, *SHORT, "--json", "-")
        result = json.loads(done.stdout)
        (loop,) = result["loops"]
        self.assertEqual((loop["period_s"], loop["spin_us"]), (0.02, 100))
        self.assertEqual(done.returncode, 0 if result["held"] else 4)
        (verdict,) = result["verdicts"]
        self.assertEqual("bottleneck" in verdict, not verdict["held"])

    def test_the_exit_code_is_that_of_the_verdict(self):
        config = self.file("mode: realtime\nrealtime: {period_s: 0.0001, cpus: [0]}\n")
        done = call(config, "--duration", "0.5", "--priority", "0")
        self.assertRegex(done.stdout, "\n100 us: (held|NOT HELD); ")
        self.assertEqual(done.returncode, 4 if "NOT HELD" in done.stdout else 0)
        self.assertEqual("first bottleneck" in done.stdout, done.returncode == 4)

    def test_a_request_that_is_denied_is_reported(self):
        result = json.loads(call("--cpus", "1023", "--period", "0.01", *SHORT, "--json", "-").stdout)
        self.assertIn("CPU affinity 1023 denied", result["loops"][0]["denied"][0])

    def test_ctrl_c_ends_it_with_the_results_so_far(self):
        with harness.Process([*COMMAND, "--duration", "3600"]) as process:
            process.await_output("measuring for about")
            self.assertEqual(process.end(signal.SIGINT), 1)
            self.assertIn("interrupted", process.err())
            self.assertIn("PREEMPT_RT", process.out())
            self.assertNotIn("held", process.out().lower())


class MistakesTest(BenchCase):
    def test_invalid_options_are_refused(self):
        config = self.file(RUN)
        for words in (["--priority", "100"], ["--priority", "-1"], ["--cpus", "a"], ["--cpus", ""],
                      ["--period", "0"], ["--period", "11"], ["--duration", "0"], ["--plot", "x.gif"],
                      ["--root", MACHINES / "tuned", "--plot", "x.png"], [config, "--json", config],
                      ["/no/such/file"], [self.file("mode: measured\n")], [self.file("x: 1\n")],
                      [self.file("vehicles: [{x: 1}]\n")], [self.file("a: [\n")]):
            done = call(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertNotEqual(done.stderr, "")
        self.assertEqual(config.read_text(encoding="utf-8"), RUN)

    def test_a_file_that_cannot_be_written_is_an_error(self):
        done = call("--root", MACHINES / "tuned", "--json", "/proc/it.json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/proc/it.json", done.stderr)


if __name__ == "__main__":
    unittest.main()
