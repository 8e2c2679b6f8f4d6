# SPDX-License-Identifier: MIT
"""The two queues of one SOCKET port, seen from the program."""
import typing

from ..group import Group
from ..table import Table
from ..types import Status, Type, Value
from .types import DataType, Port, zeros

QUEUE_PACKETS = 8  # per queue
# Entries: slot id, size and count of the output queue, then of the input queue.
DESCRIPTOR, OUTPUT_COUNT, INPUT_COUNT = 6, 2, 5


class Packet(typing.NamedTuple):
    """The sender's address on receiving, the receiver's on sending, and the payload."""
    address: str
    payload: typing.Any


def size_of(port: Port) -> int:
    """Number of entries of the port: its descriptor and its queues."""
    queues = port.is_input + port.is_output
    return DESCRIPTOR + queues * QUEUE_PACKETS * port.data_type.size


class Queue:
    """Packets in the table and their count. The reader resets the count to zero; the writer writes
    the next packets only after that.

    Args:
        first: id of the first packet's first entry.
        count_id: id of the entry with the count.
        places: number of packets that fit.
    """

    def __init__(self, table: Table, data_type: DataType, first: int, count_id: int,
                 places: int) -> None:
        self._table, self._type, self.places = table, data_type, places
        entries = [(first + i, kind) for i, kind in enumerate(data_type.kinds * places)]
        self._group = Group(table, [*entries, (count_id, Type.INT32)])

    def take(self) -> typing.List[Packet]:
        """All packets, oldest first; the queue is empty then."""
        status = self._group.refresh()
        if status != Status.NO_DATA:
            self._table.check(status)
        *values, count = self._group.values
        count = min(max(typing.cast(int, count), 0), self.places)
        size = self._type.size
        packets = [Packet(*self._type.load(values[i * size:(i + 1) * size])) for i in range(count)]
        if count > 0:
            self._table.write(self._group.ids[-1], 0)
        return packets

    def put(self, packets: typing.Sequence[typing.Tuple[str, typing.Any]]) -> bool:
        """False, without effect, if the reader has not read the packets in it."""
        if self._table.read(self._group.ids[-1], Type.INT32):
            return False
        values = [value for packet in packets for value in self._type.store(packet)]
        rest = zeros(self._type.kinds * (self.places - len(packets)))
        self._group.write([*values, *rest, len(packets)])
        return True


class SocketPort:
    """The two queues of a port, for its program."""

    def __init__(self, table: Table, reference_id: int, port: Port, offset: int) -> None:
        self._type = port.data_type
        next_id, self._places = offset + DESCRIPTOR, []
        self._output = self._input = None
        for is_there, count in ((port.is_output, OUTPUT_COUNT), (port.is_input, INPUT_COUNT)):
            self._places += [next_id if is_there else 0, QUEUE_PACKETS if is_there else 0, 0]
            if not is_there:
                continue
            queue = Queue(table, self._type, reference_id + next_id, reference_id + offset + count,
                          QUEUE_PACKETS)
            if count == OUTPUT_COUNT:
                self._output = queue
            else:
                self._input = queue
            next_id += QUEUE_PACKETS * self._type.size
        self._queued: typing.List[Packet] = []
        self.received: typing.List[Packet] = []

    def descriptor(self) -> typing.List[Value]:
        """The values of the descriptor, which the program writes when it publishes."""
        return list(self._places)

    def receive(self) -> None:
        """Reads the packets of the input queue, and empties it."""
        self.received = self._input.take() if self._input else []

    def queue(self, packet: typing.Tuple[str, typing.Any]) -> bool:
        """Queues a packet. False if the queue is full, or the port is not an output."""
        if self._output is None or len(self._queued) == QUEUE_PACKETS:
            return False
        self._type.store(packet)  # raises if it does not fit
        self._queued.append(Packet(*packet))
        return True

    def send(self) -> None:
        """Writes the queued packets if the other side has read all earlier ones."""
        if self._queued and self._output and self._output.put(self._queued):
            self._queued = []
