# SPDX-License-Identifier: MIT
"""A VCG program's side of the table with a `dynamic` interface."""
import ctypes
import dataclasses
import time
import typing

from .. import _library
from .._library import lib
from ..group import Group
from ..table import Table
from ..types import FIRST_PROGRAM_ID, Status, Type, TypeLike as EntryType, Value, to_text
from .socket_port import Packet, SocketPort, size_of
from .types import (DataType, Direction, InterfaceError, Port, ProgramInterface, TypeLike,
                    simple_packet_of, to_data_type, to_json, zeros)

(RUNNING, INTERFACE_TYPE, TIME_MODE, RUN_CYCLE_SWITCH, DELTA_SEC, EXECUTION_TIME,
 SIMULATION_RUNNING, SLOT_TABLE_START, DESCRIPTION_SIZE, INTERFACE_STRING) = range(10)
_FLAGS = (RUNNING, RUN_CYCLE_SWITCH, SIMULATION_RUNNING)
_CHUNK_BYTES = 195
_GAP_BEFORE_SLOT_TABLE, _GAP_BEFORE_DATA = 2, 5
_MOST_TEXT, _MOST_PORTS, _MOST_NAME = 1 << 20, 4096, 200
_LONGEST_CALL_S = 0.05  # Python handles signals between two calls


class Input(typing.NamedTuple):
    """Handle of a port for Program.get, made by Program.input."""
    first: int
    data_type: DataType


class Output(typing.NamedTuple):
    """Handle of a port for Program.set, made by Program.output."""
    first: int
    data_type: DataType


@dataclasses.dataclass(frozen=True)
class Socket:
    """Handle of a SOCKET port, made by Program.socket."""
    index: int


def _watches(ids: typing.Sequence[int]) -> "ctypes.Array[_library.Watch]":
    """The value of a port whose entries were never written."""
    return (_library.Watch * len(ids))(*(_library.Watch(entry, 0) for entry in ids))


class Program:
    """First declare the ports, then publish, then run cycles. The names are those of
    ddc::interface::Program. Use it in one thread. close(), or the end of a `with` block, sets
    `running` to false, so that the gateway does not wait for the program.

    Args:
        table: must stay open while the program is used.
        reference_id: 0x4000 or above.
        name: of the program, for the other side; or a whole ProgramInterface, with ports that are
            known only at run time: they are read and written by `input_items` and `output_items`,
            and inputs have no data before the other side writes them.
    """

    def __init__(self, table: Table, reference_id: int,
                 name: typing.Union[str, ProgramInterface]) -> None:
        self._table, self._reference_id = table, reference_id
        given = ProgramInterface(name) if isinstance(name, str) else name
        self._has_empty_inputs = given is name
        self.program_interface = ProgramInterface(given.name, version=given.version)
        self._reset: typing.Optional[typing.Callable[[], None]] = None
        self._published = self._by_switch = False
        self._input_kinds: typing.List[Type] = []
        self._outputs: typing.List[Value] = []
        self._output_kinds: typing.List[Type] = []
        self._shared: typing.List[typing.Tuple[int, int]] = []
        self._slots: typing.List[int] = []
        self._sockets: typing.List[SocketPort] = []
        self._seen: typing.Tuple[Value, ...] = ()
        self._begun_s = 0.0
        for port in given.ports:
            self._add_port(port)

    def input(self, name: str, data_type: TypeLike = float) -> Input:
        """A port that the other side writes. The default is Q: a float."""
        return self._add_port(Port(name, Direction.INPUT, to_data_type(data_type)))[0]

    def output(self, name: str, data_type: TypeLike = float) -> Output:
        """A port that the program writes."""
        return self._add_port(Port(name, Direction.OUTPUT, to_data_type(data_type)))[1]

    def input_output(self, name: str,
                     data_type: TypeLike = float) -> typing.Tuple[Input, Output]:
        """A port that both sides write: the value that the other side wrote stays until `set`."""
        return self._add_port(Port(name, Direction.IO, to_data_type(data_type)))

    def socket(self, name: str, direction: Direction, payload: TypeLike = float) -> Socket:
        """A SOCKET port of simple_packets, optional and with multiple inputs allowed."""
        index = sum(port.is_socket for port in self.program_interface.ports)
        self._add_port(Port(name, direction, simple_packet_of(payload), is_socket=True))
        return Socket(index)

    def _add_port(self, port: Port) -> typing.Tuple[Input, Output]:
        if self._published:
            raise InterfaceError(f"port {port.name}: ports cannot be added after publish")
        if not 1 <= len(port.name.encode()) <= _MOST_NAME or not port.name.isprintable():
            raise InterfaceError(f"port {port.name!r}: a name has 1 to {_MOST_NAME} bytes, all "
                                 "printable")
        if any(port.name == other.name for other in self.program_interface.ports):
            raise InterfaceError(f"port {port.name}: there is one of that name already")
        self.program_interface.ports.append(port)
        read = Input(len(self._input_kinds), port.data_type)
        written = Output(len(self._outputs), port.data_type)
        kinds = () if port.is_socket else port.data_type.kinds
        if port.is_input:
            self._input_kinds += kinds
        if port.is_output:
            self._output_kinds += kinds
            self._outputs += zeros(kinds)
        if port.direction == Direction.IO:
            self._shared += [(read.first + i, written.first + i) for i in range(len(kinds))]
        return read, written

    def declare_resettable(self, reset: typing.Callable[[], None]) -> None:
        """Declares, before publish, that this program can drive one run after another without being
        restarted: begin_cycle calls `reset` before a new run. `reset` must restore all state that a
        cycle depends on, except the ports, to its values at the first publish."""
        if self._published:
            raise InterfaceError("a program cannot be declared resettable after publish")
        self._reset = reset

    def publish(self) -> None:
        """Empties the program's entries, then writes header, interface string, slot table and
        default values, and `running` last.
        @raises InterfaceError if the ports do not fit, TableError"""
        if self._published:
            raise InterfaceError("the program is published already")
        text = to_json(self.program_interface).encode()
        ports = self.program_interface.ports
        if len(text) > _MOST_TEXT or len(ports) > _MOST_PORTS:
            raise InterfaceError(f"there are at most {_MOST_PORTS} ports and {_MOST_TEXT} bytes of "
                                 "interface string")
        self._chunks = [text[at:at + _CHUNK_BYTES] for at in range(0, len(text), _CHUNK_BYTES)]
        self._slot_table = INTERFACE_STRING + len(self._chunks) + _GAP_BEFORE_SLOT_TABLE
        self._end, self._slots = self._slot_table + len(ports) + _GAP_BEFORE_DATA, []
        for port in ports:
            self._slots.append(self._end)
            self._end += size_of(port) if port.is_socket else port.data_type.size
        self._check_room()
        self._write_all()
        self._published = True

    def _check_room(self) -> None:
        if self._reference_id < FIRST_PROGRAM_ID:
            raise InterfaceError(f"reference id {self._reference_id:#x} is below "
                                 f"{FIRST_PROGRAM_ID:#x}")
        last = self._reference_id + self._end - 1
        if last >= self._table.capacity:
            raise InterfaceError(f"id {last:#x} is beyond the table's last id "
                                 f"{self._table.capacity - 1:#x}")

    def _id(self, offset: int) -> int:
        return self._reference_id + offset

    def _write_all(self) -> None:
        """Writes the table as at the start, with nothing read or written yet."""
        self._bind()
        self._table.clear(self._reference_id, self._end)
        entries, values = self._description()
        Group(self._table, entries).write(values)
        self._table.write(self._id(RUNNING), True)

    def _bind(self) -> None:
        inputs: typing.List[typing.Tuple[int, EntryType]] = []
        outputs: typing.List[typing.Tuple[int, EntryType]] = []
        self._sockets = []
        for port, slot in zip(self.program_interface.ports, self._slots):
            if port.is_socket:
                self._sockets.append(SocketPort(self._table, self._reference_id, port, slot))
                continue
            entries = [(self._id(slot + i), kind) for i, kind in enumerate(port.data_type.kinds)]
            inputs += entries if port.is_input else []
            outputs += entries if port.is_output else []
        inputs.append((self._id(DELTA_SEC), Type.DOUBLE))
        outputs.append((self._id(EXECUTION_TIME), Type.DOUBLE))
        self._input_group = Group(self._table, inputs)
        self._output_group = Group(self._table, outputs)
        self._seen = self._input_group.values
        self._outputs = zeros(self._output_kinds)
        watched = [*(self._id(flag) for flag in _FLAGS), *self._input_group.ids]
        self._watched = _watches(watched)
        taken = self._input_group.ids
        self._taken = _watches(taken)
        # Inputs that the program also writes itself do not count.
        shared = {source for source, _ in self._shared}
        self._awaited = [i for i in range(len(taken)) if i not in shared]
        self._waits = _watches([taken[i] for i in self._awaited])

    def _description(self) -> typing.Tuple[typing.List[typing.Tuple[int, EntryType]],
                                           typing.List[Value]]:
        """Entries and values of header, chunks and slot table, and the first port entry."""
        described: typing.List[typing.Tuple[int, Type, Value]] = [
            (RUNNING, Type.BOOL, False), (INTERFACE_TYPE, Type.STRING, "dynamic"),
            (TIME_MODE, Type.STRING, "resettable" if self._reset else ""),
            (RUN_CYCLE_SWITCH, Type.BOOL, False), (DELTA_SEC, Type.DOUBLE, 0.0),
            (EXECUTION_TIME, Type.DOUBLE, 0.0), (SIMULATION_RUNNING, Type.BOOL, False),
            (SLOT_TABLE_START, Type.INT32, self._slot_table),
            (DESCRIPTION_SIZE, Type.INT32, len(self._chunks))]
        described += [(INTERFACE_STRING + i, Type.STRING, to_text(chunk))
                      for i, chunk in enumerate(self._chunks)]
        described += [(self._slot_table + i, Type.INT32, slot)
                      for i, slot in enumerate(self._slots)]
        sockets = iter(self._sockets)
        for port, slot in zip(self.program_interface.ports, self._slots):
            if self._has_empty_inputs and not port.is_socket and not port.is_output:
                continue
            kinds = port.data_type.kinds
            values = zeros(kinds)
            if port.is_socket:
                queued = (size_of(port) - 6) // max(len(kinds), 1)
                kinds = (Type.INT32,) * 6 + kinds * queued
                values = [*next(sockets).descriptor(), *values * queued]
            described += [(slot + i, kind, value)
                          for i, (kind, value) in enumerate(zip(kinds, values))]
        return ([(self._id(offset), kind) for offset, kind, _ in described],
                [value for _, _, value in described])

    def begin_cycle(self, timeout_s: float) -> bool:
        """Waits until the other side requests a cycle or, in realtime mode (simulation_running is
        true), has written new inputs; then reads all inputs as one snapshot and starts the
        measurement of the execution time. During the wait it sets `running` again if the other side
        has reset it. False if there is no cycle: after the time-out, or on a signal.
        @raises TableError"""
        deadline = time.monotonic() + timeout_s
        handle, watched, read = self._table.handle, self._watched, self._table.read
        while True:
            self._table.check(lib.ddc_watch_from_now(handle, watched, len(watched)))
            if not read(self._id(RUNNING), Type.BOOL):
                self._set_running()
                watched = self._watched
                continue
            by_switch = bool(read(self._id(RUN_CYCLE_SWITCH), Type.BOOL))
            if by_switch or (read(self._id(SIMULATION_RUNNING), Type.BOOL)
                             and self._has_new_inputs()):
                self._by_switch = by_switch
                self._take_inputs()
                return True
            left_s = deadline - time.monotonic()
            if left_s <= 0.0:
                return False
            status = lib.ddc_wait_for_change(handle, watched, len(watched),
                                             int(min(left_s, _LONGEST_CALL_S) * 1e9), True)
            if status == Status.INTERRUPTED:
                return False
            if status != Status.TIMED_OUT:
                self._table.check(status)

    def _set_running(self) -> None:
        """Sets `running` again after the other side has set it to false or emptied it."""
        if self._reset is None or self._table.read(self._id(RUNNING), Type.BOOL) is not None:
            self._table.write(self._id(RUNNING), True)
            return
        self._reset()
        self._write_all()

    def _has_new_inputs(self) -> bool:
        status = lib.ddc_wait_for_change(self._table.handle, self._waits, len(self._waits), 0,
                                         False)
        if status != Status.TIMED_OUT:
            self._table.check(status)
        return bool(status == Status.OK)

    def _take_inputs(self) -> None:
        status = self._input_group.refresh()
        if status != Status.NO_DATA:
            self._table.check(status)
        self._keep_counters()
        self._seen = self._input_group.values
        for source, target in self._shared:
            self._outputs[target] = self._seen[source]
        for socket in self._sockets:
            socket.receive()
        self._begun_s = time.perf_counter()

    def _keep_counters(self) -> None:
        if not self._shared:
            self._input_group.take_watches(self._waits)
            return
        self._input_group.take_watches(self._taken)
        for place, index in enumerate(self._awaited):
            self._waits[place].sequence = self._taken[index].sequence

    def end_cycle(self, execution_time_s: typing.Optional[float] = None) -> None:
        """Writes all outputs and execution_time (the time since begin_cycle) as one snapshot; then
        clears run_cycle_switch if the cycle began with it. Another execution time is for a proxy of
        a program elsewhere.
        @raises TableError"""
        taken_s = time.perf_counter() - self._begun_s if execution_time_s is None \
            else execution_time_s
        self._output_group.write([*self._outputs, taken_s])
        for socket in self._sockets:
            socket.send()
        if self._by_switch:
            self._table.write(self._id(RUN_CYCLE_SWITCH), False)

    def get(self, port: Input) -> typing.Any:
        """The value of the last begin_cycle; zero before the first, and if it was never written."""
        first, data_type = port
        return data_type.load(self._seen[first:first + data_type.size])

    def set(self, port: Output, value: typing.Any) -> None:
        """Sets a value, which the next end_cycle writes.
        @raises TypeError, ValueError, OverflowError for a value that the port cannot hold"""
        first, data_type = port
        self._outputs[first:first + data_type.size] = data_type.store(value)

    def received(self, port: Socket) -> typing.List[Packet]:
        """The packets that the last begin_cycle received, oldest first."""
        return self._sockets[port.index].received

    def send(self, port: Socket, packet: typing.Tuple[str, typing.Any]) -> bool:
        """Queues (address, payload). The next end_cycle that finds the queue in the table empty
        writes it. False, without effect, if the queue is full."""
        return self._sockets[port.index].queue(packet)

    @property
    def input_items(self) -> typing.Sequence[Value]:
        """The elements of all DATA inputs at the last begin_cycle, port after port."""
        return self._seen[:-1]

    @property
    def output_items(self) -> typing.List[Value]:
        """The elements of all DATA outputs, for the next end_cycle; change them in place."""
        return self._outputs

    def delta_s(self) -> float:
        """Simulated time since the last cycle, in s; 0 in the first."""
        return typing.cast(float, self._seen[-1])

    def close(self) -> None:
        """Sets `running` to false if it is published."""
        if self._published:
            self._table.write(self._id(RUNNING), False)
            self._published = False

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
