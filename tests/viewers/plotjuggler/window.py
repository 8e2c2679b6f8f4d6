# SPDX-License-Identifier: MIT
"""PlotJuggler's windows, driven by the names that it gives to assistive technology (AT-SPI)."""
import os
import pathlib
import re
import subprocess
import sys

import pyatspi

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import harness  # noqa: E402

NAME = "io.plotjuggler.PlotJuggler"


def parts(node):
    """A part of a window and all parts inside it that are on the screen."""
    try:
        yield node
        for child in node:
            if child and child.getState().contains(pyatspi.STATE_SHOWING):
                yield from parts(child)
    except LookupError:  # closed meanwhile
        return


def find(node, role, pattern=""):
    """The first part with one of the roles "a|b" whose name or description matches, or None."""
    for part in parts(node):
        if part.getRoleName() in role.split("|") and re.search(pattern, f"{part.name}\n{part.description}", re.MULTILINE):
            return part
    return None


def await_part(node, role, pattern=""):
    return harness.until(lambda: find(node, role, pattern), f"{role} '{pattern}'")


def frame_of(part):
    return part.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)


def press(part):
    """Clicks into the middle of a part."""
    frame = frame_of(part)
    middle = (frame.x + frame.width // 2, frame.y + frame.height // 2)
    subprocess.run(["xdotool", "mousemove", "--sync", *map(str, middle), "click", "1"], check=True)


def fill(part, text):
    part.queryEditableText().setTextContents(str(text))


def choose(box, text):
    """Chooses an item of a combo box in its list, by its first letters."""
    press(box)
    harness.until(lambda: find(box, "list"), "the list of the box")
    subprocess.run(["xdotool", "type", text], check=True)
    subprocess.run(["xdotool", "key", "Return"], check=True)
    harness.until(lambda: box.name == text, f"'{text}' is chosen")


def select_rows(table, is_wanted):
    """Selects the rows of a table whose first cell is wanted."""
    rows = table.queryTable()
    for row, name in enumerate(column(table)):
        if is_wanted(name):
            rows.addRowSelection(row)


def column(table):
    rows = table.queryTable()
    return [rows.getAccessibleAt(row, 0).name for row in range(rows.nRows)]


class PlotJuggler:
    """The program with an empty home folder, so with its default settings."""

    def __init__(self, executable, home, *words):
        environment = dict(os.environ, HOME=str(home), XDG_CONFIG_HOME=str(home / "config"),
                           QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        self._running()  # starts AT-SPI's registry: without it a program does not register
        self.process = harness.Process([executable, "--nosplash", *words], environment=environment)
        self.application = harness.until(self._find_application, self.process.describe)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.close()

    def _find_application(self):
        assert self.process.poll() is None, self.process.describe()
        running = self._running()
        return running[0] if running else None

    @staticmethod
    def _running():
        desktop = pyatspi.Registry.getDesktop(0)
        desktop.setCacheMask(pyatspi.cache.NONE)  # else a program that starts later is not found
        return [found for found in desktop if found and found.name == NAME]

    @property
    def main(self):
        return await_part(self.application, "frame", "^PlotJuggler")

    def dialog(self, pattern):
        return await_part(self.application, "dialog", pattern)

    @staticmethod
    def fields(dialog):
        """The text fields of a dialog, from top to bottom and from left to right."""
        harness.until(lambda: find(dialog, "text"), "a text field")
        return sorted((part for part in parts(dialog) if part.getRoleName() == "text"),
                      key=lambda part: (frame_of(part).y, frame_of(part).x))

    def messages(self):
        """The texts of the message boxes that are open."""
        boxes = [part for part in self.application if part and part.getRoleName() == "alert"]
        return [" ".join(label.name for label in parts(box) if label.getRoleName() == "label")
                for box in boxes]

    def answer(self, button):
        """Presses a button of the open message box."""
        before = self.messages()
        press(await_part(await_part(self.application, "alert"), "push button", f"^({button})$"))
        harness.until(lambda: self.messages() != before, "the message box closes")

    def series(self):
        """The number of series that the list counts."""
        counts = [re.fullmatch(r"\d+ of (\d+)", part.name) for part in parts(self.main)]
        return max((int(found[1]) for found in counts if found), default=0)

    def load_layout(self, file):
        press(await_part(self.main, "push button", "Load data and window/plots layout"))
        dialog = self.dialog("Open Layout")
        fill(await_part(dialog, "text"), file)
        press(await_part(dialog, "push button", "Open"))

    def picture(self, file):
        window = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^PlotJuggler"], text=True,
                                stdout=subprocess.PIPE, check=True).stdout.split()[0]
        subprocess.run(["xdotool", "windowsize", "--sync", window, "1280", "800"], check=True)
        subprocess.run(["import", "-window", window, file], check=True)
