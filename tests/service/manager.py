# SPDX-License-Identifier: MIT
"""The part of systemd that a service can see."""
import os
import pathlib
import re
import shlex
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import LIMIT_S  # noqa: E402


class Unit(harness.Process):
    """A service with a separate NOTIFY_SOCKET."""

    def __init__(self, folder, command, watchdog_s=None, environment=None, **how):
        self.notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notifications.bind(f"{folder}/notify")
        self.notifications.settimeout(LIMIT_S)
        known = os.environ | {"NOTIFY_SOCKET": f"{folder}/notify"} | (environment or {})
        start = 'exec "$@"'
        if watchdog_s:
            known["WATCHDOG_USEC"] = str(int(watchdog_s * 1e6))
            start = 'WATCHDOG_PID=$$ exec "$@"'
        super().__init__(["sh", "-c", start, "sh", *command], environment=known, **how)

    def receive(self):
        """The next notification, as its assignments."""
        text = self.notifications.recv(65536).decode()
        return dict(line.split("=", 1) for line in text.splitlines())

    def await_(self, wanted, text=""):
        """Receives until there is one with that name and text. @return the names of earlier ones"""
        before = []
        while True:
            assignments = self.receive()
            if text in assignments.get(wanted, "\0"):
                return before
            before.extend(assignments)

    def waiting(self):
        """All queued notifications."""
        found = []
        self.notifications.setblocking(False)
        try:
            while True:
                found.append(self.receive())
        except BlockingIOError:
            return found
        finally:
            self.notifications.settimeout(LIMIT_S)

    def threads(self):
        """The names of its threads by their ids."""
        tasks = pathlib.Path(f"/proc/{self.pid}/task")
        return {int(task.name): (task / "comm").read_text().strip() for task in tasks.iterdir()}

    def close(self):
        super().close()
        self.notifications.close()


class Case(harness.TableCase):
    room = "service"

    def start(self, *command, **more):
        unit = Unit(self.new_folder(), command, **more)
        self.addCleanup(unit.close)
        return unit

    def start_process(self, *command):
        """A process that is not a service."""
        return harness.start(self, *command)

    def config(self, text):
        file = self.new_folder() / "run.yaml"
        file.write_text(text, encoding="utf-8")
        return file


PROJECT = pathlib.Path(__file__).resolve().parents[2]


class UnitFile:
    """A unit template of the project, for one instance, with folders of the test."""

    def __init__(self, name, instance, binaries, folder):
        text = (PROJECT / "gateway/service" / f"{name}@.service.in").read_text(encoding="utf-8")
        for pattern, value in (("@CMAKE_INSTALL_FULL_BINDIR@", binaries),
                               ("/etc/ddc-gateway", folder), ("%i", instance)):
            text = text.replace(pattern, str(value))
        self.lines = [line.split("=", 1) for line in text.splitlines() if "=" in line]

    def values(self, key):
        return [value for name, value in self.lines if name == key]

    def commands(self, key, environment):
        """As lists of words. A word that is a variable becomes the words of its value."""
        for line in self.values(key):
            words = []
            for word in shlex.split(line):
                is_variable = re.fullmatch(r"\$[A-Z_]+", word)
                words += environment[word[1:]].split() if is_variable else [word]
            yield words


class ReloadCase(Case):
    """A service started from its unit file."""

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
        """@return whether it succeeded"""
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
