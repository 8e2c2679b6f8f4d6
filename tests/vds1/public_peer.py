# SPDX-License-Identifier: MIT
"""A VDS1 plant with the rules of the public simulator, where those differ from this project's.

It accepts only version 5 and drops all others without a report. It keeps the last sequence number
of a vehicle without a time limit and drops numbers that are not above it, but always accepts 0. One
counter numbers the STATEs of all vehicles. Every vehicle's STATE goes to the configured port and,
for 2 s, to each sender of an accepted CMD. Without a CMD for 0.1 s it brakes and centres the
steering.

Usage: public_peer.py VEHICLES STATE_PORT    (0: to senders alone)
It prints its CMD port, and at SIGTERM its counts, as JSON.
"""
import json
import pathlib
import signal
import socket
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs/python"))
import vds1  # noqa: E402

RATE_HZ, CMD_TIMEOUT_S, SUBSCRIPTION_S = 200, 0.1, 2.0
NEUTRAL = dict.fromkeys(vds1.CMD_FIELDS, 0.0) | {"gear": 1, "handbrake": False}


class Vehicle:
    def __init__(self):
        self.car, self.cmd, self.last_seq, self.taken_at = vds1.Car(), NEUTRAL, 0, 0.0

    def is_accepted(self, seq):
        return seq == 0 or seq > self.last_seq

    def step(self, now):
        if now - self.taken_at > CMD_TIMEOUT_S:
            self.cmd = NEUTRAL | {"brake": 0.3}
        return self.car.step(self.cmd, 1 / RATE_HZ) | {"timestamp": time.monotonic()}


class Peer:
    def __init__(self, vehicles, state_port):
        self.vehicles = [Vehicle() for _ in range(vehicles)]
        self.subscribers = {("127.0.0.1", state_port): float("inf")} if state_port else {}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.state_seq = 0
        self.counts = {"other_version": 0, "old": 0, "taken": [0] * vehicles}

    def take(self, data, sender, now):
        cmd = vds1.decode_cmd(data)
        if cmd["version"] != 5:
            self.counts["other_version"] += 1
            return
        vehicle = self.vehicles[cmd["vehicle_id"]]
        if not vehicle.is_accepted(cmd["seq"]):
            self.counts["old"] += 1
            return
        vehicle.last_seq, vehicle.cmd, vehicle.taken_at = cmd["seq"], cmd, now
        self.counts["taken"][cmd["vehicle_id"]] += 1
        until = self.subscribers.get(sender, 0.0)
        self.subscribers[sender] = max(until, now + SUBSCRIPTION_S)

    def send(self, now):
        for vehicle_id, vehicle in enumerate(self.vehicles):
            header = {"version": 5, "seq": self.state_seq, "vehicle_id": vehicle_id}
            self.state_seq += 1
            packet = vds1.encode_state(header | vehicle.step(now))
            for subscriber, until in self.subscribers.items():
                if now < until:
                    self.socket.sendto(packet, subscriber)

    def run(self):
        print(self.socket.getsockname()[1], flush=True)
        due = time.monotonic()
        while True:
            due = max(due + 1 / RATE_HZ, time.monotonic() - 1)
            while (left := due - time.monotonic()) > 0:
                self.socket.settimeout(left)
                try:
                    self.take(*self.socket.recvfrom(2048), time.monotonic())
                except TimeoutError:
                    pass
            self.send(time.monotonic())


def main():
    peer = Peer(int(sys.argv[1]), int(sys.argv[2]))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        peer.run()
    finally:
        peer.counts["x"] = [vehicle.car.x for vehicle in peer.vehicles]
        print(json.dumps(peer.counts), flush=True)


if __name__ == "__main__":
    main()
