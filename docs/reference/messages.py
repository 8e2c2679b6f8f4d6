# SPDX-License-Identifier: MIT
"""The page of the message types, from a recording with all of them, which every_message writes."""
import pathlib
import re
import struct
import subprocess
import tempfile

from markdown import table

PROJECT = pathlib.Path(__file__).resolve().parents[2]
FOOTER, SCHEMA = 2, 3  # opcodes of records of MCAP
FOOTER_LENGTH = 20
MAGIC_LENGTH = 8
TEXT = """\
Types of the messages in recordings, for live viewers and for ROS 2. Each has the definition that
ROS 2 uses. The topics: [recordings](recordings.md), [live viewers](foxglove.md#topics),
[ROS 2](ros2.md).

A recording also has types that follow from its run, such as `ddc_msgs/msg/Inputs`: a `stamp`, and a
field for each port or value. The recording itself contains the definitions of all its types.

"""


def texts_at(data, position, count):
    """Texts with their lengths in front of them."""
    for _ in range(count):
        length, = struct.unpack_from("<I", data, position)
        yield data[position + 4:position + 4 + length].decode()
        position += 4 + length


def types_in(data):
    """(name, definition) of each type that the summary at the end of a recording lists."""
    position, = struct.unpack_from("<Q", data, len(data) - MAGIC_LENGTH - FOOTER_LENGTH)
    while data[position] != FOOTER:
        length, = struct.unpack_from("<Q", data, position + 1)
        if data[position] == SCHEMA:
            name, _, definition = texts_at(data, position + 11, 3)
            yield name, definition.partition("=====")[0]
        position += 9 + length


def constants_of(name):
    """The lines with constants of a type, if the project has its file."""
    file = PROJECT / "schemas" / f"{name}.msg"
    return re.findall(r"^\w+ [A-Z0-9_]+ *=.*$", file.read_text() if file.exists() else "",
                      re.MULTILINE)


def section(name, definition):
    fields = [line.split(" ") for line in definition.splitlines()]
    text = f"### `{name}`\n" + table(["name", "type"],
                                     [[f"`{field}`", kind] for kind, field in fields])
    if constants_of(name):
        text += "\nConstants:\n\n```text\n" + "\n".join(constants_of(name)) + "\n```\n"
    return text


def pages(build):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([build / "bin/every_message", folder], timeout=60, check=True)
        data = (pathlib.Path(folder) / "every_message.mcap").read_bytes()
    packages = {}
    for name, definition in types_in(data):
        if not name.startswith("test_msgs/"):
            packages.setdefault(name.partition("/")[0], []).append(section(name, definition))
    text = "\n".join(f"## {package}\n\n" + "\n".join(sections)
                     for package, sections in sorted(packages.items()))
    return {"messages.md": ("Messages", TEXT + text)}
