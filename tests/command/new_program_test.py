#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Follows the instructions of `ddc-gateway new-program`, with an installation in a separate folder.

Usage: new_program_test.py BUILD_FOLDER
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

for folder in ("docs", "support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))
import harness  # noqa: E402
import pages  # noqa: E402

BUILD = pathlib.Path(sys.argv[1]).resolve()
COMPONENTS = ["libddc1", "libplant-c1", "libddc-dev", "ddc-gateway", "python3-ddc"]
TUTORIAL = pages.PROJECT / "docs/tutorials/own-program.md"
TYPED_HERE = "the test new_program types these commands"  # above the blocks of the tutorial
SOURCES = {"c++": "main.cpp", "c": "main.c", "python": "main.py"}


def pattern_of(shown):
    """A line of a page. Numbers may differ from the third digit on, and durations."""
    def pattern(part):
        if part == "...":
            return ".*"
        if part.endswith(" sec"):
            return r"[\d.]+ sec"
        return re.escape(part[:3]) + r"[\d.]*"

    parts = re.split(r"(\d+\.\d+(?: sec)?|\.\.\.$)", shown)
    return "".join(pattern(part) if i % 2 else re.escape(part) for i, part in enumerate(parts))


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          timeout=120, check=False, **options)


class NewProgramTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        installed = tempfile.TemporaryDirectory()
        cls.addClassCleanup(installed.cleanup)
        cls.prefix = pathlib.Path(installed.name).resolve()
        for component in COMPONENTS:
            done = run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component",
                       component)
            assert done.returncode == 0, done.stdout + done.stderr

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        strict = "-Werror -Wpedantic -Wconversion -Wshadow"
        self.environment = {**os.environ, "CFLAGS": strict, "CXXFLAGS": strict, "DDC_NAME": f"test.new_program.{os.getpid()}",
                            "PATH": f"{self.prefix}/bin:{os.environ['PATH']}"}

    def gateway(self, *words, cwd=None):
        return run("ddc-gateway", *words, cwd=cwd or self.folder, env=self.environment)

    def new_program(self, name, language):
        done = self.gateway("new-program", name, "--language", language)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def typed(self, *lines, cwd=None):
        return run("bash", "-ec", "\n".join(lines), cwd=cwd or self.folder, env=self.environment)

    def assert_refused(self, done, *parts):
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def commands(self, name, language):
        """The commands that it prints: to set up and build, to run, to test."""
        said = self.new_program(name, language)
        *before, run_it, test_it = [line.strip() for line in said.splitlines()
                                    if line.startswith("    ")]
        self.assertIn(f"cd {name}", before)
        return before, run_it, test_it

    def test_the_commands_that_it_prints_build_run_and_pass_the_test(self):
        for language in SOURCES:
            with self.subTest(language):
                before, run_it, test_it = self.commands(f"good_in_{len(language)}", language)
                done = self.typed(*before, run_it, test_it)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                for requirement in ("on_route", "reaches_speed", "keeps_speed", "is_gentle"):
                    self.assertRegex(done.stdout, rf"{requirement}: pass")
                trace = self.folder / f"good_in_{len(language)}/out/run.csv"
                self.assertIn("true_acceleration.y", trace.read_text().splitlines()[0].split(","))

    def test_an_installation_has_manual_pages_and_completion_of_all_commands(self):
        for command in ("ddc", "ddc-gateway", "ddcserver", "vdsim_realtime"):
            for file in (f"bash-completion/completions/{command}",
                         f"zsh/site-functions/_{command}",
                         f"fish/vendor_completions.d/{command}.fish"):
                self.assertIn(command, (self.prefix / "share" / file).read_text(), file)
        pages = self.prefix / "share/man/man1"
        self.assertTrue((pages / "ddc.1.gz").is_file())
        if shutil.which("help2man"):
            self.assertEqual({page.name for page in pages.iterdir()},
                             {f"{name}.1.gz" for name in ("ddc", "ddctool", "ddc-gateway",
                                                          "ddcserver", "vdsim_realtime")})

    def test_in_each_language_it_has_the_same_command_line_and_ends_in_order(self):
        for language in SOURCES:
            with self.subTest(language):
                name = f"line_in_{len(language)}"
                before, _, _ = self.commands(name, language)
                program = "./main.py" if language == "python" else f"build/{name}"
                called = pathlib.Path(program).name

                def typed(words, before=before, program=program):
                    return self.typed(*before, f"exec {program} {words}")

                asked = typed("--version")
                self.assertEqual((asked.returncode, asked.stdout.splitlines()[-1]),
                                 (0, f"{called} 1.0"))
                asked = typed("--help")
                self.assertEqual(asked.returncode, 0)
                self.assertRegex(asked.stdout, rf"(?m)^Usage: \S*{called} REFERENCE_ID$")
                self.assertTrue(asked.stdout.endswith("\nFollows a route at a constant speed.\n"))
                self.assert_refused(typed("3fff"), f"{called}: REFERENCE_ID must be", "'3fff'\n")
                failed = self.typed(*before, "export DDC_NAME=no/name", f"exec {program} 4000")
                self.assertEqual(failed.returncode, 1, failed.stderr)
                self.assertRegex(failed.stderr, rf"(?m)^{called}: .*no/name")
                self.assert_ends_in_order(before, program)

    def assert_ends_in_order(self, before, program):
        """SIGTERM: `running` is false then, and the exit code 0."""
        process = harness.start(self, "bash", "-ec", "\n".join([*before, f"exec {program} 4000"]),
                                folder=self.folder, environment=self.environment)
        self.addCleanup(self.ddc, "remove", "--yes")
        harness.until(lambda: self.ddc("get", "0x4000").stdout == "true\n", process.describe)
        self.assertEqual(process.end(), 0, process.output())
        self.assertEqual(self.ddc("get", "0x4000").stdout, "false\n")

    def ddc(self, *words):
        return run(self.prefix / "bin/ddc", *words, env=self.environment)

    def test_a_preset_builds_with_symbols(self):
        before, _, _ = self.commands("with_symbols", "c")
        folder = self.folder / "with_symbols"
        done = self.typed("cmake --preset debug", "cmake --build build", cwd=folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(b".debug_info", (folder / "build/with_symbols").read_bytes())
        done = self.typed("cmake --preset release", cwd=folder)
        self.assertIn("CMAKE_BUILD_TYPE:UNINITIALIZED=Release\n",
                      (folder / "build/CMakeCache.txt").read_text().replace("STRING", "UNINITIALIZED"))

    def test_python_without_the_package_says_where_it_is(self):
        self.new_program("lonely", "python")
        done = run(sys.executable, "-I", "-S", "main.py", "4000", cwd=self.folder / "lonely",
                   env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("No module named 'ddc': install the package python3-ddc, or set PYTHONPATH",
                      done.stderr)

    def test_with_the_gain_of_the_program_removed_requirement_and_test_fail(self):
        for language, source in SOURCES.items():
            with self.subTest(language):
                name = f"bad_in_{len(language)}"
                before, run_it, test_it = self.commands(name, language)
                file = self.folder / name / source
                text, changes = re.subn(r"(?i)(cross_track_gain = )2\.0", r"\g<1>0.0",
                                        file.read_text())
                self.assertEqual(changes, 1)
                file.write_text(text)
                done = self.typed(*before, run_it)
                self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
                self.assertRegex(done.stdout, r"on_route: fail")
                tested = self.typed(*before, test_it)
                self.assertIn("on_route: fail" if language == "python" else "tests failed",
                              tested.stdout + tested.stderr)
                self.assertNotEqual(tested.returncode, 0)

    def test_the_commands_of_the_tutorial_print_what_it_shows(self):
        (self.folder / ".local").symlink_to(self.prefix)
        self.environment["HOME"] = str(self.folder)
        self.new_program("follower", "c++")
        blocks = [block for block in pages.blocks_of(TUTORIAL, TUTORIAL.read_text())
                  if block.directives.get("not run") == TYPED_HERE]
        self.assertGreaterEqual(len(blocks), 5)
        lines = [line for block in blocks for line in block.lines]
        commands = [line[2:] for line in lines if line.startswith("$ ")]
        done = run("bash", "-c", "\n".join(commands), cwd=self.folder, env=self.environment)
        printed = done.stdout + done.stderr
        self.assertEqual(done.returncode, 0, printed)
        position = 0
        for line in lines:
            if not line.startswith("$ ") and line != "...":
                found = re.compile(pattern_of(line)).search(done.stdout, position)
                self.assertTrue(found, f"not printed, or not in this order: {line}\n{printed}")
                position = found.end()

    def test_it_is_complete_and_has_its_name_everywhere(self):
        for language, source in SOURCES.items():
            name = f"whole_in_{len(language)}"
            self.new_program(name, language)
            files = {file.name: file.read_text() for file in (self.folder / name).iterdir()}
            self.assertLessEqual({source, "run.yaml", "interface.json", "route.csv", "README.md"},
                                 set(files))
            for file, text in files.items():
                self.assertNotIn("my_program", text, file)
                self.assertNotIn("SPDX", text, file)
                named = set(re.findall(r"`([\w.]+\.(?:cpp|c|py|json|yaml|csv|txt|md))`", text))
                self.assertLessEqual(named, set(files), file)

    def test_its_run_names_the_schema_that_is_installed(self):
        for language in SOURCES:
            name = f"schema_in_{len(language)}"
            self.new_program(name, language)
            first = (self.folder / name / "run.yaml").read_text().splitlines()[0]
            schema = self.prefix / "share/ddc-gateway/schemas/run.schema.json"
            self.assertTrue(schema.is_file())
            self.assertEqual(first, f"# yaml-language-server: $schema={schema}")

    def test_a_built_but_not_installed_one_prints_how_to_install_it(self):
        done = run(BUILD / "bin/ddc-gateway", "new-program", "built", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f'cmake --build "{BUILD}" --target installed && ', done.stdout)
        self.assertIn("The first command builds and installs ddc-gateway", done.stdout)
        self.assertIn(f'cmake --install "{BUILD}" --prefix "$HOME/.local"', done.stdout)
        self.assertIn('export PATH="$HOME/.local/bin:$PATH"', done.stdout)

    def test_one_outside_the_path_prints_how_to_find_it(self):
        done = run(self.prefix / "bin/ddc-gateway", "new-program", "away", cwd=self.folder,
                   env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f'    export PATH="{self.prefix}/bin:$PATH"\n    cd away\n', done.stdout)

    def test_nothing_is_overwritten(self):
        (self.folder / "a_file").write_text("mine")
        (self.folder / "a_folder").mkdir()
        (self.folder / "a_link").symlink_to("nowhere")
        for name in ["a_file", "a_folder", "a_link"]:
            self.assert_refused(self.gateway("new-program", name), name, "is not overwritten")
        self.assertEqual((self.folder / "a_file").read_text(), "mine")
        self.assertEqual(list((self.folder / "a_folder").iterdir()), [])
        self.assertFalse((self.folder / "nowhere").exists())

    def test_invalid_names_and_languages_are_rejected_and_leave_nothing(self):
        for name in ["", "../outside", "a/b", ".", "1st", "with-dash", "with space", "_x", "é",
                     "a" * 65]:
            self.assert_refused(self.gateway("new-program", name), "NAME")
        self.assert_refused(self.gateway("new-program", "test"), "target of CMake", "another name")
        self.assert_refused(self.gateway("new-program"), "NAME is required")
        self.assert_refused(self.gateway("new-program", "x", "--language", "rust"),
                            "must be one of c++, c, python", "is 'rust'")
        self.assert_refused(self.gateway("new-program", "x", "--langage", "c"),
                            "did you mean --language?")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_folder_that_cannot_be_made_is_an_error(self):
        done = self.gateway("new-program", "mine", cwd="/proc")
        self.assertEqual(done.returncode, 1)
        self.assertIn("mine", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
