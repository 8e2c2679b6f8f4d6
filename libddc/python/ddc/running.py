# SPDX-License-Identifier: MIT
"""The main() of a program, like `ddc::run_program` of C++."""
import dataclasses
import os
import signal
import sys
import typing

from .interface import InterfaceError
from .types import FIRST_PROGRAM_ID, TableError

_LAST_PROGRAM_ID = 0xffffff


class ArgumentError(ValueError):
    """Raised by a body for an invalid argument; names it and says what is valid."""


@dataclasses.dataclass
class ProgramStart:
    """Arguments of a program's body.

    Attributes:
        reference_id: the id of its first entry.
        arguments: those after the reference id, as many as `run_program` has names of.
        stopped: True from the first SIGINT or SIGTERM on.
    """
    reference_id: int
    arguments: typing.List[str]
    stopped: bool = False


def _usage(command: str, purpose: str, names: typing.Sequence[str]) -> str:
    return (f"Usage: {' '.join([command, 'REFERENCE_ID', *names])}\n"
            "  REFERENCE_ID is hexadecimal, 4000 or above. DDC_NAME in the environment names the "
            f"table.\n{purpose}")


def _reference_id(text: str) -> int:
    try:
        reference_id = int(text, 16)
    except ValueError:
        reference_id = 0
    if not FIRST_PROGRAM_ID <= reference_id <= _LAST_PROGRAM_ID:
        raise ArgumentError(
            f"REFERENCE_ID must be hexadecimal, 4000 to ffffff, is '{text}'")
    return reference_id


def _start(words: typing.Sequence[str], names: typing.Sequence[str]) -> ProgramStart:
    expected = ["REFERENCE_ID", *names]
    if len(words) < len(expected):
        raise ArgumentError(f"{expected[len(words)]} is missing")
    if len(words) > len(expected):
        raise ArgumentError(f"'{words[len(expected)]}' is one argument too many")
    return ProgramStart(_reference_id(words[0]), list(words[1:]))


def _stop_on_signals(start: ProgramStart) -> None:
    def stop(*_: typing.Any) -> None:
        start.stopped = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def run_program(argv: typing.Sequence[str], purpose: str, version: str,
                body: typing.Callable[[ProgramStart], None],
                arguments: typing.Sequence[str] = ()) -> int:
    """The whole main of a program that is called with a reference id:

        sys.exit(ddc.run_program(sys.argv, "Keeps 50 km/h.", "1.0", cruise))

    Answers --help (-h) and --version and calls `body`, which opens its table and runs until
    `stopped`. Call it once, in the main thread: it handles SIGINT and SIGTERM from then on. These
    signals also end the waits of a table and of `ddc.interface.Program.begin_cycle`, except a
    signal just before the wait: use a time-out of about a second.

    Args:
        argv: the program's name, then its arguments: sys.argv.
        purpose: sentences for --help.
        arguments: names of the arguments after the reference id.

    Returns:
        The exit code: 0 when `body` has returned; 1 if it has raised a TableError, an
        InterfaceError or an OSError; 2 for invalid arguments, including an ArgumentError. The
        reason is written to standard error, after the program's name. Other exceptions are bugs and
        are not caught, so that Python prints their traceback.
    """
    command, *words = argv
    name = os.path.basename(command)
    if words == ["--version"]:
        print(name, version)
        return 0
    if words in (["-h"], ["--help"]):
        print(_usage(command, purpose, arguments))
        return 0
    try:
        start = _start(words, arguments)
        _stop_on_signals(start)
        body(start)
        return 0
    except ArgumentError as error:
        print(f"{name}: {error}\n{_usage(command, purpose, arguments)}", file=sys.stderr)
        return 2
    except (TableError, InterfaceError, OSError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
