#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Viewers at /foxglove of real runs, by a client that shares no code with the project.

Usage: foxglove_test.py BINARIES OPENAPI
"""
import csv
import json
import os
import pathlib
import signal
import struct
import sys
import unittest

import mcap_file
from foxglove_client import LEGACY, SDK, Cdr, Client, Refused, Socket
from plant_test import TWO, Plant
from run_test import BINARIES, MEASURED, OPENAPI, REALTIME, TOKEN, Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402

VIEWER = "https://app.foxglove.dev"
RUN_TOPICS = {"/rosout", "/program/inputs", "/program/outputs", "/vehicle/odometry", "/tf", "/vehicle/state",
              "/scene", "/route", "/command/before_filters", "/command/after_filters", "/timing", "/diagnostics"}


OWN_TOPICS = {"/rosout", "/scene", "/route"}  # of no program
INFO, WARNING = 20, 30  # of rcl_interfaces/msg/Log
ARROW, CUBE, CYLINDER, LINE, TEXT = 0, 1, 3, 4, 9


def markers(message):
    """The content of a visualization_msgs/msg/MarkerArray of ROS 2 Humble."""
    cdr = Cdr(message)
    found = []
    for _ in range(cdr.number("I")):
        made = {"time_ns": cdr.time_ns(), "frame": cdr.text(), "ns": cdr.text()}
        made["id"], made["type"], made["action"] = cdr.numbers("i", 3)
        made["position"], made["orientation"] = cdr.numbers("d", 3), cdr.numbers("d", 4)
        made["scale"], made["color"] = cdr.numbers("d", 3), cdr.numbers("f", 4)
        made["lifetime_ns"], made["locked"] = cdr.time_ns(), cdr.number("?")
        made["points"] = [cdr.numbers("d", 3) for _ in range(cdr.number("I"))]
        assert cdr.number("I") == 0 and cdr.text() == ""  # colors, texture_resource
        assert cdr.time_ns() == 0 and cdr.text() == "" and cdr.text() == "" and cdr.number("I") == 0  # texture
        assert cdr.number("I") == 0  # uv_coordinates
        made["text"] = cdr.text()
        assert cdr.text() == "" and cdr.text() == "" and cdr.number("I") == 0 and not cdr.number("?")  # mesh
        found.append(made)
    cdr.end()
    return found


def odometry(message):
    cdr = Cdr(message)
    decoded = {"time_ns": cdr.time_ns(), "frame": cdr.text(), "child": cdr.text()}
    decoded["position"], decoded["orientation"] = cdr.numbers("d", 3), cdr.numbers("d", 4)
    cdr.numbers("d", 36)
    decoded["linear"], decoded["angular"] = cdr.numbers("d", 3), cdr.numbers("d", 3)
    cdr.numbers("d", 36)
    cdr.end()
    return decoded


def log_line(message):
    cdr = Cdr(message)
    cdr.time_ns()
    level, name, text = cdr.number("B"), cdr.text(), cdr.text()
    return level, name, text


OK, ERROR = 0, 2  # of diagnostic_msgs/msg/DiagnosticStatus


def diagnostics(message):
    """The content of a diagnostic_msgs/msg/DiagnosticArray."""
    cdr = Cdr(message)
    cdr.time_ns(), cdr.text()
    found = []
    for _ in range(cdr.number("I")):
        status = {"level": cdr.number("B"), "name": cdr.text(), "message": cdr.text(),
                  "hardware_id": cdr.text()}
        status["values"] = {cdr.text(): cdr.text() for _ in range(cdr.number("I"))}
        found.append(status)
    cdr.end()
    return found


def level_of(client, name):
    """The last level of a part."""
    statuses = diagnostics(client.messages["/diagnostics"][-1][1])
    return next(status["level"] for status in statuses if status["name"] == name)


def status_of(*arguments, **named):
    try:
        Socket(*arguments, **named).close()
        return 101
    except Refused as refused:
        return refused.status


def viewer_of(run, **named):
    """Connected, with the topics of all programs received."""
    client = Client(run.port, **named)
    client.await_(lambda: len(client.topics) > len(OWN_TOPICS))
    return client


def stop(run):
    run.state("/api/control", body={"do": "stop"})
    run.process.wait()


class FoxgloveTest(unittest.TestCase):
    def test_the_subprotocol_is_one_that_the_client_offers(self):
        run = Run(self, REALTIME, "--data-port", "0")
        for offered, chosen in (((SDK,), SDK), ((LEGACY,), LEGACY), ((LEGACY, SDK), SDK), (("x", LEGACY), LEGACY)):
            client = Client(run.port, protocols=offered)
            self.assertEqual(client.protocol, chosen)
            self.assertIn("time", client.info["capabilities"])
            self.assertTrue(client.info["sessionId"])
            client.close()
        for offered in ((), ("x",), ("foxglove",)):
            self.assertEqual(status_of(run.port, protocols=offered), 400, offered)
        self.assertEqual(status_of(run.port, Upgrade=None), 426)
        self.assertEqual(status_of(run.port, Connection="close"), 426)
        self.assertEqual(status_of(run.port, Sec_WebSocket_Version="8"), 426)
        self.assertEqual(status_of(run.port, Sec_WebSocket_Key="short"), 400)
        self.assertEqual(run.ask("/foxglove")[0], 426)

    def test_viewers_without_a_field_for_the_path_connect_to_the_root(self):
        run = Run(self, REALTIME + f"data_port: {{origins: [{VIEWER}], token: {TOKEN}}}\n")
        client = Client(run.port, path="/", protocols=(SDK,))  # as PlotJuggler's bridge
        client.await_(lambda: "/vehicle/odometry" in client.topics)
        self.assertEqual({(channel["encoding"], channel["schemaEncoding"])
                          for channel in client.topics.values()}, {("cdr", "ros2msg")})
        client.subscribe("/vehicle/odometry")
        client.await_(lambda: client.messages["/vehicle/odometry"])
        self.assertEqual(set(client.info["capabilities"]), {"time"})
        self.assertEqual(status_of(run.port, path="/", protocols=("x",)), 400)
        self.assertEqual(status_of(run.port, path="/", Origin="https://evil.example"), 403)
        self.assertEqual(status_of(run.port, path="/", Origin=VIEWER), 101)
        known = Client(run.port, path="/?token=" + TOKEN)
        self.assertIn("services", known.info["capabilities"])
        self.assertEqual(run.ask("/", Origin=VIEWER)[0], 403)  # the page is not for other origins

    def test_the_time_of_the_server_never_overtakes_the_messages(self):
        run = Run(self, MEASURED, "--data-port", "0", "--pace", "10")
        slow = Client(run.port, receive_buffer=4096)
        slow.await_(lambda: "/timing" in slow.topics)
        slow.subscribe("/vehicle/odometry", "/timing", "/vehicle/state", "/command/after_filters")
        slow.await_(lambda: len(slow.clock) > 20)
        from_s = run.state()["t"]
        run.await_state(lambda s: s["t"] > from_s + 20)  # meanwhile the client reads nothing
        count = len(slow.clock)
        slow.await_(lambda: len(slow.clock) > count + 2000)
        # Each cycle has one time, which is sent before its messages.
        self.assertEqual([(at, clock) for at, clock in slow.clock if at != clock], [])

    def test_each_name_of_a_schema_has_one_schema(self):
        run = Run(self, REALTIME, "--data-port", "0")
        client = viewer_of(run, path="/foxglove?token=" + run.token)
        client.await_(lambda: client.services)
        schemas = {}
        for service in client.services.values():
            for part in (service["request"], service["response"]):
                schemas.setdefault(part["schemaName"], set()).add(part["schema"])
        self.assertEqual([name for name, texts in schemas.items() if len(texts) > 1], [])

    def test_a_call_that_fails_is_also_a_status(self):
        run = Run(self, REALTIME, "--data-port", "0")
        client = viewer_of(run, path="/foxglove?token=" + run.token)
        client.await_(lambda: client.services)
        reason = client.call(client.services["/step"]["id"], {})
        self.assertIn("realtime", reason)
        client.await_(lambda: client.statuses)
        self.assertEqual((client.statuses[-1]["level"], client.statuses[-1]["message"]), (2, reason))

    def test_own_types_have_a_header(self):
        run = Run(self, REALTIME + "safety: {preset: autoware_auto}\n", "--data-port", "0")
        client = viewer_of(run)
        own = [topic for topic, channel in client.topics.items() if channel["schemaName"].startswith("ddc_msgs/")]
        self.assertEqual(set(own), {"/program/inputs", "/program/outputs", "/vehicle/state", "/timing", "/safety",
                                    "/command/before_filters", "/command/after_filters"})
        client.subscribe(*own)
        client.await_(lambda: all(client.messages[topic] for topic in own))
        for topic in own:
            self.assertTrue(client.topics[topic]["schema"].startswith("std_msgs/Header header"), topic)
            at, message = client.messages[topic][-1]
            self.assertEqual(Cdr(message).time_ns(), at, topic)

    def test_diagnostics_show_a_lost_program(self):
        run = Run(self, REALTIME + "safety: {preset: autoware_auto}\n", "--data-port", "0")
        client = viewer_of(run)
        client.subscribe("/diagnostics")
        client.await_(lambda: client.messages["/diagnostics"])
        first = diagnostics(client.messages["/diagnostics"][0][1])
        self.assertEqual({status["name"] for status in first}, {"program", "vehicle", "safety"})
        self.assertEqual({status["hardware_id"] for status in first}, {"ddc-gateway"})
        os.kill(int(run.await_log(r"started the program, pid (\d+)\n")[1]), signal.SIGKILL)
        client.await_(lambda: level_of(client, "program") == ERROR)
        self.assertEqual(level_of(client, "vehicle"), OK)
        client.await_(lambda: len(client.messages["/diagnostics"]) > 2)
        times = [at for at, _ in client.messages["/diagnostics"]]
        self.assertEqual([b - a for a, b in zip(times, times[1:]) if b - a < 10**9], [])

    def test_every_topic_of_a_run_is_sent_in_the_bytes_of_its_recording(self):
        run = Run(self, REALTIME + "record: run.mcap\nsafety: {preset: autoware_auto}\n", "--data-port", "0")
        client = viewer_of(run)
        self.assertEqual(set(client.topics), RUN_TOPICS | {"/safety"})
        topics = sorted(set(client.topics) - OWN_TOPICS)
        client.subscribe(*topics)
        client.await_(lambda: all(len(client.messages[topic]) > (1 if topic == "/diagnostics" else 50)
                                  for topic in topics))
        stop(run)
        recorded, definitions = mcap_file.read(run.folder / "run.mcap")
        for topic in topics:
            channel = client.topics[topic]
            self.assertEqual((channel["encoding"], channel["schemaEncoding"]), ("cdr", "ros2msg"))
            self.assertEqual((channel["schemaName"], channel["schema"]), definitions[topic])
            for at, message in client.messages[topic]:
                self.assertEqual(message, recorded[topic][at], (topic, at))
        for at, message in client.messages["/vehicle/odometry"]:
            decoded = odometry(message)
            self.assertEqual((decoded["time_ns"], decoded["frame"], decoded["child"]), (at, "map", "cog"))
        times = [at for at, _ in client.messages["/tf"]]
        self.assertEqual(times, [at for at in sorted(recorded["/tf"]) if times[0] <= at <= times[-1]])
        self.assertEqual(client.times, sorted(set(client.times)))
        self.assertGreater(len(client.times), 5)
        self.assertEqual([at for at, clock in client.clock if at > clock], [])

    def test_a_viewer_gets_its_topics_until_it_unsubscribes(self):
        run = Run(self, REALTIME, "--data-port", "0")
        first, second = viewer_of(run), viewer_of(run)
        first.subscribe("/tf", "/vehicle/state")
        second.subscribe("/vehicle/state")
        second.await_(lambda: len(second.messages["/vehicle/state"]) > 5)
        first.await_(lambda: len(first.messages["/tf"]) > 5 and len(first.messages["/vehicle/state"]) > 5)
        tf = 1000 + first.topics["/tf"]["id"]
        first.say(op="unsubscribe", subscriptionIds=[tf])
        first.say(op="unsubscribe", subscriptionIds=[tf])  # has a reply: so the first was received
        first.await_(lambda: first.statuses)
        states = len(first.messages["/vehicle/state"])
        first.await_(lambda: len(first.messages["/vehicle/state"]) > states + 10)  # after queued ones
        before = len(first.messages["/tf"])
        first.await_(lambda: len(first.messages["/vehicle/state"]) > states + 20)
        self.assertEqual(len(first.messages["/tf"]), before)
        first.subscribe("/tf")
        first.await_(lambda: len(first.messages["/tf"]) > before)

    def test_a_late_viewer_gets_the_earlier_log_lines_with_their_times(self):
        run = Run(self, REALTIME, "--data-port", "0")
        client = viewer_of(run)
        client.subscribe("/rosout", "/tf")
        client.await_(lambda: client.messages["/rosout"] and len(client.messages["/tf"]) > 5)  # later than 0
        os.kill(int(run.await_log(r"started the program, pid (\d+)\n")[1]), signal.SIGKILL)
        client.await_(lambda: client.messages["/rosout"][-1][0] > 0)
        seen = client.messages["/rosout"]
        level, name, text = log_line(seen[0][1])
        self.assertEqual((level, name), (INFO, "gateway"))
        self.assertIn(text, run.log())
        lines = [log_line(message) for _, message in seen]
        (loss,) = [line for line in lines if line[0] == WARNING]
        self.assertEqual(loss[1], "program")
        self.assertIn("fail-safe command active", loss[2])
        self.assertNotRegex(" ".join(text for _, _, text in lines), r"cycles/s")  # status lines
        run.await_state(lambda s: s["t"] > seen[-1][0] * 1e-9 + 0.1)
        late = viewer_of(run)
        late.subscribe("/rosout")
        late.await_(lambda: len(late.messages["/rosout"]) >= len(seen))
        self.assertEqual(late.messages["/rosout"][:len(seen)], seen)
        self.assertIn("started the program", text)
        self.assertEqual(seen, sorted(seen, key=lambda message: message[0]))

    def test_several_programs_have_separate_topics_and_frames(self):
        run = Run(self, """mode: realtime
programs:
  - {name: lead, reference_id: "0x4000", exec: [autopilot_basic, "4000"], vehicle: {start: {x_m: 10}}}
  - {name: the 2nd, reference_id: "0x5000", exec: [autopilot_basic, "5000"]}
""", "--data-port", "0")
        client = Client(run.port)
        topics = {prefix + topic for prefix in ("/lead", "/the_2nd_1") for topic in RUN_TOPICS - OWN_TOPICS}
        client.await_(lambda: set(client.topics) == topics | OWN_TOPICS)
        client.subscribe("/lead/vehicle/odometry", "/the_2nd_1/vehicle/odometry")
        client.await_(lambda: all(client.messages.values()))
        decoded = [odometry(client.messages[f"/{name}/vehicle/odometry"][0][1]) for name in ("lead", "the_2nd_1")]
        self.assertEqual([each["child"] for each in decoded], ["lead/cog", "the 2nd/cog"])
        self.assertGreaterEqual(decoded[0]["position"][0], 10)

    def test_a_scene_shows_cars_tyre_forces_and_routes(self):
        route = OPENAPI.resolve().parents[1] / "programs/demo/route.csv"
        run = Run(self, f"""mode: realtime
programs:
  - {{name: lead, reference_id: "0x4000", exec: [autopilot, ddc, "4000"], route: {{file: {route}}},
     vehicle: {{model: seven_dof}}}}
  - {{name: second, reference_id: "0x5000", exec: [autopilot_basic, "5000"],
     vehicle: {{model: seven_dof, start: {{y_m: 20}}}}}}
""", "--data-port", "0")
        client = Client(run.port)
        client.await_(lambda: "/lead/tf" in client.topics and "/second/tf" in client.topics)
        client.subscribe("/scene", "/route")
        client.await_(lambda: client.messages["/route"] and client.messages["/scene"]
                      and len(markers(client.messages["/scene"][-1][1])) == 20)
        scene = markers(client.messages["/scene"][-1][1])
        self.assertEqual({(m["ns"], m["frame"]) for m in scene}, {("lead", "lead/cog"), ("second", "second/cog")})
        self.assertEqual(len({(m["ns"], m["id"]) for m in scene}), 20)
        for name in ("lead", "second"):
            own = [m for m in scene if m["ns"] == name]
            self.assertEqual(sorted(m["type"] for m in own), sorted([CUBE, TEXT] + 4 * [CYLINDER, ARROW]))
            self.assertEqual([m["text"] for m in own if m["type"] == TEXT], [name])
            arrows = [m["points"] for m in own if m["type"] == ARROW]
            up = sum(end[2] - start[2] for start, end in arrows) * 4000  # 1 m for 4 kN
            self.assertGreater(up, 5000)
            self.assertLess(up, 50000)
        (line,) = markers(client.messages["/route"][0][1])
        with open(route, encoding="utf-8") as file:
            wanted = [[float(row[0]), float(row[1]), 0] for row in csv.reader(file) if row[0][:1] in "-0123456789"]
        self.assertEqual((line["type"], line["frame"], line["points"]), (LINE, "map", wanted))
        late = Client(run.port)
        late.subscribe("/route")
        late.await_(lambda: late.messages["/route"])  # however long the run lasts
        self.assertEqual(late.messages["/route"][0][1], client.messages["/route"][0][1])

    def test_a_car_is_on_the_map_if_there_is_an_origin(self):
        self.assertNotIn("/vehicle/fix", viewer_of(Run(self, REALTIME, "--data-port", "0")).topics)
        run = Run(self, REALTIME + "origin: {latitude_deg: 48.5, longitude_deg: 9.25, altitude_m: 400}\n",
                  "--data-port", "0")
        client = viewer_of(run)
        client.subscribe("/vehicle/fix")
        client.await_(lambda: client.messages["/vehicle/fix"])
        cdr = Cdr(client.messages["/vehicle/fix"][0][1])
        cdr.time_ns()
        self.assertEqual(cdr.text(), "cog")
        self.assertEqual((cdr.number("b"), cdr.number("H")), (0, 1))
        latitude, longitude, altitude = cdr.numbers("d", 3)
        self.assertAlmostEqual(latitude, 48.5, delta=0.01)
        self.assertAlmostEqual(longitude, 9.25, delta=0.01)
        self.assertAlmostEqual(altitude, 400, delta=5)
        self.assertEqual(cdr.numbers("d", 9) + [cdr.number("B")], 9 * [0.0] + [0])
        cdr.end()

    def test_a_slow_viewer_loses_messages_and_delays_no_other(self):
        run = Run(self, MEASURED, "--data-port", "0")
        stalled = viewer_of(run, receive_buffer=4096)
        stalled.subscribe(*stalled.topics)
        reading = viewer_of(run)
        reading.subscribe("/tf")

        def dropped():
            return [viewer["dropped"] for viewer in run.state("/api/viewers")["viewers"]]

        while not any(dropped()):
            reading.await_(lambda n=len(reading.messages["/tf"]): len(reading.messages["/tf"]) > n)
        times = [at for at, _ in reading.messages["/tf"]]
        self.assertEqual(times, sorted(set(times)))
        before = run.state()["turns"]
        run.await_state(lambda s: s["turns"] > before + 1000)
        self.assertEqual(run.ask("/api/control", {"do": "pause"})[0], 200)
        stalled.await_(lambda: stalled.statuses)
        self.assertRegex(stalled.statuses[0]["message"], r"too slow: \d+ messages are not shown")
        self.assertEqual(stalled.statuses[0]["level"], 1)

    def test_parameters_are_shown_set_and_monitored(self):
        run = Run(self, REALTIME, "--data-port", "0")
        path = "/foxglove?token=" + run.token
        client, other = viewer_of(run, path=path), viewer_of(run, path=path)
        run.await_state(lambda s: s["turns"] > 20)
        wanted = {"paused": False, "time_scale": 1.0, "failsafe": False}
        harness.until(lambda: client.ask_parameters() == wanted, run.log)
        self.assertEqual(client.ask_parameters("paused", "nothing"), {"paused": False})
        other.say(op="subscribeParameterUpdates", parameterNames=["paused"])
        other.ask_parameters("paused")
        client.say(op="setParameters", id="mine", parameters=[{"name": "paused", "value": True},
                                                              {"name": "time_scale", "value": 2.5}])
        client.await_(lambda: client.parameters[-1]["parameters"][0]["value"])
        values = client.ask_parameters()
        self.assertEqual((values["paused"], values["time_scale"]), (True, 2.5))
        self.assertTrue(run.state()["paused"])
        other.await_(lambda: "id" not in other.parameters[-1])
        self.assertEqual(other.parameters[-1]["parameters"], [{"name": "paused", "value": True}])
        other.say(op="unsubscribeParameterUpdates", parameterNames=[])
        other.ask_parameters("paused")
        client.say(op="setParameters", parameters=[{"name": "paused", "value": False}])
        run.await_state(lambda s: not s["paused"])
        decoded = len(other.parameters)
        self.assertEqual(other.ask_parameters("paused"), {"paused": False})
        self.assertEqual(len(other.parameters), decoded + 1)
        for wrong in ({"name": "failsafe", "value": True}, {"name": "paused", "value": 1}, {"name": "paused"},
                      {"name": "time_scale", "value": "1"}, {"name": "time_scale", "value": 1e9},
                      {"name": "nothing", "value": 1}, {"value": 1}, {"name": 1, "value": 1}):
            before = len(client.statuses)
            client.say(op="setParameters", parameters=[wrong])
            client.await_(lambda n=before: len(client.statuses) > n)
        self.assertEqual(run.state("/api/config")["mode"], "realtime")

    def test_services_pause_step_and_stop_a_run(self):
        run = Run(self, MEASURED, "--data-port", "0", "--paused")
        client = Client(run.port, path="/foxglove?token=" + run.token)
        client.await_(lambda: client.services)
        self.assertEqual(set(client.services), {"/pause", "/resume", "/step", "/stop"})
        for service in client.services.values():
            self.assertEqual((service["request"]["encoding"], service["response"]["schemaEncoding"]),
                             ("json", "jsonschema"))
            self.assertEqual(json.loads(service["request"]["schema"])["type"], "object")
        ids = {name: service["id"] for name, service in client.services.items()}
        client.await_(lambda: "/tf" in client.topics)
        said = "not yet"
        while isinstance(said, str):  # the program has not started yet
            said = client.call(ids["/step"], {"steps": 3})
        self.assertEqual(said["text"], "at 0.03 s")
        run.await_state(lambda s: s["turns"] == 3)
        self.assertEqual(client.call(ids["/step"])["text"], "at 0.04 s")
        for service, request, reason in (
                (ids["/step"], {"steps": 0}, "steps"), (ids["/step"], {"step": 1}, "step"),
                (ids["/pause"], {"steps": 1}, "steps"), (ids["/pause"], [], "object"), (99, {}, "no such service")):
            self.assertIn(reason, client.call(service, request))
        self.assertEqual(client.call(ids["/resume"], {})["text"], "ok")
        run.await_state(lambda s: s["turns"] > 100)
        self.assertIn("not paused", client.call(ids["/step"], {}))
        self.assertEqual(client.call(ids["/pause"], {})["text"], "ok")
        self.assertTrue(run.state()["paused"])
        client.send_frame(2, struct.pack("<BIII", 2, ids["/stop"], 77, 4) + b"json{}")
        self.assertEqual(run.process.wait(), 0)

    def test_without_the_token_a_viewer_can_only_read(self):
        run = Run(self, REALTIME + f"data_port: {{origins: [{VIEWER}], token: {TOKEN}}}\n")
        for named in ({}, {"Origin": VIEWER}, {"path": "/foxglove?token=wrong"}):
            client = viewer_of(run, **named)
            self.assertEqual(set(client.info["capabilities"]), {"time"})
            client.say(op="setParameters", parameters=[{"name": "paused", "value": True}])
            client.say(op="getParameters", parameterNames=[])
            client.send_frame(2, struct.pack("<BIII", 2, 4, 1, 4) + b"json{}")
            client.await_(lambda c=client: len(c.statuses) == 3)
            self.assertEqual((client.services, client.parameters, client.answers), ({}, [], {}))
        self.assertFalse(run.state()["paused"])
        known = viewer_of(run, path="/foxglove?token=" + TOKEN, Origin=VIEWER)
        self.assertIn("services", known.info["capabilities"])
        run = Run(self, REALTIME + f"data_port: {{origins: [{VIEWER}], token: none}}\n")
        self.assertEqual(set(viewer_of(run, Origin=VIEWER).info["capabilities"]), {"time"})
        self.assertIn("services", viewer_of(run).info["capabilities"])

    def test_errors_are_reported_and_end_nothing(self):
        run = Run(self, REALTIME, "--data-port", "0")
        client = viewer_of(run)
        channel = client.topics["/tf"]["id"]
        wrong = [b"", b"{", b"[]", b"1", b"{}", b'{"op":1}', b'{"op":"fly"}', b'{"op":"subscribe"}',
                 b'{"op":"subscribe","subscriptions":{}}', b'{"op":"subscribe","subscriptions":[1]}',
                 b'{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]}',
                 b'{"op":"subscribe","subscriptions":[{"id":4294967296,"channelId":1}]}',
                 b'{"op":"subscribe","subscriptions":[{"id":1.5,"channelId":1}]}',
                 b'{"op":"subscribe","subscriptions":[{"id":1,"channelId":0}]}',
                 b'{"op":"subscribe","subscriptions":[{"id":1,"channelId":99}]}',
                 b'{"op":"unsubscribe","subscriptionIds":[7]}', b'{"op":"unsubscribe","subscriptionIds":["7"]}',
                 b'{"op":"advertise","channels":[]}', b"[" * 60000]
        for number, text in enumerate(wrong, 1):
            client.send_frame(1, text)
            client.await_(lambda n=number: len(client.statuses) == n)
            self.assertEqual(client.statuses[-1]["level"], 2, text)
        client.send_frame(2, b"\x01\x00\x00\x00\x00")
        client.await_(lambda: len(client.statuses) == len(wrong) + 1)
        client.subscribe("/tf")
        client.say(op="subscribe", subscriptions=[{"id": 1000 + channel, "channelId": 1}])
        client.say(op="subscribe", subscriptions=[{"id": 5, "channelId": channel}])
        client.await_(lambda: len(client.statuses) == len(wrong) + 3)
        client.await_(lambda: client.messages["/tf"])

    def test_invalid_frames_are_closed_with_their_reason(self):
        run = Run(self, REALTIME, "--data-port", "0")
        for send, code in (
                (lambda s: s.send_frame(1, b"{}", masked=False), 1002),
                (lambda s: s.send_frame(1, b" " * 65537), 1009), (lambda s: s.send_frame(8, b"\x03\xe8"), 1000)):
            client = Socket(run.port)
            send(client)
            opcode, payload = client.read_frame()
            while opcode != 8:
                opcode, payload = client.read_frame()
            self.assertEqual(struct.unpack(">H", payload)[0], code)
            with self.assertRaises(ConnectionError):
                while True:
                    client.receive()
        client = viewer_of(run)
        client.send_frame(9, b"are you there")
        frames = []
        while (10, b"are you there") not in frames:
            frames.append(client.read_frame())

    def test_pages_of_other_origins_can_read_only_if_configured(self):
        run = Run(self, REALTIME, "--data-port", "0")
        own = f"http://127.0.0.1:{run.port}"
        self.assertEqual(status_of(run.port), 101)
        self.assertEqual(status_of(run.port, Origin=own), 101)
        for origin in (VIEWER, "null", "http://localhost:3000", own.replace("http", "https")):
            self.assertEqual(status_of(run.port, Origin=origin), 403, origin)
        run = Run(self, REALTIME + f"data_port: {{origins: [{VIEWER}], token: {TOKEN}}}\n")
        for origin in (None, VIEWER, f"http://127.0.0.1:{run.port}"):
            self.assertEqual(status_of(run.port, Origin=origin), 101, origin)
        self.assertEqual(status_of(run.port, Origin=VIEWER, Sec_Fetch_Site="cross-site"), 101)
        run_of_files = Run(self, REALTIME + f"data_port: {{origins: ['null', 'file://'], token: {TOKEN}}}\n")
        for origin in ("null", "file://"):  # pages of desktop applications
            self.assertEqual(status_of(run_of_files.port, Origin=origin), 101, origin)
            self.assertEqual(status_of(run.port, Origin=origin), 403, origin)
        for origin in (VIEWER + ":1", VIEWER + ".evil.example", "http://app.foxglove.dev"):
            self.assertEqual(status_of(run.port, Origin=origin), 403, origin)
        self.assertEqual(status_of(run.port, Origin=VIEWER, Host="evil.example"), 403)
        for path in ("/api/state", "/api/viewers", "/api/control", "/"):  # for /foxglove only
            self.assertEqual(run.ask(path, Origin=VIEWER)[0], 403, path)

    def test_off_the_loopback_a_viewer_needs_the_token(self):
        run = Run(self, REALTIME + f"data_port: {{bind: 127.0.0.1, token: {TOKEN}}}\n")
        self.assertEqual(status_of(run.port), 101)
        stop(run)
        config = run.folder / "open.yaml"
        config.write_text(f"ddc: {{name: {run.table}}}\n{REALTIME}"
                          f"data_port: {{bind: 0.0.0.0, token: {TOKEN}}}\n", encoding="utf-8")
        run.start(self, BINARIES / "ddc-gateway", "run", config)
        self.assertEqual(run.process.announcement()["addresses"]["http"], [f"0.0.0.0:{run.port}"])
        self.assertEqual(status_of(run.port), 401)
        self.assertEqual(status_of(run.port, path="/foxglove?token=" + TOKEN[:-1] + "x"), 401)
        self.assertEqual(status_of(run.port, path="/foxglove?token=" + TOKEN), 101)
        self.assertEqual(status_of(run.port, Authorization="Bearer " + TOKEN), 101)

    def test_viewers_of_a_run_that_ends_are_informed(self):
        run = Run(self, REALTIME, "--data-port", "0")
        client = viewer_of(run)
        client.subscribe("/tf")
        client.await_(lambda: client.messages["/tf"])
        stop(run)
        with self.assertRaises(ConnectionError):
            while True:
                client.read()
        self.assertIn(run.process.poll(), (0, 3), run.log())


PLANT_TOPICS = {"/vehicle/odometry", "/vehicle/state", "/command/after_filters"}  # and one /tf for all


class PlantTest(unittest.TestCase):
    def test_vehicles_of_a_plant_are_sent_in_the_bytes_of_their_recording(self):
        plant = Plant(self, TWO + "record: plant.mcap\norigin: {latitude_deg: 48.5, longitude_deg: 9.25}\n",
                      "--data-port", "0")
        client = viewer_of(plant)
        topics = {"/tf"} | {name + topic for name in ("/vehicle_3", "/vehicle_8") for topic in PLANT_TOPICS}
        fixes = {"/vehicle_3/vehicle/fix", "/vehicle_8/vehicle/fix"}
        self.assertEqual(set(client.topics), topics | fixes | OWN_TOPICS)
        client.subscribe(*topics, *fixes, "/scene")
        client.await_(lambda: all(len(client.messages[topic]) > 20 for topic in client.messages))
        scene = markers(client.messages["/scene"][-1][1])
        self.assertEqual({(m["ns"], m["frame"]) for m in scene},
                         {("first", "vehicle_3/cog"), ("vehicle 8", "vehicle_8/cog")})
        cdr = Cdr(client.messages["/vehicle_8/vehicle/fix"][0][1])
        cdr.time_ns()
        self.assertEqual(cdr.text(), "vehicle_8/cog")
        stop(plant)
        recorded, definitions = mcap_file.read(plant.folder / "plant.mcap")
        for topic in topics:
            channel = client.topics[topic]
            self.assertEqual((channel["schemaName"], channel["schema"]), definitions[topic])
            messages = client.messages[topic]
            whole = [each for each in messages if messages[0][0] < each[0] < messages[-1][0]]
            shown = dict(whole)  # for one time in /tf that of the last vehicle
            self.assertGreater(len(shown), 5)
            self.assertEqual(shown, {at: recorded[topic][at] for at in shown}, topic)
            self.assertEqual(len(whole), len(shown) * (2 if topic == "/tf" else 1))

    def test_a_single_vehicle_has_the_names_of_a_run_and_can_be_paused(self):
        plant = Plant(self, "data_port: {origins: [%s]}\nvehicles: [{cmd_port: 0}]\n" % VIEWER, "--data-port", "0")
        self.assertEqual(status_of(plant.port, Origin=VIEWER), 101)
        self.assertEqual(status_of(plant.port, Origin="https://a.example"), 403)
        client = viewer_of(plant, path="/foxglove?token=" + plant.token)
        self.assertEqual(set(client.topics), {"/tf"} | PLANT_TOPICS | OWN_TOPICS)
        client.subscribe("/vehicle/odometry")
        client.await_(lambda: client.messages["/vehicle/odometry"])
        self.assertEqual(odometry(client.messages["/vehicle/odometry"][0][1])["child"], "cog")
        client.say(op="setParameters", parameters=[{"name": "paused", "value": True}])
        plant.await_state(lambda s: s["paused"])
        self.assertEqual(client.ask_parameters(), {"paused": True, "time_scale": 1.0, "failsafe": True})
        self.assertRegex(client.call(client.services["/step"]["id"], {"steps": 3})["text"], "^at ")
        self.assertEqual(plant.state("/api/viewers")["left_out"], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
