# SPDX-License-Identifier: MIT
"""Recordings that Python and the command ddc write and read."""
import json
import math
import subprocess

import pytest

import ddc
import harness
from conftest import LIMIT_S

VALUES = {100: True, 101: -7, 102: 0.1, 103: 'a "quoted", text\nof two lines', 104: None,
          105: math.inf}


def ddc_command(programs, *words):
    return subprocess.run([programs / "ddc", *words], check=True, text=True, capture_output=True,
                          timeout=LIMIT_S)


@pytest.fixture
def full_table(table):
    for entry, value in VALUES.items():
        table.write(entry, value)
    return table


@pytest.mark.parametrize("suffix", ["csv", "ndjson"])
def test_ddc_plays_a_recording_of_python(full_table, table_name, programs, tmp_path, suffix):
    file = tmp_path / f"run.{suffix}"
    assert ddc.record(full_table, list(VALUES), file, duration_s=0) == (6, 0)
    other = table_name + ".played"
    ddc_command(programs, "create", other)
    ddc_command(programs, "--name", other, "play", file)
    with ddc.Table.open(other) as played:
        assert {entry: played.read(entry) for entry in VALUES} == VALUES


@pytest.mark.parametrize("suffix", ["csv", "ndjson", "mcap"])
def test_python_reads_a_recording_of_ddc(full_table, programs, tmp_path, suffix):
    file = tmp_path / f"run.{suffix}"
    ddc_command(programs, "record", *map(hex, VALUES), "--output", file, "--count", "6")
    changes = list(ddc.read_recording(file))
    assert {change.id: change.value for change in changes} == VALUES
    assert [change.type for change in changes] == [
        ddc.Type.BOOL, ddc.Type.INT32, ddc.Type.DOUBLE, ddc.Type.STRING, ddc.Type.NO_DATA,
        ddc.Type.DOUBLE]
    assert [change.name for change in changes] == [f"0x{entry:04x}" for entry in VALUES]
    assert all(change.time_s > 1.7e9 for change in changes)


@pytest.fixture
def recorded(full_table, programs, tmp_path):
    """A recording in MCAP, as bytes."""
    file = tmp_path / "recorded.mcap"
    ddc_command(programs, "record", *map(hex, VALUES), "--output", file, "--count", "6")
    return file.read_bytes()


def read_bytes(tmp_path, content):
    """The values read from a file before an error, and the error."""
    file, read = tmp_path / "changed.mcap", []
    file.write_bytes(content)
    with pytest.raises(ddc.RecordingError) as caught:
        for change in ddc.read_recording(file):
            read.append(change.value)
    assert str(caught.value).startswith(f"{file}: ")
    return read, str(caught.value)


def test_an_mcap_file_that_was_not_closed_is_read_up_to_its_last_chunk(recorded, tmp_path):
    data_end = recorded.rindex(b"\x0f\x04\0\0\0\0\0\0\0")
    read, error = read_bytes(tmp_path, recorded[:data_end])
    assert (read, "was not closed" in error) == (list(VALUES.values()), True)
    read, error = read_bytes(tmp_path, recorded[:30])
    assert (read, "was not closed" in error) == ([], True)


def test_a_damaged_mcap_file_is_reported_with_its_byte(recorded, tmp_path):
    chunk = recorded.index(b"zstd") + 20
    damaged = recorded[:chunk] + bytes([recorded[chunk] ^ 1]) + recorded[chunk + 1:]
    read, error = read_bytes(tmp_path, damaged)
    assert read == []
    assert " byte " in error
    assert read_bytes(tmp_path, b"\x89MCAP1\r\n") == (
        [], f"{tmp_path / 'changed.mcap'}: byte 0: not an MCAP file (bad magic bytes)")


def test_an_mcap_file_without_entries_is_reported(tmp_path):
    data_end = b"\x0f" + (4).to_bytes(8, "little") + bytes(4)
    read, error = read_bytes(tmp_path, b"\x89MCAP0\r\n" + data_end)
    assert read == []
    assert "has no message of the type ddc_msgs/msg/Entry" in error


def test_every_change_of_another_process_is_recorded(table, start, tmp_path):
    count, file = 200, tmp_path / "run.ndjson"
    table.write(100, 0)
    writer = start("""
        import ddc, sys
        table = ddc.Table()
        for i in range(1, int(sys.argv[1]) + 1):
            assert table.wait(101, True, timeout_s=30)
            table.write(101, False)
            table.write(100, i)
        """, count)
    recorder = start("""
        import ddc, sys
        print(ddc.record(ddc.Table(), {100: "number"}, sys.argv[1], count=int(sys.argv[2]) + 1))
        """, file, count)
    for lines in range(1, count + 1):
        harness.until(lambda n=lines: file.exists() and file.read_text().count("\n") >= n,
                      f"{lines} lines", LIMIT_S)
        table.write(101, True)
    recorder.wait(LIMIT_S)
    assert (recorder.out(), recorder.err()) == (f"({count + 1}, 0)\n", "")
    assert writer.wait(LIMIT_S) == 0
    assert [change.value for change in ddc.read_recording(file)] == list(range(count + 1))
    assert json.loads(file.read_text().splitlines()[3])["name"] == "number"


@pytest.mark.parametrize("text, message", [
    ("", "1: the file is empty"),
    ("a,b\n", "1: there is no column 'time_s'"),
    ("time_s,id,type,value\n1,0x10,bool\n", "2: has 3 fields instead of 4"),
    ("time_s,id,type,value\n1,0x10,bool,true\n1,0x10,bool,maybe\n",
     "3: 'maybe' is not a valid bool"),
    ("time_s,id,type,value\n1,0x10,int32,2147483648\n", "2: a value is an int of 32 bits"),
    ("time_s,id,type,value\n1,0x10,double,1e999\n", "2: '1e999' is not a valid double"),
    ("time_s,id,type,value\n1,-4,bool,true\n", "2: '-4' is not an id"),
    ("time_s,id,type,value\nnan,4,bool,true\n", "2: 'nan' is not a time"),
    ("time_s,id,type,value\n1,4,long,1\n", "2: 'long' is not a type"),
    ("time_s,id,type,value\n1,4,string," + "x" * 200 + "\n", "2: a string entry holds at most"),
    ('time_s,id,type,value\n1,4,string,"never closed\n', "unexpected end of data"),
    ("x" * (1 << 20), "1: is longer than a record can be"),
    ('{"time_s": 1}\n', "1: has no 'id'"),
    ('{"time_s": 1, "id": 4, "type": "bool", "value": true}\n[]\n', "2: is not a JSON object"),
    ('{"time_s": 1, "id": 4, "type": "bool", "value": true}\n{,}\n', "2: Expecting"),
    ('{"time_s": 1, "id": 4, "type": "bool", "value": true}\n{"a": ' + "[" * 100000, "2: "),
])
def test_a_file_that_is_not_a_recording_is_reported_with_its_line(tmp_path, text, message):
    file = tmp_path / "wrong"
    file.write_text(text)
    with pytest.raises(ddc.RecordingError) as caught:
        list(ddc.read_recording(file))
    assert str(caught.value).startswith(f"{file}:")
    assert message in str(caught.value)
