# SPDX-License-Identifier: MIT
"""Processes that a test starts, observes and ends."""
import contextlib
import ctypes
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import types
from typing import Any, Callable, Iterable, Mapping, Protocol

from .polling import LIMIT_S, until

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)  # loaded here: the child between fork and exec only calls it


def _end_with_the_test() -> None:
    """Makes the kernel send SIGTERM to this child when the test ends, killed or not."""
    LIBC.prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))


class Process:
    """A process whose output goes to files, so that it never blocks. Its standard input is empty.

    As a context, or by start(), it is killed at the end and its files are removed.
    """

    def __init__(self, command: Iterable[object], *, environment: Mapping[str, str] | None = None,
                 folder: pathlib.Path | None = None, has_group: bool = False,
                 is_merged: bool = False, announces: bool = False,
                 stdin: int = subprocess.DEVNULL) -> None:
        """
        @param environment all of its variables; None: those of the test
        @param folder its working directory; None: that of the test
        @param has_group whether it leads a group of processes, which then gets its signals
        @param is_merged whether err() is part of out(), in order, as on a terminal
        @param announces whether it gets an option --announce, for announcement()
        @param stdin a file descriptor, such as that of a terminal; by default empty
        @throws OSError if it cannot be started
        """
        self.command = [str(word) for word in command]
        self.has_group = has_group
        self._files = tempfile.TemporaryDirectory()
        self._out, self._err, self._announced = (pathlib.Path(self._files.name) / name
                                                 for name in ("out", "err", "announced"))
        with open(self._out, "wb") as out, open(self._err, "wb") as err, \
                open(self._announced, "wb") as announced:
            passed = [announced.fileno()] if announces else []
            for descriptor in passed:
                self.command += ["--announce", str(descriptor)]
            self._child = subprocess.Popen(
                self.command, env=environment, cwd=folder, stdin=stdin, stdout=out,
                stderr=subprocess.STDOUT if is_merged else err, start_new_session=has_group,
                preexec_fn=_end_with_the_test, pass_fds=passed)
        self.pid = self._child.pid

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: types.TracebackType | None) -> None:
        self.close()

    def out(self) -> str:
        """Its standard output so far."""
        return self._out.read_text(encoding="utf-8", errors="replace")

    def err(self) -> str:
        """Its standard error so far."""
        return self._err.read_text(encoding="utf-8", errors="replace")

    def output(self) -> str:
        """Both outputs, one after the other."""
        return self.err() + self.out()

    def describe(self) -> str:
        """Its name, its status and its output, for a message."""
        code = self.poll()
        state = "runs" if code is None else f"ended with {code}"
        return f"{' '.join(self.command)}\n{state}; output:\n{self.output()}"

    def await_output(self, pattern: str, limit_s: float = LIMIT_S) -> re.Match[str]:
        """The first match in its output.

        @throws AssertionError after limit_s seconds, or if it ends without a match
        """
        def poll_once() -> re.Match[str] | None:
            has_ended = self.poll() is not None  # before the poll: then the output is complete
            found = re.search(pattern, self.output())
            assert found or not has_ended, f"no {pattern!r} in the output: {self.describe()}"
            return found

        return until(poll_once, lambda: f"{pattern!r} of {self.describe()}", limit_s)

    def announcement(self, limit_s: float = LIMIT_S) -> dict[str, Any]:
        """Its announcement, as in schemas/announcement.schema.json. It must have `announces`.

        @throws AssertionError after limit_s seconds, or if it ends without an announcement
        """
        def poll_once() -> str | None:
            has_ended = self.poll() is not None  # before the poll: then the output is complete
            line = self._announced.read_text(encoding="utf-8")
            assert line or not has_ended, f"nothing was announced: {self.describe()}"
            return line if line.endswith("\n") else None

        found: dict[str, Any] = json.loads(until(poll_once, self.describe, limit_s))
        return found

    def poll(self) -> int | None:
        """Its exit code, below 0 for the signal that ended it; None while it runs."""
        return self._child.poll()

    def ends_within(self, limit_s: float) -> bool:
        """Waits for at most limit_s seconds. @return whether it has ended"""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(limit_s)
        return self.poll() is not None

    def wait(self, limit_s: float = LIMIT_S) -> int:
        """Waits until it ends. @return its exit code as of poll()

        @throws AssertionError with its output, if it still runs after limit_s seconds
        """
        assert self.ends_within(limit_s), f"not ended within {limit_s:g} s: {self.describe()}"
        return int(self._child.returncode)

    def send_signal(self, number: int) -> None:
        """No effect if it has ended."""
        if self.has_group:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)
        else:
            self._child.send_signal(number)

    def end(self, number: int = signal.SIGTERM, limit_s: float = LIMIT_S) -> int:
        """Asks it to end, if it has not. @return and @throws as wait()"""
        if self.poll() is None:
            self.send_signal(number)
        return self.wait(limit_s)

    def stop(self, number: int = signal.SIGTERM, limit_s: float = LIMIT_S) -> int:
        """Like end(), but a process that does not end within limit_s seconds is killed. @return its
        code"""
        if self.poll() is None:
            self.send_signal(number)
        if not self.ends_within(limit_s):
            self.kill()
        return self.wait()

    def kill(self) -> None:
        """Kills it, and waits for its end. Its output can still be read."""
        self.send_signal(signal.SIGKILL)
        self.wait()

    def close(self) -> None:
        """Kills it and removes its output. May be called again."""
        self.kill()
        self._files.cleanup()


class HasCleanups(Protocol):
    """A unittest.TestCase, or an object with its methods."""

    def addCleanup(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> None:
        ...


def start(test: HasCleanups, *command: object, **how: Any) -> Process:
    """A process that is closed when the test is over. @param how as for Process"""
    process = Process(command, **how)
    test.addCleanup(process.close)
    return process
