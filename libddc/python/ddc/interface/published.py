# SPDX-License-Identifier: MIT
"""A program in the table, seen from the other side."""
import typing

from ..group import Group
from ..table import Table
from ..types import Status, Type, to_bytes
from .parse import basic_interface, parse
from .program import (DESCRIPTION_SIZE, INTERFACE_STRING, INTERFACE_TYPE, RUN_CYCLE_SWITCH,
                      SLOT_TABLE_START)
from .socket_port import DESCRIPTOR, INPUT_COUNT, OUTPUT_COUNT, Packet, Queue
from .types import InterfaceError, Port, ProgramInterface

_INPUT_START, _OUTPUT_START = SLOT_TABLE_START, DESCRIPTION_SIZE  # of a basic program
_DEFAULT_STARTS = {_INPUT_START: 10, _OUTPUT_START: 40}
_MOST_CHUNKS = 1 << 20


class PublishedProgram:
    """The ports of a program, `basic` or `dynamic`, by their names: DATA ports as items, SOCKET
    ports with received() and send(). Use it in one thread.

    Args:
        table: must stay open while this is used.
        reference_id: of the program, which must have published.

    Attributes:
        program_interface: its interface.
        ids: the first entry of each DATA port with a slot, by its name.
        sockets: the names of the SOCKET ports with a slot.

    Raises:
        InterfaceError: there is no program, or its interface or layout is invalid.
    """

    def __init__(self, table: Table, reference_id: int) -> None:
        self._table, self._reference_id = table, reference_id
        kind = self._header(INTERFACE_TYPE, Type.STRING)
        if kind not in ("basic", "dynamic"):
            raise InterfaceError(f"there is no program at {reference_id:#x}")
        if kind == "basic":
            self.program_interface = basic_interface()
            offsets = self._basic_offsets()
        else:
            self.program_interface = parse(self._text())
            offsets = self._slot_table()
        placed = [(port, reference_id + offset)
                  for port, offset in zip(self.program_interface.ports, offsets)
                  if offset is not None]
        self.ids = {port.name: first for port, first in placed if not port.is_socket}
        self._ports = {port.name: port for port in self.program_interface.ports}
        self._groups = {name: self._group(self._ports[name], first)
                        for name, first in self.ids.items()}
        self._queues = {port.name: self._queues_of(port, first)
                        for port, first in placed if port.is_socket}
        self.sockets = tuple(self._queues)

    def _header(self, offset: int, kind: Type) -> typing.Any:
        return self._table.read(self._reference_id + offset, kind)

    def _basic_offsets(self) -> typing.List[typing.Optional[int]]:
        inputs, outputs = (self._header(start, Type.INT32) for start in _DEFAULT_STARTS)
        following = {True: _DEFAULT_STARTS[_INPUT_START] if inputs is None else inputs,
                     False: _DEFAULT_STARTS[_OUTPUT_START] if outputs is None else outputs}
        offsets: typing.List[typing.Optional[int]] = []
        for port in self.program_interface.ports:
            offsets.append(following[port.is_input])
            following[port.is_input] += port.data_type.size
        return offsets

    def _text(self) -> str:
        count = self._header(DESCRIPTION_SIZE, Type.INT32)
        room = self._table.capacity - self._reference_id - INTERFACE_STRING
        if count is None or not 1 <= count <= min(room, _MOST_CHUNKS):
            raise InterfaceError("description_size does not hold the number of its chunks")
        chunks = [self._header(INTERFACE_STRING + i, Type.STRING) for i in range(count)]
        if None in chunks:
            raise InterfaceError(f"chunk {chunks.index(None)} is empty")
        return b"".join(map(to_bytes, chunks)).decode(errors="replace")

    def _slot_table(self) -> typing.List[typing.Optional[int]]:
        start = self._header(SLOT_TABLE_START, Type.INT32)
        count = len(self.program_interface.ports)
        last = None if start is None else self._reference_id + start + count - 1
        if last is None or start < 0 or last >= self._table.capacity:
            raise InterfaceError("slot_table_start does not hold the offset of the slot table")
        return [self._header(start + i, Type.INT32) for i in range(count)]

    def _check_place(self, port: Port, first: int, size: int) -> None:
        last = first + size - 1
        if not self._reference_id <= first or last >= self._table.capacity:
            raise InterfaceError(f"port {port.name}: its entries {first:#x} to {last:#x} are not "
                                 "in the table")

    def _group(self, port: Port, first: int) -> Group:
        self._check_place(port, first, port.data_type.size)
        return Group(self._table, [(first + i, kind)
                                   for i, kind in enumerate(port.data_type.kinds)])

    def _queues_of(self, port: Port, first: int) -> typing.List[typing.Optional[Queue]]:
        """The output queue and the input queue of a port, if it has them."""
        self._check_place(port, first, DESCRIPTOR)
        queues: typing.List[typing.Optional[Queue]] = []
        for count_id in (first + OUTPUT_COUNT, first + INPUT_COUNT):
            slot, places = (self._table.read(count_id + i, Type.INT32) for i in (-2, -1))
            if not places:
                queues.append(None)
                continue
            if not isinstance(slot, int) or not isinstance(places, int) or places < 0:
                raise InterfaceError(f"port {port.name}: its descriptor is invalid")
            start = self._reference_id + slot
            self._check_place(port, start, places * port.data_type.size)
            queues.append(Queue(self._table, port.data_type, start, count_id, places))
        return queues

    def _queue(self, name: str, index: int) -> Queue:
        queue = self._queues.get(name, [None, None])[index]
        if queue is None:
            raise InterfaceError(f"there is no SOCKET port {name} with an "
                                 f"{'input' if index else 'output'}; there are "
                                 f"{', '.join(self.sockets) or 'none'}")
        return queue

    def received(self, name: str) -> typing.List[Packet]:
        """The packets that the program has sent through a SOCKET port, oldest first; the address is
        the receiver's.
        @raises InterfaceError, TableError"""
        return self._queue(name, 0).take()

    def send(self, name: str, *packets: typing.Tuple[str, typing.Any]) -> bool:
        """Sends (address, payload) to a SOCKET port of the program; the address is the sender's.
        False, without effect, if the program has not read the packets sent before.
        @raises InterfaceError, also for more packets than there is room for, TableError"""
        queue = self._queue(name, 1)
        if len(packets) > queue.places:
            raise InterfaceError(f"port {name}: there is room for {queue.places} packets")
        return queue.put(packets)

    def _of(self, name: str) -> typing.Tuple[Port, Group]:
        if name not in self._groups:
            raise InterfaceError(f"there is no port {name}; there are {', '.join(self._groups)}")
        return self._ports[name], self._groups[name]

    def __getitem__(self, name: str) -> typing.Any:
        """The value of a port, as one snapshot; None if one of its entries was never written.
        @raises InterfaceError, TableError"""
        port, group = self._of(name)
        status = group.refresh()
        if status == Status.NO_DATA:
            return None
        self._table.check(status)
        return port.data_type.load(group.values)

    def __setitem__(self, name: str, value: typing.Any) -> None:
        """Writes a port as one snapshot.
        @raises InterfaceError, TableError, and the exceptions of values that do not fit"""
        port, group = self._of(name)
        group.write(port.data_type.store(value))

    def __iter__(self) -> typing.Iterator[str]:
        return iter(self.ids)

    def run_cycle(self, timeout_s: float) -> bool:
        """Requests a cycle and waits for its end, as a gateway does in measured mode. False if
        there was none in that time."""
        switch = self._reference_id + RUN_CYCLE_SWITCH
        self._table.write(switch, True)
        return self._table.wait(switch, False, timeout_s)
