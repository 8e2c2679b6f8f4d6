#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Each picture that a page shows exists; each picture of docs/images is shown, and can be made again.

The pictures of docs/images are made by docs/figures/pictures.sh, with browser.mjs for pages in a browser.
"""
import pathlib
import re
import tempfile
import unittest

import pages

IMAGES = pages.PROJECT / "docs/images"
MAKERS = [pages.PROJECT / "docs/figures" / name for name in ("pictures.sh", "browser.mjs")]
OF_VIEWERS = ("lichtblick-", "plotjuggler-")  # pictures of other programs: tests/viewers makes them
SHOWN = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")


def shown_by(page):
    """Place and file of each picture of the page, without those of other sites."""
    for number, line in enumerate(page.read_text().splitlines(), 1):
        for name in SHOWN.findall(line):
            if "://" not in name:
                yield pages.place_in(page, number), (page.parent / name).resolve()


def missing(some_pages):
    return [f"{place}: there is no {picture.name}"
            for page in some_pages for place, picture in shown_by(page) if not picture.is_file()]


def not_shown(pictures, some_pages):
    shown = {picture for page in some_pages for _, picture in shown_by(page)}
    return [picture.name for picture in pictures if picture not in shown]


def not_made(pictures, text):
    """Names that are no whole name in the text: `realtime.png` in `x_realtime.png` does not count."""
    return [picture.name for picture in pictures
            if not picture.name.startswith(OF_VIEWERS) and not re.search(r"(?<![\w-])" + re.escape(picture.name), text)]


class Pictures(unittest.TestCase):
    def setUp(self):
        self.pictures = sorted(IMAGES.iterdir())

    def test_each_picture_of_a_page_exists(self):
        self.assertEqual(missing(pages.all_pages()), [])

    def test_each_picture_is_shown_by_a_page(self):
        self.assertEqual(not_shown(self.pictures, pages.all_pages()), [])

    def test_each_picture_can_be_made_again(self):
        made = "\n".join(maker.read_text() for maker in MAKERS)
        self.assertEqual(not_made(self.pictures, made), [], "docs/figures/pictures.sh does not make them")

    def test_missing_and_superfluous_pictures_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            page, picture = pathlib.Path(folder, "page.md"), pathlib.Path(folder, "a.png").resolve()
            page.write_text("![one](a.png) ![other](https://example.org/b.png)\n")
            self.assertEqual(len(missing([page])), 1)
            picture.touch()
            self.assertEqual(missing([page]), [])
            self.assertEqual(not_shown([picture, picture.with_name("b.png")], [page]), ["b.png"])
            self.assertEqual(not_made([picture], "cp out/data.png x-a.png"), ["a.png"])


if __name__ == "__main__":
    unittest.main()
