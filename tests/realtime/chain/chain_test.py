# SPDX-License-Identifier: MIT
"""A long run of the whole chain: a program, ddc-gateway with a recording, vdsim_realtime, and a
client in the role of the web page. Memory, descriptors and threads stay flat, and each loss has a
stall of the machine as its cause.

Usage: chain_test.py BINARIES OUTPUT

DDC_CHAIN_S is its length in s (default 60). The folder OUTPUT keeps results.json, summary.json of
the run, and its page, report.html.
"""
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import harness  # noqa: E402
import judge  # noqa: E402
import machine  # noqa: E402
import page  # noqa: E402

BINARIES, OUTPUT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
DURATION_S = int(os.environ.get("DDC_CHAIN_S", "60"))
PERIOD_S = 0.01
# Heaps grow while the page is loaded for the first times, and until the log for the page is full: it
# keeps 1000 lines, one a second.
WARM_UP_S = DURATION_S / 3
START_S = 120  # limit for the start and for the end
FOLLOWED_M = 15 * DURATION_S  # more than the program drives
CONFIG = """\
ddc: {{name: {table}}}
mode: realtime
duration_s: {duration_s}
program: {{reference_id: "0x4000"}}
vehicle: {{vds1: {{cmd_port: {cmd_port}, state_port: {state_port}}}}}
route: {{file: route.csv}}
record: chain.mcap
data_port: {{port: 0}}
"""


def raise_on_signal(number, _frame):
    """The cleanups run: no process and no table is left."""
    raise SystemExit(f"ended by {signal.Signals(number).name}")


def winding_route():
    """Points in a row, 4 m apart: bends for as long as the run lasts, so that commands change."""
    points = (f"{x_m},{20 * math.sin(x_m / 50):.3f}" for x_m in range(0, FOLLOWED_M + 400, 4))
    return "x_m,y_m\n" + "\n".join(points) + "\n"


class Chain(harness.TableCase):
    room = "chain"

    def setUp(self):
        super().setUp()
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, raise_on_signal)
        signal.alarm(3 * DURATION_S + 3 * START_S)  # simulated time falls behind on a busy machine
        OUTPUT.mkdir(parents=True, exist_ok=True)
        for name in ("results.json", "summary.json", "report.html"):
            (OUTPUT / name).unlink(missing_ok=True)
        self.folder, self.recording = self.new_folder(), {}
        self.cmd_port, self.state_port = harness.free_ports(2)

    def start_chain(self):
        self.vehicle = harness.start(
            self, BINARIES / "vdsim_realtime", "--cmd-port", self.cmd_port, "--state-port",
            self.state_port, "--state-version", 5, "--data-port", 0, announces=True)
        self.vehicle.announcement()
        self.program = harness.start(self, BINARIES / "autopilot_basic", 4000)
        (self.folder / "route.csv").write_text(winding_route(), encoding="ascii")
        config = self.folder / "run.yaml"
        config.write_text(CONFIG.format(
            table=self.table, duration_s=DURATION_S, cmd_port=self.cmd_port,
            state_port=self.state_port), encoding="ascii")
        self.run_process = harness.start(self, BINARIES / "ddc-gateway", "run", config, "--summary",
                                         OUTPUT / "summary.json", announces=True)
        self.run_process.announcement()

    def measure(self):
        """Runs until the gateway ends. @return what was measured"""
        measured = machine.Machine({"gateway": self.run_process.pid, "program": self.program.pid,
                                    "vehicle": self.vehicle.pid, "page": os.getpid()})
        visitor = page.Page(self.run_process, self.vehicle, self.cmd_port, self.state_port)
        measured.start()
        self.addCleanup(measured.stop)
        visitor.start()
        self.addCleanup(visitor.stop)
        code = self.run_process.wait(2 * DURATION_S + START_S)
        self.cmd_dropped = page.dropped(self.cmd_port)
        self.assertIn(code, (0, 3), self.run_process.describe())
        visitor.stop()
        measured.stop()
        return measured, visitor

    def faults_of_packets(self, visitor, run, vehicle):
        """On the loopback a datagram is lost only at a full buffer, where the kernel counts it. Those
        that are old after a stall are counted as stale."""
        link, port = run["realtime"]["vds1"], vehicle["ports"][0]
        odd = {name: link[name] for name in ("state_duplicates", "state_refused", "state_not_ours")
               if link[name]}
        if link["state_lost"] > visitor.state_dropped + port["states_refused_by_kernel"]:
            odd["state_lost"] = link["state_lost"]
        commands = port["vehicles"][0]["cmd"]
        arrived = commands["accepted"] + commands["out_of_order"] + port["rejected"]["stale"]
        missing = link["cmd_sent"] - arrived - self.cmd_dropped
        faults = [f"packets: {odd}"] if odd else []
        return faults + ([f"packets: {missing} CMDs are missing"] if missing else [])

    def gateway(self, *words):
        """Another command of it, with its output."""
        return subprocess.run([BINARIES / "ddc-gateway", *words], capture_output=True, text=True,
                              timeout=START_S + DURATION_S, check=False)

    def faults_of_recording(self, run):
        recording = self.folder / "chain.mcap"
        info = self.gateway("mcap", "info", recording)
        if info.returncode != 0:
            return [f"recording: {info.stderr}"]
        count = int(re.search(r"(\d+) /timing ", info.stdout)[1])
        self.recording = {"bytes": recording.stat().st_size, "periods": count}
        wanted = round(DURATION_S / PERIOD_S) - count
        faults = [f"recording: {wanted} periods are missing"] if wanted else []
        dropped = run["recording_messages_dropped"]
        return faults + ([f"recording: {dropped} messages dropped"] if dropped else [])

    def test_memory_and_descriptors_are_flat_and_each_loss_is_explained(self):
        self.start_chain()
        measured, visitor = self.measure()
        self.vehicle.end()
        run = json.loads((OUTPUT / "summary.json").read_text(encoding="utf-8"))
        vehicle = json.loads(self.vehicle.out())
        totals = {"program_silences": run["realtime"]["program_silences"],
                  "program_losses": run["losses"],
                  "vehicle_losses": run["realtime"]["vehicle_losses"],
                  "state_lost": run["realtime"]["vds1"]["state_lost"]}
        polls = visitor.polls + [(machine.now_s(), {**visitor.polls[-1][1], **totals})]
        losses = judge.explain(judge.losses_of(polls, page.PARTS) + visitor.gaps, measured.stalls)
        faults = visitor.faults + self.faults_of_packets(visitor, run, vehicle) + self.faults_of_recording(run)
        faults += judge.unexplained(losses, totals)
        processes = {}
        for name in ("gateway", "program", "vehicle"):
            processes[name], found = judge.judge_process(name, measured.samples[name], WARM_UP_S)
            faults += found
        made = self.gateway("report", OUTPUT / "summary.json", "-o", OUTPUT / "report.html")
        faults += [f"report: {made.stderr}"] if made.returncode else []
        self.keep(measured, visitor, run, vehicle, losses, processes, faults)
        self.assertEqual(faults, [], f"see {OUTPUT}/results.json")

    def keep(self, measured, visitor, run, vehicle, losses, processes, faults):
        for name, results in processes.items():
            samples = measured.samples[name]
            results["samples"] = samples[::max(1, len(samples) // 120)]
        (OUTPUT / "results.json").write_text(json.dumps({
            "duration_s": DURATION_S, "faults": faults, "losses": losses, "processes": processes,
            "recording": self.recording, "dropped": {"state": visitor.state_dropped, "cmd": self.cmd_dropped},
            "page": {"visits": visitor.visits, "snapshots": visitor.snapshots,
                     "replies": visitor.replies},
            "stalls": len(measured.stalls), "lateness_us": run["realtime"]["lateness_us"],
            "overruns": run["realtime"]["overruns"], "skipped": run["realtime"]["skipped"],
            "vehicle": vehicle}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
