#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every page has its place in the navigation, and the site is made of all of them.

Usage: site_test.py BUILD_FOLDER
"""
import html.parser
import os
import pathlib
import re
import subprocess
import sys
import unittest
import urllib.parse

import pages

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
SITE = BUILD / "site"
sys.dont_write_bytecode = True
sys.path.insert(0, str(pages.PROJECT / "docs/site"))
import navigation  # noqa: E402  pylint: disable=wrong-import-position


class Links(html.parser.HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, file):
        super().__init__()
        self.anchors, self.links, self.loaded, self.words = set(), set(), set(), ""
        self.feed(file.read_text())

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors.add(attributes.get("id"))
        if tag == "a" and attributes.get("href"):
            self.links.add(attributes["href"])
        for name in ("src", "href"):
            if tag in ("img", "script", "link") and attributes.get(name):
                self.loaded.add(attributes[name])

    def handle_data(self, data):
        self.words += data


class NavigationTest(unittest.TestCase):
    def test_every_page_has_a_place(self):
        self.assertEqual([os.path.relpath(page, pages.PROJECT)
                          for page in navigation.pages_without_a_place()], [],
                         "no index (README.md) links these pages in a list")

    def test_former_names_lead_to_pages(self):
        for page in (pages.PROJECT / "docs").rglob("*.md"):
            if navigation.is_redirect(page):
                self.assertEqual(len(page.read_text().splitlines()), 1, page)


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = subprocess.run(["cmake", "--build", BUILD, "--target", "site"], text=True,
                              capture_output=True, timeout=400, check=False)
        if made.returncode != 0:
            raise AssertionError(made.stdout + made.stderr)
        cls.read = {file: Links(file) for file in SITE.rglob("*.html")}

    def test_each_page_is_in_the_site(self):
        for page in navigation.pages():
            path = page.relative_to(navigation.DOCS).with_suffix(".html")
            file = SITE / (path.with_name("index.html") if path.name == "README.html" else path)
            self.assertIn(file, self.read)

    def test_links_lead_to_pages_and_anchors(self):
        wrong = []
        for file, read in self.read.items():
            for link in read.links | read.loaded:
                parts = urllib.parse.urlsplit(link)
                target = file if not parts.path else (file.parent / urllib.parse.unquote(parts.path)).resolve()
                if parts.scheme:
                    continue
                if not target.exists():
                    wrong.append(f"{file.relative_to(SITE)}: {link}")
                elif parts.fragment and target in self.read \
                        and urllib.parse.unquote(parts.fragment) not in self.read[target].anchors:
                    wrong.append(f"{file.relative_to(SITE)}: no anchor {link}")
        self.assertEqual(sorted(wrong), [])

    def test_nothing_is_loaded_from_outside(self):
        self.assertEqual({link for read in self.read.values() for link in read.loaded
                          if urllib.parse.urlsplit(link).scheme not in ("", "data")}, set())
        styles = "".join(file.read_text() for file in SITE.rglob("*.css"))
        self.assertEqual(re.findall(r"url\([\"']?(?:https?:)?/[^)]*", styles), [])

    def test_interfaces_of_c_and_cpp_are_in_the_site(self):
        for page, symbol in (("api-c", "ddc_open"), ("api-libddc", "ddc::Table"),
                             ("api-plant", "plant::SimSession"), ("api-recordings", "McapWriter")):
            self.assertIn(symbol, self.read[SITE / f"reference/{page}.html"].words)

    def test_search_finds_pages(self):
        index = (SITE / "searchindex.js").read_text()
        self.assertIn("tutorials/first-run", index)
        self.assertIn("lockstep", index)


if __name__ == "__main__":
    unittest.main()
