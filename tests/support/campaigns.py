# SPDX-License-Identifier: MIT
"""Campaigns of short runs for tests with engines, each in a separate folder.

DDC_GATEWAY names the executable; autopilot_basic is in the same folder.
"""
import os
import pathlib
import subprocess

GATEWAY = os.environ["DDC_GATEWAY"]
LIMIT_S = 120  # of every wait


class Campaign:
    """A planned campaign without results. Two with the same numbers have the same results."""

    def __init__(self, top, name, runs, shard, duration_s=20, gateway=GATEWAY,
                 requirements="{}", rules=""):
        """@param rules more lines of the campaign's file"""
        self.gateway, self.folder = gateway, pathlib.Path(top) / name
        self.shards = -(-runs // shard)
        run = pathlib.Path(top) / "run.yaml"
        run.write_text(f"duration_s: {duration_s}\nprogram: {{exec: [autopilot_basic, '4000']}}\n"
                       f"requirements: {requirements}\n")
        file = pathlib.Path(top) / "campaign.yaml"
        file.write_text(f"run: run.yaml\nruns: {runs}\nshard: {shard}\nseed: 3\ndesign: random\n"
                        "parameters:\n  vehicle.start.vx_mps: {uniform: [0, 15]}\n" + rules)
        self.done_by("plan", file, self.folder)

    def words(self, *words):
        return [str(word) for word in (self.gateway, "campaign", *words)]

    def run(self, *words, env=None):
        return subprocess.run(self.words(*words), capture_output=True, text=True, timeout=LIMIT_S,
                              env=env)

    def done_by(self, *words, env=None):
        """The same for a command that must succeed. @return its standard output"""
        done = self.run(*words, env=env)
        assert done.returncode == 0, f"{words}: {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout

    def present(self):
        """The number of results, published or not."""
        return int(self.run("status", self.folder).stdout.split()[0])

    def is_published(self, shard):
        return (self.folder / "done" / f"{shard}.jsonl").exists()

    def is_begun(self, shard):
        """Whether a worker has written a result of it."""
        for part in (self.folder / "part").glob(f"{shard}.*.jsonl"):
            if part.read_bytes().count(b"\n") > 1:
                return True
        return False

    def merged(self):
        """All results as bytes, concatenated and as a table."""
        table = self.folder / "results.csv"
        self.done_by("merge", self.folder, "--csv", table)
        return (self.folder / "results.jsonl").read_bytes(), table.read_bytes()


def undisturbed(top, runs, shard, duration_s=20):
    """The same campaign, executed by a pool on this machine."""
    local = Campaign(top, "undisturbed", runs, shard, duration_s)
    local.done_by("run", local.folder, "--jobs", "2")
    return local.merged()


def workers_with(folder, variable):
    """Pids of the workers in that folder whose environment has that variable. A program that a
    worker starts looks like the worker until it is executed; its parent is one."""
    found = {}
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and \
                    b"campaign\0work\0" in (process / "cmdline").read_bytes() and \
                    variable.encode() in (process / "environ").read_bytes().split(b"\0") and \
                    (process / "cwd").resolve() == pathlib.Path(folder).resolve():
                found[int(process.name)] = parent_of(process)
        except OSError:  # it has ended, or belongs to another user
            continue
    return [worker for worker, parent in found.items() if parent not in found]


def parent_of(process):
    """@param process its folder in /proc"""
    return int((process / "stat").read_text().rpartition(")")[2].split()[1])
