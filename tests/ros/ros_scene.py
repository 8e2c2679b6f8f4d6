# SPDX-License-Identifier: MIT
"""A roscore, a vehicle and the node of a test, each a process with ports of its own on loopback.

Every wait has a deadline, and whatever was started is gone when its block is left.
"""

import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

LIMIT_S = 30.0  # of every wait


def free_port(kind):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what, limit_s=LIMIT_S):
    """Returns what condition() does, once it is true."""
    deadline = time.monotonic() + limit_s
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {limit_s} s: {what}")
        time.sleep(0.01)


def die_with_the_test():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class Process:
    """A child whose output goes to a file, for messages."""

    def __init__(self, name, command, directory):
        self.log = pathlib.Path(directory) / f"{name}.log"
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                          preexec_fn=die_with_the_test)

    def output(self):
        return self.log.read_text(errors="replace")

    def end(self, with_signal=signal.SIGINT):
        """@return the exit code, -9 if it did not end in time or was to be killed"""
        if self.child.poll() is None:
            self.child.send_signal(with_signal)
        try:
            return self.child.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            self.child.kill()
            return self.child.wait(LIMIT_S)


def children_of(pid):
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += [int(child)] + children_of(int(child))
    return found


def end_with_children(process):
    """Of roscore or roslaunch, which put what they start in sessions of its own."""
    started = children_of(process.child.pid)
    process.end()
    for pid in started:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Roscore:
    """The environment points ROS to it; import rospy after it has been made."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="ddc-ros-test.")
        port = free_port(socket.SOCK_STREAM)
        os.environ.update(ROS_MASTER_URI=f"http://127.0.0.1:{port}", ROS_IP="127.0.0.1",
                          ROS_HOME=self.home, ROS_LOG_DIR=self.home)
        self.process = Process("roscore", ["roscore", "-p", str(port)], self.home)

    def await_master(self):
        import rosgraph
        wait_until(lambda: rosgraph.is_master_online(), "a ROS master")

    def end(self):
        end_with_children(self.process)
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
        """The first state from now on for which condition(state) is true."""
        seen = len(self.received)

        def look():
            nonlocal seen
            while seen < len(self.received):
                seen += 1
                if condition(self.received[seen - 1]):
                    return self.received[seen - 1]
            return None

        return wait_until(look, what)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.subscriber.unregister()
