# SPDX-License-Identifier: MIT
"""What systemd does for a service, as far as the service can see it."""
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import tempfile
import time
import unittest

LIMIT_S = 60.0


def until(find, what):
    """What `find` gives as soon as it is something. @param what was waited for"""
    limit = time.monotonic() + LIMIT_S
    while time.monotonic() < limit:
        found = find()
        if found:
            return found
        time.sleep(0.005)
    raise AssertionError(f"waited in vain for {what}")


def free_port(kind=socket.SOCK_DGRAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Unit:
    """A service with a NOTIFY_SOCKET of its own; its standard error is a file."""

    def __init__(self, folder, command, watchdog_s=None, environment=None):
        self.notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notifications.bind(f"{folder}/notify")
        self.notifications.settimeout(LIMIT_S)
        self.log = pathlib.Path(f"{folder}/log")
        self.out = pathlib.Path(f"{folder}/out")
        self.folder = pathlib.Path(folder)
        known = os.environ | {"NOTIFY_SOCKET": f"{folder}/notify"} | (environment or {})
        start = 'exec "$@"'
        if watchdog_s:
            known["WATCHDOG_USEC"] = str(int(watchdog_s * 1e6))
            start = 'WATCHDOG_PID=$$ exec "$@"'
        with open(self.log, "wb") as log, open(self.out, "wb") as out:
            self.process = subprocess.Popen(["sh", "-c", start, "sh", *map(str, command)],
                                            stdout=out, stderr=log, env=known)
        self.pid = self.process.pid

    def receive(self):
        """The next notification, as its assignments."""
        text = self.notifications.recv(65536).decode()
        return dict(line.split("=", 1) for line in text.splitlines())

    def await_(self, wanted, text=""):
        """Receives until there is one with that name and text. @return the names before it"""
        before = []
        while True:
            assignments = self.receive()
            if text in assignments.get(wanted, "\0"):
                return before
            before.extend(assignments)

    def waiting(self):
        """All notifications that have come and were not received."""
        found = []
        self.notifications.setblocking(False)
        try:
            while True:
                found.append(self.receive())
        except BlockingIOError:
            return found
        finally:
            self.notifications.settimeout(LIMIT_S)

    def text(self):
        return self.log.read_text(encoding="utf-8")

    def await_text(self, pattern):
        return until(lambda: re.search(pattern, self.text()), f"{pattern} in {self.text()}")

    def threads(self):
        """The names of its threads by their ids."""
        tasks = pathlib.Path(f"/proc/{self.pid}/task")
        return {int(task.name): (task / "comm").read_text().strip() for task in tasks.iterdir()}

    def end(self, number=signal.SIGTERM):
        """@return its exit code"""
        self.process.send_signal(number)
        return self.process.wait(LIMIT_S)

    def close(self):
        self.process.kill()
        self.process.wait(LIMIT_S)
        self.notifications.close()


class Case(unittest.TestCase):
    """Each test has a folder and a table of its own, which are gone behind it."""

    def setUp(self):
        signal.alarm(int(LIMIT_S) + 60)  # ends a test that hangs
        self.table = f"test.service.{os.getpid()}.{self._testMethodName[-20:]}"
        os.environ["DDC_NAME"] = self.table
        self.addCleanup(self.remove_table)

    def new_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def remove_table(self):
        for left in pathlib.Path("/dev/shm").glob(f"*{self.table}*"):
            left.unlink()

    def table_exists(self):
        return bool(list(pathlib.Path("/dev/shm").glob(f"*{self.table}")))

    def start(self, *command, **more):
        unit = Unit(self.new_folder(), command, **more)
        self.addCleanup(unit.close)
        return unit

    def start_beside(self, *command):
        """A process that is no service."""
        process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def config(self, text):
        file = self.new_folder() / "run.yaml"
        file.write_text(text, encoding="utf-8")
        return file


PROJECT = pathlib.Path(__file__).resolve().parents[2]


class UnitFile:
    """A unit template of the project, for one instance, with folders of the test's own."""

    def __init__(self, name, instance, binaries, folder):
        text = (PROJECT / "gateway/service" / f"{name}@.service.in").read_text(encoding="utf-8")
        for pattern, value in (("@CMAKE_INSTALL_FULL_BINDIR@", binaries),
                               ("/etc/ddc-gateway", folder), ("%i", instance)):
            text = text.replace(pattern, str(value))
        self.lines = [line.split("=", 1) for line in text.splitlines() if "=" in line]

    def values(self, key):
        return [value for name, value in self.lines if name == key]

    def commands(self, key, environment):
        """As lists of words. A variable that is a word becomes as many as it has."""
        for line in self.values(key):
            words = []
            for word in shlex.split(line):
                is_variable = re.fullmatch(r"\$[A-Z_]+", word)
                words += environment[word[1:]].split() if is_variable else [word]
            yield words


class ReloadCase(Case):
    """With a service from its unit file."""

    def start_unit(self, name, config, environment=None, binaries=None):
        self.folder = self.new_folder()
        self.environment = environment or {}
        self.write(config)
        self.file = UnitFile(name, "it", binaries or self.binaries, self.folder)
        [command] = self.file.commands("ExecStart", self.environment)
        unit = self.start(*command, environment=self.environment)
        unit.await_("READY", "1")
        return unit

    def write(self, config):
        (self.folder / "it.yaml").write_text(config, encoding="utf-8")

    def reload(self, unit, config=None):
        """@return whether all went well"""
        if config is not None:
            self.write(config)
        known = os.environ | self.environment | {"MAINPID": str(unit.pid)}
        return all(subprocess.run(command, env=known, timeout=LIMIT_S, check=False,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
                   for command in self.file.commands("ExecReload", self.environment))

    def reloaded(self, unit, config=None):
        self.assertTrue(self.reload(unit, config))
        unit.await_("RELOADING", "1")
        unit.await_("READY", "1")
