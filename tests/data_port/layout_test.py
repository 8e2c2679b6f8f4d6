#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Layouts for viewers, against the topics of real runs.

Usage: layout_test.py BINARIES OPENAPI
"""
import json
import pathlib
import signal
import subprocess
import sys
import unittest

import mcap_file
from foxglove_client import Client
from layouts import TITLE_KEYS, Foxglove, PlotJuggler, fields_of, series_of_json, series_of_topics
from plant_test import TWO, Plant
from run_test import BINARIES, OPENAPI, REALTIME, Run
from telemetry_test import Receiver

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import LIMIT_S  # noqa: E402

DOCS = OPENAPI.resolve().parents[1] / "docs"
COMMITTED = DOCS / "foxglove_layout.json"
BRIDGE, TELEMETRY = PlotJuggler(DOCS / "plotjuggler_layout.xml"), PlotJuggler(DOCS / "telemetry_layout.xml")
ORIGIN = "origin: {latitude_deg: 48.5, longitude_deg: 9.25}\n"
PROGRAMS = """mode: realtime
programs:
  - {name: zero, reference_id: "0x4000", exec: [autopilot_basic, "4000"]}
  - {name: the 2nd, reference_id: "0x5000", exec: [autopilot_basic, "5000"]}
"""
WAITING = set()


def viewed(run, *topics):
    """The topics of a run with their definitions, and its layout, as soon as these topics exist."""
    client = Client(run.port)
    client.await_(lambda: set(topics) <= set(client.topics))
    client.close()
    status, layout = run.ask("/api/foxglove_layout", token=False)
    assert status == 200, layout
    return {topic: channel["schema"] for topic, channel in client.topics.items()}, Foxglove(layout)


def printed(file, *options):
    """The exit code of `view --layout`, and its output."""
    ended = subprocess.run([BINARIES / "ddc-gateway", "view", file, "--layout", *options], text=True,
                           timeout=LIMIT_S, capture_output=True, check=False)
    return ended.returncode, ended.stdout


def recorded(run, name):
    """The file, when the run has ended."""
    run.await_state(lambda state: state["turns"] > 20)
    run.process.end(signal.SIGINT)
    return run.folder / name


class FoxgloveLayoutTest(unittest.TestCase):
    def check(self, layout, definitions, live=frozenset()):
        """Panels have titles and a place; their topics and fields exist.

        @param live topics that may be missing"""
        self.assertEqual(sorted(layout.placed), sorted(layout.panels))
        self.assertLessEqual(layout.topics() - live, set(definitions))
        for topic, path in layout.curves():
            self.assertIn(path, fields_of(definitions[topic]), topic)
        for name, panel in layout.panels.items():
            self.assertTrue(panel[TITLE_KEYS[0]], name)
            self.assertEqual(panel[TITLE_KEYS[0]], panel[TITLE_KEYS[1]])
        for plot in layout.of_type("Plot"):
            self.assertEqual({path["timestampMethod"] for path in plot["paths"]}, {"receiveTime"})

    def test_the_layout_of_the_documentation_has_existing_topics(self):
        run = Run(self, REALTIME + ORIGIN, "--data-port", "0")
        definitions, layout = viewed(run, "/vehicle/fix")
        self.check(layout, definitions, WAITING)
        self.assertEqual(harness.ask(run.port, "/api/foxglove_layout").text, COMMITTED.read_text(encoding="utf-8"),
                         f"write the reply of GET /api/foxglove_layout to {COMMITTED}")
        scene, = layout.of_type("3D")
        self.assertEqual(scene["scene"]["transforms"], {"labelSize": 0.1, "lineWidth": 0, "enablePreloading": True})
        grid = scene["layers"]["grid"]
        self.assertEqual((scene["followTf"], grid["size"], grid["divisions"]), ("cog", 2000, 200))
        self.assertEqual([panel["followTopic"] for panel in layout.of_type("map")], ["/vehicle/fix"])
        self.assertEqual([panel["hardwareIdFilter"] for panel in layout.of_type("DiagnosticSummary")], ["ddc-gateway"])

    def test_each_of_several_programs_has_a_tab(self):
        run = Run(self, PROGRAMS + ORIGIN, "--data-port", "0")
        definitions, layout = viewed(run, "/zero/vehicle/fix", "/the_2nd_1/vehicle/fix")
        self.check(layout, definitions, WAITING)
        tabs, = layout.of_type("Tab")
        self.assertEqual([tab["title"] for tab in tabs["tabs"]], ["zero", "the 2nd"])
        for tab, prefix in zip(tabs["tabs"], ("/zero/", "/the_2nd_1/")):
            plots = [layout.panels[name] for name in layout.placed_in(tab["layout"])]
            self.assertEqual([len(plot["paths"]) for plot in plots], [1, 3])
            for plot in plots:
                self.assertTrue(all(path["value"].startswith(prefix) for path in plot["paths"]), plot)
        scene, = layout.of_type("3D")
        self.assertEqual(scene["followTf"], "zero/cog")
        self.assertEqual(set(scene["topics"]), {"/scene", "/route", "/zero/tf", "/the_2nd_1/tf"})
        self.assertEqual([panel["followTopic"] for panel in layout.of_type("map")], ["/zero/vehicle/fix"])

    def test_one_for_vehicles_without_programs_has_their_curves_and_no_map(self):
        plant = Plant(self, TWO + "record: plant.mcap\n", "--data-port", "0")
        definitions, layout = viewed(plant, "/vehicle_8/command/after_filters")
        self.check(layout, definitions, WAITING)
        self.assertEqual(layout.of_type("map"), [])
        tabs, = layout.of_type("Tab")
        self.assertEqual([tab["title"] for tab in tabs["tabs"]], ["vehicle_3", "vehicle_8"])
        code, text = printed(recorded(plant, "plant.mcap"))
        self.assertEqual((code, Foxglove(json.loads(text)).panels), (0, layout.panels))

    def test_that_of_a_recording_is_printed(self):
        file = recorded(Run(self, REALTIME + "record: run.mcap\n", "--data-port", "0"), "run.mcap")
        code, text = printed(file)
        self.assertEqual(code, 0)
        layout = Foxglove(json.loads(text))
        definitions = {topic: text for topic, (_, text) in mcap_file.read(file)[1].items()}
        self.check(layout, definitions, WAITING | {"/scene", "/route"})
        committed = json.loads(COMMITTED.read_text(encoding="utf-8"))["configById"]
        self.assertEqual(layout.panels, {name: panel for name, panel in committed.items() if name != "map!fix"})
        self.assertEqual(printed(file.parent / "none.mcap"), (2, ""))
        self.assertEqual(printed(file, "--port", "0"), (2, ""))

    def test_that_of_one_of_several_programs_follows_its_frame(self):
        run = Run(self, PROGRAMS.replace('"4000"]', '"4000"], record: zero.mcap'), "--data-port", "0")
        code, text = printed(recorded(run, "zero.mcap"))
        scene, = Foxglove(json.loads(text)).of_type("3D")
        self.assertEqual((code, scene["followTf"]), (0, "zero/cog"))


class PlotJugglerLayoutTest(unittest.TestCase):
    def test_series_of_topics_exist_in_a_run_and_its_recording(self):
        run = Run(self, REALTIME + "record: run.mcap\n", "--data-port", "0")
        definitions, _ = viewed(run, "/vehicle/odometry")
        self.assertLessEqual(BRIDGE.series(), series_of_topics(definitions))
        _, types = mcap_file.read(recorded(run, "run.mcap"))
        self.assertLessEqual(BRIDGE.series(), series_of_topics({topic: text for topic, (_, text) in types.items()}))

    def test_series_of_telemetry_exist_in_a_run(self):
        receiver = Receiver(self)
        Run(self, REALTIME + f"data_port: {{targets: [{{to: [{{port: {receiver.port}}}]}}]}}\n")
        self.assertLessEqual(TELEMETRY.series(), series_of_json(receiver.take()))

    def test_both_have_the_same_titled_plots_and_the_path_in_a_separate_tab(self):
        self.assertEqual(BRIDGE.titles, TELEMETRY.titles)
        self.assertNotIn("...", BRIDGE.titles)
        for layout in (BRIDGE, TELEMETRY):  # a tab's plots share the range of their x axes
            self.assertEqual([{plot.get("mode") for plot in tab.iter("plot")} for tab in layout.tabs],
                             [{"TimeSeries"}, {"XYPlot"}])
            self.assertEqual(layout.root.find("streaming_buffer_size").get("value"), "60")
            self.assertIsNone(layout.root.find("previouslyLoaded_Streamer"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
