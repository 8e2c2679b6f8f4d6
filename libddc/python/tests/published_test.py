# SPDX-License-Identifier: MIT
"""Programs in C++ and Python, used from the other side, and invalid programs."""
import contextlib
import json
import pathlib

import pytest

import ddc
import harness
from conftest import LIMIT_S
from ddc import interface

REFERENCE = 0x4000
ROOT = pathlib.Path(__file__).parents[3]


@pytest.fixture
def start_program(table):
    with contextlib.ExitStack() as running:
        def start_it(*command):
            process = running.enter_context(harness.Process(command))
            assert table.wait(REFERENCE, True, LIMIT_S), process.story()
            return interface.PublishedProgram(table, REFERENCE)

        yield start_it


def test_a_program_in_cpp_with_the_dynamic_interface_runs_a_cycle(start_program, programs):
    sut = start_program(programs / "cruise", "4000")
    assert sut.program_interface.name == "cruise"
    assert list(sut) == ["true_velocity", "set_gas", "set_braking"]
    sut["true_velocity"] = 60.0
    assert sut.run_cycle(LIMIT_S)
    assert (sut["set_gas"], sut["set_braking"]) == (0.0, 0.25)
    with pytest.raises(interface.InterfaceError, match="no port set_gass; there are true_velocity"):
        sut["set_gass"]


def test_a_program_in_cpp_with_the_basic_interface_runs_a_cycle(start_program, programs):
    sut = start_program(programs / "autopilot_basic", "4000")
    assert sut["true_position"] is None
    sut["true_velocity"], sut["true_position"], sut["true_compass"] = 0.0, (0.0, 0.0), 0.0
    sut["trajectory_length"] = 2
    sut["trajectory_x"], sut["trajectory_y"] = [0.0, 10.0] + [0.0] * 8, [0.0, 10.0] + [0.0] * 8
    assert sut.run_cycle(LIMIT_S)
    assert sut["set_gas"] == 0.0  # it rises over time, and none has passed
    assert sut["set_steering"] > 1.0
    assert sut["true_position"] == interface.Vec2(0.0, 0.0)


def test_messages_go_through_socket_ports_both_ways(table):
    program = interface.Program(table, REFERENCE, "radio")
    radio = program.socket("radio", interface.Direction.IO, interface.vector_of(float, 2))
    program.output("set_gas")
    program.publish()
    sut = interface.PublishedProgram(table, REFERENCE)
    assert sut.sockets == ("radio",) and list(sut) == ["set_gas"]
    sent = [(f"car {i}", [float(i), 0.5]) for i in range(8)]
    assert sut.received("radio") == []
    assert sut.send("radio", *sent)
    assert not sut.send("radio", ("late", [0.0, 0.0]))  # the program has not read the others
    table.write(REFERENCE + 3, True)
    assert program.begin_cycle(timeout_s=1.0)
    assert program.received(radio) == sent
    for address, payload in sent[:3]:
        assert program.send(radio, (address, payload[::-1]))
    program.end_cycle()
    assert sut.received("radio") == [(address, payload[::-1]) for address, payload in sent[:3]]
    assert sut.received("radio") == []
    assert sut.send("radio", ("late", [0.0, 0.0]))
    with pytest.raises(interface.InterfaceError, match="room for 8 packets"):
        sut.send("radio", *sent, *sent)
    with pytest.raises(interface.InterfaceError, match="no SOCKET port set_gas with an input; "
                                                       "there are radio"):
        sut.send("set_gas", ("", 1.0))


@pytest.mark.parametrize("offset, value, message", [
    (0, 0x7000000, "its entries 0x[0-9a-f]+ to 0x[0-9a-f]+ are not in the table"),
    (1, 1 << 30, "its entries 0x4019 to 0x80004018 are not in the table"),
    (4, -1, "its descriptor is invalid")])
def test_a_socket_port_with_an_invalid_descriptor_is_reported(table, offset, value, message):
    program = interface.Program(table, REFERENCE, "radio")
    program.socket("radio", interface.Direction.IO)
    program.publish()
    descriptor = REFERENCE + table.read(REFERENCE + table.read(REFERENCE + 7))
    table.write(descriptor + offset, value)
    with pytest.raises(interface.InterfaceError, match=f"port radio: {message}"):
        interface.PublishedProgram(table, REFERENCE)


def test_the_examples_of_the_schemas_are_read_and_written_again():
    for name in ("every_type", "basic_interface", "convoy_sockets"):
        text = (ROOT / f"schemas/examples/{name}.json").read_text(encoding="utf-8")
        read = interface.parse(text)
        again = interface.parse(interface.to_json(read))
        assert again == read
        assert [port["name"] for port in json.loads(text)["ports"]] == [p.name for p in read.ports]
    assert interface.basic_interface().ports == interface.parse(
        (ROOT / "schemas/examples/basic_interface.json").read_text(encoding="utf-8")).ports


def port(data_type, **more):
    return json.dumps({"name": "x", "version": "2.0", "ports": [
        {"name": "p", "direction": "INPUT", "data_type": data_type, **more}]})


DEEP = {"type": "basic", "base_type": "Q"}
for _ in range(9):
    DEEP = {"type": "vector", "base_type": DEEP, "size": 1}
Q = {"type": "basic", "base_type": "Q"}


@pytest.mark.parametrize("text, message", [
    ("", "is not JSON"), ("[" * 100000, "is not JSON"), ("[]", "interface: must be an object"),
    ("{}", 'the key "ports" is missing'), (port({}), 'the key "type" is missing'),
    (port({"type": "basic", "base_type": "R"}), "ports[0].data_type.base_type: must be one of"),
    (port({"type": "vector", "base_type": Q, "size": 0}), "size: must be 1 to 65536, is 0"),
    (port({"type": "vector", "base_type": Q, "size": True}), "size: is of another type"),
    (port({"type": "matrix", "base_type": Q, "rows": 65536, "columns": 65536}), "elements"),
    (port({"type": "struct", "name": "s", "fields": {
        name: {"type": "vector", "base_type": Q, "size": 40000} for name in "ab"}}), "elements"),
    (port({"type": "enum", "name": "e", "variants": []}), "variants: must be names"),
    (port({"type": "list"}), "there is no 'list'"), (port(DEEP), "more than 8 deep"),
    (port(Q, direction="IN"), "direction: must be INPUT"),
    ("x" * ((1 << 20) + 1), "more than 1048576 bytes"),
])
def test_an_invalid_interface_is_refused_with_its_path(text, message):
    with pytest.raises(interface.InterfaceError) as caught:
        interface.parse(text)
    assert message in str(caught.value)


def test_a_program_s_entries_are_checked(table):
    with pytest.raises(interface.InterfaceError, match="no program at 0x4000"):
        interface.PublishedProgram(table, REFERENCE)
    made = interface.Program(table, REFERENCE, "made")
    made.input("in")
    made.publish()
    slot = REFERENCE + table.read(REFERENCE + 7)
    for entry, value, message in ((REFERENCE + 8, 10**9, "description_size"),
                                  (REFERENCE + 7, -5, "slot_table_start"),
                                  (slot, -20000, "are not in the table"),
                                  (slot, 2**31 - 1, "are not in the table"),
                                  (REFERENCE + 9, "{", "is not JSON")):
        before = table.read(entry)
        table.write(entry, value)
        with pytest.raises(interface.InterfaceError, match=message):
            interface.PublishedProgram(table, REFERENCE)
        table.write(entry, before)
    assert list(interface.PublishedProgram(table, REFERENCE)) == ["in"]
    table.write(REFERENCE + 8, 0.5)
    with pytest.raises(ddc.TableError, match="wrong type"):
        interface.PublishedProgram(table, REFERENCE)
