# SPDX-License-Identifier: MIT
"""A private network and /dev/shm of this process, so that commands of the documentation can be run
unchanged, with their ports, addresses and table names, beside other processes of the machine."""
import ctypes
import fcntl
import os
import socket
import struct

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x00020000, 0x10000000, 0x40000000
MS_REC, MS_PRIVATE = 0x4000, 1 << 18
SIOCSIFFLAGS, SIOCSIFADDR = 0x8914, 0x8916
IFF_UP = 1
LIBC = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    if getattr(LIBC, function)(*arguments) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{function}: {os.strerror(error)}")


def enter(addresses):
    """Moves this process into a private network and /dev/shm with these IPv4 addresses beside
    127.0.0.1.
    @throws OSError if the kernel does not allow that
    """
    uid, gid = os.getuid(), os.getgid()
    call("unshare", CLONE_NEWNS | CLONE_NEWNET | (CLONE_NEWUSER if uid else 0))
    if uid:
        for name, text in [("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"),
                           ("gid_map", f"{gid} {gid} 1")]:
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    call("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    call("mount", b"tmpfs", b"/dev/shm", b"tmpfs", 0, b"mode=1777")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
        for number, address in enumerate(addresses, 1):
            request = struct.pack("16sHH4s8x", f"lo:{number}".encode(), socket.AF_INET, 0,
                                  socket.inet_aton(address))
            fcntl.ioctl(any_socket, SIOCSIFADDR, request)
