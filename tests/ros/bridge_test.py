# SPDX-License-Identifier: MIT
"""vds1_ros_bridge between a roscore and vdsim_realtime.

Arguments: the node, vdsim_realtime. PYTHONPATH must have autohyu_msgs, ROS_PACKAGE_PATH the node.
"""

import itertools
import math
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import unittest

import ros_scene
from ros_scene import Controllers, VehicleStates

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import LIMIT_S, until  # noqa: E402

NODE, PLANT = sys.argv.pop(1), sys.argv.pop(1)
PERIOD_S, TIMEOUT_S = 0.01, 0.1

roscore = None


def setUpModule():
    global roscore
    roscore = ros_scene.Roscore()
    unittest.addModuleCleanup(roscore.end)
    roscore.await_master()
    import rospy
    rospy.init_node("bridge_test", disable_signals=True)
    unittest.addModuleCleanup(rospy.signal_shutdown, "the tests are done")


class BridgeTest(unittest.TestCase):
    def setUp(self):
        self.cmd_port, self.state_port = harness.free_ports(2)
        self.plant = self.start_plant()
        self.node = self.start_node()
        self.states = VehicleStates()

    def tearDown(self):
        self.states.subscriber.unregister()
        code = self.node.stop(signal.SIGINT)
        self.plant.stop(signal.SIGINT)
        self.assertEqual(code, 0, self.node.output())

    def start_plant(self):
        return harness.start(self, PLANT, "--cmd-port", self.cmd_port, "--state-port",
                             self.state_port)

    def start_node(self, *parameters):
        return harness.start(self, NODE, f"_peer_port:={self.cmd_port}",
                             f"_local_port:={self.state_port}", "_ref_lat:=37.5",
                             "_ref_lon:=127.0", *parameters)

    def await_normal(self):
        return self.states.wait_for(lambda s: s.operation_mode == s.NORMAL, "operation_mode NORMAL")

    def await_speed(self, vx_mps):
        return self.states.wait_for(lambda s: s.vx > vx_mps, f"a speed above {vx_mps} m/s")

    def test_torque_moves_the_vehicle_and_wheel_velocities_are_its_speed(self):
        with Controllers(steer_deg=0, torque_nm=600):
            state = self.await_speed(5)
            can = state.vehicle_can
            for front in can.wheel_velocity_fl, can.wheel_velocity_fr:  # they only roll
                self.assertAlmostEqual(front / state.vx, 1, delta=0.01)
            for rear in can.wheel_velocity_rl, can.wheel_velocity_rr:  # driven: with some slip
                self.assertTrue(1 < rear / state.vx < 1.1, rear / state.vx)
            # 600 Nm on wheels of 0.32 m push 1500 kg and rotating parts, less rolling resistance
            self.assertTrue(1.0 < can.longitudinal_accel < 1.3, can.longitudinal_accel)
            self.assertEqual(can.longitudinal_accel, state.ax)
            self.assertGreater(state.x, 0)

    def test_degrees_at_the_tyre_steer_to_the_left(self):
        with Controllers(steer_deg=3, torque_nm=400):
            state = self.states.wait_for(lambda s: s.vx > 3 and s.yaw > 0.1, "a left turn")
            self.assertAlmostEqual(state.vehicle_can.steering_tire_angle, math.radians(3), places=6)
            self.assertGreater(state.yaw_vel, 0)
            self.assertEqual(state.vehicle_can.yaw_rate, state.yaw_vel)
            self.assertGreater(state.vehicle_can.lateral_accel, 0)

    def test_states_come_at_100_hz(self):
        self.await_normal()

        def is_a_second_full():  # of stamps of the last 100
            stamps = [s.header.stamp.to_sec() for s in self.states.received[-100:]]
            return len(stamps) == 100 and 0.9 < stamps[-1] - stamps[0] < 1.1

        until(is_a_second_full, "100 states within a second")

    def test_a_late_subscriber_gets_the_reference(self):
        import rospy
        from autohyu_msgs.msg import Reference
        self.await_normal()
        reference = rospy.wait_for_message("app/loc/reference_point", Reference, LIMIT_S)
        self.assertEqual((reference.projection, reference.ref_lat, reference.ref_lon),
                         ("local_cartesian", 37.5, 127.0))

    def test_rostopic_shows_the_message(self):
        self.await_normal()
        shown = subprocess.run(["rostopic", "echo", "-n1", "app/loc/vehicle_state"], check=True,
                               capture_output=True, text=True, timeout=LIMIT_S).stdout
        self.assertIn("operation_mode: 1\n", shown)
        self.assertIn("  wheel_velocity_rr: ", shown)

    def test_a_killed_plant_is_reported_as_failed_until_it_is_back(self):
        with Controllers(steer_deg=0, torque_nm=600):
            self.await_speed(3)
            self.assertEqual(self.plant.stop(signal.SIGKILL), -signal.SIGKILL)
            failed = self.states.wait_for(lambda s: s.operation_mode == s.FAIL, "FAIL")
            for value in (failed.x, failed.vx, failed.yaw_vel, failed.vehicle_can.yaw_rate):
                self.assertTrue(math.isnan(value))
            self.check_that_nothing_old_was_shown_as_new()
            self.plant = self.start_plant()
            self.await_normal()
            self.await_speed(3)  # from rest: the new one is followed

    def check_that_nothing_old_was_shown_as_new(self):
        """The car moves, so that each STATE has another position: while STATE is younger than the
        time-out it may be published again, and this is the maximum number."""
        normal = [s.x for s in self.states.received if s.operation_mode == s.NORMAL and s.vx > 1]
        longest = max(len(list(group)) for _, group in itertools.groupby(normal))
        self.assertLessEqual(longest, round(TIMEOUT_S / PERIOD_S) + 1)

    def test_a_killed_node_leaves_the_vehicle_braking_until_another_one_drives(self):
        with Controllers(steer_deg=0, torque_nm=600):
            before = self.await_speed(5)
            self.assertEqual(self.node.stop(signal.SIGKILL), -signal.SIGKILL)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:  # in place of the node
                wire.settimeout(LIMIT_S)
                wire.bind(("127.0.0.1", self.state_port))
                vx_offset = 72
                until(lambda: struct.unpack_from("<d", wire.recv(512), vx_offset)[0] <
                      before.vx - 1, "a vehicle that has braked")
            self.node = self.start_node()
            self.await_speed(before.vx)

    def test_a_silent_controller_leaves_the_vehicle_to_its_watchdog(self):
        with Controllers(steer_deg=0, torque_nm=900) as controllers:
            self.await_speed(4)
            controllers.stop()
            self.states.wait_for(lambda s: s.vx < 2, "a vehicle that brakes")
            reports = self.node.output().count("no CMD until both arrive")
            state = self.states.wait_for(lambda s: s.vx < 0.01, "a stand by the fail-safe brake")
            self.assertEqual(state.operation_mode, state.NORMAL)
        self.assertGreaterEqual(reports, 1)  # more than once only if the machine delayed them
        self.assertEqual(self.node.output().count("no CMD until both arrive"), reports)

    def test_values_that_are_not_numbers_do_not_drive(self):
        with Controllers(steer_deg=0, torque_nm=math.nan) as controllers:
            self.await_normal()
            until(lambda: all(p.get_num_connections() for p in
                              controllers.publishers.values()), "a connection to the node")
            seen = len(self.states.received)
            until(lambda: len(self.states.received) > seen + 50, "50 states more")
            self.assertTrue(all(s.vx == 0 for s in self.states.received if s.vx == s.vx))
        self.node.stop(signal.SIGINT)
        self.assertRegex(self.node.output(), r"inputs: \d+ taken, [1-9]\d* not finite")
        self.assertIn("CMD: 0 sent", self.node.output())


    def test_a_filtered_state_has_a_delayed_speed_and_is_else_the_same(self):
        self.node.stop(signal.SIGINT)
        self.node = self.start_node("_filter_length:=20")
        with VehicleStates("app/loc/vehicle_state_filtered") as filtered, \
                Controllers(steer_deg=2, torque_nm=600):
            self.await_speed(3)
            smooth, raw = until(lambda: self.pair_above(3, filtered), "both of one time")
            self.assertLess(smooth.vx, raw.vx)
            self.assertEqual((smooth.x, smooth.yaw), (raw.x, raw.yaw))
            self.assertEqual(smooth.vehicle_can.yaw_rate, raw.vehicle_can.yaw_rate)

    def pair_above(self, vx_mps, filtered):
        """A filtered state and the one it was made from, or None. Either may be lost in
        transport."""
        raw = {state.header.stamp: state for state in list(self.states.received)}
        return next(((state, raw[state.header.stamp]) for state in list(filtered.received)
                     if state.vx > vx_mps and state.header.stamp in raw), None)


class LaunchTest(unittest.TestCase):
    def test_mode_vdsim_of_the_launch_file_starts_the_node_with_its_reference(self):
        import rospy
        from autohyu_msgs.msg import Reference
        cmd_port, state_port = harness.free_ports(2)
        harness.start(self, PLANT, "--cmd-port", cmd_port, "--state-port", state_port)
        launch = harness.start(self, "roslaunch", "vds1_ros_bridge", "simulator.launch",
                               "mode:=vdsim", "location:=kcity", f"peer_port:={cmd_port}",
                               f"local_port:={state_port}")
        self.addCleanup(ros_scene.end_with_children, launch)
        with VehicleStates() as states:
            states.wait_for(lambda s: s.operation_mode == s.NORMAL, "operation_mode NORMAL")
        reference = rospy.wait_for_message("app/loc/reference_point", Reference, LIMIT_S)
        self.assertEqual((reference.ref_lat, reference.ref_lon), (37.23855064, 126.77253029))


class ParameterTest(unittest.TestCase):
    def test_a_parameter_out_of_range_is_reported_with_its_name(self):
        node = subprocess.run([NODE, "__name:=sut", "_rate:=0"], capture_output=True, text=True,
                              timeout=LIMIT_S)
        self.assertEqual(node.returncode, 2)
        self.assertIn("/sut/rate: must be 1 to 1000, is 0", node.stderr)

    def test_a_pedal_file_that_cannot_be_read_is_reported_with_its_name(self):
        node = subprocess.run([NODE, "__name:=sut2", "_pedals:=/no/such.yaml"], capture_output=True,
                              text=True, timeout=LIMIT_S)
        self.assertEqual(node.returncode, 2)
        self.assertIn("/sut2/pedals: /no/such.yaml: cannot be read", node.stderr)


if __name__ == "__main__":
    unittest.main(warnings="ignore")  # rospy's
