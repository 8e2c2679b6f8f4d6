#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Notifications of the programs to a service manager, and the times at which they feed its
watchdog.

Usage: notify_test.py BINARIES
"""
import errno
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
import manager  # noqa: E402
import ptrace  # noqa: E402

BINARIES = pathlib.Path(sys.argv.pop(1))
GATEWAY, PLANT, SERVER, AUTOPILOT = (
    BINARIES / name for name in ("ddc-gateway", "vdsim_realtime", "ddcserver", "autopilot_basic"))
WATCHDOG_S = 0.5
TIMES = 12  # the number of feeds in three times the watchdog's time
MEASURED = "duration_s: 1e9\nprogram: {start_timeout_s: 1e6, answer_timeout_s: none}\n"


def is_bound(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
        return False


class Ready(manager.Case):
    def test_a_plant_is_ready_when_its_port_is_bound(self):
        port = harness.free_port()
        unit = self.start(PLANT, "--cmd-port", port)
        unit.await_("READY", "1")
        self.assertTrue(is_bound(port))
        unit.await_("STATUS", "ticks/s")
        self.assertEqual(unit.end(), 0)
        unit.await_("STOPPING", "1")

    def test_a_server_is_ready_when_it_listens(self):
        port = harness.free_port(socket.SOCK_STREAM)
        unit = self.start(SERVER, port)
        unit.await_("READY", "1")
        socket.create_connection(("127.0.0.1", port), timeout=manager.LIMIT_S).close()
        self.assertEqual(unit.end(), 0)
        unit.await_("STOPPING", "1")

    def test_a_run_is_ready_when_its_table_exists_and_it_waits_for_its_program(self):
        unit = self.start(GATEWAY, "run", self.config(MEASURED))
        unit.await_("READY", "1")
        self.assertTrue(self.table_exists())
        unit.await_("STATUS", "waiting for a program")
        unit.end()
        unit.await_("STOPPING", "1")
        self.assertFalse(self.table_exists())

    def test_a_run_is_ready_when_all_its_vehicles_have_their_sockets(self):
        ports = harness.free_ports(2)
        programs = "".join(f"""
  - name: car{port}
    reference_id: {0x4000 + 0x1000 * index}
    vehicle: {{vds1: {{state_port: {port}}}}}"""
                           for index, port in enumerate(ports))
        unit = self.start(GATEWAY, "run", self.config(f"mode: realtime\nprograms:{programs}\n"))
        unit.await_("READY", "1")
        self.assertEqual([is_bound(port) for port in ports], [True, True])
        unit.end()

    def test_a_service_that_cannot_start_is_never_ready(self):
        with harness.bound_socket() as taken:
            port = taken.getsockname()[1]
            vehicle = f"vehicle: {{vds1: {{state_port: {port}}}}}\n"
            for command in ([PLANT, "--cmd-port", port], [GATEWAY, "run", self.config("nonsense: 1\n")],
                            [GATEWAY, "run", self.config("mode: realtime\n" + vehicle)]):
                unit = self.start(*command)
                self.assertNotEqual(unit.wait(), 0)
                self.assertNotIn("READY", [name for each in unit.waiting() for name in each])

    def test_a_manager_that_has_ended_changes_nothing(self):
        unit = self.start(PLANT, "--cmd-port", 0,
                          environment={"NOTIFY_SOCKET": "/nonexistent/notify"})
        unit.await_output("ticks/s")
        self.assertEqual(unit.end(), 0)

    def test_started_programs_do_not_notify_for_the_run(self):
        config = self.config(f'program: {{exec: ["{AUTOPILOT}", "4000"]}}\nduration_s: 1e9\n')
        unit = self.start(GATEWAY, "run", config, watchdog_s=60)
        pid = unit.await_output(r"started the program, pid (\d+)\n")[1]
        environment = pathlib.Path(f"/proc/{pid}/environ").read_bytes()
        self.assertIn(b"DDC_NAME=", environment)
        for name in (b"NOTIFY_SOCKET", b"WATCHDOG_USEC", b"WATCHDOG_PID"):
            self.assertNotIn(name, environment)
        unit.end()


class Watchdog(manager.Case):
    def assert_fed(self, unit):
        unit.waiting()
        for _ in range(TIMES):
            unit.await_("WATCHDOG", "1")

    def start_plant(self, **more):
        unit = self.start(PLANT, "--cmd-port", 0, watchdog_s=WATCHDOG_S, **more)
        unit.await_("READY", "1")
        return unit

    def start_run(self, config=MEASURED):
        unit = self.start(GATEWAY, "run", self.config(config), watchdog_s=WATCHDOG_S)
        unit.await_("READY", "1")
        return unit

    def control(self, *words):
        subprocess.run([GATEWAY, "ctl", *words], check=True, stdout=subprocess.DEVNULL,
                       timeout=manager.LIMIT_S)

    def test_is_fed_while_a_plant_runs(self):
        self.assert_fed(self.start_plant())

    def test_is_fed_while_a_plant_is_paused(self):
        unit = self.start_plant(announces=True)
        self.control("pause", "--cmd-port", str(harness.cmd_port_of(unit)))
        self.assert_fed(unit)

    def test_is_fed_while_a_server_waits_for_a_simulator(self):
        unit = self.start(SERVER, 0, watchdog_s=WATCHDOG_S)
        self.assert_fed(unit)

    def test_is_fed_while_a_run_waits_for_its_program(self):
        self.assert_fed(self.start_run())

    def test_is_fed_while_cycles_are_run_and_while_the_program_does_not_answer(self):
        program = self.start_process(AUTOPILOT, "4000")
        unit = self.start_run()
        self.assert_fed(unit)
        os.kill(program.pid, signal.SIGSTOP)
        unit.await_output("waiting for the program to set run_cycle_switch")
        self.assert_fed(unit)

    def test_is_fed_while_a_run_is_paused(self):
        self.start_process(AUTOPILOT, "4000")
        unit = self.start_run()
        self.control("pause", "--ddc", self.table)
        self.assert_fed(unit)

    def test_is_fed_by_a_realtime_run_whose_period_is_longer_than_the_watchdog_time(self):
        self.start_process(AUTOPILOT, "4000")
        self.assert_fed(self.start_run("mode: realtime\nrealtime: {period_s: 10}\nvehicle: {step_s: 0.01}\n"))

    def assert_starves(self, unit):
        """All of its threads but the feeding one are stopped."""
        feeder = next(thread for thread, name in unit.threads().items() if name == "watchdog")
        loops = [thread for thread in unit.threads() if thread != feeder]
        try:
            # A thread that is stopped while it holds the log stops the feeding one as well.
            while not self.starves(unit, loops, feeder):
                self.assert_fed(unit)
        except PermissionError as error:
            self.skipTest(f"SKIPPED: no ptrace: {error}")
        self.assert_fed(unit)

    def starves(self, unit, loops, feeder):
        """Whether the feeding thread continues to run and does not feed while the others are
        stopped."""
        with ptrace.stopped(loops):
            unit.await_("STATUS", "the watchdog is not fed")
            looks = self.looks(unit, feeder)
            try:
                harness.until(lambda: self.looks(unit, feeder) >= looks + TIMES, "looks", 5)
            except AssertionError:
                return False
            self.assertNotIn("WATCHDOG", [name for each in unit.waiting() for name in each])
            return True

    def looks(self, unit, feeder):
        status = pathlib.Path(f"/proc/{unit.pid}/task/{feeder}/status").read_text()
        return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.M)[1])

    def test_the_watchdog_is_not_fed_while_the_loop_of_a_plant_hangs(self):
        self.assert_starves(self.start_plant())

    def test_is_not_fed_while_the_loop_of_a_run_hangs(self):
        self.start_process(AUTOPILOT, "4000")
        self.assert_starves(self.start_run())

    def test_is_not_fed_while_a_server_hangs(self):
        unit = self.start(SERVER, 0, watchdog_s=WATCHDOG_S)
        unit.await_("READY", "1")
        self.assert_starves(unit)

    def test_of_another_process_is_not_fed(self):
        unit = self.start(PLANT, "--cmd-port", 0,
                          environment={"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"})
        unit.await_("READY", "1")
        self.assertNotIn("watchdog", unit.threads().values())


if __name__ == "__main__":
    unittest.main(verbosity=2)
