# SPDX-License-Identifier: MIT
"""ddcserver and programs of this project as processes, in a table of the test's own.

DDCSERVER, AUTOPILOT and AUTOPILOT_BASIC name the executables.
"""
import glob
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs/python"))
import montisim  # noqa: E402


LIMIT_S = 60
FIRST_ID, ID_STEP = 0x4000, 0x200


def until(is_true, what):
    """Waits for a condition."""
    deadline = time.monotonic() + LIMIT_S
    while not is_true():
        assert time.monotonic() < deadline, what
        time.sleep(0.005)


class Server:
    """ddcserver at a free port; what it says on its standard error is collected."""

    def __init__(self, *options, environment=None):
        self.folder = tempfile.TemporaryDirectory()
        self.summary_file = pathlib.Path(self.folder.name) / "summary.json"
        self.process = subprocess.Popen(
            [os.environ["DDCSERVER"], "0", "--summary", self.summary_file, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | (environment or {}))
        self.said = [self.process.stderr.readline()]
        where = re.search(r"listening at \S*?:(\d+)\b", self.said[0])
        if not where:
            self.kill()
            raise AssertionError(f"ddcserver says: {''.join(self.said)}")
        self.port = int(where[1])
        self.idle_threads = self.threads()
        self.reader = threading.Thread(target=self._collect)
        self.reader.start()

    def _collect(self):
        for line in self.process.stderr:
            self.said.append(line)

    def connect(self, **how):
        return montisim.Simulator(self.port, **how)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def is_idle(self):
        """Its sessions are over."""
        return self.threads() <= self.idle_threads

    def stop(self):
        """Ends it as a service is ended, once its sessions are over. @return its summary"""
        until(self.is_idle, "sessions are left")
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self, code=0):
        """@return the summary of a server that ends by itself"""
        assert self.process.wait(LIMIT_S) == code, (self.process.returncode, self.said)
        self.reader.join(LIMIT_S)
        return json.loads(self.summary_file.read_text(encoding="utf-8"))

    def kill(self):
        self.process.kill()
        self.process.wait(LIMIT_S)
        if hasattr(self, "reader"):
            self.reader.join(LIMIT_S)
        self.process.stdout.close()
        self.process.stderr.close()
        self.folder.cleanup()


class Case(unittest.TestCase):
    """Each test has a table of its own, which is gone behind it."""

    def setUp(self):
        signal.alarm(LIMIT_S + 60)  # ends a test that hangs
        self.table_name = f"test.montisim.{os.getpid()}.{self._testMethodName[-20:]}"
        os.environ["DDC_NAME"] = self.table_name
        self.addCleanup(self.remove_table)

    def remove_table(self):
        for left in glob.glob(f"/dev/shm/*{self.table_name}*"):
            os.unlink(left)

    def start_server(self, *options, **more):
        server = Server(*options, **more)
        self.addCleanup(server.kill)
        return server

    def start(self, *command):
        program = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        return program

    def start_autopilot(self, reference_id=FIRST_ID, basic=True):
        """@param basic one that waits instead of polling, with the interface of the recorded one"""
        words = ["AUTOPILOT_BASIC"] if basic else ["AUTOPILOT", "ddc"]
        return self.start(os.environ[words[0]], *words[1:], f"{reference_id:x}")

    def start_python(self, behaviour, reference_id=FIRST_ID):
        file = pathlib.Path(__file__).with_name("ddc_program.py")
        return self.start(sys.executable, "-B", file, behaviour, f"{reference_id:x}")
