# SPDX-License-Identifier: MIT
"""A client in the role of the web page, which reads a run's data port all the time, and is loaded
again and again."""
import contextlib
import http.client
import pathlib
import threading

import harness
from machine import now_s

VISIT_S = 15.0  # after that the page is loaded again
POLL_S = 0.25  # the shortest period of the page's panels
LONGEST_GAP_S = 1.0  # between two snapshots, of which there are 20 a second
TABLES = ("/api/tables", "/api/tables/0x4000")
FIRST_REQUESTS = ("/healthz", "/api/config")
# The parts of the chain, as in machine.Machine, that may cause each loss.
CHAIN = ["gateway", "program", "vehicle"]
PARTS = {
    "program_losses": ["gateway", "program"], "program_silences": ["gateway", "program"],
    "missed_inputs": ["gateway", "program"], "vehicle_losses": ["gateway", "vehicle"],
    "state_lost": ["gateway", "vehicle"], "state_reordered": ["gateway", "vehicle"],
    "cmd_ignored": CHAIN, "cmd_dropped": ["vehicle"], "cmd_out_of_order": ["gateway", "vehicle"],
    "vehicle_failsafe": ["gateway", "vehicle"],
}
SNAPSHOTS = ["gateway_others", "page", "page_others"]


class Port:
    """A data port, asked over one connection until it is closed."""

    def __init__(self, port, token):
        self._port, self._headers = port, {"Authorization": f"Bearer {token}"}
        self.connect()

    def connect(self):
        self._connection = http.client.HTTPConnection("127.0.0.1", self._port,
                                                      timeout=harness.LIMIT_S)

    def close(self):
        self._connection.close()

    def get(self, path):
        """@throws AssertionError if it is refused, OSError or HTTPException without a reply"""
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        text = answer.read()
        assert answer.status == 200, f"{path}: {answer.status} {text[:200]!r}"
        return harness.parse_json(text)


def dropped(port):
    """Datagrams that the kernel has dropped at a socket of this machine, since its buffer was full."""
    for line in pathlib.Path("/proc/net/udp").read_text(encoding="ascii").splitlines()[1:]:
        fields = line.split()
        if int(fields[1].rpartition(":")[2], 16) == port:
            return int(fields[-1])
    return 0


def counters_of(run, vehicle, cmd_port):
    """Counts of losses, from the statistics of both data ports."""
    program, state = run["program"], run["packets"]["state"]
    return {"program_losses": program["losses"], "program_silences": program["silences"],
            "missed_inputs": program["missed_inputs"], "vehicle_losses": state["timeouts"],
            "state_lost": state["lost"], "state_reordered": state["reordered"],
            "cmd_ignored": run["packets"]["cmd"]["ignored"], "cmd_dropped": dropped(cmd_port),
            "cmd_out_of_order": vehicle["packets"]["cmd"]["out_of_order"],
            "vehicle_failsafe": vehicle["failsafe_turns"]}


class Page:
    """Reads from start() until the run has ended or stop(). Times are of machine.now_s().

    `polls` has the counters at each poll: (time in s, dict). `gaps` has the times without
    snapshots, as losses for judge.explain(); `faults` what failed while the run was active.
    """

    def __init__(self, run, vehicle, cmd_port, state_port):
        """@param run, vehicle processes that announce a data port"""
        self._run, self._vehicle_process = run, vehicle
        self._cmd_port, self._state_port = cmd_port, state_port
        self.state_dropped = 0  # by the kernel, until the last poll
        self.polls, self.gaps, self.faults = [], [], []
        self.snapshots = self.visits = self.replies = 0
        self._turns = 0
        self._is_over = threading.Event()
        self._failsafe_at_first = 0  # cycles of the vehicle, until it got CMDs
        self._threads = [threading.Thread(target=self._until_over, args=(visit,))
                         for visit in (self._stream, self._poll)]

    def start(self):
        for thread in self._threads:
            thread.start()

    def stop(self):
        """Waits until it has ended."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _until_over(self, visit):
        """Repeats visits. An error is no fault if the run ends within 5 s."""
        while self._run.poll() is None and not self._is_over.is_set():
            try:
                visit(now_s() + VISIT_S)
            except (OSError, http.client.HTTPException, AssertionError) as error:
                if not self._run.ends_within(5):
                    self.faults.append(f"page: {error!r}")

    def _stream(self, end_s):
        port, _ = harness.data_port_of(self._run)
        last_s = now_s()
        with harness.Events(port, "/api/stream?rate=20") as events:
            self.visits += 1
            while last_s < end_s and not self._is_over.is_set():
                harness.parse_json(events.next())
                self.snapshots += 1
                before_s, last_s = last_s, now_s()
                if last_s - before_s > LONGEST_GAP_S:
                    self.gaps.append({"what": "snapshots", "count": 1, "from_s": before_s,
                                      "to_s": last_s, "parts": SNAPSHOTS})

    def _poll(self, end_s):
        with contextlib.closing(Port(*harness.data_port_of(self._run))) as run, \
                contextlib.closing(Port(*harness.data_port_of(self._vehicle_process))) as vehicle:
            for path in FIRST_REQUESTS:
                run.get(path)
            line = 0
            while now_s() < end_s and not self._is_over.wait(POLL_S):
                self._count(vehicle.get("/api/stats"), run.get("/api/stats"))
                line = run.get(f"/api/log?after={line}")["next"]
                for path in TABLES:
                    run.get(path)
                self.replies += 2 + len(TABLES)

    def _count(self, of_vehicle, of_run):
        """Adds a poll, unless the loop has ended: then the vehicle is in fail-safe."""
        run, vehicle = of_run["vehicles"][0], of_vehicle["vehicles"][0]
        if run["turns"] <= self._turns:
            return
        self._turns = run["turns"]
        self.state_dropped = dropped(self._state_port)
        counters = counters_of(run, vehicle, self._cmd_port)
        if vehicle["packets"]["cmd"]["accepted"] <= 100:
            self._failsafe_at_first = counters["vehicle_failsafe"]
        counters["vehicle_failsafe"] -= self._failsafe_at_first
        self.polls.append((now_s(), counters))
