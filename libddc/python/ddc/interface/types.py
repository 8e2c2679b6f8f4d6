# SPDX-License-Identifier: MIT
"""Ports and their data types: their JSON, and the entries of their values in the table."""
import collections
import dataclasses
import enum
import json
import typing

from ..types import Type, Value, to_int32

Values = typing.Sequence[Value]


class InterfaceError(ValueError):
    """A description or a value is invalid; the message begins with its path."""


class Vec2(typing.NamedTuple):
    x: float
    y: float


class Vec3(typing.NamedTuple):
    x: float
    y: float
    z: float


@dataclasses.dataclass(frozen=True)
class DataType:
    """The type of a port. The functions and names below make them.

    Attributes:
        json: its description in the interface string.
        kinds: the type of each entry of a value.
        load: converts the values of these entries to a value.
        store: converts a value to those of its entries. Raises the exceptions of these conversions.
    """
    json: typing.Mapping[str, typing.Any]
    kinds: typing.Tuple[Type, ...]
    load: typing.Callable[[Values], typing.Any]
    store: typing.Callable[[typing.Any], typing.List[Value]]

    @property
    def size(self) -> int:
        """Number of entries of a value."""
        return len(self.kinds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DataType) and self.json == other.json


def _basic(name: str, kinds: typing.Tuple[Type, ...], load: typing.Callable[[Values], typing.Any],
           store: typing.Callable[[typing.Any], typing.List[Value]]) -> DataType:
    return DataType({"type": "basic", "base_type": name}, kinds, load, store)


def _first(values: Values) -> Value:
    return values[0]


def _complex(values: Values) -> complex:
    return complex(*typing.cast(typing.Sequence[float], values))


def _reals(count: int) -> typing.Callable[[typing.Any], typing.List[Value]]:
    def store(value: typing.Any) -> typing.List[Value]:
        if len(value) != count:
            raise InterfaceError(f"has {count} numbers, not {len(value)}")
        return [float(number) for number in value]
    return store


Q = _basic("Q", (Type.DOUBLE,), _first, lambda value: [float(value)])
Z, N, N1 = (_basic(name, (Type.INT32,), _first, lambda value: [to_int32(value)])
            for name in ("Z", "N", "N1"))
BOOLEAN = _basic("boolean", (Type.BOOL,), _first, lambda value: [bool(value)])
VOID = _basic("void", (), lambda _: None, lambda _: [])
C = _basic("C", (Type.DOUBLE,) * 2, _complex,
           lambda value: [complex(value).real, complex(value).imag])
VEC2 = _basic("vec2", (Type.DOUBLE,) * 2, Vec2._make, _reals(2))
VEC3 = _basic("vec3", (Type.DOUBLE,) * 3, Vec3._make, _reals(3))

_OF_PYTHON = {float: Q, int: Z, bool: BOOLEAN, complex: C, Vec2: VEC2, Vec3: VEC3}
TypeLike = typing.Union[DataType, type]


def to_data_type(given: TypeLike) -> DataType:
    """A data type, also of float (Q), int (Z), bool, complex (C), Vec2 or Vec3."""
    if isinstance(given, DataType):
        return given
    if given not in _OF_PYTHON:
        raise TypeError(f"{given!r} is not a data type")
    return _OF_PYTHON[given]


def _parts(values: Values, size: int, count: int) -> typing.Iterator[Values]:
    return (values[i * size:(i + 1) * size] for i in range(count))


def _repeated(element: DataType, count: int) -> typing.Tuple[typing.Any, typing.Any]:
    def load(values: Values) -> typing.Any:
        if element.load is _first:
            return list(values)
        return [element.load(part) for part in _parts(values, element.size, count)]

    def store(value: typing.Any) -> typing.List[Value]:
        if len(value) != count:
            raise InterfaceError(f"has {count} elements, not {len(value)}")
        return [entry for item in value for entry in element.store(item)]
    return load, store


def vector_of(element: TypeLike, size: int) -> DataType:
    """A list of `size` values."""
    of = to_data_type(element)
    if size < 1:
        raise InterfaceError(f"size: must be 1 or more, is {size}")
    return DataType({"type": "vector", "base_type": of.json, "size": size}, of.kinds * size,
                    *_repeated(of, size))


def matrix_of(element: TypeLike, rows: int, columns: int) -> DataType:
    """A list of rows, each a list of `columns` values."""
    row = vector_of(element, columns)
    load, store = _repeated(row, rows)
    described = {"type": "matrix", "base_type": to_data_type(element).json, "rows": rows,
                 "columns": columns}
    if rows < 1:
        raise InterfaceError(f"rows: must be 1 or more, is {rows}")
    return DataType(described, row.kinds * rows, load, store)


def struct_of(name: str, fields: typing.Mapping[str, TypeLike]) -> DataType:
    """A tuple with a name for each field, in the order of `fields`; or a mapping to write."""
    types = {field: to_data_type(of) for field, of in fields.items()}
    named = collections.namedtuple("Struct", types, rename=True)  # type: ignore[misc]

    def load(values: Values) -> typing.Any:
        found, at = [], 0
        for of in types.values():
            found.append(of.load(values[at:at + of.size]))
            at += of.size
        return named(*found)

    def store(value: typing.Any) -> typing.List[Value]:
        items = [value[field] for field in types] if isinstance(value, typing.Mapping) else value
        if len(items) != len(types):
            raise InterfaceError(f"has {len(types)} fields, not {len(items)}")
        return [entry for of, item in zip(types.values(), items) for entry in of.store(item)]

    described = {"type": "struct", "name": name,
                 "fields": {field: of.json for field, of in types.items()}}
    return DataType(described, sum((of.kinds for of in types.values()), ()), load, store)


def enum_of(name: str, variants: typing.Sequence[str]) -> DataType:
    """The name of a variant; reading an index without a variant is an error."""
    def load(values: Values) -> str:
        index = typing.cast(int, values[0])
        if not 0 <= index < len(variants):
            raise InterfaceError(f"enum {name} has no variant {index}")
        return variants[index]

    described = {"type": "enum", "name": name, "variants": list(variants), "size": 1}
    return DataType(described, (Type.INT32,), load, lambda value: [variants.index(value)])


def dyn_vector_of(element: TypeLike, max_size: int) -> DataType:
    """A list of at most `max_size` values."""
    full = vector_of(element, max_size)
    of = to_data_type(element)

    def load(values: Values) -> typing.Any:
        length = min(max(typing.cast(int, values[0]), 0), max_size)
        return full.load(values[1:])[:length]

    def store(value: typing.Any) -> typing.List[Value]:
        if len(value) > max_size:
            raise InterfaceError(f"has at most {max_size} elements, not {len(value)}")
        stored = [entry for item in value for entry in of.store(item)]
        return [len(value), *stored, *zeros(full.kinds[len(stored):])]

    return DataType({"type": "dyn_vector", "base_type": of.json, "max_size": max_size},
                    (Type.INT32, *full.kinds), load, store)


def simple_packet_of(payload: TypeLike) -> DataType:
    """(address, payload): the packets of a SOCKET port."""
    of = to_data_type(payload)
    return DataType({"type": "simple_packet", "payloadType": of.json}, (Type.STRING, *of.kinds),
                    lambda values: (values[0], of.load(values[1:])),
                    lambda value: [value[0], *of.store(value[1])])


_ZERO: typing.Mapping[Type, Value] = {Type.BOOL: False, Type.INT32: 0, Type.DOUBLE: 0.0,
                                      Type.STRING: ""}


def zeros(kinds: typing.Iterable[Type]) -> typing.List[Value]:
    """False, 0, 0.0 or the empty text for each entry."""
    return [_ZERO[kind] for kind in kinds]


class Direction(enum.Enum):
    """As seen from the program."""
    INPUT = "INPUT"
    OUTPUT = "OUTPUT"
    IO = "IO"


@dataclasses.dataclass(frozen=True)
class Port:
    name: str
    direction: Direction
    data_type: DataType
    is_socket: bool = False

    @property
    def is_input(self) -> bool:
        return self.direction != Direction.OUTPUT

    @property
    def is_output(self) -> bool:
        return self.direction != Direction.INPUT


@dataclasses.dataclass
class ProgramInterface:
    """The ports that a program offers in the table."""
    name: str
    ports: typing.List[Port] = dataclasses.field(default_factory=list)
    version: str = "2.0"


def _json_of(port: Port) -> typing.Dict[str, typing.Any]:
    return {"name": port.name, "direction": port.direction.value,
            "data_type": port.data_type.json, "port_type": "SOCKET" if port.is_socket else "DATA",
            "allows_multiple_inputs": port.is_socket, "optional": port.is_socket, "tags": []}


def to_json(program_interface: ProgramInterface) -> str:
    """The interface string, byte for byte as C++ writes it."""
    document = {"name": program_interface.name, "version": program_interface.version,
                "ports": [_json_of(port) for port in program_interface.ports]}
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)
