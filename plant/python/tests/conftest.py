# SPDX-License-Identifier: MIT
"""PLANT_LIBRARY names libplant_c.so.1."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[3]
DATA = ROOT / "plant/data"
sys.path.insert(0, str(ROOT / "plant/python"))
