# SPDX-License-Identifier: MIT
"""Recordings that Python plays into a table."""
import math
import subprocess

import pytest

import ddc
from conftest import LIMIT_S

VALUES = {100: True, 101: -7, 102: 0.1, 103: "two\nlines", 104: None, 105: math.inf}
CHANGES = """time_s,id,type,value
10.0,0x64,int32,1
10.0,0x65,int32,1
10.5,0x64,int32,2
10.5,0x65,none,
12.0,0x64,int32,3
12.0,0x64,int32,4
"""


class Clock:
    """A clock that only sleeping advances."""

    def __init__(self, table):
        self.table, self.now_s, self.seen = table, 1000.0, []

    def monotonic(self):
        return self.now_s

    def sleep(self, duration_s):
        self.now_s += duration_s
        self.seen.append((self.now_s, self.table.read(100), self.table.read(101)))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text(CHANGES)
    return path


def test_python_plays_a_recording_of_ddc(table, table_name, programs, tmp_path):
    for entry, value in VALUES.items():
        table.write(entry, value)
    file = tmp_path / "run.ndjson"
    subprocess.run([programs / "ddc", "record", *map(hex, VALUES), "--output", file,
                    "--count", "6"], check=True, capture_output=True, timeout=LIMIT_S)
    with ddc.Table(table_name + ".played") as played:
        played.write(104, "is emptied")
        assert ddc.play(played, file) == 6
        assert {entry: played.read(entry) for entry in VALUES} == VALUES


@pytest.mark.parametrize("rate, times_s", [(1.0, (1000.0, 1000.5, 1002.0, 1002.0)),
                                           (0.5, (1000.0, 1001.0, 1004.0, 1004.0)),
                                           (math.inf, (1000.0,) * 4)])
def test_changes_are_played_at_their_pace_those_of_one_instant_together(table, file, monkeypatch,
                                                                      rate, times_s):
    clock = Clock(table)
    monkeypatch.setattr("ddc.playing.time", clock)
    assert ddc.play(table, file, rate=rate) == 6
    before = [(None, None), (1, 1), (2, None), (3, None)]
    assert clock.seen == [(time_s, *held) for time_s, held in zip(times_s, before)]
    assert table.read(100) == 4


def test_changes_before_an_invalid_line_are_played(table, file):
    file.write_text(CHANGES + "12.5,0x64,int32,5\n12.5,0x65,int")
    with pytest.raises(ddc.RecordingError, match="run.csv:9: has 3 fields"):
        ddc.play(table, file, rate=math.inf)
    assert table.read(100) == 5


def test_an_invalid_recording_or_rate_is_reported(table, table_name, file):
    for rate in (0.0, -1.0, math.nan):
        with pytest.raises(ValueError, match="rate must be above 0"):
            ddc.play(table, file, rate=rate)
    with ddc.Table.open(table_name, read_only=True) as reader:
        with pytest.raises(ddc.TableError) as caught:
            ddc.play(reader, file)
        assert caught.value.status == ddc.Status.READ_ONLY
    assert table.read(100) is None
