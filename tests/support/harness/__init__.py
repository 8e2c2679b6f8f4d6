# SPDX-License-Identifier: MIT
"""What Python tests share that look at our programs from outside: starting them and waiting until
they are ready, looking again until something is so, ports that are free, and HTTP.

Every wait has a deadline. What a process should have said or done by then is an AssertionError with
what it did say; an answer over HTTP that is missing is an OSError. A process is gone when its test
is, however that ends. A test finds this package by

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
