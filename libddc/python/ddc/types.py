# SPDX-License-Identifier: MIT
"""Types of entries, results of operations, and the corresponding Python values."""
import enum
import numbers
import operator
import struct
import typing

FIRST_PROGRAM_ID = 0x4000
"""The programs' entries begin at this id."""
MAX_STRING = 199
"""Maximum bytes of a string entry."""

Value = typing.Union[None, bool, int, float, str]


class Status(enum.IntEnum):
    """Result of an operation: ddc_status in ddc/ddc.h, which documents each."""
    OK = 0
    NO_DATA = 1
    WRONG_TYPE = 2
    OUT_OF_RANGE = 3
    HALF_WRITTEN = 4
    TIMED_OUT = 5
    TOO_LONG = 6
    READ_ONLY = 7
    INTERRUPTED = 8
    BUSY = 9
    TRUNCATED = 10
    NOT_FOUND = 100
    EXISTS = 101
    NO_ACCESS = 102
    OTHER_LAYOUT = 103
    HALF_CREATED = 104
    INVALID = 105
    SYSTEM = 106
    LOCKED = 107


class Type(enum.IntEnum):
    """The type of the value that an entry has."""
    NO_DATA = 0
    BOOL = 1
    INT32 = 2
    DOUBLE = 3
    STRING = 4


class TableError(Exception):
    """A table could not be opened, or an operation on it failed.

    Attributes:
        status: the Status of the failure.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = Status(status)


_OF_PYTHON = {bool: Type.BOOL, int: Type.INT32, float: Type.DOUBLE, str: Type.STRING}

TypeLike = typing.Union[Type, type]


def to_type(kind: TypeLike) -> Type:
    """The Type of bool, int, float or str, or of a Type itself."""
    known = _OF_PYTHON.get(kind) if isinstance(kind, type) else None
    return Type(typing.cast(int, kind)) if known is None else known


def type_of(value: Value) -> Type:
    """The type of an entry with this value. Numbers of numpy are treated like Python's."""
    if value is None:
        return Type.NO_DATA
    for kind, found in ((bool, Type.BOOL), (numbers.Integral, Type.INT32),
                        (numbers.Real, Type.DOUBLE), (str, Type.STRING)):
        if isinstance(value, kind):
            return found
    raise TypeError(f"an entry holds bool, int, float, str or None, not {type(value).__name__}")


def to_int32(value: typing.Any, what: str = "an entry") -> int:
    """@raises TypeError if it is not an int, OverflowError if it does not fit 32 bits"""
    number = operator.index(value)
    if not -2**31 <= number < 2**31:
        raise OverflowError(f"{what} is an int of 32 bits, {number} is not")
    return number


def to_bytes(text: Value) -> bytes:
    """The text of an entry. Surrogates of bytes that were not UTF-8 become these bytes again.
    @raises TypeError if it is not a str"""
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {type(text).__name__}")
    raw = text.encode(errors="surrogateescape")
    if b"\0" in raw:
        raise ValueError("the text of an entry has no NUL inside")
    return raw


def to_text(raw: bytes) -> str:
    return raw.decode(errors="surrogateescape")


# The values of a group, 8 bytes each; for a text they are unused.
_PACKED = {Type.BOOL: "?7x", Type.INT32: "i4x", Type.DOUBLE: "d", Type.STRING: "Q"}


def packing(types: typing.Iterable[Type]) -> struct.Struct:
    return struct.Struct("=" + "".join(_PACKED[kind] for kind in types))
