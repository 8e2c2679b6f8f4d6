#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What `campaign submit --print` shows for mpirun and GNU parallel, started as it stands: one of
their workers is killed, and the second start makes what is missing.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import campaigns  # noqa: E402

RUNS, SHARD = 96, 8
# As root, on fewer cores than ranks, and with no other machine in sight.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_oob_tcp_if_include": "lo"}


class LaunchersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name
        self.campaign = campaigns.Campaign(self.top, "a b", RUNS, SHARD)

    def start(self, engine):
        folder = self.campaign.folder
        (folder / "log").mkdir(exist_ok=True)
        script = folder / f"campaign.{engine}"
        script.write_text(self.campaign.done_by("submit", folder, "--engine", engine, "--print",
                                                "--jobs", "3"))
        process = subprocess.Popen(["sh", script.name], cwd=folder, env=os.environ | MPI,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        """With all that it has started, if the test has failed before."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(campaigns.LIMIT_S)

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
        campaigns.until(lambda: self.campaign.is_begun(1), "rank 1 has begun")
        self.kill_worker("OMPI_COMM_WORLD_RANK=1")
        ranks.wait(campaigns.LIMIT_S)
        published = [self.campaign.is_published(shard) for shard in range(self.campaign.shards)]
        self.assertEqual(published, [shard % 3 != 1 for shard in range(self.campaign.shards)])
        self.assertEqual(self.start("mpirun").wait(campaigns.LIMIT_S), 0)
        self.check_result()

    def test_parallel_begins_again_only_what_has_failed(self):
        if shutil.which("parallel") is None:
            self.skipTest("parallel is not installed")
        workers = self.start("parallel")
        campaigns.until(lambda: self.campaign.is_begun(1), "the second worker has begun")
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
