#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Under any disturbance of its workers, a campaign's merged results are byte-identical to those of
an undisturbed one: workers killed at random, two at once on a shard, truncated lines, a full disk,
and a folder that shows new files late (slow_folder.cpp).

DDC_GATEWAY names the executable, SLOW_FOLDER_LIBRARY the library that hides files.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import campaigns  # noqa: E402
import harness  # noqa: E402

RUNS, SHARD, DURATION_S = 60, 20, 0.1
KILLS = 200


def is_alone():
    """Whether this process may have private mounts."""
    return "alone" in sys.argv


class ExactlyOnceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.expected = campaigns.undisturbed(folder, RUNS, SHARD, DURATION_S)

    def setUp(self):
        self.top = harness.new_folder(self)
        self.campaign = self.planned("campaign")

    def planned(self, name):
        return campaigns.Campaign(self.top, name, RUNS, SHARD, DURATION_S)

    def start(self, shard, campaign=None, **environment):
        campaign = campaign or self.campaign
        return harness.start(self, *campaign.words("work", campaign.folder, "--shard", shard),
                             environment=os.environ | environment)

    def finish(self, campaign=None):
        """Works on missing runs. @return the merged result"""
        campaign = campaign or self.campaign
        campaign.done_by("run", campaign.folder, "--jobs", "2")
        self.assertEqual(list((campaign.folder / "part").iterdir()), [])
        return campaign.merged()

    def slow(self):
        return {"LD_PRELOAD": os.environ["SLOW_FOLDER_LIBRARY"],
                "SLOW_FOLDER": str(self.campaign.folder)}

    def kill_at_random(self, campaign, chance, kills):
        """Two workers of one shard, until all shards are published. @return how many were killed"""
        for shard in range(campaign.shards):
            while not campaign.is_published(shard) and kills < KILLS:
                for worker in [self.start(shard, campaign) for _ in range(2)]:
                    if not worker.ends_within(chance.uniform(0, 0.08)):
                        worker.kill()
                        kills += 1
        return kills

    def test_200_workers_killed_at_random(self):
        chance, kills, rounds = random.Random(7), 0, 0
        while kills < KILLS:
            rounds += 1
            campaign = self.planned(f"round {rounds}")
            kills = self.kill_at_random(campaign, chance, kills)
            self.assertEqual(self.finish(campaign), self.expected)

    def test_two_workers_on_each_shard(self):
        workers = [self.start(shard) for shard in range(self.campaign.shards) for _ in range(2)]
        self.assertEqual([worker.wait(campaigns.LIMIT_S) for worker in workers], [0] * 6)
        self.assertEqual(self.finish(), self.expected)

    def test_truncated_last_lines(self):
        self.assertEqual(self.start(0).wait(campaigns.LIMIT_S), 0)
        done = self.campaign.folder / "done/0.jsonl"
        whole = done.read_bytes()
        done.unlink()
        for number, size in enumerate((0, 1, 100, len(whole) // 2, len(whole) - 1)):
            part = self.campaign.folder / "part" / f"0.elsewhere.{number}.jsonl"
            part.write_bytes(whole[:size])
        self.campaign.done_by("run", self.campaign.folder, "--jobs", "2")
        self.assertEqual(self.campaign.merged(), self.expected)

    @unittest.skipUnless(is_alone(), "only root may mount")
    def test_a_full_disk(self):
        """The folder is a file system with room for the plan and some results."""
        campaign = self.planned("small")
        folder, plan = campaign.folder, (campaign.folder / "plan.json").read_bytes()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], check=True)
        self.addCleanup(subprocess.run, ["umount", folder], check=True)
        (folder / "plan.json").write_bytes(plan)
        (folder / "in_the_way").write_bytes(bytes(64 * 1024 - 16 * 1024 - len(plan)))
        done = campaign.run("work", folder, "--shard", "0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("No space left on device", done.stderr)
        self.assertFalse(campaign.is_published(0))
        kept = campaign.present()
        self.assertGreater(kept, 0)
        (folder / "in_the_way").unlink()
        subprocess.run(["mount", "-o", "remount,size=8m", folder], check=True)
        self.assertEqual(campaign.present(), kept)
        self.assertEqual(self.finish(campaign), self.expected)

    def test_a_worker_that_does_not_see_published_results_repeats_them_in_vain(self):
        self.assertEqual(self.start(0).wait(campaigns.LIMIT_S), 0)
        published = (self.campaign.folder / "done/0.jsonl").read_bytes()
        self.assertEqual(self.start(0, **self.slow()).wait(campaigns.LIMIT_S), 0)
        self.assertEqual((self.campaign.folder / "done/0.jsonl").read_bytes(), published)
        self.assertEqual(self.finish(), self.expected)

    def test_workers_that_do_not_see_each_other(self):
        workers = [self.start(shard, **self.slow())
                   for shard in range(self.campaign.shards) for _ in range(2)]
        self.assertEqual([worker.wait(campaigns.LIMIT_S) for worker in workers], [0] * 6)
        self.assertEqual(self.finish(), self.expected)

    def test_results_that_are_not_visible_yet_are_reported_as_missing(self):
        self.finish()
        merge = self.campaign.run("merge", self.campaign.folder, env=os.environ | self.slow())
        self.assertEqual(merge.returncode, 1)
        self.assertIn("missing: 0 to 59", merge.stdout)
        self.assertEqual(self.campaign.merged(), self.expected)


if __name__ == "__main__":
    if os.geteuid() == 0 and not is_alone():
        os.execvp("unshare", ["unshare", "--mount", sys.executable, "-B", *sys.argv, "alone"])
    unittest.main(argv=[word for word in sys.argv if word != "alone"])
