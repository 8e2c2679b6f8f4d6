# SPDX-License-Identifier: MIT
"""The wheel of the Python packages, with the libraries inside and without, installed and used.
DDC_LIBRARIES names the folder of libddc.so.1 and libplant_c.so.1."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
LIBRARIES = pathlib.Path(os.environ["DDC_LIBRARIES"])
PARTS = ["pyproject.toml", "setup.py", "libddc/include", "libddc/python/ddc", "plant/python/plant",
         "programs/python/vds1.py"]
USE = """
import os, ddc, plant, vds1
from plant.environment import LaneEnvironment
with ddc.Table("%s") as table:
    table.write(5, 0.5)
    assert table.read(5) == 0.5
os.unlink("/dev/shm/ddc.%s")
session = plant.SimSession()
session.reset(vx_mps=10.0)
session.tick(10_000_000)
assert LaneEnvironment().reset()[0].shape == (6,)
assert len(vds1.encode_cmd(dict.fromkeys(vds1.CMD_FIELDS, 0) |
                           {"version": 3, "seq": 1, "timestamp": 0.0})) == 76
for library in {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}:
    if "libddc" in library or "libplant" in library:
        print(library)
"""


def python(*words, cwd, **environment):
    plain = {name: value for name, value in os.environ.items()
             if name not in ("DDC_LIBRARY", "PLANT_LIBRARY", "PYTHONPATH")}
    done = subprocess.run([sys.executable, *words], cwd=cwd, env={**plain, **environment},
                          text=True, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def source(tmp_path):
    """A copy without a build."""
    copied = tmp_path / "source"
    for part in PARTS:
        (copied / part).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copied / part,
                            ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, copied / part)
    return copied


def installed(source, folder, **environment):
    """(the wheel's name, the folder where it was installed)"""
    python("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir",
           folder / "wheels", source, cwd=folder, **environment)
    wheel, = (folder / "wheels").iterdir()
    python("-m", "pip", "install", "--no-deps", "--no-index", "--target", folder / "site", wheel,
           cwd=folder)
    return wheel.name, folder / "site"


def used(site, folder, **environment):
    name = f"test.wheel.{os.getpid()}"
    return set(python("-B", "-c", USE % (name, name), cwd=folder, PYTHONPATH=str(site),
                      **environment).split())


def test_a_wheel_with_the_libraries_needs_nothing_else(source, tmp_path):
    name, site = installed(source, tmp_path, DDC_WHEEL_LIBRARIES=str(LIBRARIES))
    assert name.startswith("ddc_gateway-") and "-py3-none-linux_" in name
    assert all((site / package / "py.typed").exists() for package in ("ddc", "plant"))
    assert used(site, tmp_path) == {str(site / "ddc/libddc.so.1"),
                                    str(site / "plant/libplant_c.so.1")}


def test_a_wheel_without_them_uses_the_libraries_of_the_system(source, tmp_path):
    (tmp_path / "first").mkdir()
    installed(source, tmp_path / "first", DDC_WHEEL_LIBRARIES=str(LIBRARIES))
    name, site = installed(source, tmp_path, DDC_WHEEL_LIBRARIES="")
    assert name.endswith("-py3-none-any.whl")
    assert not list(site.rglob("*.so*"))
    found = used(site, tmp_path, LD_LIBRARY_PATH=str(LIBRARIES))
    assert {pathlib.Path(path).resolve() for path in found} == {
        (LIBRARIES / name).resolve() for name in ("libddc.so.1", "libplant_c.so.1")}
