#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Model descriptions of the test FMUs and of exported FMUs against the official schemas.

The schemas are not part of the project. FMI_SCHEMAS names a folder that contains those of FMI 2.0 and
3.0 anywhere below it; without it, or without xmllint, the test is skipped.

Environment: DDC_GATEWAY (executable), TEST_FMUS (folder), optional FMI_SCHEMAS.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import exported

NAMES = {"fmi2ModelDescription.xsd", "fmi3ModelDescription.xsd", "fmi3TerminalsAndIcons.xsd"}


def schemas():
    """Files by their name; empty without the folder."""
    folder = os.environ.get("FMI_SCHEMAS")
    found = pathlib.Path(folder).rglob("*.xsd") if folder else []
    return {path.name: path for path in found if path.name in NAMES}


def lint(schema, text):
    """Messages of xmllint; empty if the text is valid."""
    done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", schema, "-"], input=text,
                          capture_output=True, timeout=60, check=False)
    return "" if done.returncode == 0 else done.stderr.decode()


class SchemaTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, path, version):
        with zipfile.ZipFile(path) as archive:
            texts = {name: archive.read(name) for name in archive.namelist() if name.endswith(".xml")}
        self.assertEqual(lint(schemas()[f"fmi{version}ModelDescription.xsd"],
                              texts["modelDescription.xml"]), "")
        terminals = texts.get("terminalsAndIcons/terminalsAndIcons.xml")
        if terminals:
            self.assertEqual(lint(schemas()["fmi3TerminalsAndIcons.xsd"], terminals), "")

    def test_test_fmus_are_valid(self):
        paths = sorted(pathlib.Path(os.environ["TEST_FMUS"]).glob("*.fmu"))
        self.assertTrue(paths)
        for path in paths:
            with self.subTest(path.name):
                self.check(path, int(path.stem[-1]))

    def test_exported_vehicles_are_valid(self):
        for model in exported.MODELS:
            for version in (2, 3):
                with self.subTest(model, version=version):
                    self.check(exported.export(self.folder, model, version), version)


if __name__ == "__main__":
    missing = sorted(NAMES - set(schemas()))
    if missing or not shutil.which("xmllint"):
        print("SKIPPED: needs xmllint, and FMI_SCHEMAS with", ", ".join(missing or NAMES))
        sys.exit(0)
    unittest.main()
