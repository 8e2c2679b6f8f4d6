#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A campaign on a real Slurm: an array of 20 elements for 25 shards; one element is cancelled, one
is held and released, and the node dies in the middle and returns.
"""
import pathlib
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import campaigns  # noqa: E402
import harness  # noqa: E402
import slurm  # noqa: E402

LIMIT_S = campaigns.LIMIT_S
RUNS, SHARD = 200, 8
CANCELLED, HELD = 19, 18  # they begin last


class SlurmTest(unittest.TestCase):
    def setUp(self):
        folder = harness.new_folder(self)
        self.campaign = campaigns.Campaign(folder, "a b", RUNS, SHARD)
        self.expected = campaigns.undisturbed(folder, RUNS, SHARD)

    def submit(self):
        words = self.campaign.words("submit", self.campaign.folder, "--engine", "slurm")
        follower = harness.start(self, *words, environment=cluster.environment)
        return follower, follower.await_output(r"(?m)^(\d+)\n", LIMIT_S)[1]

    def elements(self, job):
        return {line.split()[0].removeprefix(f"{job}_"): line.split()[1]
                for line in cluster.queue()}

    def lose_the_node(self, job):
        """@pre elements run; waits until lost ones have been requeued"""
        cluster.crash_node()
        cluster.start_node()
        harness.until(lambda: any("RUNNING" in line for line in cluster.queue()),
                      f"elements of {job} that run again", LIMIT_S)

    def test_a_disturbed_array_gives_the_results_of_a_pool(self):
        follower, job = self.submit()
        script = (self.campaign.folder / "campaign.slurm").read_text()
        self.assertIn("--array=0-19\n", script)
        cluster.order("scancel", f"{job}_{CANCELLED}")
        cluster.order("scontrol", "hold", f"{job}_{HELD}")
        harness.until(lambda: self.campaign.present() > RUNS // 5, "results", LIMIT_S)
        self.lose_the_node(job)
        harness.until(lambda: list(self.elements(job)) == [str(HELD)], "only one", LIMIT_S)
        self.assertFalse(self.campaign.is_published(HELD))
        cluster.order("scontrol", "release", f"{job}_{HELD}")
        harness.until(lambda: not cluster.queue(), "the end of the job", LIMIT_S)
        self.assertTrue(self.campaign.is_published(HELD))
        self.assertFalse(self.campaign.is_published(CANCELLED))

        self.assertEqual(follower.end(signal.SIGINT, LIMIT_S), 143)
        again, _ = self.submit()
        self.assertEqual(again.wait(LIMIT_S), 0, again.err())
        self.assertEqual(self.campaign.merged(), self.expected)
        self.assertTrue(self.was_restarted(), "no element was started again")

    def was_restarted(self):
        """Whether the first line of a shard's results says so."""
        return any('"SLURM_RESTART_COUNT"' in file.read_text().split("\n", 1)[0]
                   for file in pathlib.Path(self.campaign.folder / "done").iterdir())

    def test_an_element_that_is_cancelled_keeps_its_results(self):
        follower, job = self.submit()
        harness.until(lambda: self.campaign.is_begun(0) or self.campaign.is_published(0),
                      "the first shard", LIMIT_S)
        cluster.order("scancel", job)
        harness.until(lambda: not cluster.queue(), "the end of the job", LIMIT_S)
        kept = self.campaign.present()
        self.assertGreater(kept, 0)
        self.assertLess(kept, RUNS)
        follower.end(limit_s=LIMIT_S)
        self.assertEqual(self.campaign.present(), kept)
        again, _ = self.submit()
        self.assertEqual(again.wait(LIMIT_S), 0, again.err())
        self.assertEqual(self.campaign.merged(), self.expected)


if __name__ == "__main__":
    try:
        cluster = slurm.Slurm(elements=20)
    except slurm.CannotStart as reason:
        print(f"SKIPPED: {reason}")
        sys.exit(0)
    try:
        unittest.main()
    finally:
        cluster.end()
