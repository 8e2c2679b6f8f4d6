# SPDX-License-Identifier: MIT
"""Settings of Sphinx for the site; make.py prepares the pages."""
import os

project = "ddc-gateway"
version = release = os.environ["SITE_VERSION"]
copyright = "the authors of ddc-gateway"  # pylint: disable=redefined-builtin
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 4
myst_enable_extensions = ["smartquotes"]
smartquotes = False
suppress_warnings = ["myst.header"]  # a page of C++ symbols begins below an empty level
html_theme = "furo"
html_title = f"ddc-gateway {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = [("scripts/gumshoe-patched.js", {"priority": 100})]  # before the theme's script
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # it needs a server, and the installed pages are opened from files
html_theme_options = {"footer_icons": []}
pygments_style = "default"
pygments_dark_style = "github-dark"  # its colours have enough contrast
