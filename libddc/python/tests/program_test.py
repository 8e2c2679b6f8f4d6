# SPDX-License-Identifier: MIT
"""Programs on ddc.interface.Program, driven by the gateway, and inspected with the command ddc."""
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

import ddc
from conftest import LIMIT_S, PACKAGES
from ddc import interface

REFERENCE = 0x4000
RUNNING, SWITCH, DELTA, EXECUTION_TIME, SIMULATION_RUNNING = (
    REFERENCE + i for i in (0, 3, 4, 5, 6))
ROOT = pathlib.Path(__file__).parents[3]

MIRROR = """
    import ddc, signal
    from ddc.interface import *
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    TYPES = {"real": float, "whole": int, "flag": bool, "complex": complex, "place": Vec2,
             "way": Vec3, "row": vector_of(Q, 3), "grid": matrix_of(Z, 2, 2),
             "pose": struct_of("Pose", {"at": VEC2, "yaw": Q}),
             "colour": enum_of("C", ["green", "blue"]),
             "some": dyn_vector_of(N, 4)}
    with ddc.Table() as table, Program(table, 0x4000, "mirror") as program:
        ports = [(program.input(name, of), program.output(name + "_back", of))
                 for name, of in TYPES.items()]
        last, now = program.input_output("count", int)
        program.publish()
        while not stopped:
            if program.begin_cycle(timeout_s=0.5):
                for source, target in ports:
                    program.set(target, program.get(source))
                program.set(now, program.get(last) + 1)
                program.end_cycle()
"""
GIVEN = {"real": 0.1, "whole": -7, "flag": True, "complex": [1.5, -2.0], "place": [1.0, 2.0],
         "way": [1.0, 2.0, 3.0], "row": [4.0, 5.0, 6.0], "grid": [[1, 2], [3, 4]],
         "pose": [[0.5, 0.25], 0.125], "colour": "blue", "some": [7, 8]}


def ddc_command(programs, *words):
    done = subprocess.run([programs / "ddc", *words], text=True, capture_output=True,
                          timeout=LIMIT_S)
    assert done.returncode == 0, done.stderr
    return done.stdout


def cycle(table):
    table.write(SWITCH, True)
    assert table.wait(SWITCH, False, LIMIT_S)


def started(table, start, code, *arguments):
    program = start(code, *arguments)
    assert table.wait(RUNNING, True, LIMIT_S), program.story()
    return program


def test_ddc_reads_every_port_and_gets_the_values_that_it_set(table, start, programs):
    program = started(table, start, MIRROR)
    for name, value in GIVEN.items():
        text = value if isinstance(value, str) else json.dumps(value)
        ddc_command(programs, "set", f"4000/{name}", text, "--yes")
    cycle(table)
    cycle(table)
    for name, value in GIVEN.items():
        shown = ddc_command(programs, "get", f"4000/{name}_back").strip()
        assert (shown if isinstance(value, str) else json.loads(shown)) == value, name
    assert ddc_command(programs, "get", "4000/count").strip() == "2"
    assert table.read(EXECUTION_TIME) > 0.0
    program.send_signal(signal.SIGTERM)
    assert program.wait(LIMIT_S) == 0
    assert table.read(RUNNING) is False


def test_running_is_set_again_and_new_inputs_start_a_cycle_in_realtime(table, start):
    started(table, start, MIRROR)
    table.write(RUNNING, False)
    assert table.wait(RUNNING, True, LIMIT_S)
    before = table.sequence(EXECUTION_TIME)
    table.write(SIMULATION_RUNNING, True)  # the inputs of the description are the first new ones
    assert table.wait_for_change([(EXECUTION_TIME, before)], LIMIT_S)
    for _ in range(20):
        before = table.sequence(EXECUTION_TIME)
        table.write(DELTA, 0.01)
        assert table.wait_for_change([(EXECUTION_TIME, before)], LIMIT_S)
    before = table.sequence(EXECUTION_TIME)
    assert not table.wait_for_change([(EXECUTION_TIME, before)], 0.2)
    assert table.read(SWITCH) is False


def test_a_resettable_program_is_reset_when_running_is_emptied(table, start):
    started(table, start, """
        import ddc
        from ddc.interface import Program
        table, cycles = ddc.Table(), []
        program = Program(table, 0x4000, "counter")
        out = program.output("count")
        program.declare_resettable(cycles.clear)
        program.publish()
        while True:
            if program.begin_cycle(timeout_s=0.5):
                cycles.append(1)
                program.set(out, len(cycles))
                program.end_cycle()
        """)
    assert table.read(REFERENCE + 2) == "resettable"
    slot = REFERENCE + table.read(REFERENCE + table.read(REFERENCE + 7))
    for expected in (1.0, 2.0, 3.0):
        cycle(table)
        assert table.read(slot) == expected
    table.clear(REFERENCE + 1, 60)
    table.clear(REFERENCE, 1)
    assert table.wait(RUNNING, True, LIMIT_S)
    assert table.read(slot) == 0.0
    cycle(table)
    assert table.read(slot) == 1.0


def run(programs, configuration, tmp_path, *options):
    file = tmp_path / "run.yaml"
    file.write_text(configuration)
    done = subprocess.run([programs / "ddc-gateway", "run", file, *options], text=True,
                          capture_output=True, timeout=60, cwd=tmp_path,
                          env=dict(os.environ, PYTHONPATH=str(PACKAGES)))
    assert done.returncode == 0, done.stderr
    return done


def test_a_run_is_bit_identical_to_that_of_a_program_in_cpp(table_name, programs, tmp_path):
    traces = []
    for program in (str(ROOT / "programs/python/cruise.py"), "cruise"):
        run(programs, f'duration_s: 20\nprogram: {{exec: ["{program}", "4000"]}}\n'
            "trace: trace.csv\n", tmp_path, "--repeatable")
        traces.append((tmp_path / "trace.csv").read_bytes())
    assert traces[0].count(b"\n") > 1000
    assert traces[0] == traces[1]


def test_programs_send_each_other_packets_through_the_gateway(table_name, programs, tmp_path):
    (tmp_path / "sender.py").write_text(f"""
import sys
sys.path.insert(0, {str(PACKAGES)!r})
import ddc
from ddc.interface import *
table = ddc.Table()
program = Program(table, int(sys.argv[1], 16), sys.argv[2])
net = program.socket("net", Direction.IO, vector_of(Q, 2))
gas = program.output("set_gas")
program.publish()
log, cycles = open(sys.argv[2] + ".log", "w"), 0
while True:
    if program.begin_cycle(timeout_s=1.0):
        for address, payload in program.received(net):
            print(address, payload, file=log, flush=True)
        cycles += 1
        assert program.send(net, ("", (float(cycles), 0.5)))
        program.end_cycle()
""")
    run(programs, f"""
duration_s: 1
programs:
  - {{name: first, exec: ["{sys.executable}", -B, sender.py, "4000", first]}}
  - {{name: second, reference_id: 0x5000,
     exec: ["{sys.executable}", -B, sender.py, "5000", second]}}
sockets: {{links: [{{from: first.net, to: second.net}}]}}
""", tmp_path, "--repeatable")
    received = (tmp_path / "second.log").read_text().splitlines()
    assert len(received) > 90
    assert received == [f"first [{float(i)}, 0.5]" for i in range(1, len(received) + 1)]
    assert (tmp_path / "first.log").read_text() == ""


def test_a_program_whose_ports_are_known_at_run_time_is_driven_by_items(table, start):
    text = (ROOT / "schemas/examples/convoy_sockets.json").read_text(encoding="utf-8")
    started(table, start, """
        import ddc, sys
        from ddc.interface import Program, Socket, parse
        program = Program(ddc.Table(), 0x4000, parse(sys.argv[1]))
        program.publish()
        ahead, warnings = Socket(0), Socket(2)
        while True:
            if program.begin_cycle(timeout_s=0.5):
                velocity, = program.input_items
                program.output_items[0] = velocity / 4
                for address, distance in program.received(ahead):
                    program.send(ahead, (address + " and back", distance + 1))
                if program.received(warnings):
                    program.output_items[0] = 0.0
                program.end_cycle()
        """, text)
    sut = interface.PublishedProgram(table, REFERENCE)
    assert [port.name for port in sut.program_interface.ports] == [
        "true_velocity", "set_gas", "ahead", "announcements", "warnings"]
    assert (sut["true_velocity"], sut["set_gas"]) == (None, 0.0)
    sut["true_velocity"] = 2.0
    assert sut.send("ahead", ("lead", 10.0), ("second", 20.0))
    assert sut.run_cycle(LIMIT_S) and sut["set_gas"] == 0.5
    assert sut.received("ahead") == [("lead and back", 11.0), ("second and back", 21.0)]
    assert sut.send("warnings", ("", None))
    assert sut.run_cycle(LIMIT_S) and sut["set_gas"] == 0.0


def test_invalid_ports_are_refused_before_they_are_published(table):
    with pytest.raises(interface.InterfaceError, match="0x100 is below 0x4000"):
        interface.Program(table, 0x100, "low").publish()
    with pytest.raises(interface.InterfaceError, match="beyond the table's last id 0xffff"):
        interface.Program(table, 0xfff0, "high").publish()
    program = interface.Program(table, REFERENCE, "twice")
    program.input("a")
    with pytest.raises(interface.InterfaceError, match="port a: there is one"):
        program.output("a")
    with pytest.raises(TypeError, match="not a data type"):
        program.input("b", str)
    assert table.read(RUNNING) is None


def test_a_value_that_a_port_cannot_hold_is_refused(table):
    program = interface.Program(table, REFERENCE, "types")
    row = program.output("row", interface.vector_of(float, 2))
    colour = program.output("colour", interface.enum_of("Colour", ["green"]))
    whole = program.output("whole", int)
    for port, value in ((row, [1.0]), (colour, "blue"), (whole, 2**31), (row, "ab")):
        with pytest.raises((ValueError, OverflowError)):
            program.set(port, value)
    with pytest.raises(TypeError):
        program.set(whole, 0.5)
