# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the version, where it builds, and the libraries inside the wheel.

DDC_WHEEL_LIBRARIES names a folder with libddc.so.1 and libplant_c.so.1, such as build/release/lib:
they are put into the wheel, which is for Linux on this machine's processor then. Without it the
wheel is for every Linux, and the packages take the system's libraries.
"""
import os
import pathlib
import re
import shutil

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).parent
LIBRARIES = os.environ.get("DDC_WHEEL_LIBRARIES")
INSIDE = {"ddc": "libddc.so.1", "plant": "libplant_c.so.1"}
BUILD = ROOT / "build/python"


def version():
    header = (ROOT / "libddc/include/ddc/version.h").read_text()
    return re.search(r'define DDC_VERSION "(.*)"', header)[1]


class BuildWithLibraries(build_py):
    def run(self):
        super().run()
        for package, name in INSIDE.items() if LIBRARIES else ():
            shutil.copy(pathlib.Path(LIBRARIES) / name, pathlib.Path(self.build_lib) / package)


class Wheel(bdist_wheel):
    """Python's own ABI does not matter to it: the libraries are called through ctypes."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return bool(LIBRARIES)


shutil.rmtree(BUILD, ignore_errors=True)  # nothing of a wheel with libraries gets into one without
BUILD.mkdir(parents=True)
setup(version=version(), distclass=PlatformDistribution,
      cmdclass={"build_py": BuildWithLibraries, "bdist_wheel": Wheel},
      options={"build": {"build_base": str(BUILD)}, "egg_info": {"egg_base": str(BUILD)}})
