# SPDX-License-Identifier: MIT
"""Ports of 127.0.0.1."""
import socket

from .polling import LIMIT_S


def bound_socket(kind: socket.SocketKind = socket.SOCK_DGRAM) -> socket.socket:
    """A socket at a free port, which is in use until it is closed. Its calls wait for at most
    LIMIT_S.

    @param kind SOCK_DGRAM for UDP, SOCK_STREAM for TCP
    """
    made = socket.socket(socket.AF_INET, kind)
    made.settimeout(LIMIT_S)
    made.bind(("127.0.0.1", 0))
    return made


def port_of(bound: socket.socket) -> int:
    port: int = bound.getsockname()[1]
    return port


def free_ports(count: int, kind: socket.SocketKind = socket.SOCK_DGRAM) -> list[int]:
    """Different ports that no process uses at this moment."""
    held = [bound_socket(kind) for _ in range(count)]
    ports = [port_of(one) for one in held]
    for one in held:
        one.close()
    return ports


def free_port(kind: socket.SocketKind = socket.SOCK_DGRAM) -> int:
    """One port, like free_ports."""
    return free_ports(1, kind)[0]
