# SPDX-License-Identifier: MIT
"""ddcserver and programs of this project as processes, in a table of the test.

DDCSERVER, AUTOPILOT and AUTOPILOT_BASIC name the executables.
"""
import json
import os
import pathlib
import sys

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
import montisim  # noqa: E402

FIRST_ID, ID_STEP = 0x4000, 0x200


class Server:
    """ddcserver at a free port."""

    def __init__(self, test, *options):
        self.summary_file = harness.new_folder(test) / "summary.json"
        self.process = harness.start(test, os.environ["DDCSERVER"], "0", "--summary",
                                     self.summary_file, *options, announces=True)
        self.port = harness.simulator_port_of(self.process)
        self.idle_threads = self.threads()

    def connect(self, **how):
        return montisim.Simulator(self.port, **how)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def is_idle(self):
        """Waits until its sessions are over."""
        return self.threads() <= self.idle_threads

    def stop(self):
        """Ends it as a service is ended, once its sessions are over. @return its summary"""
        harness.until(self.is_idle, "the end of its sessions")
        self.process.end()
        return self.ended()

    def ended(self, code=0):
        """@return the summary of a server that ends by itself"""
        assert self.process.wait() == code, self.process.describe()
        return json.loads(self.summary_file.read_text(encoding="utf-8"))


class Case(harness.TableCase):
    room = "montisim"

    def start_server(self, *options):
        return Server(self, *options)

    def start_autopilot(self, reference_id=FIRST_ID, basic=True):
        """@param basic one that waits instead of polling, with the interface of the recorded one"""
        words = ["AUTOPILOT_BASIC"] if basic else ["AUTOPILOT", "ddc"]
        return harness.start(self, os.environ[words[0]], *words[1:], f"{reference_id:x}")

    def start_python(self, behaviour, reference_id=FIRST_ID):
        file = pathlib.Path(__file__).with_name("ddc_program.py")
        return harness.start(self, sys.executable, "-B", file, behaviour, f"{reference_id:x}")
