# SPDX-License-Identifier: MIT
"""Where our programs announce that they are reached. They were started with `announces`.

All wait for the announcement, and throw AssertionError if it does not come.
"""
from .processes import Process


def _first_port(process: Process, protocol: str) -> int:
    address: str = process.announcement()["addresses"][protocol][0]
    return int(address.rpartition(":")[2])


def data_port_of(process: Process) -> tuple[int, str | None]:
    """Of ddc-gateway or vdsim_realtime: the port for HTTP, and the token if there is one."""
    return _first_port(process, "http"), process.announcement()["token"]


def cmd_port_of(process: Process) -> int:
    """Of vdsim_realtime: the port for CMDs of VDS1."""
    return _first_port(process, "vds1")


def simulator_port_of(process: Process) -> int:
    """Of ddcserver: the port for MontiSim's TCP protocol."""
    return _first_port(process, "montisim")
