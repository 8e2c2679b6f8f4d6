# SPDX-License-Identifier: MIT
"""The two queues of one SOCKET port, seen from the program."""
import typing

from ..group import Group
from ..table import Table
from ..types import Status, Type, Value
from .types import DataType, Port, zeros

QUEUE_PACKETS = 8  # that each queue has room for
DESCRIPTOR = 6     # entries: slot id, places and count of the output queue and of the input queue


class Packet(typing.NamedTuple):
    """The sender's address on receiving, the receiver's on sending, and what is sent."""
    address: str
    payload: typing.Any


def size_of(port: Port) -> int:
    """Entries that the port takes: its descriptor and its queues."""
    queues = port.is_input + port.is_output
    return DESCRIPTOR + queues * QUEUE_PACKETS * port.data_type.size


class SocketPort:
    """The reader of a queue sets its count back to zero, and only then its writer fills it anew."""

    def __init__(self, table: Table, reference_id: int, port: Port, offset: int) -> None:
        self._table, self._type = table, port.data_type
        behind, self._places = offset + DESCRIPTOR, []
        self._output = self._input = None
        for is_there, count in ((port.is_output, 2), (port.is_input, 5)):
            first = behind if is_there else 0
            self._places += [first, QUEUE_PACKETS if is_there else 0, 0]
            behind += QUEUE_PACKETS * self._type.size if is_there else 0
            if is_there:
                group = self._group(reference_id + first, reference_id + offset + count)
                if count == 2:
                    self._output = group
                else:
                    self._input = group
        self._queued: typing.List[Packet] = []
        self.received: typing.List[Packet] = []

    def _group(self, first: int, count_id: int) -> Group:
        kinds = self._type.kinds * QUEUE_PACKETS
        entries = [(first + i, kind) for i, kind in enumerate(kinds)]
        return Group(self._table, [*entries, (count_id, Type.INT32)])

    def descriptor(self) -> typing.List[Value]:
        """What the program writes into the descriptor when it publishes."""
        return list(self._places)

    def receive(self) -> None:
        """Takes what has arrived, and leaves the input queue empty."""
        self.received = []
        if self._input is None:
            return
        status = self._input.refresh()
        if status != Status.NO_DATA:
            self._table.check(status)
        *values, count = self._input.values
        count = min(max(typing.cast(int, count), 0), QUEUE_PACKETS)
        size = self._type.size
        self.received = [Packet(*self._type.load(values[i * size:(i + 1) * size]))
                         for i in range(count)]
        if count > 0:
            self._table.write(self._input.ids[-1], 0)

    def queue(self, packet: typing.Tuple[str, typing.Any]) -> bool:
        """False if as many packets as the queue has room for wait already, or it has no output."""
        if self._output is None or len(self._queued) == QUEUE_PACKETS:
            return False
        self._type.store(packet)  # what is wrong with it is told here
        self._queued.append(Packet(*packet))
        return True

    def send(self) -> None:
        """Hands over what was queued if the other side has taken all that was before it."""
        if not self._queued or self._output is None:
            return
        if self._table.read(self._output.ids[-1], Type.INT32):
            return
        values = [value for packet in self._queued for value in self._type.store(packet)]
        rest = zeros(self._type.kinds * (QUEUE_PACKETS - len(self._queued)))
        self._output.write([*values, *rest, len(self._queued)])
        self._queued = []
