# SPDX-License-Identifier: MIT
"""How run_program handles arguments, signals and exceptions."""
import signal

import pytest

import ddc
from conftest import LIMIT_S

STOPPED_BY_A_SIGNAL = """
    import ddc, sys

    def drive(start):
        with ddc.Table() as table, \\
                ddc.interface.Program(table, start.reference_id, "waiting") as program:
            program.publish()
            while not start.stopped:
                program.begin_cycle(timeout_s=0.5)

    sys.exit(ddc.run_program(sys.argv, "Waits.", "1.0", drive))
"""


@pytest.fixture(autouse=True)
def signal_handlers():
    """Restores the signal handlers of the tests' process, which run_program sets."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def run(body, *words, **options):
    return ddc.run_program(["./bin/follower", *words], "Follows.", "2.5", body, **options)


def not_called(start):
    raise AssertionError(start)


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_has_the_usage_and_the_purpose(option, capsys):
    assert run(not_called, option, arguments=["PLACE"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Usage: ./bin/follower REFERENCE_ID PLACE\n")
    assert said.out.endswith("\nFollows.\n") and not said.err


def test_version_is_the_given_one(capsys):
    assert run(not_called, "--version") == 0
    assert capsys.readouterr().out == "follower 2.5\n"


@pytest.mark.parametrize("words, problem", [
    ([], "REFERENCE_ID is missing"),
    (["4000"], "PLACE is missing"),
    (["4000", "1", "2"], "'2' is one argument too many"),
    (["3fff", "1"], "REFERENCE_ID must be hexadecimal, 4000 to ffffff, is '3fff'"),
    (["", "1"], "REFERENCE_ID must be hexadecimal, 4000 to ffffff, is ''"),
    (["1000000", "1"], "REFERENCE_ID must be hexadecimal, 4000 to ffffff, is '1000000'")])
def test_invalid_arguments_are_refused(words, problem, capsys):
    assert run(not_called, *words, arguments=["PLACE"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"follower: {problem}\nUsage: ") and not said.out


def test_the_body_gets_its_reference_id_and_the_arguments_after_it():
    starts = []
    assert run(starts.append, "0x4010", "1", "b", arguments=["ONE", "TWO"]) == 0
    assert (starts[0].reference_id, starts[0].arguments) == (0x4010, ["1", "b"])
    assert not starts[0].stopped


@pytest.mark.parametrize("error, code", [
    (ddc.ArgumentError("PLACE must be 0 to 99"), 2), (OSError("no such route"), 1),
    (ddc.interface.InterfaceError("two ports have one name"), 1)])
def test_an_exception_of_the_body_is_printed_after_the_name(error, code, capsys):
    def fail(_start):
        raise error

    assert run(fail, "4000") == code
    assert capsys.readouterr().err.startswith(f"follower: {error}\n")


def test_a_table_that_cannot_be_opened_is_an_error_in_one_line(monkeypatch, capsys):
    monkeypatch.setenv("DDC_NAME", "no/name")
    assert run(lambda _start: ddc.Table(), "4000") == 1
    said = capsys.readouterr().err
    assert said.startswith("follower: ") and "no/name" in said and said.count("\n") == 1


def test_a_bug_keeps_its_traceback():
    with pytest.raises(ZeroDivisionError):
        run(lambda _start: 1 / 0, "4000")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_normally(number, start, table):
    process = start(STOPPED_BY_A_SIGNAL, "4000")
    assert table.wait(0x4000, True, timeout_s=LIMIT_S)
    assert process.end(number) == 0
    assert table.read(0x4000) is False
