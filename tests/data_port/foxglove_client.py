# SPDX-License-Identifier: MIT
"""A client of Foxglove's WebSocket protocol with the standard library only, and a reader of CDR."""
import base64
import hashlib
import json
import os
import socket
import struct
import time

LIMIT_S = 30.0
SDK, LEGACY = "foxglove.sdk.v1", "foxglove.websocket.v1"


class Refused(Exception):
    """The server replied with another status than 101."""

    def __init__(self, status, text):
        super().__init__(f"{status}: {text}")
        self.status, self.text = status, text


class Socket:
    """A WebSocket (RFC 6455)."""

    def __init__(self, port, path="/foxglove", protocols=(SDK,), receive_buffer=None, **headers):
        self.socket = socket.socket()
        self.socket.settimeout(LIMIT_S)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
                 "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        if protocols:
            lines["Sec-WebSocket-Protocol"] = ", ".join(protocols)
        lines.update({name.replace("_", "-"): value for name, value in headers.items()})
        request = f"GET {path} HTTP/1.1\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in lines.items() if value is not None) + "\r\n"
        self.socket.sendall(request.encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.receive()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        first, *rest = head.decode().split("\r\n")
        self.headers = dict(line.split(": ", 1) for line in rest)
        status = int(first.split()[1])
        if status != 101:
            while len(self.bytes) < int(self.headers["Content-Length"]):
                self.receive()
            self.socket.close()
            raise Refused(status, self.bytes.decode())
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert self.headers["Sec-WebSocket-Accept"] == base64.b64encode(digest).decode()
        self.protocol = self.headers["Sec-WebSocket-Protocol"]

    def receive(self):
        got = self.socket.recv(65536)
        if not got:
            raise ConnectionError("the server has closed the connection")
        self.bytes += got

    def send_frame(self, opcode, payload, final=True, masked=True, reserved=0):
        head = bytes([final << 7 | reserved << 4 | opcode])
        size = len(payload)
        length = bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size) if size < 65536 \
            else b"\x7f" + struct.pack(">Q", size)
        if not masked:
            self.socket.sendall(head + length + payload)
            return
        mask = os.urandom(4)
        covered = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(head + bytes([length[0] | 0x80]) + length[1:] + mask + covered)

    def take(self, size):
        while len(self.bytes) < size:
            self.receive()
        taken, self.bytes = self.bytes[:size], self.bytes[size:]
        return taken

    def read_frame(self):
        """(opcode, payload)"""
        first, second = self.take(2)
        assert first & 0xF0 == 0x80 and second < 0x80, "a server's frame is whole and not masked"
        size = second
        if size == 126:
            size, = struct.unpack(">H", self.take(2))
            assert size >= 126
        elif size == 127:
            size, = struct.unpack(">Q", self.take(8))
            assert size >= 65536
        return first & 0x0F, self.take(size)

    def close(self):
        self.socket.close()


class Client(Socket):
    """A client that keeps the state reported by the server."""

    def __init__(self, port, *arguments, **named):
        super().__init__(port, *arguments, **named)
        self.channels, self.topics, self.messages, self.statuses, self.times = {}, {}, {}, [], []
        self.subscriptions, self.services, self.parameters, self.answers = {}, {}, [], {}
        self.clock = []  # for each message: (its time, the last time of the server before it)
        self.states = []  # of playback: (status, time, speed, whether it has jumped, request)
        self.info = self.read_text()
        assert self.info["op"] == "serverInfo", self.info
        self.on_text(self.read_text())

    def read_text(self):
        opcode, payload = self.read_frame()
        assert opcode == 1, (opcode, payload)
        return json.loads(payload)

    def on_text(self, message):
        if message["op"] == "advertise":
            for channel in message["channels"]:
                assert channel["id"] not in self.channels
                self.channels[channel["id"]] = channel
                self.topics[channel["topic"]] = channel
        elif message["op"] == "status":
            self.statuses.append(message)
        elif message["op"] == "advertiseServices":
            self.services.update((service["name"], service) for service in message["services"])
        elif message["op"] == "parameterValues":
            self.parameters.append(message)
        elif message["op"] == "serviceCallFailure":
            self.answers[message["callId"]] = message["message"]
        else:
            raise AssertionError(message)

    def say(self, **message):
        self.send_frame(1, json.dumps(message).encode())

    def subscribe(self, *topics):
        """With ids that the client chooses."""
        for topic in topics:
            channel = self.topics[topic]
            number = 1000 + channel["id"]
            self.subscriptions[number] = topic
            self.messages.setdefault(topic, [])
            self.say(op="subscribe", subscriptions=[{"id": number, "channelId": channel["id"]}])

    def call(self, service, request=None, encoding=b"json", number=None):
        """The response of a service, or its error."""
        number = number or 1 + len(self.answers)
        argument = b"" if request is None else json.dumps(request).encode()
        self.send_frame(2, struct.pack("<BIII", 2, service, number, len(encoding)) + encoding + argument)
        self.await_(lambda: number in self.answers)
        return self.answers[number]

    def playback(self, plays, speed=1.0, seek_ns=None, request="mine"):
        """The state in the reply."""
        named = request.encode()
        before = len(self.states)
        self.send_frame(2, struct.pack("<BBfBQI", 3, not plays, speed, seek_ns is not None, seek_ns or 0,
                                       len(named)) + named)
        self.await_(lambda: any(state[4] == request for state in self.states[before:]))
        return next(state for state in self.states[before:] if state[4] == request)

    def ask_parameters(self, *names, **more):
        before = len(self.parameters)
        self.say(op="getParameters", parameterNames=names, id="mine", **more)
        self.await_(lambda: len(self.parameters) > before)
        assert self.parameters[-1]["id"] == "mine"
        return {each["name"]: each["value"] for each in self.parameters[-1]["parameters"]}

    def read(self):
        """Processes one frame."""
        opcode, payload = self.read_frame()
        if opcode == 1:
            self.on_text(json.loads(payload))
        elif opcode == 2 and payload[0] == 1:
            number, at = struct.unpack("<IQ", payload[1:13])
            self.messages[self.subscriptions[number]].append((at, payload[13:]))
            self.clock.append((at, self.times[-1] if self.times else None))
        elif opcode == 2 and payload[0] == 2:
            at, = struct.unpack("<Q", payload[1:])
            self.times.append(at)
        elif opcode == 2 and payload[0] == 3:
            service, call, size = struct.unpack("<III", payload[1:13])
            assert payload[13:13 + size] == b"json"
            assert service in {each["id"] for each in self.services.values()}
            self.answers[call] = json.loads(payload[13 + size:])
        elif opcode == 2 and payload[0] == 5:
            *state, size = struct.unpack("<BQfBI", payload[1:19])
            assert len(payload) == 19 + size
            self.states.append((*state, payload[19:].decode()))
        else:
            raise AssertionError((opcode, payload))

    def await_(self, condition):
        limit = time.monotonic() + LIMIT_S
        while not condition():
            assert time.monotonic() < limit, "waited in vain"
            self.read()


class Cdr:
    """Reads XCDR1 in little endian, value by value."""

    def __init__(self, message):
        assert message[:4] == b"\x00\x01\x00\x00", message[:4]
        self.body, self.at = message[4:], 0

    def number(self, kind):
        size = struct.calcsize(kind)
        self.at = (self.at + size - 1) // size * size
        value, = struct.unpack_from("<" + kind, self.body, self.at)
        self.at += size
        return value

    def numbers(self, kind, count):
        return [self.number(kind) for _ in range(count)]

    def text(self):
        size = self.number("I")
        text = self.body[self.at:self.at + size]
        self.at += size
        assert text.endswith(b"\x00")
        return text[:-1].decode()

    def time_ns(self):
        return self.number("i") * 10**9 + self.number("I")

    def end(self):
        assert self.at == len(self.body), (self.at, len(self.body))
