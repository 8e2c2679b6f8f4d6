#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random lists of faults in all examples end with a documented exit code, and in time.

Usage: random_faults_test.py FOLDER_OF_PROGRAMS

DDC_FUZZ_TIMES, as in `./check --long`: 1000 lists instead of 50. DDC_FUZZ_SEED: other lists.
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = 1000 if os.environ.get("DDC_FUZZ_TIMES") else 50
SEED = int(os.environ.get("DDC_FUZZ_SEED", "42"))
SCHEMA = json.loads((ROOT / "schemas/run.schema.json").read_text())["$defs"]["faults"]
KINDS = [form["properties"] for form in SCHEMA["items"]["oneOf"]]
OWN_KINDS = [form for form in KINDS if not form["target"]["pattern"].startswith("^links")]
PORTS = ["true_position", "true_position.x", "true_velocity", "set_steering", "set_braking",
         "set_acceleration"] * 3 + ["no_such_port"]
WHEELS = ["front_left", "front_right", "rear_left", "rear_right"]
TARGETS = {
    "inputs": PORTS, "outputs": [*PORTS, ""], "process": [""], "world": [""],
    "sensors": ["imu_accel", "imu_gyro", "wheel_speed", "steer", "gnss_position",
                "gnss_velocity", "gnss_position.x_m"],
    "actuators": ["steering", "throttle", "brake", "accel", "steer"],
    "vehicle": ["", *WHEELS],
    "links": ["vds1", "vds1.cmd", "vds1.state", "tcp", "ahead"],
}
SIDES = {"kill": "process", "slow": "process", "stop": "process", "wrong_type": "outputs",
         "tyre_friction": "vehicle", "friction": "world", "grade": "world", "patch": "world"}
for name in ("dead", "limited", "offset", "slower", "stuck"):
    SIDES[name] = "actuators"
FORMULAS = ["vx_mps > 1 m/s", "t_s > 0.2", "fault.f0 == 1", "y_m < 3 and vx_mps > 0"]
WRONG_FORMULA = "x_m >"
DOCUMENTED = {0, 1, 2, 3, 4}


def examples():
    """The configurations of runs, by file."""
    found = {}
    for file in sorted((ROOT / "programs").glob("*/*.yaml")):
        config = yaml.safe_load(file.read_text())
        programs = config.get("programs") or [config.get("program") or {}]
        names = [program.get("exec", [""])[0] for program in programs]
        if all(name and (PROGRAMS / name).exists() for name in names):
            found[file] = config
    return found


def number(rng, key):
    least, most = key.get("minimum", -10), key.get("maximum", 10)
    return rng.choice([least, most, rng.uniform(max(least, -3), min(most, 3))])


def trigger(rng, has_after):
    forms = [{"time_s": rng.choice([0, rng.uniform(0, 0.6)])}, {"when": rng.choice(FORMULAS)},
             {"when": WRONG_FORMULA if rng.random() < 0.05 else "vx_mps < 100", "occurrence": rng.randint(1, 2)},
             {"route_m": rng.uniform(0, 3)}]
    return rng.choice(forms + 6 * [{"after_s": rng.uniform(0.01, 0.3)}] if has_after else forms)


def fault(rng, name):
    """A fault that is mostly valid; its size may be the least or greatest one allowed."""
    form = rng.choice(KINDS if rng.random() < 0.2 else OWN_KINDS)
    kind = form["kind"]["const"]
    of_links = form["target"]["pattern"].startswith("^links")
    side = "links" if of_links else SIDES.get(kind) or rng.choice(["inputs", "outputs", "sensors"])
    part = rng.choice(TARGETS[side])
    item = {"name": name, "kind": kind, "target": side + ("." + part if part else "")}
    sizes = [key for key, value in form.items() if value.get("type") == "number"]
    base = {key.rsplit("_", 1)[0] if "x-unit" in form[key] and
            key.rsplit("_", 1)[0] in sizes else key for key in sizes}
    item.update({key: number(rng, form[key]) for key in sorted(base)})
    if rng.random() < 0.9:
        item["from"] = trigger(rng, False)
        if rng.random() < 0.6:
            item["until"] = trigger(rng, True)
    for key in ("detected", "reacted", "recovered"):
        if rng.random() < 0.2:
            item[key] = rng.choice(FORMULAS)
    return item


class RandomFaults(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        shutil.copytree(ROOT / "programs", self.root / "programs")
        (self.root / "plant").symlink_to(ROOT / "plant")
        (self.root / "out").mkdir()

    def end_of(self, file, config):
        """The exit code of a run, and what it printed."""
        copy = self.root / file.relative_to(ROOT)
        copy.write_text(json.dumps(config))
        run = subprocess.run([PROGRAMS / "ddc-gateway", "run", copy, "--duration", "0.5"],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                             check=False, cwd=self.root)
        return run.returncode, run.stderr

    def test_ends_are_documented(self):
        all_examples = list(examples().items())
        self.assertGreater(len(all_examples), 5)
        valid = 0
        for i in range(LISTS):
            rng = random.Random(SEED * 1_000_000 + i)
            file, config = all_examples[i % len(all_examples)]
            faults = [fault(rng, f"f{k}") for k in range(rng.choice([1, 1, 2, 3]))]
            config = {key: value for key, value in config.items()
                      if key not in ("data_port", "ros2", "requirements")}
            config["ddc"] = {"name": f"random_faults_{os.getpid()}"}
            if "programs" in config:
                programs = [dict(program) for program in config["programs"]]
                programs[0]["faults"] = faults
                config["programs"] = programs
            else:
                config["faults"] = faults
            with self.subTest(list=i, example=file.name, faults=faults):
                code, printed = self.end_of(file, config)
                self.assertIn(code, DOCUMENTED, printed)
                valid += code != 2
        self.assertGreater(valid, LISTS // 4, "too few lists are valid")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
