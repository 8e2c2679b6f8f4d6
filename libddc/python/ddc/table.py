# SPDX-License-Identifier: MIT
"""A table, and waits for the writes of other processes."""
import ctypes
import os
import time
import typing

from . import _library
from ._library import lib
from .types import (MAX_STRING, Status, TableError, Type, TypeLike, Value, to_bytes, to_int32,
                    to_text, to_type, type_of)

_NUMBERS = {Type.BOOL: ("bool", ctypes.c_bool), Type.INT32: ("int32", ctypes.c_int32),
            Type.DOUBLE: ("double", ctypes.c_double)}
_READ = {kind: (getattr(lib, "ddc_read_" + name), c) for kind, (name, c) in _NUMBERS.items()}
_WRITE = {kind: getattr(lib, "ddc_write_" + name) for kind, (name, _) in _NUMBERS.items()}
_WAIT: typing.Dict[Type, typing.Callable[..., int]] = {
    kind: getattr(lib, "ddc_wait_" + name) for kind, (name, _) in _NUMBERS.items()}
_EMPTY = (Status.NO_DATA, Status.WRONG_TYPE)
# Longest wait of one call into the library: Python handles signals between two calls.
_LONGEST_CALL_S = 0.05


class Watch(typing.NamedTuple):
    """An entry and its write counter that it last had."""
    id: int
    sequence: int


class Entry(typing.NamedTuple):
    """An entry as a monitor reads it."""
    id: int
    type: Type
    value: Value
    sequence: int
    """Counts writes: grows by 2 with each."""


def _options(name: typing.Optional[str], read_only: bool, capacity: typing.Optional[int],
             mode: int, group_id: int, open_timeout_s: typing.Optional[float],
             lock_timeout_s: typing.Optional[float],
             spin_s: typing.Optional[float]) -> _library.Options:
    options = _library.Options()
    lib.ddc_options_init(ctypes.byref(options))
    options.name = None if name is None else os.fsencode(name)
    options.read_only, options.mode, options.group_id = read_only, mode, group_id
    if capacity is not None:
        options.capacity = to_int32(capacity, "capacity")
    for field, seconds in (("open_timeout_ns", open_timeout_s), ("spin_ns", spin_s),
                           ("lock_timeout_ns", lock_timeout_s)):
        if seconds is not None:
            setattr(options, field, int(seconds * 1e9))
    return options


class Table:
    """An open table. Any number of threads may use it at once. Deleting it closes it.

    Table(name), or Table.open_or_create(name), creates the table if it does not exist; Table.open
    only opens, and Table.create only creates. They take the same arguments.

    Args:
        name: of the table; None: the environment's DDC_NAME, or "vcg".
        read_only: it cannot be written or created.
        capacity: number of entries, used only if it is created.
        mode: of the file in /dev/shm, used only if it is created; 0: 0600, 0660 with a group.
        group_id: group that shares the table; -1: the one in DDC_GROUP, or none.
        open_timeout_s, lock_timeout_s, spin_s: as in ddc_options; None: the library's defaults.

    Raises:
        TableError: it cannot be opened; the message names the table and says what to do.
    """

    def __init__(self, name: typing.Optional[str] = None, *, read_only: bool = False,
                 capacity: typing.Optional[int] = None, mode: int = 0, group_id: int = -1,
                 open_timeout_s: typing.Optional[float] = None,
                 lock_timeout_s: typing.Optional[float] = None,
                 spin_s: typing.Optional[float] = None,
                 _open: typing.Callable[..., int] = lib.ddc_open_or_create) -> None:
        self.handle: typing.Optional[ctypes.c_void_p] = ctypes.c_void_p()
        options = _options(name, read_only, capacity, mode, group_id, open_timeout_s,
                           lock_timeout_s, spin_s)
        status = _open(ctypes.byref(options), ctypes.byref(self.handle))
        if status != Status.OK:
            raise TableError(status, to_text(lib.ddc_last_error()))

    @classmethod
    def open_or_create(cls, name: typing.Optional[str] = None, **options: typing.Any) -> "Table":
        """The same as Table(name), with its name in C and C++."""
        return cls(name, **options)

    @classmethod
    def open(cls, name: typing.Optional[str] = None, **options: typing.Any) -> "Table":
        """Opens an existing table."""
        return cls(name, _open=lib.ddc_open, **options)

    @classmethod
    def create(cls, name: typing.Optional[str] = None, **options: typing.Any) -> "Table":
        """Creates a new table."""
        return cls(name, _open=lib.ddc_create, **options)

    def close(self) -> None:
        """Closes it. The table and its contents remain."""
        handle, self.handle = getattr(self, "handle", None), None
        if handle:
            lib.ddc_close(handle)

    __del__ = close

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        return to_text(lib.ddc_name(self.handle))

    @property
    def capacity(self) -> int:
        """Number of entries; ids are 0 to capacity - 1."""
        return int(lib.ddc_capacity(self.handle))

    @property
    def take_overs(self) -> int:
        """How often the lock was recovered from a dead writer since the table was created."""
        return int(lib.ddc_take_overs(self.handle))

    def check(self, status: int) -> None:
        """@raises TableError with a sentence, if the status is not OK"""
        if status == Status.OK:
            return
        if self.handle is None:
            raise TableError(Status.INVALID, "the table is closed")
        text = ctypes.create_string_buffer(400)
        lib.ddc_explain(self.handle, status, text, len(text))
        raise TableError(status, to_text(text.value or lib.ddc_strerror(status)))

    def read(self, entry: int, kind: typing.Optional[TypeLike] = None) -> Value:
        """The value of an entry; None if it is empty.

        With `kind` (bool, int, float, str or a Type) this is a single call into the library, and an
        entry of another type raises TableError; without it, any type is accepted. Bytes of a text
        that are not UTF-8 are surrogates, as in file names.
        """
        entry = to_int32(entry, "an id")
        if kind is not None:
            return self._read_as(entry, to_type(kind))
        while True:
            try:
                return self._read_as(entry, self._type(entry))
            except TableError as error:
                if error.status != Status.WRONG_TYPE:  # it was written meanwhile
                    raise

    def _read_as(self, entry: int, kind: Type) -> Value:
        if kind == Type.NO_DATA:
            return None
        if kind == Type.STRING:
            text = ctypes.create_string_buffer(MAX_STRING + 1)
            status = lib.ddc_read_string(self.handle, entry, text, len(text), None)
            found: typing.Any = text
        else:
            read, c_type = _READ[kind]
            found = c_type()
            status = read(self.handle, entry, ctypes.byref(found))
        if status == Status.NO_DATA:
            return None
        self.check(status)
        return to_text(found.value) if kind == Type.STRING else found.value

    def _type(self, entry: int, sequence: typing.Any = None) -> Type:
        kind = ctypes.c_int()
        self.check(lib.ddc_read_type(self.handle, entry, ctypes.byref(kind), sequence))
        return Type(kind.value)

    def sequence(self, entry: int) -> int:
        """The write counter of an entry: grows by 2 with each write. 0 if the id does not exist."""
        watch = _library.Watch(to_int32(entry, "an id"))
        self.check(lib.ddc_watch_from_now(self.handle, watch, 1))
        return int(watch.sequence)

    def entry(self, entry: int) -> Entry:
        """The value of an entry, its type and its write counter, as one snapshot."""
        entry = to_int32(entry, "an id")
        while True:
            before = ctypes.c_uint64()
            kind = self._type(entry, ctypes.byref(before))
            value = self.read(entry)
            if self.sequence(entry) == before.value:
                return Entry(entry, kind, value, before.value)

    def write(self, entry: int, value: Value) -> None:
        """Writes a value and its type: bool, int (32 bits), float, str; None: no data."""
        kind, entry = type_of(value), to_int32(entry, "an id")
        if kind == Type.NO_DATA:
            return self.clear(entry, 1)
        if kind == Type.STRING:
            status = lib.ddc_write_string(self.handle, entry, to_bytes(value))
        else:
            checked = to_int32(value) if kind == Type.INT32 else value
            status = _WRITE[kind](self.handle, entry, checked)
        self.check(status)

    def clear(self, first: int, count: int) -> None:
        """Empties `count` entries from `first` on."""
        self.check(lib.ddc_write_no_data(self.handle, to_int32(first, "an id"),
                                         to_int32(count, "count")))

    def wait(self, entry: int, value: typing.Union[bool, int, float], timeout_s: float) -> bool:
        """Waits until an entry has that value; False if it never had. Meanwhile other threads run
        and signals are handled."""
        kind, entry = type_of(value), to_int32(entry, "an id")
        if kind not in _WAIT:
            raise TypeError("the awaited value must be a bool, an int or a float")
        checked = to_int32(value) if kind == Type.INT32 else value
        return self._wait(lambda left_ns: _WAIT[kind](self.handle, entry, checked, left_ns),
                          timeout_s) == Status.OK

    def wait_for_change(self, watches: typing.Sequence[typing.Tuple[int, int]],
                        timeout_s: float) -> bool:
        """Waits until one of the entries was written since its Watch was made; False if none
        was."""
        array = (_library.Watch * len(watches))(*(_library.Watch(*watch) for watch in watches))
        wait: typing.Callable[..., int] = lib.ddc_wait_for_change
        return self._wait(lambda left_ns: wait(self.handle, array, len(array), left_ns, False),
                          timeout_s) == Status.OK

    def _wait(self, call: typing.Callable[[int], int], timeout_s: float) -> Status:
        """@raises TableError if the status is neither OK nor TIMED_OUT"""
        deadline = time.monotonic() + timeout_s
        left_s = timeout_s
        while True:
            status = call(int(min(max(left_s, 0.0), _LONGEST_CALL_S) * 1e9))
            left_s = deadline - time.monotonic()
            if status != Status.TIMED_OUT:
                self.check(status)
                return Status.OK
            if left_s <= 0.0:
                return Status.TIMED_OUT
