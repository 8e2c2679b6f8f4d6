# SPDX-License-Identifier: MIT
"""Calls over HTTP at a port of 127.0.0.1, without following redirections.

A header's name is written with _ for -. A body is JSON, except for text and bytes, which are sent
unchanged. OSError, such as TimeoutError, if no reply arrives within LIMIT_S.
"""
import contextlib
import dataclasses
import http.client
import json
import time
from typing import Any, Mapping, NoReturn

from .polling import LIMIT_S


def parse_json(text: str | bytes) -> Any:
    """Strict: @throws ValueError for invalid JSON, also for NaN and Infinity"""
    def refuse(word: str) -> NoReturn:
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


@dataclasses.dataclass(frozen=True)
class Answer:
    """A request with that method."""
    method: str
    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def kind(self) -> str:
        """Its content type, without parameters."""
        return str(self.headers["Content-Type"]).split(";", maxsplit=1)[0]

    def json(self) -> Any:
        """@throws ValueError as parse_json"""
        return parse_json(self.text)


def _send(port: int, path: str, body: object, method: str,
          headers: Mapping[str, str]) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT_S)
    data = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, data, named)
    return connection


def ask(port: int, path: str, body: object = None, method: str | None = None,
        **headers: str) -> Answer:
    """A request on a new connection. @param method None: POST with a body, else GET"""
    method = method or ("GET" if body is None else "POST")
    with contextlib.closing(_send(port, path, body, method, headers)) as connection:
        answer = connection.getresponse()
        return Answer(method, answer.status, answer.headers, answer.read().decode())


class Events:
    """A stream of server-sent events, open until it is closed."""

    def __init__(self, port: int, path: str) -> None:
        self._connection = _send(port, path, None, "GET", {})
        self._answer = self._connection.getresponse()
        self.headers = self._answer.headers
        self.others: set[str] = set()  # lines without data

    def __enter__(self) -> "Events":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def next(self) -> str:
        """The data of the next event.

        @throws AssertionError if the stream ends, or has none within LIMIT_S
        """
        deadline_s = time.monotonic() + LIMIT_S
        while True:
            line = self._answer.readline().decode()
            if line.startswith("data: "):
                return line.removeprefix("data: ")
            assert line, "the stream has ended"
            assert time.monotonic() < deadline_s, f"no event within {LIMIT_S:g} s"
            self.others.add(line)

    def close(self) -> None:
        """May be called again."""
        self._answer.close()
        self._connection.close()
