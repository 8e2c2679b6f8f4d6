# SPDX-License-Identifier: MIT
"""Announced addresses of programs of the project. They were started with `announces`.

All functions wait for the announcement, and throw AssertionError if it does not arrive.
"""
from .processes import Process


def _first_port(process: Process, protocol: str) -> int:
    address: str = process.announcement()["addresses"][protocol][0]
    return int(address.rpartition(":")[2])


def data_port_of(process: Process) -> tuple[int, str | None]:
    """The port of ddc-gateway or vdsim_realtime for HTTP, and the token if it has one."""
    return _first_port(process, "http"), process.announcement()["token"]


def cmd_port_of(process: Process) -> int:
    """The port of vdsim_realtime for CMDs of VDS1."""
    return _first_port(process, "vds1")


def simulator_port_of(process: Process) -> int:
    """The port of ddcserver for MontiSim's TCP protocol."""
    return _first_port(process, "montisim")
