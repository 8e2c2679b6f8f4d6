# SPDX-License-Identifier: MIT
"""A private network of one test, with addresses off the loopback."""
import fcntl
import os
import socket
import struct
import subprocess
import sys


def enter_own_network():
    """Restarts this test in a separate network namespace."""
    try:
        subprocess.run(["unshare", "--net", "true"], check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        print(f"SKIPPED: this test needs a private network: {error}")
        sys.exit(0)
    os.execvp("unshare", ["unshare", "--net", sys.executable, "-B", sys.argv[0], "inside"])


def add_address(name, address):
    """Adds an address to the loopback, and takes it up."""
    set_address, get_flags, set_flags, is_up = 0x8916, 0x8913, 0x8914, 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sHH4s8x", name.encode(), socket.AF_INET, 0,
                              socket.inet_aton(address))
        fcntl.ioctl(any_socket, set_address, request)
        answer = fcntl.ioctl(any_socket, get_flags, struct.pack("16s16x", name.encode()))
        flags = struct.unpack_from("16xH", answer)[0]
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH14x", name.encode(), flags | is_up))
