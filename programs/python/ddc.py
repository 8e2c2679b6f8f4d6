# SPDX-License-Identifier: MIT
"""The DDC for Python programs: a thin layer over libddc.so (ddc/ddc.h) with ctypes.

    table = ddc.Table()                      # the instance that DDC_NAME names
    table.write(0x4000, True)                # bool, int, float, str or None (no data)
    velocity = table.read(0x400A)            # None if the entry is empty
    table.wait(0x4003, True, timeout_s=5)    # blocks, returns False if the time is over

The library is looked for in DDC_LIBRARY, beside this file, in build/release/lib, and where the
system keeps its libraries.
"""
import ctypes
import os
import pathlib

OK, NO_DATA, TIMED_OUT, TOO_LONG = 0, 1, 5, 6
BOOL, INT32, DOUBLE, STRING = 1, 2, 3, 4  # what an entry holds
_ABI_VERSION = 1


class Error(Exception):
    """An operation failed; `status` is the ddc_status."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class _Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p),
                ("read_only", ctypes.c_bool), ("capacity", ctypes.c_int32),
                ("mode", ctypes.c_uint32), ("group_id", ctypes.c_int64),
                ("open_timeout_ns", ctypes.c_int64), ("lock_timeout_ns", ctypes.c_int64),
                ("spin_ns", ctypes.c_int64)]


def _find_library():
    here = pathlib.Path(__file__).resolve().parent
    candidates = [os.environ.get("DDC_LIBRARY"), here / "libddc.so",
                  here.parent.parent / "build/release/lib/libddc.so"]
    found = next((path for path in candidates if path and os.path.exists(path)), "libddc.so.1")
    library = ctypes.CDLL(str(found))
    for name in ("ddc_strerror", "ddc_last_error", "ddc_name", "ddc_version"):
        getattr(library, name).restype = ctypes.c_char_p
    if library.ddc_abi_version() != _ABI_VERSION:
        raise ImportError(f"{found} has ABI version {library.ddc_abi_version()}, "
                          f"this module needs {_ABI_VERSION}")
    return library


_lib = _find_library()
_id = ctypes.c_int32
_by_type = {BOOL: ("bool", ctypes.c_bool), INT32: ("int32", ctypes.c_int32),
            DOUBLE: ("double", ctypes.c_double)}


def _type_of(value):
    for kind, number in ((bool, BOOL), (int, INT32), (float, DOUBLE),
                         (str, STRING)):
        if isinstance(value, kind):
            return number
    raise TypeError(f"an entry holds bool, int, float, str or None, not {type(value).__name__}")


class Table:
    """An open table, created where there is none."""

    def __init__(self, name=None, create=True):
        options = _Options()
        _lib.ddc_options_init(ctypes.byref(options))
        options.name = name.encode() if name else None
        self._handle = ctypes.c_void_p()
        open_table = _lib.ddc_open_or_create if create else _lib.ddc_open
        status = open_table(ctypes.byref(options), ctypes.byref(self._handle))
        if status != OK:
            raise Error(status, _lib.ddc_last_error().decode())

    def close(self):
        _lib.ddc_close(self._handle)
        self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _check(self, status, accepted=(OK,)):
        if status not in accepted:
            text = ctypes.create_string_buffer(400)
            _lib.ddc_explain(self._handle, status, text, ctypes.c_size_t(len(text)))
            raise Error(status, text.value.decode())
        return status

    def read(self, entry):
        """The value of an entry, whatever its type; None if it is empty."""
        kind = ctypes.c_int()
        self._check(_lib.ddc_read_type(self._handle, _id(entry), ctypes.byref(kind), None))
        if kind.value == STRING:
            text = ctypes.create_string_buffer(200)
            self._check(_lib.ddc_read_string(self._handle, _id(entry), text,
                                             ctypes.c_size_t(len(text)), None))
            return text.value.decode(errors="replace")
        if kind.value not in _by_type:
            return None
        name, ctype = _by_type[kind.value]
        value = ctype()
        self._check(getattr(_lib, "ddc_read_" + name)(self._handle, _id(entry),
                                                      ctypes.byref(value)))
        return value.value

    def write(self, entry, value):
        if value is None:
            return self.clear(entry, 1)
        kind = _type_of(value)
        if kind == STRING:
            return self._check(_lib.ddc_write_string(self._handle, _id(entry), value.encode()))
        name, ctype = _by_type[kind]
        return self._check(getattr(_lib, "ddc_write_" + name)(self._handle, _id(entry),
                                                              ctype(value)))

    def clear(self, first, count):
        return self._check(_lib.ddc_write_no_data(self._handle, _id(first), _id(count)))

    def wait(self, entry, value, timeout_s):
        """Waits until an entry has a value (bool, int or float). False if it never had."""
        name, ctype = _by_type[_type_of(value)]
        status = getattr(_lib, "ddc_wait_" + name)(self._handle, _id(entry), ctype(value),
                                                   ctypes.c_int64(int(timeout_s * 1e9)))
        return self._check(status, (OK, TIMED_OUT)) == OK


def version():
    """The version of libddc.so, such as 1.0.0."""
    return _lib.ddc_version().decode()


class Group:
    """Entries that are moved as one consistent snapshot: (id, BOOL | INT32 | DOUBLE) each."""

    def __init__(self, table, entries):
        self._table, self._handle = table, ctypes.c_void_p()
        self._types = [_by_type[kind] for _, kind in entries]
        table._check(_lib.ddc_group_new(ctypes.byref(self._handle)))
        for entry, kind in entries:
            table._check(_lib.ddc_group_add(self._handle, _id(entry), kind, None))

    def __del__(self):
        _lib.ddc_group_free(self._handle)

    def read(self):
        self._table._check(_lib.ddc_read_group(self._table._handle, self._handle))
        values = [ctype() for _, ctype in self._types]
        for index, (name, _) in enumerate(self._types):
            getattr(_lib, "ddc_group_get_" + name)(self._handle, ctypes.c_size_t(index),
                                                   ctypes.byref(values[index]))
        return [value.value for value in values]

    def write(self, values):
        for index, ((name, ctype), value) in enumerate(zip(self._types, values)):
            getattr(_lib, "ddc_group_set_" + name)(self._handle, ctypes.c_size_t(index),
                                                   ctype(value))
        self._table._check(_lib.ddc_write_group(self._table._handle, self._handle))
