# SPDX-License-Identifier: MIT
"""What layouts of Foxglove, Lichtblick and PlotJuggler show, with the standard library only."""
import xml.etree.ElementTree as xml

TITLE_KEYS = ("foxglovePanelTitle", "lichtblickPanelTitle")


def fields_of(definition):
    """The paths of all numbers and texts in messages of a ros2msg definition: ("pose", "x"), and
    ("load[0]",) for arrays of a fixed size."""
    first, *others = definition.split("=" * 80 + "\nMSG: ")
    types = dict(other.split("\n", 1) for other in others)
    return set(paths_in(first, types))


def paths_in(text, types):
    for line in filter(None, (line.split("#")[0].strip() for line in text.splitlines())):
        kind, name = line.split(None, 1)
        kind, _, size = kind.rstrip("]").partition("[")
        names = [f"{name}[{i}]" for i in range(int(size))] if size.isdigit() else [name]
        for each in names:
            if kind in types:
                yield from ((each, *path) for path in paths_in(types[kind], types))
            else:
                yield (each,)


class Foxglove:
    """A layout of Foxglove or Lichtblick."""

    def __init__(self, layout):
        self.panels = layout["configById"]
        self.placed = self.placed_in(layout["layout"])

    def placed_in(self, part):
        """The panels of a part of the window, and in tabs."""
        if not isinstance(part, str):
            return self.placed_in(part["first"]) + self.placed_in(part["second"])
        tabs = self.panels[part].get("tabs", [])
        return [part] + [panel for tab in tabs for panel in self.placed_in(tab["layout"])]

    def of_type(self, kind):
        return [panel for name, panel in self.panels.items() if name.split("!")[0] == kind]

    def curves(self):
        """(topic, fields) of all plots."""
        paths = [path["value"].split(".") for plot in self.of_type("Plot") for path in plot["paths"]]
        return {(topic, tuple(fields)) for topic, *fields in paths}

    def topics(self):
        shown = {topic for topic, _ in self.curves()}
        for panel in self.of_type("3D"):
            shown.update(panel["topics"])
        for kind, key in (("RosOut", "topicToRender"), ("map", "followTopic"), ("DiagnosticSummary", "topicToRender")):
            shown.update(panel[key] for panel in self.of_type(kind))
        return shown


class PlotJuggler:
    """A layout of PlotJuggler."""

    def __init__(self, file):
        self.root = xml.parse(file).getroot()
        self.tabs = self.root.findall("tabbed_widget/Tab")
        self.titles = [area.get("name") for area in self.root.iter("DockArea")]

    def series(self):
        """The names of all series that its curves need."""
        names = set()
        for curve in self.root.iter("curve"):
            names.update((curve.get("curve_x"), curve.get("curve_y")) if curve.get("curve_x") else (curve.get("name"),))
        return names


def series_of_topics(definitions):
    """Names that PlotJuggler gives to the series of topics: {topic: definition}."""
    return {"/".join((topic, *path)) for topic, definition in definitions.items() for path in fields_of(definition)}


def series_of_json(value, name=""):
    """Names that PlotJuggler gives to the series of a JSON object."""
    if isinstance(value, dict):
        return {series for key, each in value.items() for series in series_of_json(each, f"{name}/{key}")}
    if isinstance(value, list):
        return {series for i, each in enumerate(value) for series in series_of_json(each, f"{name}[{i}]")}
    return {name}
