# SPDX-License-Identifier: MIT
"""Reads the messages of MCAP files from front to back. It needs no summary, so that files can be
read which were not closed. The CRC of a chunk is checked before its messages are returned."""
import ctypes
import functools
import struct
import typing
import zlib

MAGIC = b"\x89MCAP0\r\n"
_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK, _DATA_END = 3, 4, 5, 6, 15
_PREFIX = struct.Struct("<BQ")
_MESSAGE_HEAD = struct.Struct("<HIQQ")
_STEP = 1 << 20
_MOST_UNPACKED = 128 << 20


class McapError(ValueError):
    """A damaged file. The message begins with the position of the record."""


class Channel(typing.NamedTuple):
    topic: str
    encoding: str
    schema: str
    """The name of the type."""
    metadata: typing.Dict[str, str]


class Message(typing.NamedTuple):
    channel: Channel
    sequence: int
    log_time_ns: int
    data: bytes


@functools.lru_cache(maxsize=None)
def _zstd() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libzstd.so.1")
    except OSError as error:
        raise McapError(f"is compressed by zstd: {error}; install libzstd1") from None
    size, text = ctypes.c_size_t, ctypes.c_char_p
    library.ZSTD_decompress.restype = size
    library.ZSTD_decompress.argtypes = [ctypes.c_void_p, size, text, size]
    library.ZSTD_isError.restype, library.ZSTD_isError.argtypes = ctypes.c_uint, [size]
    library.ZSTD_getErrorName.restype, library.ZSTD_getErrorName.argtypes = text, [size]
    return library


def _unpacked(packed: bytes, size: int, compression: str) -> bytes:
    if compression == "":
        return packed
    if compression != "zstd":
        raise McapError(f"is compressed by '{compression}', which is not supported")
    if size > _MOST_UNPACKED:
        raise McapError(f"unpacks to {size} bytes, more than {_MOST_UNPACKED}")
    library = _zstd()
    out = ctypes.create_string_buffer(max(size, 1))
    done: int = library.ZSTD_decompress(out, size, packed, len(packed))
    if library.ZSTD_isError(done):
        reason: bytes = library.ZSTD_getErrorName(done)
        raise McapError(f"does not unpack: {reason.decode()}")
    return out.raw[:done]


class _Fields:
    """The content of a record, field by field; no length in it is trusted."""

    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def take(self, size: int) -> bytes:
        if size > len(self._content) - self._at:
            raise McapError("ends too early")
        self._at += size
        return self._content[self._at - size:self._at]

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")

    def text(self) -> str:
        return self.take(self.number(4)).decode(errors="replace")

    def texts(self) -> typing.Dict[str, str]:
        pairs, found = _Fields(self.take(self.number(4))), {}
        while not pairs.is_empty():
            key = pairs.text()
            found[key] = pairs.text()
        return found

    def rest(self) -> bytes:
        return self.take(len(self._content) - self._at)

    def is_empty(self) -> bool:
        return self._at == len(self._content)


def _taken(file: typing.BinaryIO, size: int) -> typing.Optional[bytes]:
    """None if the file ends before. A wrong length allocates no more memory than the file has."""
    parts = []
    while size > 0:
        part = file.read(min(size, _STEP))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class McapReader:
    """The messages of a newly opened file. @raises McapError"""

    def __init__(self, file: typing.BinaryIO) -> None:
        self._file = file
        self._schemas: typing.Dict[int, str] = {0: ""}
        self._channels: typing.Dict[int, Channel] = {}
        self.is_cut = True
        """True if it was not closed, or its end is missing; valid after all messages were read."""
        if file.read(len(MAGIC)) != MAGIC:
            raise McapError("byte 0: not an MCAP file (bad magic bytes)")

    def messages(self) -> typing.Iterator[Message]:
        at = len(MAGIC)
        while True:
            prefix = _taken(self._file, _PREFIX.size)
            if prefix is None:
                return
            op, length = _PREFIX.unpack(prefix)
            content = _taken(self._file, length)
            if content is None:
                return
            if op == _DATA_END:
                self.is_cut = False
                return
            try:
                records = self._records(content) if op == _CHUNK else [(op, content)]
                for inner, fields in records:
                    yield from self._read(inner, fields)
            except (McapError, struct.error) as error:
                raise McapError(f"byte {at}: a record {error}") from None
            at += _PREFIX.size + length

    @staticmethod
    def _records(chunk: bytes) -> typing.Iterator[typing.Tuple[int, bytes]]:
        fields = _Fields(chunk)
        fields.take(16)  # times of the first and the last message
        size, crc, compression = fields.number(8), fields.number(4), fields.text()
        records = _unpacked(fields.take(fields.number(8)), size, compression)
        if len(records) != size:
            raise McapError(f"unpacks to {len(records)} bytes instead of {size}")
        if crc not in (0, zlib.crc32(records)):
            raise McapError("has a wrong CRC")
        inside = _Fields(records)
        while not inside.is_empty():
            op = inside.number(1)
            yield op, inside.take(inside.number(8))

    def _read(self, op: int, content: bytes) -> typing.Iterator[Message]:
        fields = _Fields(content)
        if op == _SCHEMA:
            number = fields.number(2)
            self._schemas[number] = fields.text()
        elif op == _CHANNEL:
            number, schema = fields.number(2), fields.number(2)
            topic, encoding = fields.text(), fields.text()
            if schema not in self._schemas:
                raise McapError(f"has an undefined schema {schema}")
            self._channels[number] = Channel(topic, encoding, self._schemas[schema],
                                             fields.texts())
        elif op == _MESSAGE:
            number, sequence, log_time_ns, _ = _MESSAGE_HEAD.unpack(fields.take(_MESSAGE_HEAD.size))
            if number not in self._channels:
                raise McapError(f"has an undefined channel {number}")
            yield Message(self._channels[number], sequence, log_time_ns, fields.rest())
