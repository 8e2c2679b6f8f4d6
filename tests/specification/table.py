# SPDX-License-Identifier: MIT
"""The requirements of the specifications, from the YAML files of this folder."""
import dataclasses
import pathlib
import re

import yaml

FOLDER = pathlib.Path(__file__).resolve().parent
FILES = ("ddc", "kernel", "act", "vds1", "vi")
KEYS = {"id", "requirement", "state", "tests", "reason"}
STATES = ("shown", "differs", "planned")


@dataclasses.dataclass(frozen=True)
class Evidence:
    """A test, which functions of it, and the part of the requirement that it shows."""
    test: str
    functions: tuple
    shows: str

    @staticmethod
    def of(entry):
        named = entry if isinstance(entry, str) else entry["test"]
        test, *functions = re.split(r", (?=test_)", named)
        return Evidence(test, tuple(functions), "" if isinstance(entry, str) else entry["shows"])


@dataclasses.dataclass(frozen=True)
class Requirement:
    id: str
    text: str
    state: str
    evidence: tuple
    reason: str

    @staticmethod
    def of(row):
        unknown = row.keys() - KEYS
        if unknown:
            raise ValueError(f"{row.get('id')}: unknown keys {', '.join(sorted(unknown))}")
        return Requirement(row["id"], row["requirement"], row["state"],
                           tuple(map(Evidence.of, row.get("tests", ()))), row.get("reason", ""))


@dataclasses.dataclass(frozen=True)
class Part:
    """Requirements with the text above them."""
    text: str
    requirements: tuple


@dataclasses.dataclass(frozen=True)
class Specification:
    title: str
    parts: tuple


def specifications():
    for name in FILES:
        file = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
        yield Specification(file["title"], tuple(
            Part(part["text"], tuple(map(Requirement.of, part["requirements"])))
            for part in file["parts"]))


def requirements():
    return [requirement for specification in specifications() for part in specification.parts
            for requirement in part.requirements]
