# SPDX-License-Identifier: MIT
"""Reads an interface string in the newest form."""
import json
import typing

from .types import (BOOLEAN, N1, VEC2, VEC3, VOID, C, DataType, Direction, InterfaceError, N, Port,
                    ProgramInterface, Q, TypeLike, Z, dyn_vector_of, enum_of, matrix_of,
                    simple_packet_of, struct_of, vector_of)

_BASIC = {of.json["base_type"]: of for of in (Q, Z, N, N1, BOOLEAN, VOID, C, VEC2, VEC3)}
_MOST_TEXT, _MOST_PORTS, _MOST_ELEMENTS, _DEEPEST = 1 << 20, 4096, 1 << 16, 8
Json = typing.Any


def _key(json_object: Json, key: str, kind: type, path: str) -> typing.Any:
    if not isinstance(json_object, dict):
        raise InterfaceError(f"{path}: must be an object")
    if key not in json_object:
        raise InterfaceError(f'{path}: the key "{key}" is missing')
    value = json_object[key]
    if not isinstance(value, kind) or isinstance(value, bool) and kind is int:
        raise InterfaceError(f"{path}.{key}: is of another type")
    return value


def _size(json_object: Json, key: str, path: str) -> int:
    size: int = _key(json_object, key, int, path)
    if not 1 <= size <= _MOST_ELEMENTS:
        raise InterfaceError(f"{path}.{key}: must be 1 to {_MOST_ELEMENTS}, is {size}")
    return size


def _names(names: typing.List[Json], path: str) -> typing.List[str]:
    if not names or not all(isinstance(name, str) for name in names):
        raise InterfaceError(f"{path}: must be names, one at least")
    return names


def _bounded(elements: int, path: str) -> None:
    if elements > _MOST_ELEMENTS:
        raise InterfaceError(f"{path}: has more than {_MOST_ELEMENTS} elements")


def data_type_of(described: Json, path: str = "data_type", depth: int = 1) -> DataType:
    """The data type that the JSON describes.
    @raises InterfaceError with the path"""
    kind = _key(described, "type", str, path)
    if depth > _DEEPEST:
        raise InterfaceError(f"{path}: data types are nested more than {_DEEPEST} deep")

    def inner(key: str = "base_type") -> DataType:
        return data_type_of(_key(described, key, dict, path), f"{path}.{key}", depth + 1)

    if kind == "basic":
        name = _key(described, "base_type", str, path)
        if name not in _BASIC:
            raise InterfaceError(f"{path}.base_type: must be one of {', '.join(_BASIC)}")
        return _BASIC[name]
    if kind in ("vector", "dyn_vector"):
        size = _size(described, "size" if kind == "vector" else "max_size", path)
        element = inner()
        _bounded(size * element.size, path)
        return vector_of(element, size) if kind == "vector" else dyn_vector_of(element, size)
    if kind == "matrix":
        rows, columns = (_size(described, key, path) for key in ("rows", "columns"))
        element = inner()
        _bounded(rows * columns * element.size, path)
        return matrix_of(element, rows, columns)
    if kind == "struct":
        fields: typing.Dict[str, TypeLike] = {}
        elements = 0
        for name, of in _key(described, "fields", dict, path).items():
            field = data_type_of(of, f"{path}.fields.{name}", depth + 1)
            fields[name], elements = field, elements + field.size
            _bounded(elements, path)
        return struct_of(_key(described, "name", str, path), fields)
    if kind == "enum":
        variants = _names(_key(described, "variants", list, path), f"{path}.variants")
        return enum_of(_key(described, "name", str, path), variants)
    if kind == "simple_packet":
        return simple_packet_of(inner("payloadType"))
    raise InterfaceError(f"{path}.type: there is no {kind!r}")


def _port_of(described: Json, path: str) -> Port:
    direction = _key(described, "direction", str, path)
    if direction not in Direction.__members__:
        raise InterfaceError(f"{path}.direction: must be INPUT, OUTPUT or IO")
    data_type = data_type_of(_key(described, "data_type", dict, path), f"{path}.data_type")
    return Port(_key(described, "name", str, path), Direction[direction], data_type,
                is_socket=described.get("port_type") == "SOCKET")


def parse(text: str) -> ProgramInterface:
    """Reads a program's interface from its text, in the newest form. Older forms, which the gateway
    accepts with a warning, are errors here.
    @raises InterfaceError with the path in the JSON"""
    if len(text) > _MOST_TEXT:
        raise InterfaceError(f"the text has more than {_MOST_TEXT} bytes")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InterfaceError(f"is not JSON: {error}") from None
    described = _key(document, "ports", list, "interface")
    if len(described) > _MOST_PORTS:
        raise InterfaceError(f"ports: there are more than {_MOST_PORTS}")
    ports: typing.List[Port] = []
    for i, port in enumerate(described):
        ports.append(_port_of(port, f"ports[{i}]"))
        _bounded(sum(port.data_type.size for port in ports), "ports")
    names = [port.name for port in ports]
    if len(set(names)) != len(names):
        raise InterfaceError("ports: two have the same name")
    return ProgramInterface(_key(document, "name", str, "interface"), ports,
                            _key(document, "version", str, "interface"))


def basic_interface() -> ProgramInterface:
    """The interface of a program of type `basic`, which publishes none."""
    points = vector_of(Q, 10)
    inputs = {"true_velocity": Q, "true_position": VEC2, "true_compass": Q, "trajectory_length": N,
              "trajectory_x": points, "trajectory_y": points, "steering": Q, "gas": Q, "braking": Q}
    ports = [Port(name, Direction.INPUT, of) for name, of in inputs.items()]
    outputs = ("set_steering", "set_gas", "set_braking")
    ports += [Port(name, Direction.OUTPUT, Q) for name in outputs]
    return ProgramInterface("basic_interface", ports)
