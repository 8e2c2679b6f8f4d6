# SPDX-License-Identifier: MIT
"""Stops single threads of another process, which its other threads cannot detect: a loop that
hangs."""
import contextlib
import ctypes
import os

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
WALL = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def request(what, thread):
    if libc.ptrace(what, thread, None, None) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


@contextlib.contextmanager
def stopped(threads):
    """@raise PermissionError where the kernel does not allow it"""
    for thread in threads:
        request(SEIZE, thread)
        request(INTERRUPT, thread)
        os.waitpid(thread, WALL)
    try:
        yield
    finally:
        for thread in threads:
            request(DETACH, thread)
