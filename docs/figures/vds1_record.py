#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records what a controller sees of vdsim_realtime: one line of CSV a STATE.

usage: vds1_record.py DIRECTORY_OF_PROGRAMS SECONDS > states.csv

Columns: t_s (arrival), lateness_us (against an even grid through the earliest arrivals), and
latency_us from a CMD with a new steering angle to the first STATE that shows it, else nan.
"""
import math
import select
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "programs" / "python"))
import vds1  # noqa: E402

TICK_S = 0.005


def command(number, angle):
    return vds1.encode_cmd({
        "version": 5, "seq": number, "vehicle_id": 0, "timestamp": time.monotonic(),
        "steering_tire_angle": angle, "throttle": 0.2, "brake": 0.0, "gear": 1,
        "handbrake": False, "aux_accel_target": math.nan, "aux_speed_target": math.nan})


def record(link, cmd_port, seconds):
    """Sends 97 CMDs a second, each with another angle. Returns (arrival, latency) a STATE."""
    rows, sent = [], {}
    start = time.monotonic()
    number, next_cmd = 0, start
    while time.monotonic() < start + seconds:
        wait = max(next_cmd - time.monotonic(), 0)
        if select.select([link], [], [], wait)[0]:
            data = link.recv(512)
            now = time.monotonic()
            angle = vds1.decode_state(data)["steering_tire_angle_applied"]
            since = sent.pop(angle, None)
            rows.append((now - start, None if since is None else now - since))
        else:
            number += 1
            angle = 1e-6 * number
            sent[angle] = time.monotonic()
            link.sendto(command(number, angle), ("127.0.0.1", cmd_port))
            next_cmd += 0.0103  # every phase of the plant's ticks
    return rows[100:]


def main(programs, seconds):
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(("127.0.0.1", 0))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        cmd_port = free.getsockname()[1]
    plant = subprocess.Popen(
        [f"{programs}/vdsim_realtime", "--state-version", "5", "--cmd-port", str(cmd_port),
         "--state-port", str(link.getsockname()[1])], stdout=subprocess.DEVNULL)
    try:
        rows = record(link, cmd_port, seconds)
    finally:
        plant.terminate()
        plant.wait()
    middle = statistics.median(t % TICK_S for t, _ in rows)
    off_grid = [(t - middle + TICK_S / 2) % TICK_S - TICK_S / 2 for t, _ in rows]
    earliest = sorted(off_grid)[len(rows) // 100]
    print("t_s,lateness_us,latency_us")
    for (t, latency), off in zip(rows, off_grid):
        late = max(off - earliest, 0)
        shown = math.nan if latency is None else latency
        print(f"{t:.6f},{late * 1e6:.1f},{shown * 1e6:.1f}")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
