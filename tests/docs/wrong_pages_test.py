#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The tests of the documentation fail on wrong pages, each for its reason.

Usage: wrong_pages_test.py BUILD_FOLDER
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
WRONG_COMMANDS = [
    ("    $ ddc list\n    no such line\n", "but is shown with"),
    ("    $ ddc create lab\n    $ ddc create lab\n", "ddc create lab\nended with 1"),
    ("    build/release/bin/ddc get 4000/running\n", "ended with 1"),
    ("    build/release/bin/ddc-gatewy validate run.yaml\n", "ended with 127"),
    ("    ddc-gatewy run run.yaml\n", "misspelt"),
    ("    cmake --build --preset release --target no_such_target\n", "there is no target"),
    ("    ctest --preset release -R no_such_test\n", "no test is meant by"),
    ("    build/release/bin/vdsim_realtime --no-such-option\n", "2 not found in"),
]
WRONG_NAMES = [
    ("`gateway_run_tests: no such test`", "there is no test `gateway_run_tests: no such test`"),
    ("`no_such_tests`", "there is no test program"),
    ("`test_no_such_thing`", "there is no test function"),
    ("`docs/no_such_page.md`", "there is no file"),
    ("`no_such_file.yaml`", "there is no file"),
    ("`build/release/bin/no_such_program`", "is not built"),
    ("[here](no_such_page.md)", "there is no no_such_page.md"),
    ("[here](#no-such-heading)", "there is no heading"),
    ("`ddc-gateway frobnicate x`", "ddc-gateway has no command `frobnicate`"),
    ("`ddc-gateway run x.yaml --sumary y.json`", "has no option `--sumary`"),
    ("`--no-such-option`", "no program of ours has an option"),
    ("`DDC_NO" + "_SUCH_VARIABLE`", "nothing looks at"),
    ("| label | |\n| --- | --- |\n| `nosuch` | |", "no test has the label nosuch"),
    ("| key | |\n| --- | --- |\n| `mode` | |", "a table of keys needs"),
    ("<!-- keys of: timing -->\n| key | |\n| --- | --- |\n| `no_such_key` | |",
     "`no_such_key` is no key of timing"),
    ("<!-- keys of: timing -->\n| key | |\n| --- | --- |\n| `cycle_duration_s` | |",
     "output_delay of timing is not documented"),
    ("<!-- keys of: summary -->\n| key | |\n| --- | --- |\n| `no_such_key` | |",
     "summary has no `no_such_key`"),
]


def said_about(test, text):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.md"
        page.write_text(f"# A page\n\n{text}\n")
        done = subprocess.run([sys.executable, "-B", HERE / test, sys.argv[1], page], text=True,
                              capture_output=True, timeout=120, check=False,
                              env={**os.environ, "RETRY_S": "0.5"})
    return done.returncode, done.stdout + done.stderr


class WrongPagesTest(unittest.TestCase):
    def check(self, test, pages):
        for text, reason in pages:
            with self.subTest(text):
                code, said = said_about(test, text)
                if "SKIPPED:" in said:
                    print(said)
                    return
                self.assertNotEqual(code, 0, said)
                self.assertIn(reason, said)

    def test_commands(self):
        self.check("commands_test.py", WRONG_COMMANDS)

    def test_names(self):
        self.check("names_test.py", WRONG_NAMES)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
