# SPDX-License-Identifier: MIT
"""A roscore, a vehicle and the node of a test, each a process with separate ports on loopback.

Every wait has a deadline, and all processes are ended when their block is left.
"""

import os
import pathlib
import shutil
import signal
import socket
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import until  # noqa: E402


def children_of(pid):
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += [int(child)] + children_of(int(child))
    return found


def end_with_children(process):
    """The processes of roscore or roslaunch, which start others in separate sessions."""
    started = children_of(process.pid)
    process.stop(signal.SIGINT)
    for pid in started:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Roscore:
    """The environment points ROS to it; import rospy after it has been created."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="ddc-ros-test.")
        port = harness.free_port(socket.SOCK_STREAM)
        os.environ.update(ROS_MASTER_URI=f"http://127.0.0.1:{port}", ROS_IP="127.0.0.1",
                          ROS_HOME=self.home, ROS_LOG_DIR=self.home)
        self.process = harness.Process(["roscore", "-p", port])

    def await_master(self):
        import rosgraph
        until(lambda: rosgraph.is_master_online(), "a ROS master")

    def end(self):
        end_with_children(self.process)
        self.process.close()
        shutil.rmtree(self.home)


class Controllers:
    """Publishes steering angle and torque at 50 Hz until stop()."""

    def __init__(self, steer_deg, torque_nm):
        import rospy
        from std_msgs.msg import Float32
        self.values = {"app/con/gripped_steer": steer_deg, "app/con/gripped_torque": torque_nm}
        self.publishers = {topic: rospy.Publisher(topic, Float32, queue_size=1)
                           for topic in self.values}
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.publish)
        self.thread.start()

    def publish(self):
        while not self.ended.wait(0.02):
            for topic, publisher in self.publishers.items():
                publisher.publish(self.values[topic])

    def stop(self):
        self.ended.set()
        self.thread.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        for publisher in self.publishers.values():
            publisher.unregister()


class VehicleStates:
    """Collects the vehicle states of a topic."""

    def __init__(self, topic="app/loc/vehicle_state"):
        import rospy
        from autohyu_msgs.msg import VehicleState
        self.received = []
        self.subscriber = rospy.Subscriber(topic, VehicleState,
                                           self.received.append, queue_size=1000, tcp_nodelay=True)

    def wait_for(self, condition, what):
        """The first new state for which condition(state) is true."""
        seen = len(self.received)

        def look():
            nonlocal seen
            while seen < len(self.received):
                seen += 1
                if condition(self.received[seen - 1]):
                    return self.received[seen - 1]
            return None

        return until(look, what)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.subscriber.unregister()
