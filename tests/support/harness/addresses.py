# SPDX-License-Identifier: MIT
"""Where our programs say that they are reached once they are ready.

All wait for the line, the whole of it, and throw AssertionError if it does not come.
"""
from .processes import Process


def data_port_of(process: Process, host: str = "127.0.0.1") -> tuple[int, str | None]:
    """Of ddc-gateway or vdsim_realtime: the port for HTTP, and the token if there is one."""
    found = process.await_said(
        rf"data port at http://{host.replace('.', '[.]')}:(\d+)/(?:\?token=(\S+))?\s")
    return int(found[1]), found[2]


def cmd_port_of(process: Process) -> int:
    """Of vdsim_realtime: the port for CMDs of VDS1."""
    return int(process.await_said(r"CMD at [\d.]+:(\d+)\D")[1])


def simulator_port_of(process: Process) -> int:
    """Of ddcserver: the port for MontiSim's TCP protocol."""
    return int(process.await_said(r"listening at \S*?:(\d+)\D")[1])
