# SPDX-License-Identifier: MIT
"""./demo and ./check as a new user runs them: missing packages, wrong flags.

They run in a private copy with only a few tools and fakes on the PATH, which log their calls.
"""
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ["awk", "bash", "cat", "dirname", "env", "find", "grep", "mkdir", "realpath", "rm", "sh",
         "stat", "xargs"]
PARTS = ["libddc", "gateway", "plant", "programs", "tests"]


class ScriptsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.log = self.top / "calls"
        for name in ["demo", "check", "package", "packages.txt", "cmake/install_packages.sh"]:
            (self.top / name).parent.mkdir(exist_ok=True)
            shutil.copy(PROJECT / name, self.top / name)
        for part in PARTS:
            (self.top / part).mkdir()
        self.bin = self.top / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.fake("id", "echo 0")
        self.fake("dpkg-query", 'echo "install ok installed"')
        for name in ["apt-get", "cmake", "ctest", "clang-format"]:
            self.fake(name)
        self.fake("sbom.sh", folder=self.top / "cmake/package")
        self.fake("dpkg-parsechangelog", "echo 1700000000")
        self.fake("cpack", "mkdir -p ../packages/_CPack_Packages && echo of cpack >../packages/a.deb")
        self.fake("fresh_machine.sh", folder=self.top / "tests")
        self.fake("skipped.py", folder=self.top / "tests/specification")

    def fake(self, name, script="exit 0", folder=None):
        folder = folder or self.bin
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{script}\n')
        file.chmod(0o755)

    def missing(self, *packages):
        self.fake("dpkg-query", 'case "$*" in ' +
                  " ".join(f'*" {name}") exit 1;;' for name in packages) +
                  ' *) echo "install ok installed";; esac')

    def run_script(self, *words):
        return subprocess.run(words, cwd=self.top, env={"PATH": str(self.bin)}, text=True,
                              capture_output=True, timeout=30, check=False)

    def calls(self, name):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.split()[0] == name]

    def test_without_root_and_sudo_it_prints_the_commands_for_an_administrator(self):
        self.fake("id", "echo 1000")
        self.missing("g++", "libeigen3-dev")
        for script in ["./demo", "./check"]:
            done = self.run_script(script)
            self.assertEqual(done.returncode, 1)
            line = "apt-get update && apt-get install -y --no-install-recommends g++ libeigen3-dev"
            self.assertIn(line, [text.strip() for text in done.stderr.splitlines()])
            self.assertIn(f"then run {script} again", done.stderr)
        self.assertEqual(self.calls("apt-get") + self.calls("cmake"), [])

    def test_when_apt_fails_it_prints_what_was_requested_and_what_to_do(self):
        self.missing("cmake")
        self.fake("apt-get", 'echo "E: Temporary failure resolving" >&2; exit 100')
        done = self.run_script("./demo")
        self.assertEqual(done.returncode, 1)
        apt, ours = done.stderr.index("E: Temporary"), done.stderr.index("./demo: apt-get")
        self.assertLess(apt, ours)
        self.assertIn("could not install cmake", done.stderr)
        self.assertIn("apt-get install -y --no-install-recommends cmake", done.stderr)
        self.assertEqual(self.calls("cmake"), [])

    def test_lists_that_cannot_be_updated_do_not_stop_it(self):
        self.missing("cmake")
        self.fake("apt-get", '[ "$1" != update ]')
        self.fake("cmake", "exit 7")
        self.assertEqual(self.run_script("./demo").returncode, 7)
        self.assertIn(" cmake", self.calls("apt-get")[-1])

    def test_with_sudo_it_runs_the_same_commands_without_questions(self):
        self.fake("id", "echo 1000")
        self.fake("sudo", '"$@"')
        self.missing("cmake")
        self.fake("apt-get", '[ "$1" = update ] || [ "$DEBIAN_FRONTEND" = noninteractive ]')
        self.fake("cmake", "exit 7")
        self.assertEqual(self.run_script("./demo").returncode, 7)
        self.assertEqual(len(self.calls("sudo")), 2)

    def test_nothing_is_installed_where_nothing_is_missing(self):
        self.fake("cmake", "exit 7")
        self.assertEqual(self.run_script("./demo").returncode, 7)
        self.assertEqual(self.calls("apt-get"), [])

    def test_demo_configures_and_builds_no_tests(self):
        self.fake("cmake", '[ "$1" != --build ]')
        for words, programs in [(["./demo"], "ddc_gateway autopilot autopilot_basic"),
                                (["./demo", "realtime"], "ddc_gateway_full autopilot vdsim_realtime"),
                                (["./demo", "safety"], "ddc_gateway autopilot_actuation"),
                                (["./demo", "brakes"], "ddc_gateway_full"),
                                (["./demo", "faults"], "ddc_gateway_full autopilot_basic"),
                                (["./demo", "fmu"],
                                 "ddc_gateway_full ddc_fmu_vehicle autopilot_basic"),
                                (["./demo", "montisim"], "ddcserver autopilot ddc_command")]:
            self.log.unlink(missing_ok=True)
            self.run_script(*words)
            self.assertEqual(self.calls("cmake"), [
                "cmake --preset demo",
                f"cmake --build --preset demo --target {programs}"])

    def test_demo_web_builds_the_page_in_and_stays_with_the_studio(self):
        self.fake("ddc-gateway", folder=self.top / "build/release/bin")
        self.fake("cmake", 'echo "-- The web page is left out: npm cannot fetch its packages: x"')
        done = self.run_script("./demo", "web")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("The web page is left out", done.stdout)
        self.assertEqual(self.calls("cmake"), [
            "cmake --preset demo -DDDC_WEB=ON",
            "cmake --build --preset demo --target ddc_gateway_full autopilot vdsim_realtime"])
        self.assertEqual(self.calls("ddc-gateway"), ["ddc-gateway studio"])

    def test_demo_autoware_builds_the_module_and_ends_with_its_node(self):
        for program in ["autoware_node", "ddc-gateway"]:
            self.fake(program, folder=self.top / "build/release/bin")
        for program in ["gnuplot", "kill"]:
            self.fake(program)
        self.run_script("./demo", "autoware")
        self.assertEqual(self.calls("cmake")[:2], [
            "cmake --preset demo -DDDC_ROS2=ON",
            "cmake --build --preset demo --target "
            "ddc_gateway_full ddc_gateway_ros2 autopilot_basic autoware_node"])

    def test_check_web_fails_without_a_page(self):
        self.fake("cmake", 'echo "-- The web page is left out: it needs node 18 or later and npm"')
        self.assertEqual(self.run_script("./check", "quick", "--web").returncode, 1)
        self.assertEqual(self.run_script("./check", "quick").returncode, 0)

    def test_demo_builds_the_rest_after_its_picture(self):
        self.fake("gnuplot")
        self.fake("ddc-gateway", folder=self.top / "build/release/bin")
        done = self.run_script("./demo")
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = self.log.read_text().splitlines()
        picture = calls.index("gnuplot programs/demo/plot.gp")
        self.assertEqual(calls[picture + 1:], ["cmake --build --preset demo"])

    def test_wrong_arguments_are_refused_with_the_usage(self):
        for words in [("./demo", "realtme"), ("./demo", "realtime", "now"), ("./demo", "--rate"),
                      ("./check", "--rso"), ("./check", "quick", "--fast"), ("./check", "--ros=1")]:
            done = self.run_script(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(words[-1], done.stderr)
            self.assertIn(f"Usage: {words[0]}", done.stderr)
        self.assertFalse(self.log.exists(), "something was started")

    def fresh_machine(self, *words):
        return self.run_script(PROJECT / "tests/fresh_machine.sh", *words)

    def test_a_fresh_machine_is_skipped_where_the_rights_are_missing(self):
        self.fake("unshare", "exit 1")
        done = self.fresh_machine("root:./demo")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, "^SKIPPED: .* the kernel does not allow")
        self.fake("id", "echo 1000")
        done = self.fresh_machine("root:./demo")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, "^SKIPPED: .* neither root nor sudo")

    def test_a_fresh_machine_gets_the_user_and_the_command(self):
        for words in [[], ["./demo"], ["root:"], ["root:./demo", "guest:./demo"]]:
            done = self.fresh_machine(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("ACCOUNT is root or user", done.stderr)
        self.assertEqual(self.calls("unshare"), [])

    def test_help_is_the_usage(self):
        for script in ["./package", "./demo", "./check"]:
            for flag in ["-h", "--help"]:
                done = self.run_script(script, flag)
                self.assertEqual(done.returncode, 0)
                self.assertTrue(done.stdout.startswith(f"Usage: {script}"), done.stdout)
        for flag in ["quick", "--ros", "--ros2", "--web", "--cluster", "--package", "--fresh"]:
            self.assertIn(f"[{flag}]", done.stdout)

    def test_flags_of_check_can_be_combined_in_any_order(self):
        flags = ["quick", "--ros", "--ros2", "--web", "--cluster", "--package", "--fresh"]
        for count in (0, 1, 2, len(flags)):
            for given in itertools.combinations(flags, count):
                self.check_steps(given)
                self.check_steps(given[::-1])

    def test_packages_are_not_made_without_the_page(self):
        self.fake("cmake", 'echo "-- The web page is left out: it needs node 18 or later and npm"')
        done = self.run_script("./package")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the web page is part of the packages", done.stderr)
        self.assertEqual(self.calls("cpack"), [])

    def test_node_and_npm_that_run_are_not_installed(self):
        self.missing("nodejs", "npm")
        for version, missed in [("v18.0.0", ""), ("v22.9.1", ""), ("v16.1.0", "nodejs npm")]:
            wanted = missed.split()
            self.log.unlink(missing_ok=True)
            self.fake("node", f"echo {version}")
            self.fake("npm")
            self.run_script("./check", "--web")
            installed = [line for line in self.calls("apt-get") if " install " in line]
            self.assertEqual([line.split()[-len(wanted):] for line in installed],
                             [wanted] if wanted else [], version)

    def check_steps(self, given):
        self.log.unlink(missing_ok=True)
        done = self.run_script("./check", *given)
        self.assertEqual(done.returncode, 0, done.stderr)
        asked_for = {line.split()[-1] for line in self.calls("dpkg-query")}
        self.assertEqual("--ros" in given, "libroscpp-dev" in asked_for, given)
        self.assertEqual("--fresh" in given, "debootstrap" in asked_for, given)
        release = [line for line in self.calls("cmake") if "--preset release -D" in line]
        self.assertEqual(len(release), 1)
        self.assertEqual("--web" in given, "chromium" in asked_for, given)
        self.assertEqual("--cluster" in given, "slurmd" in asked_for, given)
        self.assertEqual("--package" in given, "abigail-tools" in asked_for, given)
        # ./package makes the ROS 2 module too.
        self.assertEqual("--ros2" in given or "--package" in given,
                         "libfastrtps-dev" in asked_for, given)
        for flag, option in [("--ros", "DDC_ROS"), ("--ros2", "DDC_ROS2"), ("--web", "DDC_WEB"),
                             ("--cluster", "DDC_CLUSTER"), ("--package", "DDC_PACKAGE")]:
            self.assertIn(f"-D{option}={'ON' if flag in given else 'OFF'}", release[0])
        sanitized = any("--preset asan" in line for line in self.calls("ctest"))
        self.assertEqual(sanitized, "quick" not in given, given)
        packed = [line for line in self.calls("cmake") if line == "cmake --preset package"]
        self.assertEqual(len(packed), "--package" in given, given)
        fresh = self.calls("fresh_machine.sh")
        container = "root:tests/package/containerfile.sh .devcontainer"
        expected = ["fresh_machine.sh root:./demo user:./demo root:./check quick "
                    f"user:./check quick {container}/Containerfile ."]
        if "--package" in given:
            steps = "tests/package/fresh_packages.sh"
            expected.append(f"fresh_machine.sh root:{steps} install user:{steps} use "
                            f"root:{steps} use root:{steps} purge")
            expected.append(f"fresh_machine.sh {container}/gateway.Containerfile "
                            "build/packages validate programs/demo/autopilot_basic.yaml "
                            f"root:{steps} link")
        self.assertEqual(fresh, expected if "--fresh" in given else [], given)
        self.assertTrue(self.calls("ctest") and os.access(self.top / "check", os.X_OK))


if __name__ == "__main__":
    unittest.main()
