# SPDX-License-Identifier: MIT
"""Shared parts of Python tests that run programs of the project: starting them and waiting until
they are ready, polling, free ports, and HTTP.

Every wait has a deadline. A missing output or action of a process is an AssertionError with its
output; a missing reply over HTTP is an OSError. A process ends with its test in any case. A test
imports this package by

    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
    import harness  # noqa: E402
"""
from .addresses import cmd_port_of, data_port_of, simulator_port_of
from .cases import TableCase, new_folder
from .http_client import Answer, Events, ask, parse_json
from .polling import LIMIT_S, until
from .ports import bound_socket, free_port, free_ports
from .processes import Process, start

__all__ = ["LIMIT_S", "Answer", "Events", "Process", "TableCase", "ask", "bound_socket",
           "cmd_port_of", "data_port_of", "free_port", "free_ports", "new_folder", "parse_json",
           "simulator_port_of", "start", "until"]
