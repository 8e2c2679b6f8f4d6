# SPDX-License-Identifier: MIT
"""Entries that are read or written as one snapshot."""
import ctypes
import typing

from . import _library
from ._library import lib
from .table import Table
from .types import Status, Type, TypeLike, Value, packing, to_bytes, to_int32, to_text, to_type


class Group:
    """Entries of a table that are read and written as one consistent snapshot, in one thread.

    Args:
        table: must stay open while the group is used.
        entries: (id, type) of each, with unique ids; a type is bool, int, float, str or a Type.

    Attributes:
        ids, types: as given, in order.
    """

    def __init__(self, table: Table, entries: typing.Iterable[typing.Tuple[int, TypeLike]]) -> None:
        self.table, self._handle = table, ctypes.c_void_p()
        given = [(to_int32(entry, "an id"), to_type(kind)) for entry, kind in entries]
        self.ids = tuple(entry for entry, _ in given)
        self.types = tuple(kind for _, kind in given)
        if len(set(self.ids)) != len(self.ids):
            raise ValueError("an id is in the group twice")
        table.check(lib.ddc_group_new(ctypes.byref(self._handle)))
        for entry, kind in given:
            table.check(lib.ddc_group_add(self._handle, entry, kind, None))
        self._texts = [i for i, kind in enumerate(self.types) if kind == Type.STRING]
        self._ints = [i for i, kind in enumerate(self.types) if kind == Type.INT32]
        self._packing = packing(self.types)
        self._buffer = ctypes.create_string_buffer(max(8 * len(given), 8))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.ddc_group_free(self._handle)

    def __len__(self) -> int:
        return len(self.ids)

    def refresh(self) -> Status:
        """Reads all entries. An entry that is empty or has another type keeps its value in the
        group, initially 0, False or ""; the first such status is returned. A read that fails as a
        whole changes no value."""
        return Status(lib.ddc_read_group_values(self.table.handle, self._handle, self._buffer,
                                                len(self.ids)))

    @property
    def values(self) -> typing.Tuple[Value, ...]:
        """The values that were last read or written, in order."""
        values = self._packing.unpack_from(self._buffer)
        if not self._texts:
            return values
        with_texts = list(values)
        for index in self._texts:
            with_texts[index] = self._text(index)
        return tuple(with_texts)

    def _text(self, index: int) -> str:
        text = ctypes.c_char_p()
        self.table.check(lib.ddc_group_get_string(self._handle, index, ctypes.byref(text)))
        return to_text(text.value or b"")

    def status(self, index: int) -> Status:
        """Result of the last read for that entry."""
        return Status(lib.ddc_group_status(self._handle, index))

    def read(self) -> typing.Tuple[Value, ...]:
        """The values of all entries, as one snapshot.
        @raises TableError also if one is empty or has another type"""
        status = lib.ddc_read_group_values(self.table.handle, self._handle, self._buffer,
                                           len(self.ids))
        if status:
            self.table.check(status)
        return self.values

    def write(self, values: typing.Optional[typing.Sequence[Value]] = None) -> None:
        """Writes all entries at once; without `values` those in `array`."""
        if values is not None:
            self.set(values)
        self.table.check(lib.ddc_write_group_values(self.table.handle, self._handle, self._buffer,
                                                    len(self.ids)))

    def set(self, values: typing.Sequence[Value]) -> None:
        """Sets the values for the next write."""
        if len(values) != len(self.ids):
            raise ValueError(f"the group has {len(self.ids)} entries, not {len(values)}")
        for index in self._ints:
            to_int32(values[index])
        if self._texts:
            values = list(values)
            for index in self._texts:
                self.table.check(lib.ddc_group_set_string(self._handle, index,
                                                          to_bytes(values[index])))
                values[index] = 0
        self._packing.pack_into(self._buffer, 0, *values)

    @property
    def array(self) -> typing.Any:
        """A numpy array of float64, shape (len(group),), which shares the memory of the group:
        read() updates it, and the next write() writes the values stored in it. Only for a group of
        floats. Needs numpy."""
        import numpy
        if any(kind != Type.DOUBLE for kind in self.types):
            raise TypeError("only a group of floats has an array")
        return numpy.frombuffer(memoryview(self._buffer), dtype=numpy.float64, count=len(self.ids))

    def watches(self) -> typing.List[typing.Tuple[int, int]]:
        """Ids and write counters of the last read, for wait_for_change."""
        array = (_library.Watch * len(self.ids))()
        self.take_watches(array)
        return [(watch.id, watch.sequence) for watch in array]

    def take_watches(self, array: typing.Any) -> None:
        """Writes the same into a ctypes array of Watch."""
        self.table.check(lib.ddc_watch_from_read(self._handle, array, len(array)))
