# SPDX-License-Identifier: MIT
"""Tables and groups of the package ddc, with other processes."""
import os
import signal
import subprocess
import sys

import numpy
import pytest

import ddc
from conftest import LIMIT_S, PACKAGES


@pytest.mark.parametrize("value", [True, False, -7, 2**31 - 1, 0.25, float("inf"), "text",
                                   "zwölf", "", None])
def test_a_value_is_read_with_its_type(table, value):
    table.write(5, value)
    assert table.read(5) == value
    assert type(table.read(5)) is type(value)
    assert table.entry(5).value == value


def test_a_text_that_is_not_utf_8_is_unchanged(table):
    table.write(5, b"caf\xc3".decode(errors="surrogateescape"))
    assert table.read(5).encode(errors="surrogateescape") == b"caf\xc3"


def test_numbers_of_numpy_are_accepted(table):
    table.write(5, numpy.int32(-3))
    table.write(6, numpy.float64(0.5))
    assert (table.read(5), table.read(6)) == (-3, 0.5)


def test_reading_as_a_type_refuses_another_one(table):
    table.write(5, 1.5)
    assert table.read(5, float) == 1.5
    assert table.read(6, float) is None
    with pytest.raises(ddc.TableError, match="wrong type") as caught:
        table.read(5, bool)
    assert caught.value.status == ddc.Status.WRONG_TYPE


@pytest.mark.parametrize("entry, value, error, text", [
    (-1, True, ddc.TableError, "out of range"),
    (65536, True, ddc.TableError, "out of range"),
    (2**32 + 5, True, OverflowError, "32 bits"),
    (5, 2**31, OverflowError, "32 bits"),
    (5, "x" * 200, ddc.TableError, "199 bytes"),
    (5, "a\0b", ValueError, "NUL"),
    (5, [], TypeError, "not list"),
    (5, 1j, TypeError, "not complex"),
])
def test_an_invalid_value_is_refused_and_changes_nothing(table, entry, value, error, text):
    table.write(5, 77)
    with pytest.raises(error, match=text):
        table.write(entry, value)
    assert table.read(5) == 77


def test_an_error_of_opening_has_its_reason(table_name):
    with pytest.raises(ddc.TableError, match=table_name) as caught:
        ddc.Table.open(table_name)
    assert caught.value.status == ddc.Status.NOT_FOUND
    with pytest.raises(ddc.TableError, match="not a valid table name"):
        ddc.Table("no/slash")
    with ddc.Table.create(table_name, capacity=20000) as made:
        assert (made.name, made.capacity, made.take_overs) == (table_name, 20000, 0)
        with pytest.raises(ddc.TableError) as caught:
            ddc.Table.create(table_name)
        assert caught.value.status == ddc.Status.EXISTS


def test_a_table_for_reading_and_a_closed_one_refuse_to_write(table, table_name):
    table.write(5, 1)
    with ddc.Table.open(table_name, read_only=True) as reader:
        assert reader.read(5) == 1
        with pytest.raises(ddc.TableError) as caught:
            reader.write(5, 2)
        assert caught.value.status == ddc.Status.READ_ONLY
    with pytest.raises(ddc.TableError, match="closed"):
        reader.read(5)
    with pytest.raises(ddc.TableError, match="closed"):
        reader.write(5, 2)


def test_two_processes_answer_each_other(table, start):
    rounds = 2000
    start("""
        import ddc, sys
        table = ddc.Table()
        for i in range(int(sys.argv[1])):
            assert table.wait(100, True, timeout_s=30)
            table.write(101, i)
            table.write(100, False)
        """, rounds)
    for i in range(rounds):
        table.write(100, True)
        assert table.wait(100, False, timeout_s=LIMIT_S)
        assert table.read(101) == i


def test_a_wait_ends_at_its_time_out(table):
    table.write(100, 1.5)
    assert table.wait(100, 1.5, timeout_s=0)
    assert not table.wait(100, 2.5, timeout_s=0.12)
    assert not table.wait_for_change([ddc.Watch(100, table.sequence(100))], timeout_s=0.12)
    with pytest.raises(ddc.TableError) as caught:
        table.wait(-1, True, timeout_s=1)
    assert caught.value.status == ddc.Status.OUT_OF_RANGE


def test_ctrl_c_ends_a_wait(table, start):
    waiting = start("""
        import ddc
        table = ddc.Table()
        try:
            table.write(101, True)
            table.wait(100, True, timeout_s=1000)
        except KeyboardInterrupt:
            print("interrupted")
        """)
    assert table.wait(101, True, LIMIT_S)
    code = waiting.end(signal.SIGINT, LIMIT_S)
    assert (waiting.out(), waiting.err(), code) == ("interrupted\n", "", 0)


def test_a_group_is_read_as_one_snapshot(table, start):
    entries = [(200 + i, float) for i in range(28)]
    seen = ddc.Group(table, entries)
    seen.write([0.0] * 28)
    start("""
        import ddc
        table = ddc.Table()
        group = ddc.Group(table, [(200 + i, float) for i in range(28)])
        number = 0.0
        while True:
            number += 1.0
            group.write([number] * 28)
        """)
    assert table.wait_for_change(seen.watches(), LIMIT_S)
    found = set()
    while len(found) < 300:
        values = set(seen.read())
        assert len(values) == 1
        found |= values


def test_a_group_can_have_every_type(table):
    group = ddc.Group(table, [(10, bool), (11, ddc.Type.INT32), (12, float), (13, str)])
    assert group.refresh() == ddc.Status.NO_DATA
    assert group.values == (False, 0, 0.0, "")
    with pytest.raises(ddc.TableError, match="no data"):
        group.read()
    group.write([True, -2**31, 0.5, "zwölf"])
    assert group.read() == (True, -2**31, 0.5, "zwölf")
    assert [table.read(entry) for entry in group.ids] == [True, -2**31, 0.5, "zwölf"]
    table.write(12, 3)
    assert group.refresh() == ddc.Status.WRONG_TYPE == group.status(2)
    assert group.values[2] == 0.5


def test_a_group_refuses_values_that_do_not_fit(table):
    group = ddc.Group(table, [(10, int), (11, float)])
    group.write([1, 2.0])
    for values, error in (([1], ValueError), ([2**31, 0.0], OverflowError), ([1, "x"], Exception)):
        with pytest.raises(error):
            group.write(values)
    assert (table.read(10), table.read(11)) == (1, 2.0)
    with pytest.raises(ValueError, match="twice"):
        ddc.Group(table, [(10, int), (10, float)])


def test_a_group_of_floats_is_an_array(table):
    group = ddc.Group(table, [(10 + i, float) for i in range(3)])
    array = group.array
    assert (array.shape, array.dtype) == ((3,), numpy.float64)
    array[:] = [1.0, 2.0, 3.0]
    group.write()
    assert [table.read(10 + i) for i in range(3)] == [1.0, 2.0, 3.0]
    table.write(11, -5.0)
    group.read()
    assert array.tolist() == [1.0, -5.0, 3.0]
    with pytest.raises(TypeError, match="floats"):
        ddc.Group(table, [(10, int)]).array


def test_a_wait_detects_that_a_group_was_written_since_it_was_read(table):
    group = ddc.Group(table, [(10 + i, float) for i in range(3)])
    group.write([0.0] * 3)
    group.read()
    assert not table.wait_for_change(group.watches(), 0)
    table.write(12, 0.0)
    assert table.wait_for_change(group.watches(), 0)


@pytest.mark.parametrize("library, text", [("/nowhere/libddc.so.1", "set DDC_LIBRARY"),
                                           ("libm.so.6", "is older than this package")])
def test_an_unusable_library_is_reported(library, text):
    environment = dict(os.environ, DDC_LIBRARY=library, PYTHONPATH=str(PACKAGES))
    done = subprocess.run([sys.executable, "-B", "-c", "import ddc"], env=environment, text=True,
                          capture_output=True, timeout=LIMIT_S)
    assert done.returncode == 1
    assert "ImportError" in done.stderr and text in done.stderr
