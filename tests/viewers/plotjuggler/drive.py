#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Opens live runs and a recording in PlotJuggler, checks what it shows, and takes pictures.

Usage: drive.py PLOTJUGGLER BINARIES PICTURES
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

from window import PlotJuggler, await_part, choose, column, fill, find, harness, press, select_rows

PROJECT = pathlib.Path(__file__).resolve().parents[3]
RUN = PROJECT / "programs/demo/web.yaml"
TELEMETRY_LAYOUT = PROJECT / "docs/telemetry_layout.xml"
TOPICS_LAYOUT = PROJECT / "docs/plotjuggler_layout.xml"
MARKERS = ("/route", "/scene")  # a thousand series of drawings
SHOWN_S = 40
TABLE = f"viewers.{os.getpid()}"
ENVIRONMENT = dict(os.environ, DDC_NAME=TABLE)

failures = []


def check(what, failure=""):
    print(f"FAILED  {what}: {' '.join(failure.split())}" if failure else f"ok      {what}", flush=True)
    if failure:
        failures.append(what)


def given(values):
    return [word for key, value in values.items() for word in ("--set", f"{key}={value}")]


class LiveRun:
    """A measured run at the pace of the clock: a busy machine does not disturb its curves."""

    def __init__(self, binaries):
        words = given({"mode": "measured", "data_port.token": "none"})
        self.process = harness.Process(
            [binaries / "ddc-gateway", "run", RUN, "--pace", "1", "--quiet", "--data-port", "0", *words],
            environment=ENVIRONMENT, announces=True)
        self.port = harness.data_port_of(self.process)[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.close()

    def await_time(self, simulated_s):
        harness.until(lambda: harness.ask(self.port, "/api/state").json()["t"] > simulated_s,
                      f"{simulated_s} s of the run")


def numbers_in(value):
    """How many series PlotJuggler makes of a JSON value."""
    if isinstance(value, (dict, list)):
        return sum(map(numbers_in, value.values() if isinstance(value, dict) else value))
    return 0 if value is None else 1


def check_layout(what, program, layout):
    """Loads a layout; a message box is a failure."""
    if not layout.exists():
        check(f"{what}: layout", f"{layout.name} is missing")
        return
    program.load_layout(layout)
    harness.until(lambda: program.messages() or not find(program.application, "dialog"), "the layout")
    messages = program.messages()
    check(f"{what}: layout", "; ".join(messages))
    for _ in messages:
        program.answer("No|OK")


def stream_udp(program, port):
    """As docs/reference/telemetry.md says."""
    choose(await_part(program.main, "combo box", "Select the streaming plugin"), "UDP Server")
    press(await_part(program.main, "check box", "^Start$"))
    dialog = program.dialog("UDP Server")
    fill(program.fields(dialog)[1], port)
    choose(await_part(dialog, "combo box", "^bson$"), "json")
    press(await_part(dialog, "check box", "use field as timestamp"))
    fill(await_part(dialog, "text", "e.g. timestamp"), "timestamp")
    press(await_part(dialog, "push button", "^OK$"))


def look_at_telemetry(executable, home, binaries, picture):
    probe = harness.bound_socket()
    port, probed = harness.free_port(), probe.getsockname()[1]
    targets = {"rate": 100, "targets": [{"ip": "127.0.0.1", "port": to} for to in (port, probed)]}
    with LiveRun(binaries) as run, PlotJuggler(executable, home) as program:
        assert harness.ask(run.port, "/api/io/targets", targets).status == 200
        stream_udp(program, port)
        wanted = numbers_in(json.loads(probe.recv(65536)))
        harness.until(lambda: program.series() >= wanted, lambda: f"{program.series()} series")
        check("telemetry: series", "" if program.series() == wanted else f"{program.series()}, not {wanted}")
        check_layout("telemetry", program, TELEMETRY_LAYOUT)
        run.await_time(SHOWN_S)
        program.picture(picture)


def look_at_topics(executable, home, binaries, picture):
    """The Foxglove protocol, at the address and port that PlotJuggler's dialog has fields for."""
    with LiveRun(binaries) as run, PlotJuggler(executable, home) as program:
        choose(await_part(program.main, "combo box", "Select the streaming plugin"), "Foxglove ROS2 Bridge")
        press(await_part(program.main, "check box", "^Start$"))
        dialog = program.dialog("Foxglove Bridge")
        address, port = program.fields(dialog)[:2]
        fill(address, "127.0.0.1")
        fill(port, run.port)
        press(await_part(dialog, "check box|push button", "^Connect$"))
        topics = await_part(dialog, "tree|table")
        harness.until(lambda: column(topics) or program.messages(), "topics, or a message")
        messages = program.messages()
        check("topics: connects", "; ".join(messages))
        if messages:
            return
        print(f"        topics: {' '.join(column(topics))}")
        select_rows(topics, lambda name: name not in MARKERS)
        press(await_part(dialog, "push button", "^Subscribe$"))
        harness.until(program.series, "series")
        check_layout("topics", program, TOPICS_LAYOUT)
        run.await_time(SHOWN_S)
        print(f"        topics: {program.series()} series")
        program.picture(picture)


def record(binaries, file):
    words = given({"mode": "measured", "record": file})
    subprocess.run([binaries / "ddc-gateway", "run", RUN, "--quiet", "--duration", "60", "--data-port", "0", *words],
                   check=True, env=ENVIRONMENT)


def look_at_recording(executable, home, file, picture):
    with PlotJuggler(executable, home, "--datafile", file) as program:
        dialog = program.dialog("MCAP")
        table = await_part(dialog, "table")
        print(f"        recording: topics {' '.join(column(table))}")
        select_rows(table, lambda name: name not in MARKERS)
        press(await_part(dialog, "push button", "^OK$"))
        harness.until(lambda: program.series() or program.messages(), "series, or a message")
        check("recording: opens", "; ".join(program.messages()))
        print(f"        recording: {program.series()} series")
        check_layout("recording", program, TOPICS_LAYOUT)
        program.picture(picture)


def main():
    executable, binaries, pictures = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    recording = pictures / "recording.mcap"
    record(binaries, recording)
    looks = (lambda home: look_at_telemetry(executable, home, binaries, pictures / "plotjuggler-telemetry.png"),
             lambda home: look_at_topics(executable, home, binaries, pictures / "plotjuggler-topics.png"),
             lambda home: look_at_recording(executable, home, recording, pictures / "plotjuggler-recording.png"))
    try:
        for look in looks:
            with tempfile.TemporaryDirectory() as home:
                look(pathlib.Path(home))
    finally:
        pathlib.Path(f"/dev/shm/ddc.{TABLE}").unlink(missing_ok=True)
    print(f"{len(failures)} failed" if failures else "all passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
