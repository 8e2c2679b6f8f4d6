# SPDX-License-Identifier: MIT
"""Recordings: every change of some entries with its time, as `ddc record` writes and `ddc play`
reads them. One change per line, in CSV or, in a file .ndjson or .jsonl, as JSON objects; or one per
message, in MCAP, which is supported for reading only."""
import contextlib
import csv
import json
import math
import os
import re
import struct
import time
import typing

from ._mcap import MAGIC, McapError, McapReader, Message
from .table import Entry, Table
from .types import MAX_STRING, Type, Value, to_int32

_COLUMNS = ("time_s", "id", "name", "type", "value", "unit")
_NEEDED = ("time_s", "id", "type", "value")
_NAMES = {Type.NO_DATA: "no data", Type.BOOL: "bool", Type.INT32: "int32", Type.DOUBLE: "double",
          Type.STRING: "string"}
_TYPES = {name: kind for kind, name in _NAMES.items()} | {"none": Type.NO_DATA}
_WORDS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
_MOST_IDS = 1 << 24
_LATEST_S = 1e12
_LONGEST_RECORD = 1 << 20
_ENTRY_TYPE = "ddc_msgs/msg/Entry"
# After the encapsulation header, up to the text: the stamp's sec and nanosec, id, type, bool_value,
# int32_value, float64_value, and the bytes of string_value with its 0.
_ENTRY = struct.Struct("<4xiIiB?2xi4xdI")
_LITTLE_ENDIAN = b"\0\1"
Path = typing.Union[str, "os.PathLike[str]"]


class RecordingError(ValueError):
    """A file is not a recording. The message begins with the file, and the line in a text file."""


class RecordedChange(typing.NamedTuple):
    """An entry's value at one time."""
    time_s: float
    """Seconds since 1970."""
    id: int
    name: str
    """Such as 0x4000/true_velocity; "" in a file without names."""
    type: Type
    value: Value


def _to_double(text: str) -> float:
    if text in _WORDS:
        return _WORDS[text]
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"'{text}' is not a valid double")
    return value


def _to_value(text: str, kind: Type) -> Value:
    if kind == Type.NO_DATA:
        return None
    if kind == Type.BOOL:
        if text not in ("true", "false", "1", "0"):
            raise ValueError(f"'{text}' is not a valid bool: true or false")
        return text in ("true", "1")
    if kind == Type.INT32:
        return to_int32(int(text, 16 if "x" in text.lower() else 10), "a value")
    if kind == Type.DOUBLE:
        return _to_double(text)
    if len(text.encode(errors="surrogateescape")) > MAX_STRING:
        raise ValueError(f"a string entry holds at most {MAX_STRING} bytes")
    return text


def _to_change(fields: typing.Mapping[str, str]) -> RecordedChange:
    time_s = float(fields["time_s"])
    if not abs(time_s) <= _LATEST_S:
        raise ValueError(f"'{fields['time_s']}' is not a time in seconds")
    entry = int(fields["id"], 0)
    if not 0 <= entry < _MOST_IDS:
        raise ValueError(f"'{fields['id']}' is not an id such as 0x4003")
    if fields["type"] not in _TYPES:
        raise ValueError(f"'{fields['type']}' is not a type: {', '.join(_TYPES)}")
    kind = _TYPES[fields["type"]]
    return RecordedChange(time_s, entry, fields.get("name", ""), kind,
                          _to_value(fields["value"], kind))


def _fields_of_json(line: str) -> typing.Dict[str, str]:
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("is not a JSON object")
    for key in _NEEDED:
        if key not in record:
            raise ValueError(f"has no '{key}'")
    return {key: value if isinstance(value, str) else "" if value is None else json.dumps(value)
            for key, value in record.items()}


def _lines(file: typing.TextIO) -> typing.Iterator[str]:
    while True:
        line = file.readline(_LONGEST_RECORD)
        if not line:
            return
        if len(line) == _LONGEST_RECORD:
            raise ValueError(f"is longer than a record can be ({_LONGEST_RECORD} bytes)")
        yield line


def _csv_records(lines: typing.Iterator[str]) -> typing.Iterator[
        typing.Tuple[int, typing.Dict[str, str]]]:
    rows = csv.reader(lines, strict=True)
    header = next(rows, None)
    if header is None:
        raise ValueError("the file is empty")
    for key in _NEEDED:
        if key not in header:
            raise ValueError(f"there is no column '{key}'; was this file written by "
                             "ddc record?")
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"has {len(row)} fields instead of {len(header)}")
        yield rows.line_num, dict(zip(header, row))


class _CountedLines:
    """The lines of a file, and the number of the last one read."""

    def __init__(self, file: typing.TextIO) -> None:
        self.number = 0
        self._lines = _lines(file)

    def __iter__(self) -> "_CountedLines":
        return self

    def __next__(self) -> str:
        self.number += 1
        return next(self._lines)


def _entry_of(message: Message) -> RecordedChange:
    data = message.data

    def check(is_good: bool, problem: str) -> None:
        if not is_good:
            raise McapError(f"message {message.sequence} of {message.channel.topic} {problem}")

    check(len(data) >= _ENTRY.size and data[:2] == _LITTLE_ENDIAN, f"is not a {_ENTRY_TYPE} in CDR")
    _, _, entry, kind, boolean, int32, double, length = _ENTRY.unpack_from(data)
    text = data[_ENTRY.size:_ENTRY.size + length]
    check(len(text) == length <= MAX_STRING + 1 and text[-1:] == b"\0",
          f"has no text of at most {MAX_STRING} bytes")
    check(0 <= entry < _MOST_IDS, f"has the id {entry}")
    check(kind in _NAMES, f"has the type {kind}")
    values: typing.Dict[Type, Value] = {
        Type.NO_DATA: None, Type.BOOL: boolean, Type.INT32: int32, Type.DOUBLE: double,
        Type.STRING: text[:-1].decode(errors="surrogateescape")}
    return RecordedChange(message.log_time_ns * 1e-9, entry,
                          message.channel.metadata.get("name", ""), Type(kind), values[Type(kind)])


def _read_mcap(path: Path) -> typing.Iterator[RecordedChange]:
    has_changes = False
    with open(path, "rb") as file:
        try:
            reader = McapReader(file)
            for message in reader.messages():
                if (message.channel.encoding, message.channel.schema) != ("cdr", _ENTRY_TYPE):
                    continue
                has_changes = True
                yield _entry_of(message)
        except McapError as error:
            raise RecordingError(f"{os.fspath(path)}: {error}") from None
    if reader.is_cut:
        raise RecordingError(f"{os.fspath(path)}: was not closed; ddc-gateway mcap repair keeps "
                             "what was read")
    if not has_changes:
        raise RecordingError(f"{os.fspath(path)}: has no message of the type {_ENTRY_TYPE}; "
                             "was this file written by ddc record?")


def read_recording(path: Path) -> typing.Iterator[RecordedChange]:
    """The changes of a recording, one by one in the order of the file. For a file that was not
    closed, all changes up to the last complete chunk or line are returned before the exception.
    @raises RecordingError with file and line if it is not a recording, OSError"""
    with open(path, "rb") as file:
        is_mcap = file.read(1) == MAGIC[:1]
    yield from _read_mcap(path) if is_mcap else _read_text(path)


def _read_text(path: Path) -> typing.Iterator[RecordedChange]:
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        is_json = file.read(1) == "{"
        file.seek(0)
        lines = _CountedLines(file)
        try:
            if is_json:
                for line in lines:
                    yield _to_change(_fields_of_json(line))
            else:
                for _, fields in _csv_records(lines):
                    yield _to_change(fields)
        except (ValueError, OverflowError, RecursionError, csv.Error) as error:
            raise RecordingError(f"{os.fspath(path)}:{max(lines.number, 1)}: {error}") from None


def _value_text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value if isinstance(value, str) else repr(value)


def _json_value(value: Value) -> typing.Union[Value]:
    is_word = isinstance(value, float) and not math.isfinite(value)
    return _value_text(value) if is_word else value


class _Writer:
    def __init__(self, file: typing.TextIO, is_json: bool) -> None:
        self._file, self._is_json = file, is_json
        self._csv = csv.writer(file, lineterminator="\n")
        if not is_json:
            self._csv.writerow(_COLUMNS)

    def flush(self) -> None:
        self._file.flush()

    def add(self, time_s: float, name: str, entry: Entry) -> None:
        if self._is_json:
            record = (round(time_s, 6), f"0x{entry.id:04x}", name, _NAMES[entry.type],
                      _json_value(entry.value), "")
            self._file.write(json.dumps(dict(zip(_COLUMNS, record)), ensure_ascii=False) + "\n")
        else:
            self._csv.writerow((f"{time_s:.6f}", f"0x{entry.id:04x}", name, _NAMES[entry.type],
                                _value_text(entry.value), ""))


def record(table: Table, entries: typing.Union[typing.Iterable[int], typing.Mapping[int, str]],
           path: Path, *, duration_s: float = math.inf, count: typing.Optional[int] = None
           ) -> typing.Tuple[int, int]:
    """Writes the values of entries, and then every change of one, to a file, which is overwritten.

    Args:
        entries: ids, or a mapping from ids to names.
        path: .ndjson and .jsonl select JSON, others CSV.
        duration_s: ends after that time; Ctrl-C also ends it, with a complete file.
        count: ends after that many records.

    Returns:
        The number of records, and that of changes that were missed.
    """
    names = dict(entries) if isinstance(entries, typing.Mapping) else {
        entry: f"0x{entry:04x}" for entry in entries}
    is_json = re.search(r"\.(ndjson|jsonl)$", os.fspath(path)) is not None
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        recorder = _Recorder(table, names, _Writer(file, is_json), count)
        with contextlib.suppress(KeyboardInterrupt):
            recorder.run(duration_s)
        return recorder.written, recorder.missed


class _Recorder:
    def __init__(self, table: Table, names: typing.Mapping[int, str], writer: _Writer,
                 most: typing.Optional[int]) -> None:
        self._table, self._names, self._writer, self._most = table, names, writer, most
        self.written = self.missed = 0
        self._offset_s = time.time() - time.monotonic()

    def run(self, duration_s: float) -> None:
        end = time.monotonic() + duration_s
        seen = {entry: self._add(entry).sequence for entry in self._names}
        while not self._is_full():
            self._writer.flush()
            left_s = end - time.monotonic()
            if left_s <= 0.0 or not self._table.wait_for_change(list(seen.items()), left_s):
                return
            for entry, sequence in seen.items():
                if self._table.sequence(entry) == sequence or self._is_full():
                    continue
                seen[entry] = self._add(entry).sequence
                self.missed += (seen[entry] - sequence) // 2 - 1

    def _is_full(self) -> bool:
        return self._most is not None and self.written >= self._most

    def _add(self, entry: int) -> Entry:
        found = self._table.entry(entry)
        self._writer.add(time.monotonic() + self._offset_s, self._names[entry], found)
        self.written += 1
        return found
