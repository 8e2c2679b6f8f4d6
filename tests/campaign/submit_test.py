#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`campaign submit` with a stand-in for Slurm, a few lines of shell: the submission, the progress
of the job, and messages without Slurm. slurm_test.py uses the real one.
"""
import os
import pathlib
import shutil
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import campaigns  # noqa: E402
import harness  # noqa: E402

# Starts all elements at once in the background, as Slurm does.
SBATCH = """#!/bin/sh
echo "$PWD: $*" > {top}/asked
last=$(sed -n 's/^#SBATCH --array=0-//p' campaign.slurm)
{before}
for k in $(seq 0 "$last"); do
    SLURM_ARRAY_TASK_ID=$k sh campaign.slurm > log/$k.log 2>&1 &
done
echo "17;cluster"
"""


class SubmitTest(unittest.TestCase):
    def setUp(self):
        self.top = harness.new_folder(self)
        self.path = self.top / "bin"
        self.path.mkdir()

    def stand_in(self, name, text):
        file = self.path / name
        file.write_text(text)
        file.chmod(0o755)

    def slurm(self, before="", queue="17", most=1001):
        self.stand_in("sbatch", SBATCH.format(top=self.top, before=before))
        self.stand_in("squeue", f"#!/bin/sh\necho {queue}\n")
        self.stand_in("scontrol", f"#!/bin/sh\necho 'MaxArraySize            = {most}'\n")
        return os.environ | {"PATH": f"{self.path}:{os.environ['PATH']}"}

    def test_all_elements_give_the_results_of_a_pool(self):
        campaign = campaigns.Campaign(self.top, "a b", 10, 2, 0.3)
        said = campaign.done_by("submit", campaign.folder, "--engine", "slurm", env=self.slurm())
        self.assertEqual(said, "17\n")
        self.assertEqual((self.top / "asked").read_text(),
                         f"{campaign.folder}: --parsable campaign.slurm\n")
        self.assertEqual(campaign.merged(), campaigns.undisturbed(self.top, 10, 2, 0.3))

    def test_a_gateway_whose_path_has_spaces_and_quotes_is_started(self):
        odd = self.top / "it's \"here\" $HOME"
        odd.mkdir()
        for name in ("ddc-gateway", "ddc-gateway-full", "ddc-guardian", "autopilot_basic"):
            shutil.copy(pathlib.Path(campaigns.GATEWAY).parent / name, odd)
        campaign = campaigns.Campaign(self.top, "c", 4, 2, 0.3, gateway=odd / "ddc-gateway")
        campaign.done_by("submit", campaign.folder, "--engine", "slurm", env=self.slurm())
        self.assertEqual(campaign.present(), 4)

    def test_fewer_elements_than_shards_share_them(self):
        campaign = campaigns.Campaign(self.top, "c", 10, 1, 0.1)
        campaign.done_by("submit", campaign.folder, "--engine", "slurm", env=self.slurm(most=3))
        self.assertIn("--array=0-2\n", (campaign.folder / "campaign.slurm").read_text())
        self.assertEqual(campaign.present(), 10)

    def test_it_ends_when_the_stop_rules_have_decided_and_reports_that_runs_have_failed(self):
        campaign = campaigns.Campaign(self.top, "c", 40, 2, 0.1, rules="stop: {failures: 2}\n",
                                      requirements="{slow: always (vx_mps < 0)}")
        done = campaign.run("submit", campaign.folder, "--engine", "slurm", env=self.slurm(most=2))
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("stopped at run", done.stderr)
        self.assertFalse(campaign.is_published(campaign.shards - 1))

    def test_it_prints_how_traces_to_keep_are_made(self):
        campaign = campaigns.Campaign(self.top, "c", 4, 2, 0.1, rules="keep: {failures: 3}\n",
                                      requirements="{slow: always (vx_mps < 0)}")
        done = campaign.run("submit", campaign.folder, "--engine", "slurm", env=self.slurm())
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn(f"write the traces to keep with `ddc-gateway campaign rerun "
                      f"\"{campaign.folder}\"`\n", done.stderr)
        campaign.done_by("rerun", campaign.folder)
        self.assertEqual(len(list((campaign.folder / "replay").glob("*.csv"))), 3)

    def test_ctrl_c_leaves_the_job_running_and_prints_how_to_continue(self):
        campaign = campaigns.Campaign(self.top, "c", 2, 1, 0.1)
        follower = harness.start(
            self, *campaign.words("submit", campaign.folder, "--engine", "slurm"),
            environment=self.slurm(before="echo 17; exit 0"))
        follower.await_output(r"(?m)^17\n")
        self.assertEqual(follower.end(signal.SIGINT), 143)
        said = follower.err()
        self.assertIn("scancel 17", said)
        self.assertIn(f"campaign status \"{campaign.folder}\"", said)
        self.assertEqual(campaign.present(), 0)

    def test_a_rejection_by_slurm_is_an_error(self):
        campaign = campaigns.Campaign(self.top, "c", 2, 1, 0.1)
        done = campaign.run("submit", campaign.folder, "--engine", "slurm",
                            env=self.slurm(before="echo invalid partition >&2; exit 1"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("invalid partition\n", done.stderr)
        self.assertIn("sbatch failed", done.stderr)

    def test_without_slurm_and_with_other_engines_it_prints_what_to_do(self):
        campaign = campaigns.Campaign(self.top, "c", 2, 1, 0.1)
        for engine, said in [("slurm", "sbatch is not installed here"), ("pbs", "--print shows")]:
            done = campaign.run("submit", campaign.folder, "--engine", engine,
                                env={"PATH": str(self.path)})
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)
        done = campaign.run("submit", campaign.folder, "--engine", "nqs")
        self.assertEqual(done.returncode, 2)
        self.assertIn("kubernetes", done.stderr)

    def test_more_elements_than_the_engine_accepts_are_rejected(self):
        campaign = campaigns.Campaign(self.top, "c", 2, 1, 0.1)
        done = campaign.run("submit", campaign.folder, "--engine", "slurm", "--elements", "4",
                            "--print", env=self.slurm(most=3))
        self.assertEqual(done.returncode, 2)
        self.assertIn("--elements: slurm allows at most 3", done.stderr)

    def test_print_shows_the_submission_and_writes_nothing(self):
        campaign = campaigns.Campaign(self.top, "c", 4, 2, 0.1)
        before = sorted(campaign.folder.iterdir())
        shown = campaign.run("submit", campaign.folder, "--engine", "slurm", "--print", "--jobs",
                             "1", env=self.slurm())
        self.assertEqual(shown.returncode, 0)
        self.assertIn("sbatch --parsable campaign.slurm", shown.stderr)
        self.assertEqual(sorted(campaign.folder.iterdir()), before)
        campaign.run("submit", campaign.folder, "--engine", "slurm", "--jobs", "1",
                     env=self.slurm(before="exit 1"))
        self.assertEqual((campaign.folder / "campaign.slurm").read_text(), shown.stdout)


if __name__ == "__main__":
    unittest.main()
