# SPDX-License-Identifier: MIT
"""Writes a recording into a table, like `ddc play`."""
import time
import typing

from .group import Group
from .recording import Path, RecordedChange, RecordingError, read_recording
from .table import Table
from .types import Type

Instant = typing.List[RecordedChange]


def _instants(changes: typing.Iterator[RecordedChange]) -> typing.Iterator[Instant]:
    """Changes that were recorded together, each entry at most once in each list. Changes before an
    invalid line are returned first."""
    together: typing.Dict[int, RecordedChange] = {}
    time_s = 0.0
    try:
        for change in changes:
            if together and (change.time_s != time_s or change.id in together):
                yield list(together.values())
                together = {}
            together[change.id], time_s = change, change.time_s
    except RecordingError:
        if together:
            yield list(together.values())
        raise
    if together:
        yield list(together.values())


def _write(table: Table, instant: Instant) -> None:
    held = [change for change in instant if change.type != Type.NO_DATA]
    Group(table, [(change.id, change.type) for change in held]).write(
        [change.value for change in held])
    for change in instant:
        if change.type == Type.NO_DATA:
            table.clear(change.id, 1)


def play(table: Table, path: Path, *, rate: float = 1.0) -> int:
    """Writes the changes of a recording into a table, at the recorded pace. Those of one instant
    are written as one snapshot; entries that they empty are emptied right after.

    Args:
        path: a recording of `record` or `ddc record`.
        rate: speed, above 0: 2 is twice as fast, math.inf does not wait.

    Returns:
        The number of changes written.

    Raises:
        RecordingError: with file and line; the changes before it have been written.
        TableError: the table does not have an entry, or is read-only.
    """
    if not rate > 0.0:
        raise ValueError("rate must be above 0")
    written, start_s, first_s = 0, time.monotonic(), None
    for instant in _instants(read_recording(path)):
        time_s = instant[0].time_s
        first_s = time_s if first_s is None else first_s
        time.sleep(max(start_s + (time_s - first_s) / rate - time.monotonic(), 0.0))
        _write(table, instant)
        written += len(instant)
    return written
