# SPDX-License-Identifier: MIT
"""The messages of an MCAP file with chunks in zstd, with the standard library and libzstd only."""
import ctypes
import struct

ZSTD = ctypes.CDLL("libzstd.so.1")
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t
MAGIC = b"\x89MCAP0\r\n"


def decompress(data, size):
    out = ctypes.create_string_buffer(size)
    got = ZSTD.ZSTD_decompress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    assert got == size, (got, size)
    return out.raw


def records(data):
    at = 0
    while at < len(data):
        opcode, size = struct.unpack_from("<BQ", data, at)
        at += 9
        yield opcode, data[at:at + size]
        at += size


def text_at(data, at):
    size, = struct.unpack_from("<I", data, at)
    return data[at + 4:at + 4 + size].decode(), at + 4 + size


def read(path):
    """{topic: {time_ns: message}} and {topic: (type, definition)}"""
    data = path.read_bytes()
    assert data.startswith(MAGIC) and data.endswith(MAGIC)
    schemas, channels, messages = {}, {}, {}

    def take(opcode, content):
        if opcode == 0x03:
            name, at = text_at(content, 2)
            _, at = text_at(content, at)
            schemas[struct.unpack_from("<H", content)[0]] = (name, text_at(content, at)[0])
        elif opcode == 0x04:
            channels[struct.unpack_from("<H", content)[0]] = (
                text_at(content, 4)[0], struct.unpack_from("<H", content, 2)[0])
        elif opcode == 0x05:
            channel, _, log_time = struct.unpack_from("<HIQ", content)
            messages.setdefault(channels[channel][0], {})[log_time] = content[22:]
        elif opcode == 0x06:
            size, = struct.unpack_from("<Q", content, 16)
            compression, at = text_at(content, 28)
            assert compression == "zstd"
            for inner in records(decompress(content[at + 8:], size)):
                take(*inner)

    for record in records(data[len(MAGIC):-len(MAGIC)]):
        take(*record)
    return messages, {topic: schemas[schema] for topic, schema in channels.values()}
