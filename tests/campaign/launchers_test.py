#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The output of `campaign submit --print` for mpirun and GNU parallel, started unchanged: one of
their workers is killed, and a second start completes the campaign.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import campaigns  # noqa: E402
import harness  # noqa: E402

RUNS, SHARD = 96, 8
# As root, on fewer cores than ranks, and without other machines.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_oob_tcp_if_include": "lo"}


def has_gnu_parallel():
    """moreutils has another program of that name."""
    path = shutil.which("parallel")
    return path is not None and "GNU parallel" in subprocess.run(
        [path, "--version"], text=True, capture_output=True, timeout=30, check=False).stdout


class LaunchersTest(unittest.TestCase):
    def setUp(self):
        self.top = harness.new_folder(self)
        self.campaign = campaigns.Campaign(self.top, "a b", RUNS, SHARD)

    def start(self, engine):
        folder = self.campaign.folder
        (folder / "log").mkdir(exist_ok=True)
        script = folder / f"campaign.{engine}"
        script.write_text(self.campaign.done_by("submit", folder, "--engine", engine, "--print",
                                                "--jobs", "3"))
        process = harness.start(self, "sh", script.name, folder=folder, has_group=True,
                                environment=os.environ | MPI)
        # With all its descendants, if the test has failed before.
        self.addCleanup(process.end, limit_s=campaigns.LIMIT_S)
        return process

    def kill_worker(self, variable):
        """@pre it has begun"""
        worker, = campaigns.workers_with(self.campaign.folder, variable)
        os.kill(worker, signal.SIGKILL)

    def check_result(self):
        self.assertEqual(self.campaign.merged(), campaigns.undisturbed(self.top, RUNS, SHARD))

    def test_the_survivors_of_a_killed_rank_finish_and_a_second_start_completes_it(self):
        if shutil.which("mpirun") is None:
            self.skipTest("mpirun is not installed")
        ranks = self.start("mpirun")
        harness.until(lambda: self.campaign.is_begun(1), "rank 1", campaigns.LIMIT_S)
        self.kill_worker("OMPI_COMM_WORLD_RANK=1")
        ranks.wait(campaigns.LIMIT_S)
        published = [self.campaign.is_published(shard) for shard in range(self.campaign.shards)]
        self.assertEqual(published, [shard % 3 != 1 for shard in range(self.campaign.shards)])
        self.assertEqual(self.start("mpirun").wait(campaigns.LIMIT_S), 0)
        self.check_result()

    def test_parallel_repeats_only_what_has_failed(self):
        if not has_gnu_parallel():
            self.skipTest("GNU parallel is not installed")
        workers = self.start("parallel")
        harness.until(lambda: self.campaign.is_begun(1), "the second worker", campaigns.LIMIT_S)
        self.kill_worker("PARALLEL_SEQ=2")
        self.assertEqual(workers.wait(campaigns.LIMIT_S), 1)
        missing = [shard for shard in range(self.campaign.shards)
                   if not self.campaign.is_published(shard)]
        self.assertEqual(missing, [1])
        self.assertEqual(self.start("parallel").wait(campaigns.LIMIT_S), 0)
        log = (self.campaign.folder / "log/parallel.txt").read_text().splitlines()
        self.assertEqual(len(log), 1 + self.campaign.shards + 1)
        self.check_result()


if __name__ == "__main__":
    unittest.main()
