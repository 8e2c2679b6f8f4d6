# SPDX-License-Identifier: MIT
"""Pages of the C and C++ interfaces, from the comments of the public headers, as doxygen reads them."""
import dataclasses
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

PROJECT = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = """
QUIET = YES
WARNINGS = NO
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTENSION_MAPPING = h=C++
ENABLE_PREPROCESSING = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = __attribute__(x)=
"""
LIBDDC, PLANT = "libddc/include", "plant/include"
# Page, title, introduction, and its headers: folders below which all are taken, or files.
PAGES = (
    ("api-c.md", "C interfaces", "Include `ddc/ddc.h` for the table, and `plant/plant_c.h` for the vehicle simulator. "
     "Both can be used from C11 and from any language that calls C.",
     (f"{LIBDDC}/ddc/ddc.h", f"{PLANT}/plant/plant_c.h")),
    ("api-libddc.md", "C++ interface of libddc",
     "The table, and the ProgramInterface, in namespace `ddc`. [libddc](libddc.md) explains its use.",
     (LIBDDC, "libddc/interface/include")),
    ("api-recordings.md", "C++ interface of recordings",
     "Messages and MCAP files, in namespace `ddc::recording`. [Recordings](recordings.md) has the topics.",
     ("libddc/recording/include",)),
    ("api-plant.md", "C++ interface of the vehicle simulator",
     "Vehicle models and sessions, in namespace `plant`. [The vehicle simulator](plant/README.md) explains them.",
     (PLANT,)),
)
MEMBERS = ("function", "typedef", "enum", "variable", "define")


def headers_of(roots):
    for root in roots:
        path = PROJECT / root
        found = [path] if path.is_file() else sorted(file for file in path.rglob("*.h*"))
        yield from (file for file in found if path.is_file() or file.name not in ("ddc.h", "plant_c.h"))


def namespaces_of(headers):
    """Doxygen omits the functions of a namespace without a comment."""
    names = {name for path in headers
             for name in re.findall(r"^namespace ([\w:]+) {", path.read_text(), re.MULTILINE)}
    return "".join(f"/// Namespace.\nnamespace {name} {{}}\n" for name in sorted(names))


def run_doxygen(folder, headers, settings):
    """What it prints about these headers. @param folder gets its output"""
    pathlib.Path(folder, "namespaces.hpp").write_text(namespaces_of(headers))
    inputs = " ".join(f'"{path}"' for path in [*headers, "namespaces.hpp"])
    return subprocess.run(["doxygen", "-"], cwd=folder, text=True, capture_output=True, check=True,
                          timeout=120, input=f"INPUT = {inputs}\n{settings}").stderr


def read(headers):
    """All compounds that doxygen finds in these headers."""
    with tempfile.TemporaryDirectory() as folder:
        run_doxygen(folder, headers, SETTINGS)
        for file in sorted(pathlib.Path(folder, "xml").glob("*.xml")):
            if file.name != "index.xml":
                yield from ElementTree.parse(file).getroot().iter("compounddef")


def inline(element):
    """Text of an element with its markup."""
    text = element.text or ""
    for child in element:
        inner = inline(child)
        text += f"`{inner}`" if child.tag in ("computeroutput", "bold") and inner else \
            f"*{inner}*" if child.tag == "emphasis" else inner
        text += child.tail or ""
    return re.sub(r"\s+", " ", text)


def parameters(element):
    for item in element.iter("parameteritem"):
        names = ", ".join(f"`{inline(name)}`" for name in item.iter("parametername"))
        yield f"- {names}: {inline(item.find('parameterdescription')).strip()}"


def block(element):
    """Lines of a list, a block of code or a labelled part of a comment; None for other elements."""
    if element.tag in ("itemizedlist", "orderedlist"):
        return [f"- {inline(item).strip()}" for item in element.iter("listitem")]
    if element.tag in ("verbatim", "programlisting", "preformatted"):
        return ["```text", *"".join(element.itertext()).strip("\n").splitlines(), "```"]
    if element.tag == "parameterlist":
        throws = element.get("kind") == "exception"
        return [*(["Throws:", ""] if throws else []), *parameters(element)]
    if element.tag == "simplesect":
        label = {"return": "Returns", "pre": "Precondition", "see": "See"}.get(
            element.get("kind"), element.get("kind").capitalize())
        return [f"{label}: {inline(element).strip()}"]
    return None


def described(element):
    """Paragraphs of the comment of a compound or member."""
    for tag in ("briefdescription", "detaileddescription"):
        for paragraph in element.find(tag).findall("para") if element.find(tag) is not None else ():
            text = paragraph.text or ""
            for child in paragraph:
                lines = block(child)
                if lines is None:
                    wrapper = ElementTree.Element("para")
                    wrapper.append(child)
                    text += inline(wrapper)
                    continue
                if text.strip():
                    yield re.sub(r"\s+", " ", text).strip()
                yield "\n".join(lines)
                text = child.tail or ""
            if text.strip():
                yield re.sub(r"\s+", " ", text).strip()


@dataclasses.dataclass(frozen=True)
class Symbol:
    file: str
    line: int
    name: str
    declaration: str
    comment: tuple
    members: tuple = ()


def name_of(member):
    """Empty for an enumeration without a name, which doxygen numbers."""
    name = member.findtext("name")
    return "" if name.startswith("@") else name


def declaration_of(member):
    kind = member.get("kind")
    name = name_of(member)
    if kind == "enum":
        values = ", ".join(value.findtext("name") for value in member.iter("enumvalue"))
        return f"enum {name} {{ {values} }};".replace("enum  {", "enum {")
    if kind == "define":
        words = ", ".join(found.findtext("defname") or "" for found in member.findall("param"))
        value = member.find("initializer")
        return f"#define {name}{f'({words})' if words else ''}" + \
            (f" {inline(value)}" if value is not None and not words else "")
    text = (member.findtext("definition") or "") + (member.findtext("argsstring") or "")
    if kind == "variable":
        text += (" " + inline(member.find("initializer"))) if member.find("initializer") is not None else ""
    return re.sub(r"\b(?:\w+::)+(?=~?\w+\()", "", text, count=1).strip() + ";"


def relative(location):
    path = pathlib.Path(location.get("file"))
    return str(path.relative_to(PROJECT)) if path.is_relative_to(PROJECT) else ""


def symbol_of(member):
    location = member.find("location")
    return Symbol(relative(location), int(location.get("line")), name_of(member),
                  declaration_of(member), tuple(described(member)))


def members_of(compound):
    """Its public members with a comment, in the order of the header."""
    found = [symbol_of(member) for member in compound.iter("memberdef")
             if member.get("prot") == "public" and member.get("kind") in MEMBERS]
    return sorted((symbol for symbol in found if symbol.comment),
                  key=lambda symbol: (symbol.file, symbol.line))


def symbols_in(compounds):
    for compound in compounds:
        if compound.get("kind") in ("class", "struct", "union"):
            location = compound.find("location")
            name = compound.findtext("compoundname")
            comment = tuple(described(compound))
            members = tuple(members_of(compound))
            if compound.get("prot", "public") == "public" and (comment or members):
                yield Symbol(relative(location), int(location.get("line")), name,
                             f"{compound.get('kind')} {name};", comment, members)
        elif compound.get("kind") in ("namespace", "file"):
            yield from members_of(compound)


def text_of(symbol, level):
    title = f"`{symbol.name}`" if symbol.name else "Constants"
    heading = f"{'#' * level} {title}\n\n" if level == 3 else ""
    language = "c" if symbol.file.endswith(".h") else "cpp"
    text = f"{heading}```{language}\n{symbol.declaration}\n```\n\n"
    return text + "".join(paragraph + "\n\n" for paragraph in symbol.comment)


def joined(symbols):
    """Overloads and members, each once, below one heading."""
    seen, text, previous = set(), "", None
    for symbol in symbols:
        key = (symbol.name, symbol.declaration)
        if key not in seen:
            text += text_of(symbol, 4 if symbol.name == previous else 3)
            text += "".join(text_of(member, 4) for member in symbol.members)
        seen.add(key)
        previous = symbol.name
    return text


def page(roots, introduction):
    headers = list(headers_of(roots))
    found = sorted(symbols_in(read(headers)), key=lambda symbol: (symbol.file, symbol.line))
    text = introduction + "\n"
    for header in headers:
        name = str(header.relative_to(PROJECT))
        symbols = joined([symbol for symbol in found if symbol.file == name])
        if symbols:
            text += f"\n## {name.split('include/')[1]}\n\n{symbols.rstrip()}\n"
    return text


def pages(_build):
    return {name: (title, page(roots, introduction)) for name, title, introduction, roots in PAGES}
