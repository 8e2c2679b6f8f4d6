#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The data port of vdsim_realtime: every reply against schemas/data_port.openapi.json.

Usage: plant_test.py BINARIES OPENAPI
"""
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

import run_test
from run_test import BINARIES, OPENAPI

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
import vds1  # noqa: E402
from harness import LIMIT_S  # noqa: E402

TWO = """
vehicles:
  - {vehicle_id: 3, name: first, cmd_port: 0, start: {vx_mps: 10}}
  - {vehicle_id: 8, cmd_port: 0, start: {y_m: 5}}
"""
HELD = TWO.replace("cmd_port", "cmd_timeout_s: 2, cmd_port")
LASTING = TWO.replace("cmd_port", "cmd_timeout_s: 20, cmd_port")


class Plant(run_test.Run):
    """A vdsim_realtime with a data port."""

    def __init__(self, test, text, *options):
        self.folder = harness.new_folder(test)
        self.table = "none." + self.folder.name
        config = self.folder / "plant.yaml"
        config.write_text(text, encoding="utf-8")
        self.start(test, BINARIES / "vdsim_realtime", "--config", config, *options)
        self.cmd_port = harness.cmd_port_of(self.process)
        self.await_state(lambda state: state["turns"] > 0)


class Sender:
    """Sends CMDs to one vehicle, often enough to keep it, until it is closed."""

    def __init__(self, test, port, vehicle_id, throttle):
        self.target, self.vehicle_id, self.throttle = ("127.0.0.1", port), vehicle_id, throttle
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.is_closed = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        test.addCleanup(self.close)

    def run(self):
        seq = 0
        while not self.is_closed.wait(0.005):
            header = {"version": 5, "seq": seq, "vehicle_id": self.vehicle_id, "timestamp": 0.0}
            command = dict.fromkeys(vds1.CMD_FIELDS, 0.0) | {
                "gear": 1, "handbrake": False, "throttle": self.throttle}
            self.socket.sendto(vds1.encode_cmd(header | command), self.target)
            seq += 1

    def close(self):
        self.is_closed.set()
        self.thread.join()
        self.socket.close()


class PlantTest(unittest.TestCase):
    def test_every_reply_fits_its_schema(self):
        plant = Plant(self, TWO, "--data-port", "0")
        state = plant.await_state(lambda s: s["turns"] > 20)
        self.assertEqual(state["t"], state["timestamp"])
        self.assertEqual((state["mode"], state["source"], state["running"]), ("plant", "plant", True))
        self.assertEqual((state["veh"], state["live_vid"], state["vehicles"]), (3, 3, [3, 8]))
        self.assertEqual(state["name"], "first")
        self.assertEqual([part["kind"] for part in state["parts"]], ["peer", "vehicle", "filter"])
        self.assertEqual(state["parts"][0]["words"], "waiting")
        self.assertEqual(state["signals"], {})
        comms = state["comms"]
        self.assertEqual((comms["attach"], comms["host"], comms["cmd_port"], comms["plant_running"]),
                         (False, "127.0.0.1", plant.cmd_port, True))
        self.assertEqual((state["plant_error"], state["v_target"], state["cosim"]), (None, None, None))
        self.assertIsNone(plant.state("/api/stats")["vehicles"][0]["packets"]["cmd"]["age_s"])
        for name in ("8", "vehicle%208"):
            self.assertEqual(plant.state("/api/state?vehicle=" + name)["veh"], 8)
        config = plant.state("/api/config")
        self.assertEqual((config["mode"], config["control"]), ("plant", True))
        self.assertIn("vehicle_id: 3", config["yaml"])
        self.assertEqual([v["id"] for v in config["vehicles"]], [3, 8])
        for path in ("/healthz", "/api/io", "/api/stats", "/api/log", "/metrics", "/api/io/targets"):
            self.assertEqual(plant.ask(path)[0], 200, path)
        stats = plant.state("/api/stats")["vehicles"]
        self.assertGreater(stats[1]["lateness"]["count"], 0)
        self.assertIn("CMD at", json.dumps(plant.state("/api/log")))
        self.assertNotIn(plant.token, json.dumps(plant.state("/api/log")))
        self.assertEqual(plant.ask("/api/state?vehicle=0")[1]["vehicles"], [3, 8])
        self.assertEqual(plant.ask("/api/tables")[0], 404)

    def test_a_user_drives_and_a_silent_driver_leaves_the_car_fail_safe(self):
        plant = Plant(self, HELD, "--data-port", "0")
        self.assertTrue(plant.state()["failsafe"])
        answer = plant.state("/api/io", body={"vehicle": 8, "throttle": 0.5, "steer": 0.1})
        self.assertEqual((answer["veh"], answer["manual"], answer["failsafe"]), (8, True, False))
        self.assertEqual(answer["cmd"], {"throttle": 0.5, "brake": 0, "steer": 0.1})
        self.assertEqual(answer["fleet_driver"], {"3": True, "8": False})
        after = plant.await_state(lambda s: s["failsafe"], "/api/state?vehicle=8")
        self.assertEqual(after["cmd"]["throttle"], 0)
        # A late plant catches up, so that its time-out may come before that of the clock.
        after = plant.await_state(lambda s: not s["manual"], "/api/state?vehicle=8")
        self.assertTrue(after["failsafe"])
        self.assertEqual(after["parts"][0]["light"], "red")
        for wrong in ({"throttle": 2}, {"gear": "fast"}, {"throtle": 1}, {"vehicle": -1}, {"esc_off": 1}):
            self.assertEqual(plant.ask("/api/io", wrong)[0], 400, wrong)
        self.assertEqual(plant.ask("/api/io", {"abs_off": True, "esc_off": False})[0], 200)
        self.assertEqual(plant.ask("/api/io", {"vehicle": 4})[1]["vehicles"], [3, 8])

    def test_omitted_keys_keep_their_value_while_the_command_is_in_time(self):
        plant = Plant(self, LASTING, "--data-port", "0")
        plant.state("/api/io", body={"throttle": 0.5, "gear": "drive"})
        state = plant.state("/api/io", body={"vehicle": "first", "steer": 0.05})
        self.assertEqual(state["cmd"], {"throttle": 0.5, "brake": 0, "steer": 0.05})
        plant.await_state(lambda s: s["vx"] > 10.1)
        self.assertEqual(plant.ask("/api/control", {"do": "release"})[0], 200)
        plant.await_state(lambda s: not s["manual"])
        state = plant.state("/api/io", body={"brake": 0.25})  # restarts
        self.assertEqual(state["cmd"], {"throttle": 0, "brake": 0.25, "steer": 0})

    def test_a_vds1_sender_keeps_the_vehicle_that_it_drives(self):
        plant = Plant(self, HELD, "--data-port", "0")
        sender = Sender(self, plant.cmd_port, 3, 0.3)
        held = plant.await_state(lambda s: s["cmd"]["throttle"] == 0.3)
        self.assertEqual((held["parts"][0]["light"], held["parts"][0]["words"]), ("green", "following"))

        def packets_after_the_first():
            packets = plant.state("/api/stats")["vehicles"][0]["packets"]
            return packets if packets["cmd"]["sequence"] > 0 else None

        packets = harness.until(packets_after_the_first, plant.log)
        self.assertGreater(packets["cmd"]["accepted"], 0)
        self.assertGreaterEqual(packets["cmd"]["age_s"], 0)
        self.assertAlmostEqual(packets["cmd"]["throttle"], 0.3)
        self.assertEqual(len(packets["state"]["tire_Fz"]), 4)
        status, answer = plant.ask("/api/io", {"throttle": 1.0})
        self.assertEqual(status, 409)
        self.assertIn("another controller holds this vehicle", answer["detail"])
        self.assertEqual(plant.ask("/api/io", {"vehicle": 8, "throttle": 1.0})[0], 200)
        self.assertEqual(plant.state()["cmd"]["throttle"], 0.3)
        sender.close()
        harness.until(lambda: plant.ask("/api/io", {"throttle": 0.4})[0] == 200, plant.log)

    def test_a_driver_here_is_not_disturbed_by_a_vds1_sender(self):
        plant = Plant(self, LASTING, "--data-port", "0")
        plant.state("/api/io", body={"throttle": 0.4})
        Sender(self, plant.cmd_port, 3, 0.3)
        turns = plant.state()["turns"]
        state = plant.await_state(lambda s: s["turns"] > turns + 20)
        self.assertEqual((state["cmd"]["throttle"], state["manual"]), (0.4, True))
        plant.state("/api/control", body={"do": "release"})
        plant.await_state(lambda s: s["cmd"]["throttle"] == 0.3)

    def test_a_filter_gets_manual_commands(self):
        plant = Plant(self, TWO.replace("y_m: 5}", "y_m: 5, vx_mps: 10}, safety: {}"), "--data-port", "0")
        state = plant.await_state(lambda s: True, "/api/state?vehicle=8")
        self.assertIn("filter", [part["kind"] for part in state["parts"]])
        def commanded():
            plant.ask("/api/io", {"vehicle": 8, "throttle": 0.2, "steer": 0.6})
            filters = plant.state("/api/stats")["vehicles"][1]["filters"]
            return sum(f["changed"] + f["refused"] + f["withheld"] for f in filters)
        self.assertGreater(harness.until(commanded, plant.log), 0)

    def test_it_is_paused_stepped_scaled_and_stopped(self):
        plant = Plant(self, TWO, "--data-port", "0")
        self.assertEqual(plant.ask("/api/control", {"do": "step"})[0], 409)
        for several in ({"do": "reset", "time_scale": 2}, {"do": "reset", "action": "pause"}):
            self.assertEqual(plant.ask("/api/control", several)[0], 400, several)
        self.assertEqual(plant.ask("/api/control", {"do": "pause"})[0], 200)
        paused = plant.await_state(lambda s: s["paused"])
        before = plant.state()["turns"]
        self.assertEqual(plant.ask("/api/control", {"do": "step", "steps": 3})[0], 200)
        state = plant.await_state(lambda s: s["turns"] >= before + 3)
        self.assertFalse(paused["running"])
        self.assertAlmostEqual(state["t"], state["turns"] * 0.005)
        self.assertEqual(plant.ask("/api/control", {"time_scale": 2})[0], 200)
        self.assertEqual(plant.state()["time_scale"], 2)
        self.assertEqual(plant.ask("/api/control", {"action": "resume"})[0], 200)
        plant.await_state(lambda s: s["turns"] > before + 100)
        self.assertEqual(plant.ask("/api/control", {"do": "stop"}, token=False)[0], 401)
        self.assertEqual(plant.ask("/api/control", {"do": "stop"})[0], 200)
        self.assertEqual(plant.process.wait(), 0)

    def test_a_long_trailer_is_rejected_and_the_vehicles_continue_to_their_end(self):
        plant = Plant(self, TWO, "--data-port", "0")
        self.assertRegex(plant.raw(run_test.LONG_TRAILER), rb"^HTTP/1\.1 400 ")
        turns = plant.state()["turns"]
        plant.await_state(lambda s: s["turns"] > turns + 10)
        self.assertEqual(plant.ask("/api/control", {"do": "stop"})[0], 200)
        self.assertEqual(plant.process.wait(LIMIT_S), 0)

    def test_reset_restarts_a_vehicle(self):
        plant = Plant(self, TWO, "--data-port", "0")
        for vehicle in (3, 8):
            plant.await_state(lambda s: s["turns"] > 300, f"/api/state?vehicle={vehicle}")
        self.assertEqual(plant.ask("/api/control", {"do": "reset", "vehicle": 9})[0], 404)
        self.assertEqual(plant.ask("/api/control", {"do": "pause"})[0], 200)
        plant.await_state(lambda s: s["paused"])
        self.assertEqual(plant.ask("/api/control", {"do": "reset", "vehicle": "first"})[0], 200)
        state = plant.await_state(lambda s: s["t"] == 0)
        self.assertEqual((state["x"], state["vx"], state["paused"]), (0, 10, True))
        self.assertGreater(plant.state("/api/state?vehicle=8")["t"], 1)
        self.assertEqual(plant.ask("/api/control", {"action": "reset"})[0], 200)
        plant.await_state(lambda s: s["t"] == 0, "/api/state?vehicle=8")
        plant.ask("/api/control", {"do": "resume"})
        plant.await_state(lambda s: s["t"] > 0)

    def test_a_stream_shows_the_car(self):
        plant = Plant(self, TWO, "--data-port", "0")
        address = f"http://127.0.0.1:{plant.port}/api/stream?rate=60&vehicle=8"
        curl = harness.start(self, "curl", "-sfN", address)

        def shown():
            return re.findall(r"(?m)^data: (.*)\n", curl.out())

        harness.until(lambda: len(shown()) >= 10, curl.describe)
        curl.end()
        times = [run_test.check("/api/state", "GET", 200, "application/json", data)["t"]
                 for data in shown()]
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[-1], times[0])

    def test_telemetry_goes_to_its_targets(self):
        with harness.bound_socket() as receiver:
            port = receiver.getsockname()[1]
            plant = Plant(self, TWO + "data_port: {token: none, targets: [{vehicle: 8, to: "
                                      f"[{{port: {port}}}]}}]}}\n")
            self.assertEqual(json.loads(receiver.recv(65536))["veh"], 8)
            answer = plant.state("/api/io/targets")
            self.assertEqual((answer["vehicles"], answer["live"]), ([3, 8], 3))
            self.assertEqual(answer["configs"]["8"]["targets"], [{"ip": "127.0.0.1", "port": port}])
            plant.ask("/api/io/targets", {"vehicle": "first", "targets": [{"ip": "127.0.0.1", "port": port}]})
            harness.until(lambda: json.loads(receiver.recv(65536))["veh"] == 3, plant.log)

    def test_a_wheel_with_force_feedback_gets_replies(self):
        free = harness.free_port()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wheel:
            wheel.settimeout(LIMIT_S)
            plant = Plant(self, LASTING + f"data_port: {{force_feedback_port: {free}}}\n")
            wheel.sendto(b'{"steer": 0.1}', ("127.0.0.1", free))
            self.assertEqual(set(json.loads(wheel.recv(65536))), {"rack_torque", "vx", "steer", "susp"})
            self.assertEqual(plant.state()["cmd"]["steer"], 0)  # no driver here
            plant.state("/api/io", body={"throttle": 0.2})
            wheel.sendto(b'{"steer": 0.1}', ("127.0.0.1", free))
            plant.await_state(lambda s: s["cmd"] == {"throttle": 0.2, "brake": 0, "steer": 0.1})


class AddTest(unittest.TestCase):
    def add(self, plant, item, status=201):
        answer = plant.ask("/api/vehicles", item)
        self.assertEqual(answer[0], status, (item, answer[1], plant.log()))
        return answer[1]

    def test_a_vehicle_is_added_and_driven(self):
        plant = Plant(self, TWO, "--data-port", "0")
        added = self.add(plant, {"vehicle_id": 5, "name": "third", "model": "bicycle", "cmd_timeout_s": 2,
                                 "start": {"y_m": 10, "vx_mps": 3}, "safety": {}})
        self.assertEqual(added, {"id": 5, "name": "third", "cmd_port": plant.cmd_port})
        state = plant.await_state(lambda s: s["turns"] > 5, "/api/state?vehicle=third")
        self.assertEqual((state["veh"], state["vehicles"]), (5, [3, 8, 5]))
        self.assertAlmostEqual(state["y"], 10, places=1)
        self.assertIn("5", plant.state()["fleet"])
        self.assertEqual(plant.state("/api/config")["vehicles"][2]["model"], "bicycle")
        self.assertEqual(plant.state("/api/io", body={"vehicle": 5, "throttle": 0.3})["veh"], 5)
        Sender(self, plant.cmd_port, 5, 0.25)
        plant.await_state(lambda s: s["cmd"]["throttle"] == 0.25, "/api/state?vehicle=5")
        self.assertEqual(plant.state("/api/io/targets")["vehicles"], [3, 8, 5])
        self.assertEqual(plant.ask("/api/control", {"do": "reset", "vehicle": 5})[0], 200)

    def test_it_may_have_a_port_and_an_id(self):
        plant = Plant(self, TWO, "--data-port", "0")
        added = self.add(plant, {"cmd_port": 0})
        self.assertEqual((added["id"], added["name"]), (0, "vehicle 0"))
        self.assertNotEqual(added["cmd_port"], plant.cmd_port)
        self.assertEqual(self.add(plant, {"cmd_port": added["cmd_port"]})["id"], 1)
        for vehicle in (0, 1):
            Sender(self, added["cmd_port"], vehicle, 0.25)
            plant.await_state(lambda s: s["cmd"]["throttle"] == 0.25, f"/api/state?vehicle={vehicle}")

    def test_an_invalid_vehicle_is_rejected_with_its_key(self):
        plant = Plant(self, TWO, "--data-port", "0")
        for item, key in (({"model": "hovercraft"}, "model"), ({"no_such_key": 1}, "no_such_key"),
                          ({"start": {"vx_mps": "fast"}}, "start.vx_mps"), ({"vehicle_id": -1}, "vehicle_id"),
                          ({"parameters": "missing.yaml"}, "parameters"), ({"step_s": 1}, "step_s")):
            detail = self.add(plant, item, 400)["detail"]
            self.assertTrue(detail.startswith(key + ":"), detail)
        for body in ("[]", "", "{", "[" * 10000):
            self.assertEqual(plant.ask("/api/vehicles", body)[0], 400)
        self.assertEqual(self.add(plant, {"vehicle_id": 8}, 409)["vehicles"], [3, 8])
        self.add(plant, {"vehicle_id": 9, "name": "first"}, 409)
        with harness.bound_socket() as taken:
            self.add(plant, {"cmd_port": taken.getsockname()[1]}, 409)
        self.assertEqual(plant.ask("/api/vehicles", {}, token=False)[0], 401)
        self.assertEqual(plant.ask("/api/vehicles", {}, Origin="http://evil.example")[0], 403)
        self.assertEqual(plant.state()["vehicles"], [3, 8])

    def test_files_are_below_the_configurations_folder(self):
        strange = harness.new_folder(self) / "ground.yaml"
        strange.write_text("friction: 0.5\n", encoding="utf-8")
        plant = Plant(self, TWO, "--data-port", "0")
        ground = OPENAPI.resolve().parents[1] / "plant/data/ground/flat.yaml"
        (plant.folder / "ground.yaml").write_text(
            re.sub(r"(?m)^friction: .*$", "friction: 0.5", ground.read_text(encoding="utf-8")),
            encoding="utf-8")
        (plant.folder / "link.yaml").symlink_to(strange)
        os.mkfifo(plant.folder / "pipe.yaml")  # reading it would never end
        (plant.folder / "solver.yaml").write_text(f"file: {strange}\n", encoding="utf-8")
        self.assertEqual(self.add(plant, {"ground": "ground.yaml"})["id"], 0)
        self.assertEqual(plant.state("/api/config")["vehicles"][2]["ground"]["friction"], 0.5)
        for name in (str(strange), "link.yaml", f"../{strange.parent.name}/ground.yaml",
                     "run/../../ground.yaml", "solver.yaml", "/dev/zero", "ground.yaml\0", "pipe.yaml"):
            detail = self.add(plant, {"ground": name}, 403)["detail"]
            self.assertIn("below", detail)

    def test_the_safety_rules_of_an_added_vehicle_are_reported_and_set_as_all_others(self):
        plant = Plant(self, TWO, "--data-port", "0")
        self.add(plant, {"vehicle_id": 5, "name": "third", "cmd_timeout_s": 20, "safety": {}})

        def ctl(*words):
            return subprocess.run([BINARIES / "ddc-gateway", "ctl", "--cmd-port", str(plant.cmd_port), *words],
                                  env=plant.environment, text=True, capture_output=True, timeout=LIMIT_S)

        self.assertEqual(ctl("cabin", "doors=open").returncode, 0)
        self.assertIn("no rule has acted", ctl("status").stdout)
        self.assertEqual(plant.ask("/api/io", {"vehicle": 5, "throttle": 0.2, "steer": 0.6})[0], 200)
        plant.await_log("third: safety rule .* first triggered at")

    def test_faults_are_switched_by_hand_by_ctl_and_the_data_port_also_of_an_added_vehicle(self):
        ice = "faults: [{name: ice, kind: friction, scale: 0.1, target: world}]"
        plant = Plant(self, TWO.replace("vx_mps: 10}", "vx_mps: 10}, " + ice, 1),
                      "--data-port", "0")
        self.add(plant, {"vehicle_id": 5, "name": "third", "faults": [
            {"name": "gnss", "kind": "bias", "bias_m": 3, "target": "sensors.gnss_position"}]})

        def ctl(*words):
            return subprocess.run([BINARIES / "ddc-gateway", "ctl", "--cmd-port", str(plant.cmd_port), *words],
                                  env=plant.environment, text=True, capture_output=True, timeout=LIMIT_S)

        self.assertEqual(ctl("fault", "ice", "on").returncode, 0)
        plant.await_log("first: fault 'ice' .* begins at")
        first = plant.await_state(lambda s: s.get("faults") == [True], "/api/state?vehicle=first")
        self.assertEqual(first["name"], "first")
        plant.await_state(lambda s: s.get("faults") == [False], "/api/state?vehicle=third")
        listed = {v["name"]: v.get("faults") for v in plant.state("/api/config")["vehicles"]}
        self.assertEqual(listed["third"],
                         [{"name": "gnss", "kind": "bias", "target": "sensors.gnss_position"}])
        self.assertEqual([listed["first"][0]["name"], listed["vehicle 8"]], ["ice", None])
        self.assertEqual(plant.ask("/api/control", {"do": "fault_on", "fault": "gnss"})[0], 200)
        plant.await_log("third: fault 'gnss' .* begins at")
        self.assertIn("faults: ice, gnss", ctl("status").stdout)
        self.assertEqual(ctl("fault", "ice", "off").returncode, 0)
        plant.await_log("first: fault 'ice' .* ends at")
        plant.await_state(lambda s: s.get("faults") == [False], "/api/state?vehicle=first")
        self.assertIn("this run has gnss, ice", ctl("fault", "fog", "on").stderr)

    def test_the_number_of_vehicles_is_limited(self):
        plant = Plant(self, TWO, "--data-port", "0")
        for number in range(64):
            self.add(plant, {"vehicle_id": 100 + number, "model": "kinematic"})
        self.assertIn("64", self.add(plant, {}, 409)["detail"])
        plant.await_state(lambda s: s["turns"] > 0, "/api/state?vehicle=163")


class ConfigTest(unittest.TestCase):
    def test_a_configuration_that_does_not_fit_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder) / "plant.yaml"
            for text, reason in (
                    (TWO.replace("8", "3"), "two have vehicle_id 3"),
                    (TWO.replace("vehicle_id: 8", "vehicle_id: 8, name: first"), "the name 'first'"),
                    (TWO + "data_port: {control: true}\n", "control"),
                    (TWO + "data_port: {bind: 0.0.0.0}\n", "needs a `token`"),
                    (TWO + "data_port: {targets: [{vehicle: 4, to: [{port: 9}]}]}\n", "vehicle '4'")):
                config.write_text(text, encoding="utf-8")
                ended = subprocess.run([BINARIES / "vdsim_realtime", "--config", config, "--data-port", "0"],
                                       text=True, capture_output=True, timeout=LIMIT_S)
                self.assertEqual(ended.returncode, 2, (text, ended.stderr))
                self.assertIn(reason, ended.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
