#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Programs as FMUs in the test importer: the same outputs as in a run, and their failures.

Environment: FMU_IMPORTER, DDC_GATEWAY (executables); programs are in the folder of the latter.
"""
import csv
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
import fmu  # noqa: E402
import harness  # noqa: E402

IMPORTER, GATEWAY = os.environ["FMU_IMPORTER"], pathlib.Path(os.environ["DDC_GATEWAY"])
PERIOD_S = 0.01
LIMIT_S = 60
TABLES = pathlib.Path("/dev/shm")
os.environ["DDC_NAME"] = f"test.fmu.{os.getpid()}"  # of the runs


def variable_name(column):
    """The variable of a column of a trace: indices begin with 1."""
    return re.sub(r"\[(\d+)\]", lambda index: f"[{int(index[1]) + 1}]", column)


def processes_of(folder):
    """Pids of the processes whose executable is in that folder."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and (process / "exe").resolve().is_relative_to(folder):
                found.append(int(process.name))
        except OSError:  # it has ended
            continue
    return found


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def command(self, *words, code=0):
        done = subprocess.run([GATEWAY, *map(str, words)], capture_output=True, text=True,
                              timeout=LIMIT_S, cwd=self.folder)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def export(self, version, *options, name="program"):
        path = self.folder / f"{name}_fmi{version}.fmu"
        output = self.command("fmu", "export", *options, "--fmi", version, path)
        self.assertIn("No rule is violated", self.command("fmu", "show", path))
        return fmu.Fmu(path, self.folder / path.stem), output

    def faulty(self, version, fault):
        """A program with a fault in its cycle 10, or in the first."""
        return self.export(version, "--program", "faulty_program", "--argument", "4000",
                           "--argument", fault, "--interface", self.interface_of_faulty())[0]

    def interface_of_faulty(self):
        ports = [{"name": name, "direction": direction,
                  "data_type": {"type": "basic", "base_type": "Q"}}
                 for name, direction in (("true_velocity", "INPUT"), ("set_steering", "OUTPUT"),
                                         ("set_gas", "OUTPUT"), ("set_braking", "OUTPUT"))]
        path = self.folder / "interface.json"
        path.write_text(str({"name": "faulty", "version": "2.0", "ports": ports})
                        .replace("'", '"'))
        return path

    def inputs(self, **values):
        """A file with one row."""
        path = self.folder / "inputs.csv"
        fmu.write_columns(path, {"time": [0.0]} | {name: [value] for name, value in values.items()})
        return path

    def drive(self, program, inputs, cycles, period_s=PERIOD_S):
        outputs = self.folder / "outputs.csv"
        fmu.run(IMPORTER, program, [fmu.Run(inputs, outputs)], period_s, cycles * period_s)
        return fmu.read_columns(outputs)

    def trace_of(self, exec_words, cycles, more=""):
        """The columns of a run's trace, as texts. @param more lines of its configuration"""
        (self.folder / "run.yaml").write_text(
            f"duration_s: {cycles * PERIOD_S:.2f}\n"
            f"program: {{exec: {list(map(str, exec_words))}}}\n"
            f"timing: {{execution_time: constant}}\n{more}"
            f"route: {{file: {ROOT / 'programs/demo/route.csv'}}}\ntrace: trace.csv\n")
        self.command("run", "run.yaml")
        with open(self.folder / "trace.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        return {name: [row[i] for row in rows[1:]] for i, name in enumerate(rows[0])}

    def write_traced(self, program, trace):
        """The inputs of a run. @return the file, and the names of the outputs in the trace"""
        names = {variable_name(column): column for column in trace}
        path = self.folder / "traced.csv"
        rows = len(trace["t_s"])
        columns = {"time": [repr(i * PERIOD_S) for i in range(rows)]} | {
            name: trace[names[name]] for name in program.names("input") if name in names}
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values()))
        return path, {name: names[name] for name in program.names("output") if name in names}

    def assert_as_traced(self, program, trace):
        inputs, outputs = self.write_traced(program, trace)
        self.assertGreaterEqual(len(outputs), 3)
        driven = self.drive(program, inputs, len(trace["t_s"]))
        for name, column in outputs.items():
            traced = [float(text) for text in trace[column]]
            self.assertEqual(driven[name][1:], traced, name)
            self.assertGreater(len(set(traced)), 2, f"{name} varies")

    def assert_nothing_left(self, program, tables):
        harness.until(lambda: not processes_of(program.folder), "the end of all processes")
        harness.until(lambda: not [name for name in tables if (TABLES / name).exists()],
                      "the end of the table")

    @fmu.each_version
    def test_traced_inputs_give_the_traced_outputs(self, version):
        for exec_words in (("autopilot", "ddc", "4000"), ("autopilot_basic", "4000")):
            with self.subTest(exec_words[0]):
                program, _ = self.export(version, "--program", exec_words[0])
                self.assert_as_traced(program, self.trace_of(exec_words, 4000))

    def script(self, name, declare, cycle):
        """A program in Python. @param declare, cycle: lines"""
        path = self.folder / f"{name}.py"
        path.write_text(
            "#!/usr/bin/python3\nimport pathlib, sys\n"
            f"sys.path.append({str(ROOT / 'libddc/python')!r})\nimport ddc\n"
            "with ddc.Table() as table, \\\n"
            f"        ddc.interface.Program(table, int(sys.argv[1], 16), '{name}') as program:\n"
            + "".join(f"    {line}\n" for line in declare) +
            "    program.publish()\n    while True:\n"
            "        if program.begin_cycle(timeout_s=1.0):\n"
            + "".join(f"            {line}\n" for line in cycle) +
            "            program.end_cycle()\n")
        path.chmod(0o755)
        return path

    @fmu.each_version
    def test_a_script_finds_its_packed_files(self, version):
        script = self.script("gain", ["gain = float(pathlib.Path('data/gain.txt').read_text())",
                                      "a = program.input('true_velocity')",
                                      "b = program.output('set_gas')"],
                             ["program.set(b, gain * program.get(a))"])
        (self.folder / "data").mkdir(exist_ok=True)
        (self.folder / "data/gain.txt").write_text("0.25")
        program, _ = self.export(version, "--program", script, "--file", "data/gain.txt",
                                 name="gain")
        self.assertEqual(self.drive(program, self.inputs(true_velocity=2.0), 3)["set_gas"],
                         [0.0, 0.5, 0.5, 0.5])

    @fmu.each_version
    def test_a_run_imports_a_program_as_its_vehicle_only_if_it_may_start_programs(self, version):
        script = self.script("cart", ["pedal, brake = map(program.input, ('pedal', 'brake'))",
                                      "speed, yaw = map(program.output, ('speed', 'yaw'))",
                                      "speed_mps = 0.0"],
                             ["speed_mps += 2.0 * program.get(pedal) * program.delta_s()",
                              "program.set(speed, speed_mps)"])
        self.export(version, "--program", script, name="cart")
        vehicle = (f"vehicle: {{fmu: cart_fmi{version}.fmu, allow_tool: true, map: {{"
                   "inputs: {throttle: pedal, brake: brake}, "
                   "outputs: {vx_mps: speed, yaw_rad: yaw}, step_s: 0.01}}\n")
        speeds = [float(text) for text in self.trace_of(("cruise", "4000"), 200, vehicle)["vx_mps"]]
        self.assertGreater(speeds[-1], 2.0)
        output = self.command("run", "run.yaml", "--set", "vehicle.allow_tool=false", code=2)
        self.assertIn("allow_tool", output)

    @fmu.each_version
    def test_a_step_of_several_periods_is_as_many_cycles(self, version):
        program, _ = self.export(version, "--program", "autopilot")
        inputs = self.inputs(**{"trajectory_x[2]": 20.0, "trajectory_y[2]": 3.0,
                                "trajectory_length": 2})
        fine = self.drive(program, inputs, 100)
        coarse = self.drive(program, inputs, 20, 5 * PERIOD_S)
        for name in ("set_steering", "set_gas"):
            self.assertEqual(coarse[name], fine[name][::5])

    @fmu.each_version
    def test_the_period_is_that_of_the_export(self, version):
        program, _ = self.export(version, "--program", "autopilot", "--period", "0.02")
        inputs = self.folder / "none.csv"
        inputs.write_text("time\n0\n")
        status, time_s = fmu.statuses(IMPORTER, program, 0.02)["step_no_multiple"]
        self.assertEqual((status, time_s), (2, 0.0) if version == 2 else (0, 0.02))

    @fmu.each_version
    def test_instances_that_are_stepped_in_turn_are_separate(self, version):
        program, _ = self.export(version, "--program", "autopilot")
        runs, alone = [], []
        for i in range(3):
            path = self.folder / f"in{i}.csv"
            fmu.write_columns(path, {"time": [0.0], "trajectory_length": [2],
                                     "trajectory_x[2]": [20.0], "trajectory_y[2]": [2.0 * i]})
            runs.append(fmu.Run(path, path.with_suffix(".out")))
            alone.append(self.drive(program, path, 50))
        fmu.run(IMPORTER, program, runs, PERIOD_S, 50 * PERIOD_S)
        together = [fmu.read_columns(run.outputs) for run in runs]
        self.assertEqual(together, alone)
        self.assertNotEqual(together[0]["set_steering"], together[1]["set_steering"])

    @fmu.each_version
    def test_a_program_that_fails_is_an_error(self, version):
        for fault, message in (
                ("dies_before", "ended with exit code 3 before"),
                ("never_runs", "to set running to true"),
                ("dies_in_cycle", "was ended by signal 9"),
                ("never_answers", "has not set run_cycle_switch"),
                ("withdraws", "has set running to false"),
                ("restarts_in_cycle", "its header was written again"),
                ("output_type", "wrong type")):
            with self.subTest(fault):
                program = self.faulty(version, fault)
                plan = program.plan(
                    [fmu.Run(self.inputs(true_velocity=1.0), self.folder / "out.csv")], PERIOD_S, 1.0,
                    values={"program.answer_timeout_s": 0.2 if fault == "never_answers" else 10,
                            "program.start_timeout_s": 0.5 if fault == "never_runs" else 10})
                process = fmu.execute(IMPORTER, plan)
                self.assertEqual(process.returncode, 1)
                self.assertIn("returned status 3", process.stderr)
                self.assertIn(message, process.stderr)
                self.assert_nothing_left(program, [])

    @fmu.each_version
    def test_a_program_with_other_ports_than_at_the_export_is_refused(self, version):
        program = self.faulty(version, "unknown_port")
        plan = program.plan([fmu.Run(self.inputs(), self.folder / "out.csv")], PERIOD_S, 1.0)
        process = fmu.execute(IMPORTER, plan)
        self.assertEqual(process.returncode, 1)
        self.assertIn("no real64 output set_gas", process.stderr)

    def start_endless(self, version):
        """An importer that has started a program. @return it, the FMU, and the names of tables"""
        program, _ = self.export(version, "--program", "autopilot")
        before = set(os.listdir(TABLES))
        plan = self.folder / "plan"
        plan.write_text(program.plan([fmu.Run(self.inputs(true_velocity=1.0),
                                              self.folder / "out.csv")], PERIOD_S, 1e6))
        with open(plan, "rb") as text:
            importer = harness.start(self, IMPORTER, stdin=text.fileno())
        harness.until(lambda: len(processes_of(program.folder)) == 3, importer.describe)
        hosts = [f"ddc.fmu-{pid}-" for pid in processes_of(program.folder)]
        tables = [name for name in set(os.listdir(TABLES)) - before
                  if name.startswith(tuple(hosts))]
        self.assertEqual(len(tables), 1)
        return importer, program, tables

    @fmu.each_version
    def test_a_killed_importer_leaves_neither_processes_nor_a_table(self, version):
        importer, program, tables = self.start_endless(version)
        importer.end(signal.SIGKILL)
        self.assert_nothing_left(program, tables)

    @fmu.each_version
    def test_a_killed_host_is_an_error_and_the_program_ends(self, version):
        importer, program, tables = self.start_endless(version)
        self.addCleanup(lambda: [(TABLES / name).unlink() for name in tables
                                 if (TABLES / name).exists()])
        os.kill(int(tables[0].split("-")[1]), signal.SIGKILL)
        self.assertEqual(importer.wait(), 1)
        self.assertIn("ddc-program-host was ended by signal 9", importer.err())
        self.assert_nothing_left(program, [])

    def test_only_the_c_library_is_needed(self):
        program, _ = self.export(2, "--program", "autopilot")
        for file in (program.library, *(program.folder / "resources").glob("ddc-*")):
            needed = subprocess.run(["readelf", "-d", file], capture_output=True, text=True,
                                    check=True, timeout=LIMIT_S).stdout
            libraries = set(re.findall(r"NEEDED.*\[(\S+)\]", needed))
            self.assertLessEqual(libraries, {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}, file)

    def test_ports_that_no_variable_can_represent_are_reported(self):
        ports = [
            '{"name": "a b", "direction": "INPUT", "data_type": {"type": "matrix", "base_type": '
            '{"type": "basic", "base_type": "Q"}, "rows": 2, "columns": 2}}',
            '{"name": "both", "direction": "IO", "data_type": {"type": "basic", "base_type": "Z"}}',
            '{"name": "time", "direction": "OUTPUT", "data_type": {"type": "basic", "base_type": "Q"}}',
            '{"name": "talk", "direction": "IO", "port_type": "SOCKET", "data_type": '
            '{"type": "simple_packet", "payloadType": {"type": "basic", "base_type": "Q"}}}']
        file = self.folder / "interface.json"
        file.write_text(f'{{"name": "x", "version": "2.0", "ports": [{", ".join(ports)}]}}')
        program, output = self.export(3, "--program", "autopilot", "--interface", file)
        self.assertEqual(program.names("input"),
                         [f"'a_b'[{i},{j}]" for i in (1, 2) for j in (1, 2)])
        self.assertEqual(program.names("output"), ["time_"])
        for line in ("port both: is both an input and an output; it is left out",
                     "port talk: is a SOCKET, which an FMU has no variable for; it is left out",
                     "port time: its name, or that of an entry, is used already; its variables begin "
                     "with time_"):
            self.assertIn(line, output)

    def test_what_cannot_be_exported_is_refused(self):
        for options, code, message in (
                (("--program", "no_such_program"), 2, "no_such_program"),
                (("--program", "autopilot", "--file", "absent.csv"), 2, "absent.csv is no file"),
                (("--program", "faulty_program", "--argument", "4000", "--argument", "dies_before"),
                 1, "ended with exit code 3"),
                (("--program", "autopilot", "--reference-id", "3fff"), 2, "4000 to ffffff"),
                (("--program", "autopilot", "--period", "0"), 2, "--period"),
                ((), 2, "--program")):
            path = self.folder / "refused.fmu"
            self.assertIn(message, self.command("fmu", "export", *options, path, code=code))
            self.assertFalse(path.exists())


if __name__ == "__main__":
    unittest.main()
