#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes static pages with navigation and search from docs/, by Sphinx.

Usage: make.py VERSION SITE_FOLDER

Links to files outside docs/ become names of these files. Interfaces of C and C++ are added from the
public headers by doxygen.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
FOLDER = pathlib.Path(__file__).resolve().parent
DOCS = FOLDER.parent
sys.path.insert(0, str(DOCS / "reference"))

# pylint: disable=wrong-import-position
import navigation  # noqa: E402
import api  # noqa: E402

LINK = re.compile(r"(?<!!)\[((?:[^][]|\[[^]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
COMMENT = re.compile(r"^<!-- .* -->\n", re.MULTILINE)
COPIED = (".png", ".svg", ".jpg")
OFFERED = (".json", ".xml", ".yaml")  # files beside the pages, which a reader may save


def site_name(page):
    """Path in the site's sources: an index is index.md."""
    path = page.relative_to(DOCS)
    return path.with_name("index.md") if path.name == "README.md" else path


def rewritten(page, text):
    """The text with links as the site needs them."""
    def link(found):
        words, target, anchor = found[1], found[2], found[3] or ""
        if re.match(r"[a-z]+:", target):
            return found[0]
        file = pathlib.Path(os.path.normpath(page.parent / target))
        if file.is_dir() and (file / "README.md").exists():
            file = file / "README.md"
        if not file.is_relative_to(DOCS) or file.is_dir() or file.suffix not in (".md", *OFFERED):
            return words
        relative = os.path.relpath(DOCS / site_name(file), (DOCS / site_name(page)).parent)
        return f"[{words}]({relative}{anchor})"
    return COMMENT.sub("", LINK.sub(link, text))


def toctrees(index, headings):
    """Hidden lists of the pages below an index, one for each of its headings."""
    text = ""
    for heading, below in headings.items():
        caption = f":caption: {heading}\n" if index == DOCS / "README.md" and heading else ""
        names = "\n".join(os.path.relpath(DOCS / site_name(page), (DOCS / site_name(index)).parent)
                          for page in below)
        text += f"\n```{{toctree}}\n:hidden:\n{caption}\n{names}\n```\n"
    return text


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def write_sources(sources):
    indices = navigation.tree()
    interfaces = api.pages(None)
    for page in navigation.pages():
        text = rewritten(page, page.read_text())
        if page in indices:
            text += toctrees(page, indices[page])
        if page == DOCS / "reference/README.md":
            text += "\n```{toctree}\n:hidden:\n\n" + "\n".join(interfaces) + "\n```\n"
        write(sources / site_name(page), text)
    for name, (title, text) in interfaces.items():
        page = DOCS / "reference" / name
        write(sources / site_name(page), rewritten(page, f"# {title}\n{text}"))
    for file in DOCS.rglob("*"):
        if file.suffix in (*COPIED, *OFFERED) and FOLDER not in file.parents:
            (sources / file.relative_to(DOCS)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, sources / file.relative_to(DOCS))
    shutil.copy(FOLDER / "conf.py", sources)
    shutil.copytree(FOLDER / "static", sources / "static")


def adapt_theme(site):
    """Debian's furo needs a web server: it imports a style from the server's root, and a script as a
    module. The pages are opened from files, so the style is copied, and conf.py loads the script.
    Its style also lacks the dark colours for browsers that prefer them.
    """
    style, static = "/javascript/normalize.css/normalize.css", site / "_static"
    replace_in(static / "styles/furo.css", style, "normalize.css")
    shutil.copy(pathlib.Path("/usr/share", style.lstrip("/")), static / "styles")
    with (static / "styles/furo.css").open("a") as furo:
        furo.write(dark_by_preference((static / "styles/furo.css").read_text()))
    replace_in(static / "scripts/furo.js", 'import Gumshoe from "./gumshoe-patched.js";\n', "")


def dark_by_preference(style):
    """The colours of the dark theme, for the theme "auto"."""
    colours = re.search(r'body\[data-theme="dark"\] {([^}]*--color-background-primary[^}]*)}', style)
    if not colours:
        sys.exit("this release of furo has no dark colours: see adapt_theme()")
    return f'''
@media (prefers-color-scheme: dark) {{
  body:not([data-theme="light"]) {{{colours[1]}}}
}}
'''


def replace_in(file, before, after):
    text = file.read_text()
    if before not in text:
        sys.exit(f"{file.name} of this release of furo has no {before!r}: see adapt_theme()")
    file.write_text(text.replace(before, after))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    missing = [tool for tool in ("sphinx-build", "doxygen") if shutil.which(tool) is None]
    if missing:
        sys.exit(f"the site needs {' and '.join(missing)}: "
                 "apt install doxygen furo python3-myst-parser python3-sphinx")
    site = pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        sources = pathlib.Path(folder, "sources")
        write_sources(sources)
        made = pathlib.Path(folder, "site")
        subprocess.run(["sphinx-build", "-q", "-W", "--keep-going", "-j", "2", "-b", "html",
                        "-d", f"{folder}/read", sources, made], check=True,
                       env={**os.environ, "SITE_VERSION": sys.argv[1]})
        adapt_theme(made)
        (made / ".buildinfo").unlink(missing_ok=True)
        shutil.rmtree(site, ignore_errors=True)
        shutil.move(made, site)
    print(f"{site}/index.html")


if __name__ == "__main__":
    main()
