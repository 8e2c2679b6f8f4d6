#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Shared parts of Python tests: waits that end, processes that are ended, and the messages about
them."""
import os
import pathlib
import socket
import sys
import unittest

import harness

SERVER = r"""
import http.server
import json
import sys

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/stream":
            self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\ndata: 1\n\n:\ndata: 2\n")
            return
        self.send_response(303)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.end_headers()
        self.wfile.write(b'{"given": "%s", "none": NaN}' % self.headers["X-Given"].encode())

    def do_POST(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(self.rfile.read(int(self.headers["Content-Length"])))

server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
with open(int(sys.argv[-1]), "w") as announced:
    addresses = {"http": [f"127.0.0.1:{server.server_address[1]}"]}
    print(json.dumps({"addresses": addresses, "token": "a.b"}), file=announced)
server.serve_forever()
"""


class Waits(unittest.TestCase):
    def test_an_awaited_value_is_returned_and_a_missing_one_is_reported(self):
        looks = iter([None, 0, "", "found"])
        self.assertEqual(harness.until(lambda: next(looks), "a text"), "found")
        for what in ("the sun", lambda: "the sun"):
            with self.assertRaisesRegex(AssertionError, "not within 0.01 s: the sun"):
                harness.until(lambda: False, what, 0.01)

    def test_free_ports_are_different_and_can_be_bound(self):
        for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
            ports = harness.free_ports(20, kind)
            self.assertEqual(len(set(ports)), 20)
            with socket.socket(socket.AF_INET, kind) as bound:
                bound.bind(("127.0.0.1", ports[0]))


class Processes(unittest.TestCase):
    def shell(self, text, **how):
        return harness.start(self, "sh", "-c", text, **how)

    def test_it_is_waited_for_until_its_message_and_ended(self):
        process = self.shell("echo port 12; echo careful >&2; exec sleep 1000")
        self.assertEqual(process.await_output(r"port (\d+)\n")[1], "12")
        process.await_output("careful")
        self.assertIsNone(process.poll())
        self.assertEqual(process.end(), -15)
        self.assertEqual((process.out(), process.err()), ("port 12\n", "careful\n"))

    def test_one_that_ends_before_its_message_is_not_waited_for(self):
        with self.assertRaisesRegex(AssertionError, "(?s)ended with 3; .*out of fuel"):
            self.shell("echo out of fuel >&2; exit 3").await_output("port")
        with self.assertRaisesRegex(AssertionError, "(?s)nothing was announced: .*out of fuel"):
            self.shell("echo out of fuel >&2; exit 3", announces=True).announcement()

    def test_one_that_does_not_end_is_killed_and_reported_with_its_output(self):
        process = self.shell("trap '' TERM; echo stubborn; while :; do sleep 0.1; done",
                             has_group=True)
        process.await_output("stubborn")
        with self.assertRaisesRegex(AssertionError, "(?s)not ended within 0.1 s: .*stubborn"):
            process.end(limit_s=0.1)
        self.assertEqual(process.stop(limit_s=0.1), -9)

    def test_no_process_of_it_is_left(self):
        with harness.Process(["sh", "-c", "sleep 1000 & echo $!; wait"], has_group=True) as process:
            child = int(process.await_output(r"(\d+)\n")[1])
        self.assertFalse(pathlib.Path(f"/proc/{process.pid}").exists())
        harness.until(lambda: not runs(child), "the end of its child")

    def test_both_streams_may_come_as_in_a_terminal(self):
        process = self.shell("echo a; echo b >&2; echo c; pwd", is_merged=True,
                             folder=pathlib.Path("/"))
        self.assertEqual((process.wait(), process.out()), (0, "a\nb\nc\n/\n"))

    def test_it_ends_with_its_test_even_if_that_is_killed(self):
        test = ("import harness, os, signal\n"
                "print(harness.Process(['sleep', '1000']).pid, flush=True)\n"
                "os.kill(os.getpid(), signal.SIGKILL)\n")
        own = harness.start(self, sys.executable, "-B", "-c", test, environment=dict(
            os.environ, PYTHONPATH=str(pathlib.Path(__file__).resolve().parent)))
        self.assertEqual(own.wait(), -9)
        harness.until(lambda: not runs(int(own.out())), "the end of its process")


class Http(unittest.TestCase):
    def test_calls_and_events(self):
        process = harness.start(self, sys.executable, "-B", "-c", SERVER, announces=True)
        port, token = harness.data_port_of(process)
        self.assertEqual(token, "a.b")
        answer = harness.ask(port, "/", X_Given="this")
        self.assertEqual((answer.method, answer.status, answer.kind),
                         ("GET", 303, "application/json"))
        with self.assertRaisesRegex(ValueError, "NaN"):
            answer.json()
        self.assertEqual(harness.ask(port, "/", {"a": 1}).json(), {"a": 1})
        self.assertEqual(harness.ask(port, "/", "text").text, "text")
        with harness.Events(port, "/stream") as events:
            self.assertEqual([events.next() for _ in range(2)], ["1\n", "2\n"])
            self.assertEqual(events.others, {"\n", ":\n"})
            with self.assertRaisesRegex(AssertionError, "has ended"):
                events.next()


def runs(pid):
    """Whether it exists, and is not a zombie that a process 1 has not reaped."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


if __name__ == "__main__":
    unittest.main()
