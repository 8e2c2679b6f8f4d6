#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Each scope of packages.txt installs what it uses, directly, by dependencies, or by the minimal
variant of Debian 12; and each listed package is used.

Usage: package_scopes_test.py BUILD_FOLDER

Used are: headers and libraries that ninja lists as dependencies, files that CMake read, programs
that the scripts, CMake and the tests start, libraries that the programs load, and modules that the
Python tests import. Debian's data on this machine give the package of each.
"""
import ast
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

BUILD = pathlib.Path(sys.argv[1]).resolve()
PROJECT = pathlib.Path(__file__).resolve().parents[2]
DPKG = pathlib.Path("/var/lib/dpkg")
# In CMake's cache: choices of the user, and CTest's dashboards, which are not used.
CHOICES = r"_LAUNCHER$|^(GIT|SVN|HG|CVS|BZR|P4|MEMORYCHECK_|COVERAGE_|SCP|SLURM_\w*_)COMMAND$"
SHELL_WORDS = set("""if then elif else fi for in do done while until case esac function time ! { } [[
    . : [ alias bg break cd command continue declare echo eval exec exit export false fg getopts
    hash jobs kill local mapfile printf pwd read readonly return set shift source test trap true
    type ulimit umask unset wait""".split())


def output_of(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          timeout=300, check=True, **options).stdout


# ---- Debian's data

def names_in(relations):
    """[[name, alternative, ...], ...] of a Depends line."""
    return [[re.split(r"[\s:(]", choice.strip())[0] for choice in relation.split("|")]
            for relation in relations.split(",") if relation.strip()]


@functools.lru_cache(None)
def installed():
    """name -> (essential or of the minimal variant, depends)"""
    fields = ["Package", "db:Status-Status", "Essential", "Priority", "Pre-Depends", "Depends",
              "Provides"]
    text = output_of("dpkg-query", "-W", "-f", "\\t".join(f"${{{f}}}" for f in fields) + "\\n")
    found, providers = {}, {}
    for line in text.splitlines():
        name, status, essential, priority, *relations, provides = line.split("\t")
        if status == "installed":
            found[name] = (essential == "yes" or priority == "required" or name == "apt",
                           names_in(",".join(relations)))
            for virtual in names_in(provides):
                providers.setdefault(virtual[0], name)
    return found, providers


def closure(packages):
    known, providers = installed()
    reached, waiting = set(), list(packages)
    while waiting:
        name = waiting.pop()
        name = name if name in known else providers.get(name)
        if name is None or name in reached:
            continue
        reached.add(name)
        for choices in known[name][1]:
            # As apt does: the first available one.
            waiting += [c for c in choices if c in known or c in providers][:1]
    return reached


def minimal():
    return [name for name, (is_minimal, _) in installed()[0].items() if is_minimal]


@functools.lru_cache(None)
def owners():
    found = {}
    for listing in (DPKG / "info").glob("*.list"):
        package = listing.stem.split(":")[0]
        for line in listing.read_text(errors="replace").splitlines():
            if diverted().get(line, package) == package:
                found.setdefault(line, package)
    return found


@functools.lru_cache(None)
def diverted():
    """Paths that a package has under another name, since a second package has that name: path ->
    owner."""
    lines = (DPKG / "diversions").read_text().splitlines()
    return dict(zip(lines[0::3], lines[2::3]))


def owner_of(path):
    """The package of a file, also if /lib is a link to /usr/lib; None if it is in none."""
    for name in (str(path), os.path.realpath(path)):
        for spelt in (name, name.removeprefix("/usr")):
            if spelt in owners():
                return owners()[spelt]
    return None


def owners_of_program(name):
    """Alternatives, any of which suffices: awk may be mawk or gawk."""
    path = shutil.which(name, path="/usr/bin:/usr/sbin:/bin:/sbin")
    if path is None:
        return []
    if "/etc/alternatives/" in os.path.realpath(path) or os.path.islink(path) and \
            os.readlink(path).startswith("/etc/alternatives/"):
        listed = subprocess.run(["update-alternatives", "--list", pathlib.Path(path).name],
                                capture_output=True, text=True, timeout=300, check=False).stdout
        return [owner for owner in map(owner_of, listed.split() or [path]) if owner]
    owner = owner_of(path)
    return [owner] if owner else []


# ---- Uses

def unquoted(text):
    """A bash script without its strings, comments, here-documents and patterns of `case`; a
    substitution, $(...), is on a separate line."""
    text = re.sub(r"<<'?([A-Z]+)'?.*?\n\1\n", "\n", text, flags=re.DOTALL)
    out, inside, at = "", [], 0
    while at < len(text):
        char, rest = text[at], text[at:]
        at += 1
        if rest.startswith("$((") and "))" in rest:
            at += rest.index("))") + 1
        elif rest.startswith("$("):
            inside.append("$(")
            out += "\n"
            at += 1
        elif inside[-1:] == ['"']:
            if char == "\\":
                at += 1
            elif char == '"':
                inside.pop()
        elif char == '"':
            inside.append('"')
            out += "STRING"
        elif char == "'":
            at += rest.index("'", 1)
            out += "STRING"
        elif char == "#" and (not out or out[-1].isspace()):
            at += rest.find("\n") - 1
        elif char == "(":
            inside.append("(")
            out += char
        elif char == ")" and inside:
            out += "\n" if inside.pop() == "$(" else char
        elif char == ")":  # ends a pattern
            out = out[:out.rindex("\n") + 1]
        else:
            out += char if char != "\\" or rest[1:2] != "\n" else " "
            at += char == "\\"
    return out


def shell_commands(text):
    """First words of all commands of a bash script, without its functions."""
    functions = set(re.findall(r"^(\w+)\(\) ", text, re.MULTILINE))
    text = re.sub(r"\w+=\([^)]*\)", "", unquoted(text))
    for part in re.split(r"[\n;|&(){}`]+", text):
        words = [w for w in part.split() if not re.match(r"^\w+\+?=|^[<>\d]", w)]
        while words and (words[0] in SHELL_WORDS or words[0] in ("env", "xargs", "sudo")):
            word = words.pop(0)
            if word in ("env", "xargs"):
                yield word
            if word in ("for", "case", "command", "echo", "printf", "local", "trap", "kill"):
                words = []
            while words and words[0].startswith("-") and word in ("xargs", "sudo", "exec"):
                words.pop(0)
        if words and re.match(r"^[a-z][\w.+-]*$", words[0]) and words[0] not in functions:
            yield words[0]


def files_of_targets(targets):
    inputs = output_of("ninja", "-C", BUILD, "-t", "inputs", *targets).splitlines()
    objects = [name for name in inputs if name.endswith(".o")]
    yield from (name for name in inputs if name.startswith("/usr/"))
    deps = output_of("ninja", "-C", BUILD, "-t", "deps", *objects)
    yield from re.findall(r"^    (/usr/\S+)$", deps, re.MULTILINE)


def files_of_configuration(preset, folder, *arguments):
    """Files of other packages that CMake reads, and the programs that it finds."""
    query = folder / ".cmake/api/v1/query"
    query.mkdir(parents=True, exist_ok=True)
    (query / "cmakeFiles-v1").touch()
    output_of("cmake", "--preset", preset, "-B", folder, *arguments, cwd=PROJECT)
    newest = sorted((folder / ".cmake/api/v1/reply").glob("cmakeFiles-v1-*.json"),
                    key=lambda file: file.stat().st_mtime)[-1]
    for file in json.loads(newest.read_text())["inputs"]:
        if file.get("isExternal") and not file.get("isCMake"):
            yield file["path"]
    cache = (folder / "CMakeCache.txt").read_text()
    for name, path in re.findall(r"^(\w+):(?:FILEPATH|STRING|INTERNAL)=(/usr/\S*bin/\S+)$", cache,
                                 re.MULTILINE):
        if not re.search(CHOICES, name):
            yield path


def loaded_by(binaries):
    for binary in binaries:
        yield from re.findall(r"=> (/\S+)", output_of("ldd", binary))


def tests():
    return [test["command"] for test in json.loads(
        output_of("ctest", "--test-dir", BUILD, "--show-only=json-v1"))["tests"]
        if test.get("command")]


def is_of_subprocess(call):
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and \
        getattr(call.func.value, "id", "") == "subprocess"


def first_word(node):
    """The words of a list, or of a call with a text, which may follow the program that starts
    it."""
    parts = node.elts[:1] if isinstance(node, ast.List) else getattr(node, "args", [])[:2]
    return next((part.value for part in parts if isinstance(part, ast.Constant) and
                 isinstance(part.value, str)), None)


def python_uses(scripts):
    """(programs, words, modules) of these scripts and of imported ones of this project. Words may
    be programs as well, or arguments of one that is named elsewhere."""
    waiting, seen, programs, words, modules = list(scripts), set(), set(), set(), set()
    beside = [PROJECT / folder for folder in (
        "programs/python", "programs/external_step", "tests/support", "gateway", "libddc/python",
        "plant/python", "docs/reference", "docs/site", "tests/docs", "tests/specification")]
    while waiting:
        script = waiting.pop()
        if script in seen:
            continue
        seen.add(script)
        for node in ast.walk(ast.parse(script.read_text())):
            names, folders = [], [script.parent, *beside]
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
                if node.level > 0:
                    folders = [script.parents[node.level - 1]]
            elif is_of_subprocess(node) and node.args and isinstance(node.args[0], ast.List):
                programs.add(first_word(node.args[0]))
            elif isinstance(node, ast.List):
                words.add(first_word(node))
            elif isinstance(node, ast.Call) and \
                    getattr(node.func, "id", getattr(node.func, "attr", "")) in \
                    ("run", "which", "start", "output_of", "real"):
                words.add(first_word(node))
            for name in names:
                path = name.replace(".", "/")
                local = [folder / file for folder in folders
                         for file in (f"{path}.py", f"{path}/__init__.py")]
                local = [file for file in local if file.exists()]
                waiting += local[:1]
                if not local and name.split(".")[0] not in sys.stdlib_module_names:
                    modules.add(name.split(".")[0])
    return programs - {None}, words - {None}, modules


def sources_of_tests():
    for room in ("gateway", "libddc", "plant", "tests"):
        yield from (f for f in (PROJECT / room).rglob("*.cpp") if "tests" in f.parts)


def cpp_uses():
    """(programs, words) of the C++ tests. Words begin a list and may be programs; a word before a
    colon is a key of JSON."""
    text = "\n".join(file.read_text() for file in sources_of_tests())
    return (set(re.findall(r'(?:(?="/(?:usr/)?s?bin/)|execlp\()"([a-z/][\w.+/-]*)"', text)),
            set(re.findall(r'\{"([a-z][\w.+-]*)"(?!:)', text)))


def installed_by(scopes, listed):
    return closure([*minimal(), *(package for scope, package in listed if scope in scopes)])


def that_are_programs(words, there):
    """Those ambiguous words that these packages have as a program: other installed packages make no
    program of a word."""
    return {word for word in words
            if there.intersection(owners_of_program(pathlib.Path(word).name))}


def of_files(files):
    """[(alternative packages, the use)]"""
    return [([owner_of(file)] if owner_of(file) else [], file) for file in sorted(set(files))]


def of_programs(names):
    return [(owners_of_program(pathlib.Path(name).name), f"program {name}")
            for name in sorted(set(names))]


def scripts_from(name):
    """A script with the scripts that it sources."""
    return "".join((PROJECT / part).read_text() for part in ("cmake/install_packages.sh", name))


def demo_targets():
    presets = json.loads((PROJECT / "CMakePresets.json").read_text())
    return next(p["targets"] for p in presets["buildPresets"] if p["name"] == "demo")


def uses_of_demo(folder):
    targets = demo_targets()
    names = {"ddc_gateway": "ddc-gateway", "ddc_gateway_full": "ddc-gateway-full",
             "ddc_command": "ddc"}
    files = [*files_of_targets(targets),
             # Without a compiler cache, which is optional.
             *files_of_configuration("demo", folder, "-DCCACHE=OFF",
                                     "-DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON",
                                     "-DCMAKE_DISABLE_FIND_PACKAGE_doctest=ON"),
             *loaded_by(BUILD / "bin" / names.get(target, target) for target in targets)]
    return of_files(files) + of_programs(shell_commands(scripts_from("demo")))


def is_on(option):
    return f"{option}:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text()


def is_foreign_node(path):
    """A node outside Debian's packages: it is used as it is, and nothing is installed."""
    return pathlib.Path(path).name == "node" and owner_of(path) is None


def modules_of_site():
    """Sphinx imports its extensions and its theme by their names."""
    text = (PROJECT / "docs/site/conf.py").read_text()
    return set(re.findall(r'^html_theme = "(\w+)"', text, re.MULTILINE) +
               re.findall(r'^extensions = \["(\w+)"\]', text, re.MULTILINE))


def uses_of_check(folder, there):
    options = [f"-D{option}={'ON' if is_on(option) else 'OFF'}" for option in ("DDC_ROS", "DDC_ROS2")]
    scripts = [pathlib.Path(word) for command in tests() for word in command
               if word.endswith(".py")]
    programs, words, modules = python_uses(scripts)
    programs_of_cpp, words_of_cpp = cpp_uses()
    known = {name for name in programs | programs_of_cpp
             if owners_of_program(pathlib.Path(name).name)}
    known |= that_are_programs(words | words_of_cpp, there)
    files = [*files_of_targets(["all"]),
             *files_of_configuration("release", folder, *options,
                                     "-UCCACHE", "-UCMAKE_DISABLE_FIND_PACKAGE_*"),
             *(command[0] for command in tests() if command[0].startswith("/usr/")
               and not is_foreign_node(command[0]))]
    generated = {**os.environ, "PYTHONPATH": str(BUILD / "lib/python3")}
    for module in modules | modules_of_site():
        file = output_of("/usr/bin/python3", "-c", f"import {module} as m;"
                         "print(m.__file__ or list(m.__path__)[0])", env=generated).strip()
        if not file.startswith(str(BUILD)):
            files.append(file)
    of_web = {"chromium"} if is_on("DDC_WEB") else set()
    return of_files(files) + of_programs([*known, *of_web, *shell_commands(scripts_from("check"))])


def read_scopes(text):
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return [(scope, package) for scope, package in lines]


def missing(uses, scopes, listed):
    """Uses that these scopes do not install."""
    there = installed_by(scopes, listed)
    return [f"{what} ({' or '.join(packages) or 'of no package'})"
            for packages, what in uses if not there.intersection(packages)]


class PackageScopesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.listed = read_scopes((PROJECT / "packages.txt").read_text())
        cls.check_scopes = {"build", "check"}
        cls.check_scopes |= {scope for option, scope in [("DDC_ROS", "ros"), ("DDC_ROS2", "ros2"),
                                                  ("DDC_WEB", "web"),
                                                  ("DDC_CLUSTER", "cluster"),
                                                  ("DDC_PACKAGE", "package")]
                             if is_on(option)}
        cls.of_check = installed_by(cls.check_scopes, cls.listed)
        with tempfile.TemporaryDirectory() as name:
            cls.demo = uses_of_demo(pathlib.Path(name))
            cls.check = uses_of_check(pathlib.Path(name), cls.of_check)

    def test_demo_uses_what_scope_build_installs(self):
        self.assertGreater(len(self.demo), 500)
        found = missing(self.demo, {"build"}, self.listed)
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_check_uses_what_its_scopes_install(self):
        self.assertGreater(len(self.check), len(self.demo))
        found = missing(self.check, self.check_scopes, self.listed)
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_nothing_may_be_left_out(self):
        """A package that is removed from the list is missed, unless another one depends on it."""
        for scope, uses, scopes in [("build", self.demo, {"build"}),
                                    ("check", self.check, self.check_scopes)]:
            for package in [name for of, name in self.listed if of == scope]:
                rest = [entry for entry in self.listed if entry != (scope, package)]
                if package not in closure(name for of, name in rest if of in scopes):
                    with self.subTest(scope=scope, package=package):
                        self.assertNotEqual(missing(uses, scopes, rest), [], "nothing uses it")

    def test_a_program_that_another_scope_installs_is_missed(self):
        for package in ["python3", "doctest-dev", "clang-format"]:
            self.assertIn(("check", package), self.listed)
            self.assertEqual(missing([([package], "this")], {"build"}, self.listed),
                             [f"this ({package})"])

    def test_without_python_only_its_tests_are_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            said = output_of("cmake", "--preset", "release", "-B", folder,
                             "-DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON", cwd=PROJECT)
            targets = output_of("ninja", "-C", folder, "-t", "targets", "all")
            listed = output_of("ctest", "--test-dir", folder, "-N")
        self.assertIn("There is no Python 3: tests that need it are left out", said)
        for target in (*demo_targets(), "gateway_run_tests", "run_hostile_tests"):
            self.assertIn(f"\n{target}: phony\n", targets)
        self.assertIn("interop.cxx11_program", listed)
        self.assertNotIn("interop.python_program", listed)


class ReadingTest(unittest.TestCase):
    """Parsing of uses."""

    def test_other_installed_packages_do_not_make_a_program_of_a_word(self):
        """With a package that has each word of the tests as a program, such as `identify`."""
        there = installed_by({"build", "check"},
                             read_scopes((PROJECT / "packages.txt").read_text()))
        _, words = cpp_uses()
        self.assertIn("identify", words)
        self.assertIn("validate", words)
        real = owners_of_program
        with unittest.mock.patch(f"{__name__}.owners_of_program",
                                 lambda name: real(name) or ["of-another-package"]):
            rich = that_are_programs(words, there)
        self.assertEqual(rich, that_are_programs(words, there))
        self.assertIn("bash", rich)

    def test_a_program_that_is_started_counts_from_any_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "some_test.py"
            script.write_text("import subprocess\nsubprocess.run(['dpkg', 'identify'], check=True)\n"
                              "words = ['compare', 'x']\nrun('convert')\n"
                              "harness.start(self, 'mogrify', 'x')\n")
            programs, words, _ = python_uses([script])
        self.assertEqual(programs, {"dpkg"})
        self.assertLessEqual({"compare", "convert", "mogrify"}, words)

    def test_every_program_of_a_script_is_found(self):
        script = """
one --flag | two; three "$(four)" && A=b five || exec six
if seven; then eight; fi # ninth
helper() { for x in tenth; do env A=1 nine x; done; }
helper 'tenth; tenth' | xargs -0 ten
case $x in eleventh | twelfth) eleven ;; esac
"""
        self.assertEqual(set(shell_commands(script)), {
            "one", "two", "three", "four", "five", "six", "seven", "eight", "env", "nine", "xargs",
            "ten", "eleven"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
