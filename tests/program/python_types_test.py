# SPDX-License-Identifier: MIT
"""The Python packages as a type checker sees them, with the oldest supported Python."""
import os
import pathlib
import subprocess

PROJECT = pathlib.Path(__file__).parents[2]
PACKAGES = ("libddc/python", "plant/python", "programs/python")

# A line with "# wrong" uses a package in a wrong way.
PROGRAM = """
import ddc
import plant
import vds1

with ddc.Table("hello") as table, ddc.interface.Program(table, 0x4000, "cruise") as program:
    velocity, gas = program.input("true_velocity"), program.output("set_gas")
    program.set(gas, 0.5)
    program.set(velocity, 0.5)  # wrong
    table.write(0x100, b"bytes")  # wrong
    found: bool = table.wait(0x100, True, timeout_s=1.0)
    written: int = ddc.record(table, [0x100], "run.csv")  # wrong
batch = plant.Batch(8)
batch.step(1_000_000)
batch.step("1 ms")  # wrong
batch.commands = batch.states  # wrong
clamped: bool = plant.SimSession("bicycle").set_input(steer_rad=0.1)
vds1.encode_cmd([1, 2])  # wrong
"""


def checked(tmp_path, *files):
    """The errors of mypy, as (file, line); the type checker itself must not fail."""
    environment = dict(os.environ, MYPYPATH=":".join(str(PROJECT / name) for name in PACKAGES))
    done = subprocess.run(["mypy", "--strict", "--python-version", "3.9", "--no-error-summary",
                           "--hide-error-context", "--cache-dir", str(tmp_path / "cache"),
                           *map(str, files)], env=environment, cwd=tmp_path, text=True,
                          capture_output=True, timeout=200)
    assert done.returncode in (0, 1) and not done.stderr, done.stderr
    errors = [line.split(":")[:2] for line in done.stdout.splitlines() if ": error: " in line]
    return [(pathlib.Path(name).name, int(number)) for name, number in errors], done.stdout


def test_all_is_annotated_and_fits(tmp_path):
    errors, said = checked(tmp_path, PROJECT / "libddc/python/ddc", PROJECT / "plant/python/plant",
                           PROJECT / "programs/python/vds1.py")
    assert not errors, said


def test_a_program_gets_an_error_for_wrong_arguments(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    wrong = [("program.py", number) for number, line in enumerate(PROGRAM.splitlines(), 1)
             if line.endswith("# wrong")]
    errors, said = checked(tmp_path, program)
    assert errors == wrong, said
