# SPDX-License-Identifier: MIT
"""The DDC for Python: tables, groups, waiting and recordings, on libddc.so.1 with ctypes.

    table = ddc.Table()                      # the table named by DDC_NAME
    table.write(0x4000, True)                # bool, int, float, str or None (no data)
    velocity = table.read(0x400A)            # None if the entry is empty
    table.wait(0x4003, True, timeout_s=5)    # blocks; False after the time-out

`ddc.interface` has the program interface and `Program`, for programs that a gateway runs.
"""
from . import interface
from ._library import version
from .group import Group
from .playing import play
from .recording import RecordedChange, RecordingError, read_recording, record
from .running import ArgumentError, ProgramStart, run_program
from .table import Entry, Table, Watch
from .types import FIRST_PROGRAM_ID, MAX_STRING, Status, TableError, Type

__version__ = version()
__all__ = ["FIRST_PROGRAM_ID", "MAX_STRING", "ArgumentError", "Entry", "Group", "ProgramStart",
           "RecordedChange", "RecordingError", "Status", "Table", "TableError", "Type", "Watch",
           "interface", "play", "read_recording", "record", "run_program", "version"]
