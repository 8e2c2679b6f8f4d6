#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""VDS1 over UDP in Python, with only its standard library: packets, a controller, a plant.

Examples:
  vds1.py plant                                   # a small car: CMD on 7001, STATE to 7002
  vds1.py drive --throttle 0.3 --duration 5       # drives the plant at port 7001
  vds1.py drive --json                            # every STATE as one line of JSON
  vds1.py drive --capture drive.pcap              # all datagrams, for Wireshark
"""
import argparse
import errno
import fcntl
import json
import math
import os
import select
import socket
import struct
import sys
import time
import typing
import zlib

__version__ = "1.0.0"  # the project's; repeated here, because this file is used alone

MAGIC = 0x56445331
CMD, STATE = 1, 2
HEADER = struct.Struct("<IHHIId")
CMD_BODY = struct.Struct("<dddiB3xdd")
CMD_FIELDS = ("steering_tire_angle", "throttle", "brake", "gear", "handbrake",
              "aux_accel_target", "aux_speed_target")
WHEELS = 4
Fields = typing.List[typing.Tuple[str, int]]
# The fields that each version of STATE adds, and their numbers of values.
ADDED: typing.Dict[int, Fields] = {
    1: [(name, 1) for name in
        ("x_world", "y_world", "z_world", "roll", "pitch", "yaw", "vx", "vy", "vz",
         "roll_rate", "pitch_rate", "yaw_rate", "ax_body", "ay_body")]
    + [("wheel_spin", WHEELS), ("steering_tire_angle_applied", 1), ("wheel_radius_nominal", 1),
       ("tire_Fz", WHEELS)],
    2: [("rack_torque", 1), ("slip_ratio", WHEELS), ("slip_angle", WHEELS),
        ("susp_compression", WHEELS), ("m_ax", 1), ("m_ay", 1), ("m_yaw_rate", 1),
        ("m_steer", 1), ("m_gnss_x", 1), ("m_gnss_y", 1)],
    3: [("tire_Fx", WHEELS), ("tire_Fy", WHEELS)],
    4: [],
    5: [("throttle_applied", 1), ("brake_applied", 1)],
}
STATE_FIELDS: typing.Dict[int, Fields] = {
    version: [field for v in range(1, version + 1) for field in ADDED[v]] for version in ADDED}
STATE_BODY = {version: struct.Struct(f"<{sum(count for _, count in fields)}d")
              for version, fields in STATE_FIELDS.items()}

Packet = typing.Mapping[str, typing.Any]  # the fields by their names on the wire, in SI units
Endpoint = typing.Tuple[str, int]  # address and port
Found = typing.Dict[str, typing.Any]  # a Packet that was decoded or built


class Dropped(Exception):
    """A datagram that must not be used; the text is the reason."""


def _seal(packet: bytes) -> bytes:
    return packet + struct.pack("<I", zlib.crc32(packet))


def _header(packet: Packet, kind: int) -> bytes:
    version = packet["version"]
    vehicle = packet.get("vehicle_id", 0) if version >= 4 else 0
    return HEADER.pack(MAGIC, version, kind, packet["seq"], vehicle, packet["timestamp"])


def encode_cmd(packet: Packet) -> bytes:
    """Bytes of a CMD, from a dict with the fields' names on the wire."""
    numbers = [packet[name] for name in CMD_FIELDS]
    return _seal(_header(packet, CMD) + CMD_BODY.pack(*numbers))


def encode_state(packet: Packet) -> bytes:
    """Bytes of a STATE; fields that are not given are zero."""
    numbers: typing.List[float] = []
    for name, count in STATE_FIELDS[packet["version"]]:
        value = packet.get(name, 0.0 if count == 1 else [0.0] * count)
        numbers += [value] if count == 1 else value
    return _seal(_header(packet, STATE) + STATE_BODY[packet["version"]].pack(*numbers))


def _check(data: bytes, kind: int) -> int:
    """The version. Raises Dropped."""
    if len(data) < HEADER.size:
        raise Dropped("bad_length")
    magic: int
    version: int
    magic, version, found = HEADER.unpack_from(data)[:3]
    if magic != MAGIC:
        raise Dropped("bad_magic")
    if version not in STATE_FIELDS:
        raise Dropped("bad_version")
    if found != kind:
        raise Dropped("bad_type")
    body = CMD_BODY if kind == CMD else STATE_BODY[version]
    if len(data) != HEADER.size + body.size + 4:
        raise Dropped("bad_length")
    if struct.unpack("<I", data[-4:])[0] != zlib.crc32(data[:-4]):
        raise Dropped("bad_crc")
    return version


def _decode_header(data: bytes) -> typing.Dict[str, typing.Any]:
    _, version, kind, seq, vehicle, timestamp = HEADER.unpack_from(data)
    packet = {"version": version, "msg_type": kind, "seq": seq}
    if version >= 4:
        packet["vehicle_id"] = vehicle
    return packet | {"timestamp": timestamp}


def decode_cmd(data: bytes) -> typing.Dict[str, typing.Any]:
    """A dict with the fields' names on the wire. Raises Dropped."""
    _check(data, CMD)
    numbers = CMD_BODY.unpack_from(data, HEADER.size)
    packet = _decode_header(data) | dict(zip(CMD_FIELDS, numbers))
    return packet | {"handbrake": packet["handbrake"] != 0}


def decode_state(data: bytes) -> typing.Dict[str, typing.Any]:
    """A dict with the fields' names on the wire. Raises Dropped."""
    version = _check(data, STATE)
    numbers = list(STATE_BODY[version].unpack_from(data, HEADER.size))
    packet = _decode_header(data)
    for name, count in STATE_FIELDS[version]:
        packet[name] = numbers[0] if count == 1 else numbers[:count]
        del numbers[:count]
    return packet


def to_json_line(packet: Packet) -> str:
    """As in schemas/vds1_packet.schema.json: null for numbers that are not finite."""
    def plain(value: typing.Any) -> typing.Any:
        if isinstance(value, list):
            return [plain(item) for item in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    return json.dumps({name: plain(value) for name, value in packet.items()})


def is_newer(seq: int, than: int) -> bool:
    """True if a sequence number follows another, also across the step from 2^32 - 1 to 0."""
    return 0 < (seq - than) % 2**32 < 2**31


class Capture:
    """Writes datagrams as a pcap file of IPv4 packets: needs no privilege."""

    def __init__(self, path: str) -> None:
        self.file = open(path, "wb")
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))

    def __enter__(self) -> "Capture":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def add(self, source: Endpoint, target: Endpoint, payload: bytes) -> None:
        now = time.time()
        udp = struct.pack(">HHHH", source[1], target[1], 8 + len(payload), 0) + payload
        ip = bytearray(struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0,
                                   socket.inet_aton(source[0]), socket.inet_aton(target[0])))
        total = sum(struct.unpack(">10H", ip))
        total = (total & 0xFFFF) + (total >> 16)
        struct.pack_into(">H", ip, 10, ~(total + (total >> 16)) & 0xFFFF)
        record = struct.pack("<IIII", int(now), int(now % 1 * 1e6), len(ip) + len(udp),
                             len(ip) + len(udp))
        self.file.write(record + ip + udp)
        self.file.flush()


class Link:
    """A bound socket, and a capture of its datagrams."""

    def __init__(self, local: Endpoint, capture: typing.Optional[str]) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self.socket.bind(local)
        except OSError as error:
            raise OSError(f"cannot listen on {local[0]}:{local[1]}: {error.strerror}; "
                          "choose another with --listen") from error
        self.socket.setblocking(False)
        self.local = self.socket.getsockname()
        self.capture = Capture(capture) if capture else None

    def send(self, data: bytes, target: Endpoint) -> None:
        self.socket.sendto(data, target)
        if self.capture:
            self.capture.add(self.local, target, data)

    def receive(self, until: float) -> typing.Iterator[typing.Tuple[bytes, Endpoint]]:
        """Yields datagrams and their senders until that time.monotonic()."""
        while True:
            left = until - time.monotonic()
            if not select.select([self.socket], [], [], max(left, 0))[0]:
                return
            data, sender = self.socket.recvfrom(2048)
            if self.capture:
                self.capture.add(sender, self.local, data)
            yield data, sender


class Stream:
    """Memory of one sender's stream: the range of its sequence numbers, that of its timestamps, and
    the CRCs of the first 128 numbers, of every second one up to 256 numbers, of every fourth one up
    to 512, and so on."""

    DENSE, BEFORE, BEFORE_S, LONGEST = 128, 512, 5.0, 2**31 - 512

    def __init__(self, sender: Endpoint, packet: Packet) -> None:
        self.sender, self.first = sender, packet["seq"]
        self.earliest, self.latest = math.inf, -math.inf
        self.crcs: typing.Dict[int, bytes] = {}
        self.add(packet)

    def _is_kept(self, seq: int) -> bool:
        offset, stride = (seq - self.first) % 2**32, 1
        while offset // stride >= self.DENSE:
            stride *= 2
        return seq % stride == 0

    def add(self, packet: Packet) -> None:
        self.newest = packet["seq"]
        self.earliest = min(self.earliest, packet["timestamp"])
        self.latest = max(self.latest, packet["timestamp"])
        if self._is_kept(packet["seq"]):
            self.crcs[packet["seq"]] = packet["crc"]

    def is_continued_by(self, sender: Endpoint, packet: Packet) -> bool:
        """True if it has the same sender and a newer number than all packets of the stream."""
        return (sender == self.sender and is_newer(packet["seq"], self.newest)
                and (packet["seq"] - self.first) % 2**32 < self.LONGEST)

    def may_have(self, sender: Endpoint, packet: Packet) -> bool:
        """True if the packet can be of this stream, or late: not if a packet with its number had
        other contents."""
        begin = self.first - self.BEFORE
        if (sender != self.sender
                or (packet["seq"] - begin) % 2**32 > (self.newest - begin) % 2**32
                or not self.earliest - self.BEFORE_S <= packet["timestamp"] <= self.latest):
            return False
        crc: bytes = packet["crc"]
        return self.crcs.get(packet["seq"], crc) == crc


class Candidate:
    """A possible new stream, for example of a restarted sender."""

    def __init__(self, sender: Endpoint, packet: Packet, now: float) -> None:
        self.stream = Stream(sender, packet)  # its packets that count
        self.begun_at = self.counted_at = self.last_at = now
        self.numbers = self.timestamps = 1  # increases so far

    def is_continued_by(self, sender: Endpoint, packet: Packet, now: float,
                        patience_s: float) -> bool:
        return (self.stream.is_continued_by(sender, packet)
                and packet["timestamp"] >= self.stream.latest
                and now - self.last_at <= patience_s)

    def count(self, packet: Packet, now: float) -> None:
        self.numbers += 1
        self.timestamps += packet["timestamp"] > self.stream.latest
        self.stream.add(packet)
        self.counted_at = now

    def is_proven(self, now: float) -> bool:
        lasts = now - self.begun_at
        if lasts < 0.05 or self.timestamps >= 3:
            return lasts >= 0.05
        return self.timestamps == 1 and self.numbers >= 10 and lasts <= 1.0

    def has_failed(self, now: float) -> bool:
        return self.numbers >= 10 and now - self.begun_at > 1.0


class Acceptance:
    """Accepts or rejects packets of a stream by the rule in docs/reference/vds1.md."""

    DEPTH, MOST_LOST, KNOWN_STREAMS = 256, 64, 4

    def __init__(self, timeout_s: float,
                 clock: typing.Callable[[], float] = time.monotonic) -> None:
        self.timeout_s, self.clock = timeout_s, clock
        self.sender: typing.Optional[Endpoint] = None  # of the newest packet
        self.seq = 0
        self.timestamp = self.last_timestamp = -math.inf  # of all accepted, and of the last
        self.at = -math.inf
        self.candidate: typing.Optional[Candidate] = None
        self.streams: typing.List[Stream] = []  # accepted ones; the last is the current one
        self.seen: typing.Dict[int, typing.Tuple[int, Endpoint, bytes]] = {}

    def is_fresh(self) -> bool:
        return self.clock() - self.at < self.timeout_s

    def admit(self, sender: Endpoint, data: bytes, packet: Packet) -> bool:
        """True if this valid packet is accepted; data is its datagram."""
        now, seq = self.clock(), packet["seq"]
        finite = packet["timestamp"] if math.isfinite(packet["timestamp"]) else 0.0
        packet = {"seq": seq, "timestamp": finite, "crc": data[-4:]}  # CRC of the contents
        this, place = (seq, sender, data[-4:]), (seq + sender[1]) % self.DEPTH
        was_seen = self.seen.get(place) == this
        self.seen[place] = this
        if not self._may_act(sender, packet, was_seen, now):
            return False
        self._keep(sender, packet)
        self.sender, self.seq, self.at, self.candidate = sender, seq, now, None
        self.timestamp, self.last_timestamp = max(self.timestamp, finite), finite
        return True

    def _may_act(self, sender: Endpoint, packet: Packet, was_seen: bool, now: float) -> bool:
        if self.sender is None:
            return True
        if is_newer(packet["seq"], self.seq):
            goes_on = (sender == self.sender and packet["timestamp"] >= self.last_timestamp
                       and (packet["seq"] - self.seq) % 2**32 <= self.MOST_LOST)
            return goes_on or not (was_seen or self._is_known(sender, packet))
        if was_seen or now - self.at < self.timeout_s:
            return False
        return packet["timestamp"] > self.timestamp or self._proves(sender, packet, now)

    def _is_known(self, sender: Endpoint, packet: Packet) -> bool:
        return any(stream.may_have(sender, packet) for stream in self.streams)

    def _proves(self, sender: Endpoint, packet: Packet, now: float) -> bool:
        candidate = self.candidate
        goes_on = candidate is not None and candidate.is_continued_by(
            sender, packet, now, max(1.0, self.timeout_s))
        if candidate and goes_on:
            candidate.last_at = now
        if self._is_known(sender, packet):
            return False
        if candidate and goes_on:
            candidate.count(packet, now)
            if candidate.is_proven(now):
                return True
            if candidate.has_failed(now):
                self.candidate = Candidate(sender, packet, now)
        elif not candidate or now - candidate.counted_at >= self.timeout_s:
            self.candidate = Candidate(sender, packet, now)
        return False

    def _keep(self, sender: Endpoint, packet: Packet) -> None:
        """Adds the packet to the stream that it continues, or to a new one."""
        is_next = self.sender is not None and is_newer(packet["seq"], self.seq)
        is_proven = (self.sender is not None and not is_next
                     and packet["timestamp"] <= self.timestamp)
        stream: typing.Optional[Stream] = None
        if is_proven and self.candidate:
            stream = self.candidate.stream
        elif is_next and self.streams[-1].is_continued_by(sender, packet):
            stream = self.streams[-1]
            stream.add(packet)
        else:
            for known in self.streams:
                if known.is_continued_by(sender, packet) and packet["timestamp"] >= known.latest:
                    stream = known
                    stream.add(packet)
                    break
        self.streams = [known for known in self.streams if known is not stream]
        self.streams.append(stream or Stream(sender, packet))
        del self.streams[:-self.KNOWN_STREAMS]


class Newest:
    """Accepts the valid packets of a stream, and counts the others by their reason."""

    def __init__(self, timeout_s: float) -> None:
        self.acceptance = Acceptance(timeout_s)
        self.counts = {"taken": 0}

    def is_fresh(self) -> bool:
        return self.acceptance.is_fresh()

    def take(self, decode: typing.Callable[[bytes], Found], data: bytes,
             sender: Endpoint) -> typing.Optional[Found]:
        """The packet if it is accepted; else None, and its reason is counted."""
        try:
            packet = decode(data)
            if not self.acceptance.admit(sender, data, packet):
                raise Dropped("out_of_order")
        except Dropped as reason:
            self.counts[str(reason)] = self.counts.get(str(reason), 0) + 1
            return None
        self.counts["taken"] += 1
        return packet


class Numbers:
    """Sequence numbers of a controller, from 1 on.

    The public VDSim keeps the last number for ever and always accepts 0. For it the numbers are 0
    until three packets were sent, 50 ms have passed and a STATE has arrived, then from 1 on."""

    def __init__(self, for_vdsim: bool) -> None:
        self.zeros, self.first_zero_at, self.seq = 0, 0.0, 0
        self.is_beginning = for_vdsim

    def next(self) -> int:
        if self.is_beginning:
            self.first_zero_at = self.first_zero_at or time.monotonic()
            self.zeros += 1
            return 0
        self.seq += 1
        return self.seq

    def on_state(self) -> None:
        if self.zeros >= 3 and time.monotonic() - self.first_zero_at >= 0.05:
            self.is_beginning = False


def report(text: str) -> None:
    """Prints a line to standard error."""
    print(text, file=sys.stderr, flush=True)


def drive(options: argparse.Namespace) -> int:
    """A controller: sends one command at its rate and shows the STATEs."""
    link = Link(options.listen, options.capture)
    states = Newest(options.timeout)
    report(f"drive: CMD to {options.peer[0]}:{options.peer[1]}, STATE on port {link.local[1]}")
    command = {"steering_tire_angle": options.steer, "throttle": options.throttle,
               "brake": options.brake, "gear": options.gear, "handbrake": options.handbrake,
               "aux_accel_target": math.nan, "aux_speed_target": math.nan}
    start, sequence = time.monotonic(), Numbers(options.compatibility == "vdsim")
    for n in range(1, max(round(options.duration * options.rate), 1) + 1):
        header = {"version": options.version, "seq": sequence.next(),
                  "vehicle_id": options.vehicle_id, "timestamp": time.monotonic()}
        link.send(encode_cmd(header | command), options.peer)
        for data, sender in link.receive(start + n / options.rate):
            is_peer = sender[0] == options.peer[0]
            state = states.take(decode_state, data, sender) if is_peer else None
            if state:
                sequence.on_state()
            if state and options.json:
                print(to_json_line(state), flush=True)
    last = {"sent": n, "fresh": states.is_fresh(), **states.counts}
    report(f"drive: {json.dumps(last)}")
    return 0 if last["fresh"] else 3


class Car:
    """A bicycle model without slip."""

    WHEELBASE_M, RADIUS_M, MASS_KG = 2.7, 0.32, 1500.0

    def __init__(self) -> None:
        self.x = self.y = self.yaw = self.v = self.t = 0.0

    def step(self, cmd: Packet, dt: float) -> Found:
        force = 4.0 * cmd["throttle"] * cmd["gear"]
        resist = 8.0 * cmd["brake"] + (6.0 if cmd["handbrake"] else 0.0)
        self.v += force * dt
        self.v -= math.copysign(min(resist * dt, abs(self.v)), self.v)
        rate = self.v * math.tan(cmd["steering_tire_angle"]) / self.WHEELBASE_M
        self.x += self.v * math.cos(self.yaw) * dt
        self.y += self.v * math.sin(self.yaw) * dt
        self.yaw = math.remainder(self.yaw + rate * dt, 2 * math.pi)
        self.t += dt
        load = [self.MASS_KG * 9.80665 / WHEELS] * WHEELS
        return {"timestamp": self.t, "x_world": self.x, "y_world": self.y, "yaw": self.yaw,
                "vx": self.v, "yaw_rate": rate, "ay_body": self.v * rate, "m_yaw_rate": rate,
                "wheel_spin": [self.v / self.RADIUS_M] * WHEELS, "tire_Fz": load,
                "steering_tire_angle_applied": cmd["steering_tire_angle"],
                "wheel_radius_nominal": self.RADIUS_M, "m_gnss_x": self.x, "m_gnss_y": self.y,
                "m_steer": cmd["steering_tire_angle"], "throttle_applied": cmd["throttle"],
                "brake_applied": cmd["brake"]}


def usable_cmd(data: bytes, vehicle_id: int) -> Found:
    """A CMD that the car may execute. Raises Dropped."""
    cmd = decode_cmd(data)
    if cmd.get("vehicle_id", 0) != vehicle_id:
        raise Dropped("other_vehicle")
    names = ("steering_tire_angle", "throttle", "brake")
    if not all(math.isfinite(cmd[name]) for name in names) or cmd["gear"] not in (-1, 0, 1):
        raise Dropped("not_finite")
    return cmd


def failsafe(cmd: Found) -> Found:
    """The fail-safe command: hold the steering, no throttle, brake."""
    return cmd | {"throttle": 0.0, "brake": 0.3}


def announce(descriptor: typing.Optional[int], local: Endpoint) -> None:
    """Where CMDs are taken, as schemas/announcement.schema.json has it; a missing reader is no error."""
    if descriptor is None:
        return
    line = json.dumps({"pid": os.getpid(), "addresses": {"vds1": [f"{local[0]}:{local[1]}"]},
                       "token": None, "table": None})
    try:
        with open(descriptor, "w", encoding="utf-8") as to:
            if not select.select([], [to], [], 2.0)[1]:
                raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
            to.write(line + "\n")
    except BrokenPipeError:
        pass
    except OSError as error:
        report(f"plant: --announce: descriptor {descriptor} cannot be written: {error.strerror}")


def plant(options: argparse.Namespace) -> int:
    """A plant: takes CMD, sends STATE at its rate, brakes without a command."""
    link = Link(options.listen, options.capture)
    cmds = Newest(options.timeout)
    car, target = Car(), options.state_to
    latched: Found = dict.fromkeys(CMD_FIELDS, 0.0) | {"gear": 1, "version": options.version}
    print(f"plant: CMD on {link.local[0]}:{link.local[1]}", flush=True)
    announce(options.announce, link.local)
    start = time.monotonic()
    ticks = round(options.duration * options.rate) if options.duration else sys.maxsize
    for n in range(1, ticks + 1):
        for data, sender in link.receive(start + n / options.rate):
            cmd = cmds.take(lambda found: usable_cmd(found, options.vehicle_id), data, sender)
            if cmd:
                latched = cmd
                target = sender if options.state_to == "sender" else target
        values = car.step(latched if cmds.is_fresh() else failsafe(latched), 1 / options.rate)
        header = {"version": latched["version"], "seq": n, "vehicle_id": options.vehicle_id}
        if target != "sender":
            link.send(encode_state(header | values), target)
    report(f"plant: {json.dumps(cmds.counts)}")
    return 0


def endpoint(text: str) -> Endpoint:
    """host:port, the host 127.0.0.1 if there is none."""
    host, _, port = text.rpartition(":")
    return socket.gethostbyname(host or "127.0.0.1"), int(port)


def passed_descriptor(text: str) -> int:
    """One above those of the standard streams, which this process was handed for writing."""
    descriptor = int(text)
    if descriptor < 3:
        raise argparse.ArgumentTypeError(f"must be 3 or more, is {text}")
    try:
        mode = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    except OSError:
        raise argparse.ArgumentTypeError(f"descriptor {text} is not open") from None
    if mode & os.O_ACCMODE == os.O_RDONLY:
        raise argparse.ArgumentTypeError(f"descriptor {text} is not open for writing")
    return descriptor


def number(least: float, most: float) -> typing.Callable[[str], float]:
    """Reads a number between the limits; nan is rejected."""
    def read(text: str) -> float:
        value = float(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"must be {least:g} to {most:g}, is {text}")
        return value
    read.__name__ = "number"  # its name in messages of argparse
    return read


def parse(arguments: typing.Optional[typing.Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    roles = parser.add_subparsers(dest="role", required=True)
    for role, listen, rate in ((drive, 7002, 100), (plant, 7001, 200)):
        sub = roles.add_parser(role.__name__, help=role.__doc__,
                               formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        sub.set_defaults(run=role)
        sub.add_argument("--listen", type=endpoint, default=f":{listen}", metavar="[HOST:]PORT")
        sub.add_argument("--rate", type=number(1, 10_000), default=rate, help="packets a second")
        sub.add_argument("--version", type=int, choices=STATE_FIELDS, default=3)
        sub.add_argument("--vehicle-id", type=int, default=0, help="used from version 4 on")
        sub.add_argument("--timeout", type=number(1e-3, 1e3), default=0.1,
                         help="seconds without a packet")
        sub.add_argument("--capture", metavar="FILE", help="write a pcap of all datagrams")
    driver, car = roles.choices["drive"], roles.choices["plant"]
    driver.add_argument("--peer", type=endpoint, default=":7001", metavar="[HOST:]PORT")
    driver.add_argument("--steer", type=float, default=0.0, help="rad, positive left")
    driver.add_argument("--throttle", type=float, default=0.2, help="0 to 1")
    driver.add_argument("--brake", type=float, default=0.0, help="0 to 1")
    driver.add_argument("--gear", type=int, choices=(-1, 0, 1), default=1)
    driver.add_argument("--handbrake", action="store_true", help="apply it")
    driver.add_argument("--duration", type=number(1e-3, 1e9), default=10.0, help="seconds")
    driver.add_argument("--compatibility", choices=("contract", "vdsim"), default="contract",
                        help="sequence numbers of CMDs: from 1, or for the public VDSim")
    driver.add_argument("--json", action="store_true", help="print every STATE")
    car.add_argument("--state-to", default=":7002", metavar="[HOST:]PORT|sender",
                     type=lambda text: text if text == "sender" else endpoint(text))
    car.add_argument("--announce", type=passed_descriptor, metavar="FD",
                     help="write where CMDs are taken, as a line of JSON, to this descriptor")
    car.add_argument("--duration", type=number(1e-3, 1e9),
                     help="seconds (default: until Ctrl-C)")
    return parser.parse_args(arguments)


def main(arguments: typing.Optional[typing.Sequence[str]] = None) -> int:
    options = parse(arguments)
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        report(f"vds1.py: {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
