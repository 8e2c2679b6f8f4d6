# SPDX-License-Identifier: MIT
"""Resources of a test that are removed at its end."""
import os
import pathlib
import signal
import tempfile
import unittest

from .polling import LIMIT_S
from .processes import HasCleanups

SHARED_MEMORY = pathlib.Path("/dev/shm")


def new_folder(test: HasCleanups) -> pathlib.Path:
    """An empty folder, which is removed when the test is over."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    return pathlib.Path(folder.name)


class TableCase(unittest.TestCase):
    """Each test has a separate table, which DDC_NAME names and which is removed after it."""
    room = "case"  # part of the table's name

    def setUp(self) -> None:
        signal.alarm(int(LIMIT_S) + 60)  # ends a test that hangs
        self.table = f"test.{self.room}.{os.getpid()}.{self._testMethodName[-20:]}"
        os.environ["DDC_NAME"] = self.table
        self.addCleanup(self.remove_table)

    def remove_table(self) -> None:
        for left in SHARED_MEMORY.glob(f"*{self.table}*"):
            left.unlink()

    def table_exists(self) -> bool:
        return any(SHARED_MEMORY.glob(f"*{self.table}"))

    def new_folder(self) -> pathlib.Path:
        return new_folder(self)
