# SPDX-License-Identifier: MIT
"""The two queues of one SOCKET port, seen from the program."""
import typing

from ..group import Group
from ..table import Table
from ..types import Status, Type, Value
from .types import DataType, Port, zeros

QUEUE_PACKETS = 8  # that each queue has room for
# Entries: slot id, places and count of the output queue, then of the input queue.
DESCRIPTOR, OUTPUT_COUNT, INPUT_COUNT = 6, 2, 5


class Packet(typing.NamedTuple):
    """The sender's address on receiving, the receiver's on sending, and what is sent."""
    address: str
    payload: typing.Any


def size_of(port: Port) -> int:
    """Entries that the port takes: its descriptor and its queues."""
    queues = port.is_input + port.is_output
    return DESCRIPTOR + queues * QUEUE_PACKETS * port.data_type.size


class Queue:
    """Packets in the table and their count. The reader sets the count back to zero, and only then
    the writer fills the queue anew.

    Args:
        first: id of the first packet's first entry.
        count_id: of the entry with the count.
        places: packets that there is room for.
    """

    def __init__(self, table: Table, data_type: DataType, first: int, count_id: int,
                 places: int) -> None:
        self._table, self._type, self.places = table, data_type, places
        entries = [(first + i, kind) for i, kind in enumerate(data_type.kinds * places)]
        self._group = Group(table, [*entries, (count_id, Type.INT32)])

    def take(self) -> typing.List[Packet]:
        """All that are in it, oldest first; it is empty then."""
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
        """False, and nothing done, if the reader has not taken yet what is in it."""
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
        behind, self._places = offset + DESCRIPTOR, []
        self._output = self._input = None
        for is_there, count in ((port.is_output, OUTPUT_COUNT), (port.is_input, INPUT_COUNT)):
            self._places += [behind if is_there else 0, QUEUE_PACKETS if is_there else 0, 0]
            if not is_there:
                continue
            queue = Queue(table, self._type, reference_id + behind, reference_id + offset + count,
                          QUEUE_PACKETS)
            if count == OUTPUT_COUNT:
                self._output = queue
            else:
                self._input = queue
            behind += QUEUE_PACKETS * self._type.size
        self._queued: typing.List[Packet] = []
        self.received: typing.List[Packet] = []

    def descriptor(self) -> typing.List[Value]:
        """What the program writes into the descriptor when it publishes."""
        return list(self._places)

    def receive(self) -> None:
        """Takes what has arrived, and leaves the input queue empty."""
        self.received = self._input.take() if self._input else []

    def queue(self, packet: typing.Tuple[str, typing.Any]) -> bool:
        """False if as many packets as the queue has room for wait already, or it has no output."""
        if self._output is None or len(self._queued) == QUEUE_PACKETS:
            return False
        self._type.store(packet)  # what is wrong with it is told here
        self._queued.append(Packet(*packet))
        return True

    def send(self) -> None:
        """Hands over what was queued if the other side has taken all that was before it."""
        if self._queued and self._output and self._output.put(self._queued):
            self._queued = []
