# SPDX-License-Identifier: MIT
"""Archives that an importer of FMUs must refuse, made of a good FMU."""
import os
import pathlib
import stat
import struct
import zipfile
import zlib

GOOD = pathlib.Path(os.environ["TEST_FMUS"]) / "car_fmi2.fmu"
DESCRIPTION = "modelDescription.xml"
LIBRARY = "binaries/linux64/test_car.so"


def good_entries():
    with zipfile.ZipFile(GOOD) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def info(name, mode=stat.S_IFREG | 0o644):
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = mode << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def write(path, *more, without=(), **changed):
    """The good FMU with other contents of its files, and more entries: (info, content)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in good_entries().items():
            if name not in without:
                archive.writestr(name, changed.get(pathlib.Path(name).stem, content))
        for entry, content in more:
            archive.writestr(entry, content)


def write_bytes(path, change):
    """The good FMU with its bytes changed."""
    path.write_bytes(change(GOOD.read_bytes()))


def description(old, new):
    """The model description with a text replaced."""
    text = good_entries()[DESCRIPTION].decode()
    assert old in text, old
    return text.replace(old, new, 1)


def zeros(size):
    """Deflated zeros, `size` of them, a multiple of a MiB. Equal pieces are compressed once."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(b"\0" * 2**20) + packer.flush(zlib.Z_FULL_FLUSH)
    return piece * (size // 2**20) + b"\x03\0"


def raw_entry(path, name, packed, size, flags=0, method=8):
    """An archive of one entry, whose sizes are as stated."""
    encoded = name.encode()
    about = struct.pack("<HHHHHIIIH", 20, flags, method, 0, 0x21, 0, len(packed), size, len(encoded))
    local = b"PK\3\4" + about + b"\0\0" + encoded + packed
    listed = (b"PK\1\2" + struct.pack("<H", 3 << 8 | 20) + about
              + struct.pack("<HHHHII", 0, 0, 0, 0, (stat.S_IFREG | 0o644) << 16, 0) + encoded)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(listed), len(local), 0)
    path.write_bytes(local + listed + end)


def encrypted(content):
    """The flag of encryption in each entry."""
    content = bytearray(content)
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        position = content.find(mark)
        while position >= 0:
            content[position + at] |= 1
            position = content.find(mark, position + 4)
    return bytes(content)


def wrong_checksum(content):
    """Another checksum in the list of entries, of each."""
    content = bytearray(content)
    position = content.find(b"PK\1\2")
    while position >= 0:
        content[position + 16] ^= 0xff
        position = content.find(b"PK\1\2", position + 4)
    return bytes(content)


def large_end(content):
    """A record for large archives with a list of a TiB."""
    at = content.rfind(b"PK\5\6")
    start = struct.unpack_from("<I", content, at + 16)[0]
    record = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 2**34, 2**34, 2**40, start)
    locator = b"PK\6\7" + struct.pack("<IQI", 0, at, 1)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xffff, 0xffff, 0xffffffff, 0xffffffff, 0)
    return content[:at] + record + locator + end


def laughs():
    """Entities that would expand to 3 GB."""
    entities = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    text = f'<!DOCTYPE l [<!ENTITY l0 "lol">{entities}]>'
    return description("<fmiModelDescription", text + "<fmiModelDescription").replace(
        'modelName="', 'modelName="&l9;', 1)


def repeat_file(path, times):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in good_entries().items():
            archive.writestr(name, content)
        for i in range(times):
            archive.writestr(f"resources/{i}", b"")


# What is wrong: how it is written to a path, and a part of the message.
ARCHIVES = {
    "a name outside": (lambda path: write(path, (info("../escaped"), b"x")), "a part . or .."),
    "an absolute name": (lambda path: write(path, (info("/tmp/escaped"), b"x")), "is absolute"),
    "a backslash": (lambda path: write(path, (info("..\\escaped"), b"x")), "has a backslash"),
    "a link": (lambda path: write(path, (info("resources/a", stat.S_IFLNK | 0o777), b"/etc/passwd")),
               "resources/a: is a link"),
    "a device": (lambda path: write(path, (info("resources/a", stat.S_IFCHR | 0o666), b"")),
                 "is not a regular file"),
    "a duplicate": (lambda path: write(path, (info("MODELDESCRIPTION.xml"), b"<a/>")),
                    "occurs twice"),
    "a file that is a folder": (lambda path: write(path, (info("binaries"), b"x")),
                                "is also a folder"),
    "encryption": (lambda path: write_bytes(path, encrypted), "is encrypted"),
    "checksums": (lambda path: write_bytes(path, wrong_checksum), "is damaged"),
    "half a file": (lambda path: write_bytes(path, lambda content: content[:len(content) // 2]),
                    "is not an archive"),
    "no archive": (lambda path: path.write_bytes(b"PK"), "is not an archive"),
    "a large list": (lambda path: write_bytes(path, large_end), "a list of entries above 8 MiB"),
    "many entries": (lambda path: repeat_file(path, 100_000), "more than 10000 entries"),
    "a large file": (lambda path: raw_entry(path, DESCRIPTION, zeros(10 * 2**30), 2**32 - 2**20),
                     "unpacks to more than"),
    "a larger file than stated": (lambda path: raw_entry(path, DESCRIPTION, zeros(10 * 2**30), 100),
                                  "unpacks to more than"),
    "no description": (lambda path: write(path, without=(DESCRIPTION,)), "has no such file"),
    "no XML": (lambda path: write(path, modelDescription=b"\0\1\2"), "is not XML"),
    "entities": (lambda path: write(path, modelDescription=laughs()), "has a DOCTYPE"),
    "deep XML": (lambda path: write(path, modelDescription="<a>" * 100_000 + "</a>" * 100_000),
                 "is inside more than 32 elements"),
    "a number": (lambda path: write(path, modelDescription=description(
        'valueReference="1"', 'valueReference="1e9"')), "must be an integer from 0 to 4294967295"),
}
# FMUs that can be shown, and not be used.
UNUSABLE = {
    "no binaries": (lambda path: write(path, without=(LIBRARY,)), "no binary at all"),
    "other binaries": (lambda path: write(path, (info("binaries/win64/test_car.dll"), b"MZ"),
                                          without=(LIBRARY,)), "there are binaries for win64"),
    "an identifier": (lambda path: write(path, modelDescription=description(
        'modelIdentifier="test_car"', 'modelIdentifier="../test_car"')), "not an identifier of C"),
    "equal names": (lambda path: write(path, modelDescription=description(
        'name="initial.x"', 'name="initial.y"')), "two variables have this name"),
}
