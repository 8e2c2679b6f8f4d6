#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures of docs/explanation/architecture.md: the areas of the gateway and what each may use, and
the paths of a command and of a recorded message.

What uses what is read from the build's compile commands: the include roots that each area is given. Each
function on a path is looked up in the build's libraries, and its definition in the sources.

Usage: architecture.py BUILD [--check]     --check writes nothing; exit code 1 if a picture would change
"""
import json
import pathlib
import re
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "gateway"))
import areas  # noqa: E402  pylint: disable=wrong-import-position

# Each step: the function, and what it gives to the next step.
COMMAND = [
    ("ddc::Table::read", "entries of the output slots"),
    ("gateway::ProgramConnection::read_outputs", "Command"),
    ("gateway::Loop::run_cycle", "Command"),
    ("gateway::FilterChain::apply", "Command that is safe"),
    ("gateway::Loop::apply_if_due", "Command, when it acts"),
    ("gateway::SimVehicle::apply", "controls"),
    ("plant::SimSession::tick", "Output"),
    ("gateway::SimVehicle::conclude_step", "Feedback"),
    ("gateway::MeasuredProgram::run_cycle", "Feedback"),
    ("gateway::set_inputs", "elements of the ports"),
    ("gateway::ProgramConnection::write_inputs", "one group of entries"),
    ("ddc::Table::write", "entries of the input slots"),
]
MESSAGE = [
    ("gateway::Loop::run_cycle", "CycleRecord"),
    ("gateway::RunRecorder::after_cycle", "numbers of the cycle"),
    ("gateway::PortMessage::add_to", "CDR bytes"),
    ("gateway::MessageQueue::begin", "block of messages, to the writing thread"),
    ("gateway::RecordingFile::State::write", "McapMessage"),
    ("ddc::recording::McapWriter::write", "chunk"),
    ("gateway::OutputFile::write", "bytes of the file"),
]
LIBRARIES = {"libddc": ("libddc_cpp.a", "libddc_recording.a"), "plant": ("libplant_core.a",),
             **{area: (f"libgateway_{area}.a",) for area in areas.AREAS[:7]}}
SOURCES = {"libddc": [PROJECT / "libddc"], "plant": [PROJECT / "plant/src"],
           **{area: [areas.SOURCES / area] for area in areas.AREAS}}

STYLE = """<style>
text { font: 13px sans-serif; fill: #1b1f24; } .name { font-weight: bold; font-size: 15px; }
.small { font-size: 11px; fill: #57606a; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.inside { font-size: 11px; fill: #57606a; } .code { font: 12px monospace; }
rect { fill: #eaf2fb; stroke: #4a78b5; } rect.outside { fill: #f2f2f2; stroke: #8c959f; }
rect.page { fill: #ffffff; stroke: none; } path { stroke: #4a78b5; fill: none; } marker path { fill: #4a78b5; }
line { stroke: #d0d7de; stroke-dasharray: 3 4; }
</style>"""
HEAD = ('<defs><marker id="end" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0,0 L10,5 L0,10 z" fill="#4a78b5"/></marker></defs>')


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def picture(width, height, parts):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                      f'width="{width}" height="{height}">',
                      STYLE, HEAD, f'<rect class="page" width="{width}" height="{height}"/>',
                      *parts, "</svg>", ""])


def text(x, y, words, kind="", anchor="middle"):
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escaped(words)}</text>'


def box(x, y, width, height, kind=""):
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>'


def arrow(*points):
    way = " L".join(f"{x},{y}" for x, y in points)
    return f'<path d="M{way}" marker-end="url(#end)"/>'


def seen_by_area(build):
    """area -> the areas whose include roots the build gives it, and the rooms"""
    of_area = re.compile(r" -o gateway/src/(\w+)/CMakeFiles/gateway_\w+\.dir/")
    root = re.compile(re.escape(str(PROJECT)) + r"/(?:gateway/src/(\w+)|(libddc|plant))/?\S*")
    seen = {area: set() for area in areas.AREAS}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        area = of_area.search(entry["command"])
        if area:
            options = re.findall(r"-I(\S+)", entry["command"])
            matches = [match for match in map(root.match, options) if match]
            seen[area[1]].update(match[1] or match[2] for match in matches)
    if not any(seen.values()):
        sys.exit(f"{build} is no build of {PROJECT}")
    return {area: others - {area} for area, others in seen.items()}


def direct(uses):
    """The same without what is seen through another area."""
    return {area: {other for other in others
                   if not any(other in uses.get(between, ()) for between in others)}
            for area, others in uses.items()}


def draw_areas(build):
    uses = seen_by_area(build)
    arrows = direct(uses)
    rows = []
    for area in areas.AREAS:  # one row above the highest that it uses
        row = 1 + max((i for i, names in enumerate(rows) if uses[area] & set(names)), default=0)
        if not rows:
            rows.append(["libddc", "plant"])
        if row == len(rows):
            rows.append([])
        rows[row].append(area)
    width, high, gap = 860, 58, 30
    place = {}
    for i, names in enumerate(reversed(rows)):
        size = 620 if len(names) == 1 else 410
        left = (width - len(names) * size - (len(names) - 1) * 20) / 2
        for k, name in enumerate(names):
            place[name] = (left + k * (size + 20), 12 + i * (high + gap), size)
    folders = areas.folders_of()
    parts = []
    for name, (x, y, size) in place.items():
        top = sorted({folder.split("/")[0] for folder in folders.get(name, ())})
        parts += [box(x, y, size, high, "" if name in uses else "outside"),
                  text(x + size / 2, y + 23, name, "name"),
                  text(x + size / 2, y + 43, ", ".join(top), "inside")]
        for other in sorted(arrows.get(name, ())):
            below_x, below_y, below_size = place[other]
            middle = max(x, below_x) + min(size, below_size) / 2
            parts.append(arrow((middle, y + high), (middle, below_y)))
    return picture(width, 12 + len(rows) * (high + gap), parts)


def symbols(build):
    """library -> its functions, without their arguments"""
    found = {}
    for name in {name for names in LIBRARIES.values() for name in names}:
        lines = subprocess.run(["nm", "-C", "--defined-only", build / "lib" / name], check=True, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.splitlines()
        found[name] = {line.split(" ", 2)[2].split("(")[0] for line in lines if line.count(" ") >= 2}
    return found


def folder_of(function):
    """Where its definition is, below the room or area."""
    *_, owner, name = function.split("::")
    free = not owner[0].isupper()
    definition = re.compile(rf"^(?! )[^\n=;]*\b{'' if free else re.escape(owner) + '::'}{name}\([^;{{]*\{{",
                            re.MULTILINE)
    for places in SOURCES.values():
        for place in places:
            for file in sorted(place.rglob("*.cpp")):
                if "tests" not in file.parts and definition.search(file.read_text(encoding="utf-8")):
                    yield file.parent.relative_to(PROJECT)


def find(function, of_library):
    """The room or area of a function, and its folder."""
    for lane, names in LIBRARIES.items():
        if any(function in of_library[name] for name in names):
            roots = [root.relative_to(PROJECT) for root in SOURCES[lane]]
            for folder in folder_of(function):
                if any(folder.is_relative_to(root) for root in roots):
                    return lane, folder.as_posix()
    sys.exit(f"architecture.py: no library of the build has the function {function}: "
             "correct the steps in docs/figures/architecture.py")


def draw_path(title, steps, of_library, top):
    """One column for each room or area, one row for each step."""
    found = [find(function, of_library) for function, _ in steps]
    order = ["libddc", "plant", *areas.AREAS]
    lanes = sorted({lane for lane, _ in found}, key=order.index)
    column, row, size = 860 / len(lanes), 62, (200, 40)
    height = top + 74 + len(steps) * row
    parts = [text(430, top + 22, title, "name")]
    for i, lane in enumerate(lanes):
        x = (i + 0.5) * column
        parts += [text(x, top + 50, lane, "name"),
                  f'<line x1="{x}" y1="{top + 58}" x2="{x}" y2="{height - 14}"/>']
    before = None
    for i, ((function, gives), (lane, folder)) in enumerate(zip(steps, found)):
        x, y = (lanes.index(lane) + 0.5) * column, top + 66 + i * row
        wide = min(size[0], column + 60)
        x = min(max(x, wide / 2 + 4), 856 - wide / 2)
        short = "::".join(function.split("::")[1:]).replace("recording::", "")
        parts += [box(x - wide / 2, y, wide, size[1], "" if lane in areas.AREAS else "outside"),
                  text(x, y + 17, short, "code"), text(x, y + 32, folder, "inside")]
        if before:
            parts += [arrow((before[0], before[1] + size[1]), (x, y)),
                      text((before[0] + x) / 2 + 8, y - 7, before[2], "small", "start")]
        before = (x, y, gives)
    return parts, height


def draw_paths(build):
    of_library = symbols(build)
    command, end = draw_path("One command of a program in measured mode, and what the program is shown next",
                             COMMAND, of_library, 0)
    message, end = draw_path("One message of a recording", MESSAGE, of_library, end + 10)
    return picture(860, end, command + message)


def main():
    build = pathlib.Path(sys.argv[1])
    is_check = "--check" in sys.argv[2:]
    changed = []
    for name, draw in (("areas.svg", draw_areas), ("paths.svg", draw_paths)):
        file = pathlib.Path(__file__).parent / name
        drawn = draw(build)
        if not file.exists() or file.read_text(encoding="utf-8") != drawn:
            changed.append(name)
            if not is_check:
                file.write_text(drawn, encoding="utf-8")
    if is_check and changed:
        print(f"docs/figures: {', '.join(changed)} would change; draw them with "
              f"docs/figures/architecture.py {build}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
