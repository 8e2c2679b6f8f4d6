#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The Debian packages of ./package: lintian finds nothing, they are installed, used and purged, and
another folder gives the same bytes.

Usage: debian_test.py PROJECT

They are installed in this machine's tree, under an overlay in memory that takes all changes
(overlayfs, in a private mount namespace), which needs root.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(sys.argv[1]).resolve()
PACKAGES = PROJECT / "build/packages"
NAMES = {"libddc1", "libplant-c1", "libddc-dev", "ddc-gateway", "ddc-gateway-ros2",
         "python3-ddc", "ddc-gateway-doc"}
# Packages that another folder builds for comparison; DDC_PACKAGE_ALL=1 compares all, which takes as
# long as ./package itself.
COMPARED = {"libddc1": "ddc_c", "libplant-c1": "plant_c"}
# In the overlay: installs, uses as in the README, purges. It starts from the machine's tree, from
# which earlier packages of this project are removed first.
USED = r"""
set -eu
packages=$1
names=$2
# Folders of packages; other processes may use the others.
files() { find /bin /etc /lib /opt /sbin /srv /usr -xdev | sort; }
unset PYTHONDONTWRITEBYTECODE # files compiled by Python are removed too
enabled=/etc/systemd/system/multi-user.target.wants
mkdir -p $enabled
dpkg --purge --force-depends $names >/dev/null 2>&1
files >/run/before
dpkg --install --force-confnew --force-depends "$packages"/*.deb >/run/dpkg.log 2>&1 || {
    cat /run/dpkg.log >&2; exit 1; }
dpkg --audit
export HOME=/run/home DDC_NAME=package.$$
mkdir -p /run/home
cp -r /usr/share/ddc-gateway /run/home/examples
cd /run/home/examples
ddc-gateway validate programs/demo/autopilot_basic.yaml
ddc-gateway run programs/demo/autopilot_basic.yaml --duration 5 --repeatable >/run/run.txt
test -s out/demo/autopilot_basic.csv
ddc-gateway fmu export --model seven_dof out/demo/sedan.fmu
ddc-gateway fmu show out/demo/sedan.fmu --map >out/demo/sedan_map.yaml
ddc-gateway run programs/demo/fmu.yaml --duration 5
ddc-gateway fmu export --program autopilot_basic out/demo/autopilot.fmu
(cat programs/demo/autopilot_basic.yaml; echo "ros2: {}") >programs/demo/ros2.yaml
ddc-gateway run programs/demo/ros2.yaml --duration 1
ddc create >/dev/null && ddc list | grep -q "$DDC_NAME" && ddc remove --yes >/dev/null
ddctool --version && ddcserver --version && vdsim_realtime --version
ldconfig -p | grep -q 'libddc\.so\.1 '
for page in ddc ddctool ddc-gateway ddcserver vdsim_realtime; do
    gzip -dc "/usr/share/man/man1/$page.1.gz" | grep -q '^\.SH NAME'
done
getent passwd ddc-gateway >/dev/null && getent group ddc >/dev/null
/usr/bin/python3 -c 'import ddc, plant, vds1'
test -d /usr/lib/python3/dist-packages/ddc/__pycache__
ln -s /lib/systemd/system/ddc-gateway@.service $enabled/ddc-gateway@run.service
bash -c '. /usr/share/bash-completion/completions/ddc-gateway; complete -p ddc-gateway' >/dev/null
printf '#include <ddc/ddc.h>\nint main(void){return ddc_version()==0;}\n' >/run/user.c
gcc /run/user.c -o /run/user -lddc && /run/user
cd /
# As if systemd ran: its commands are logged.
mkdir -p /run/systemd/system /run/stand_in
printf '#!/bin/sh\necho "$@" >>/run/systemctl.txt\n' >/run/stand_in/systemctl
chmod +x /run/stand_in/systemctl
printf '#!/bin/sh\nexit 0\n' >/usr/sbin/policy-rc.d
PATH=/run/stand_in:$PATH dpkg --purge $names >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; exit 1; }
grep -q '^stop ddc-gateway@\*\.service ddcserver@\*\.service vdsim-realtime@\*\.service$' /run/systemctl.txt
files >/run/after
diff /run/before /run/after
! grep -E '^ddc(-gateway)?:' /etc/passwd /etc/group
! ls -d /run/ddc-gateway /var/lib/ddc-gateway 2>/dev/null
echo PURGED
"""
LAYER = r"""
set -eu
work=$1
mount -t tmpfs tmpfs "$work"
mkdir "$work/upper" "$work/work" "$work/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$work/root" || {
    echo "SKIPPED: no layer over this machine's files can be mounted"; exit 0; }
mount -t proc proc "$work/root/proc"
mount --bind /dev "$work/root/dev"
mount -t tmpfs tmpfs "$work/root/dev/shm"
mount -t tmpfs tmpfs "$work/root/tmp"
mount -t tmpfs tmpfs "$work/root/run"
mkdir "$work/root/run/packages"
cp "$2"/*.deb "$work/root/run/packages"
printf '#!/bin/sh\nexit 101\n' >"$work/root/usr/sbin/policy-rc.d"
chmod +x "$work/root/usr/sbin/policy-rc.d"
chroot "$work/root" /bin/sh -c "$3" sh /run/packages "$4"
"""


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          check=False, timeout=1500, **options)


def control(field):
    return {run("dpkg-deb", "-f", file, "Package").stdout.strip():
            run("dpkg-deb", "-f", file, field).stdout.strip() for file in PACKAGES.glob("*.deb")}


@unittest.skipUnless(list(PACKAGES.glob("*.deb")), "SKIPPED: ./package has made none")
class DebianTest(unittest.TestCase):
    def succeeds(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_each_component_is_a_package(self):
        self.assertEqual(set(control("Package")), NAMES)

    def test_libraries_that_programs_load_are_dependencies(self):
        depends = control("Depends")
        for name in ["libyaml-cpp", "libzip4"]:
            self.assertIn(name, depends["ddc-gateway"])
        self.assertIn("libc6", depends["libddc1"])
        self.assertRegex(depends["libddc-dev"], r"libddc1 \(= [\d.]+\)")
        for name in ["libplant-c1", "libzstd1"]:
            self.assertIn(name, depends["python3-ddc"])

    def test_packages_to_build_a_new_program_are_recommended(self):
        recommended = control("Recommends")
        for name in ["cmake", "g++", "ninja-build"]:
            self.assertIn(name, recommended["libddc-dev"].split(", "))
        self.assertIn("python3-numpy", recommended["python3-ddc"])

    def test_lintian_finds_nothing(self):
        for file in PACKAGES.glob("*.deb"):
            done = run("lintian", "--allow-root", "--fail-on", "error,warning", file)
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_the_bill_of_materials_names_files_and_third_party_parts(self):
        text = (PACKAGES / "ddc-gateway.spdx").read_text()
        for name in ["libeigen3-dev", "libcli11-dev", "nlohmann-json3-dev", "three", "uplot"]:
            self.assertRegex(text, f"PackageName: {name}\nSPDXID: .*\nPackageVersion: \\d")
        # The copyright file of each package has the licence of each part.
        copyright_text = (PROJECT / "cmake/package/copyright").read_text()
        parts = re.findall(r"SPDXID: SPDXRef-part-(\S+)", text)
        self.assertEqual([name for name in parts if f"[{name}]" not in copyright_text], [])
        self.assertIn("FileName: ./libddc/src/table.cpp", text)
        self.assertEqual(run("reuse", "lint", cwd=PROJECT).returncode, 0)

    def test_pages_of_the_documentation_link_to_each_other_and_the_examples(self):
        with tempfile.TemporaryDirectory() as folder:
            self.succeeds(run("dpkg-deb", "-x", next(PACKAGES.glob("ddc-gateway-doc_*.deb")),
                              folder))
            top = pathlib.Path(folder) / "usr/share/doc/ddc-gateway-doc"
            links = [(page, link) for page in top.rglob("*.md") for link in re.findall(
                r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())]
            self.assertGreater(len(links), 300)
            lost = {os.path.normpath(page.parent / link).removeprefix(f"{top}/")
                    for page, link in links if not (page.parent / link).exists()}
        self.assertEqual([link for link in lost if not link.startswith((
            "LICENSE", "gateway/", "programs/template/"))], [])  # not for read-only users

    def test_the_web_page_is_in_the_gateway(self):
        with tempfile.TemporaryDirectory() as folder:
            file = next(PACKAGES.glob("ddc-gateway_*.deb"))
            self.succeeds(run("dpkg-deb", "-x", file, folder))
            gateway = pathlib.Path(folder) / "usr/libexec/ddc-gateway/ddc-gateway-full"
            self.assertTrue(b"index.html" in gateway.read_bytes())  # without printing them

    def test_no_file_names_its_build_folder(self):
        for file in PACKAGES.glob("*.deb"):
            with tempfile.TemporaryDirectory() as folder:
                self.succeeds(run("dpkg-deb", "-R", file, folder))
                named = [each for each in pathlib.Path(folder).rglob("*") if each.is_file()
                         and not each.is_symlink() and bytes(PROJECT) in each.read_bytes()]
                self.assertEqual(named, [])

    def test_installed_used_and_purged_they_leave_nothing(self):
        if os.geteuid() != 0:
            self.skipTest("SKIPPED: installing packages in a layer needs root")
        with tempfile.TemporaryDirectory() as folder:
            said = self.succeeds(run(
                "unshare", "--mount", "--propagation", "private", "sh", "-c", LAYER, "sh", folder,
                PACKAGES, USED, " ".join(sorted(NAMES))))
        if said.startswith("SKIPPED"):
            self.skipTest(said)
        self.assertEqual(said.splitlines()[-1], "PURGED", said)

    def test_another_folder_gives_the_same_bytes(self):
        is_all = os.environ.get("DDC_PACKAGE_ALL") == "1"
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "a/rather/different/name"
            shutil.copytree(PROJECT, copy, symlinks=True, ignore=lambda where, _: {
                "build", "out", ".git"} if pathlib.Path(where) == PROJECT else set())
            if is_all:
                self.succeeds(run(copy / "package"))
            else:
                self.build_packages(copy)
            for name in NAMES if is_all else COMPARED:
                first, = PACKAGES.glob(f"{name}_*.deb")
                second = copy / "build/packages" / first.name
                self.assertEqual(first.read_bytes(), second.read_bytes(), name)

    def build_packages(self, copy):
        time = self.succeeds(run("dpkg-parsechangelog", "-l", copy / "cmake/package/changelog",
                                 "-S", "Timestamp")).strip()
        # Otherwise cpack would build everything first.
        self.succeeds(run("cmake", "--preset", "package",
                          "-DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON", cwd=copy))
        self.succeeds(run("cmake", "--build", "--preset", "package", "--target",
                          *COMPARED.values(), "package_changelog", cwd=copy,
                          # Files compiled for the first folder would be equal in any folder.
                          env={**os.environ, "CCACHE_DISABLE": "1"}))
        self.succeeds(run("cpack", "-D", f"CPACK_COMPONENTS_ALL={';'.join(COMPARED)}",
                          cwd=copy / "build/release",
                          env={**os.environ, "SOURCE_DATE_EPOCH": time}))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
