# SPDX-License-Identifier: MIT
"""The judge of long runs finds leaks and unexplained losses, and nothing else."""
import random
import unittest

import judge

MIB = 1024 * 1024
WARM_UP_S = 1200


def an_hour(leak_bytes_per_s=0, leaks_descriptor_s=None, leaks_thread_s=None, duration_s=3600):
    """Samples of a process, one a second: pages, noise, requests that are open for an instant."""
    noise = random.Random(7)
    return [{"t_s": float(t),
             "memory_bytes": 4 * MIB + leak_bytes_per_s * t // 4096 * 4096
             + 4096 * noise.randrange(8) + (3 * MIB if noise.random() < 0.02 else 0),
             "descriptors": 18 + (t // leaks_descriptor_s if leaks_descriptor_s else 0)
             + (noise.random() < 0.1),
             "threads": 8 + (t // leaks_thread_s if leaks_thread_s else 0)}
            for t in range(duration_s)]


def judged(samples, warm_up_s=WARM_UP_S):
    return judge.judge_process("gateway", samples, warm_up_s)[1]


class Flat(unittest.TestCase):
    def test_a_process_that_leaks_nothing_is_flat(self):
        self.assertEqual(judged(an_hour()), [])
        self.assertEqual(judged(an_hour(duration_s=60), 20), [])

    def test_a_leak_of_1_kB_a_second_is_found_in_an_hour(self):
        self.assertIn("gateway: memory rises by", "".join(judged(an_hour(1000))))

    def test_a_leak_of_20_kB_a_second_is_found_in_a_minute(self):
        self.assertIn("memory rises", "".join(judged(an_hour(20_000, duration_s=60), 20)))

    def test_memory_that_rises_during_the_warm_up_only_is_flat(self):
        samples = an_hour()
        for sample in samples[:WARM_UP_S]:
            sample["memory_bytes"] -= 2 * MIB
        self.assertEqual(judged(samples), [])

    def test_a_heap_that_grows_once_is_flat(self):
        samples = an_hour(duration_s=60)
        for sample in samples[30:]:
            sample["memory_bytes"] += 132 * 1024
        self.assertEqual(judged(samples, 20), [])

    def test_a_descriptor_in_10_s_is_found_and_so_is_a_single_one(self):
        for period_s in (10, 2000):
            found = judged(an_hour(leaks_descriptor_s=period_s))
            self.assertEqual(len(found), 1)
            self.assertIn("descriptors at first", found[0])
        self.assertIn("descriptors", "".join(judged(an_hour(leaks_descriptor_s=10, duration_s=60), 20)))

    def test_a_thread_that_does_not_end_is_found(self):
        self.assertEqual(judged(an_hour(leaks_thread_s=2000)),
                         ["gateway: 8 threads at first, 9 at the end"])

    def test_a_process_with_few_samples_is_not_flat(self):
        self.assertIn("only 5 samples", "".join(judged(an_hour()[:WARM_UP_S + 5])))

    def test_the_slope_is_that_of_the_line_despite_outliers(self):
        times_s = list(range(1000))
        values = [3.0 * t + (1e6 if t % 50 == 0 else 0) for t in times_s]
        self.assertAlmostEqual(judge.slope(times_s, values), 3.0, delta=0.01)
        self.assertEqual(judge.slope([1], [1]), 0.0)
        self.assertEqual(judge.slope([], []), 0.0)


def stall(from_s, waits=0.0, late=0.0, stolen=0.0, part="program"):
    return {"from_s": from_s, "to_s": from_s + 0.05, "waits": {part: waits},
            "late": {"0": 1.0, "1": late}, "stolen": {"0": stolen, "1": 0.0}}


class Losses(unittest.TestCase):
    PARTS = {"silences": ["gateway", "program"], "state_lost": ["gateway"]}

    def explained(self, *stalls):
        polls = [(9.75, {"silences": 0, "state_lost": 0}), (10.0, {"silences": 1, "state_lost": 0})]
        loss, = judge.explain(judge.losses_of(polls, self.PARTS), stalls)
        return loss["explained"]

    def test_a_loss_without_a_stall_is_unexplained(self):
        self.assertFalse(self.explained())
        self.assertFalse(self.explained(stall(9.8, waits=20, late=20, stolen=20)))

    def test_each_kind_of_stall_explains_a_loss(self):
        self.assertTrue(self.explained(stall(9.8, waits=60)))
        self.assertTrue(self.explained(stall(9.7, waits=30), stall(9.75, waits=30)))
        self.assertTrue(self.explained(stall(9.8, late=60)))
        self.assertTrue(self.explained(stall(9.7, stolen=30), stall(9.8, stolen=30)))

    def test_a_stall_at_another_time_or_of_another_part_explains_nothing(self):
        self.assertFalse(self.explained(stall(8.0, waits=500), stall(10.1, waits=500)))
        self.assertFalse(self.explained(stall(9.8, waits=500, part="vehicle")))

    def test_losses_that_no_poll_has_seen_are_unexplained(self):
        polls = [(0.0, {"silences": 0, "state_lost": 0}), (1.0, {"silences": 0, "state_lost": 3})]
        seen = judge.explain(judge.losses_of(polls, self.PARTS), [stall(0.5, late=80)])
        self.assertEqual(judge.unexplained(seen, {"silences": 0, "state_lost": 3}), [])
        self.assertEqual(judge.unexplained(seen, {"silences": 0, "state_lost": 4}),
                         ["state_lost: 4 in the summary, 3 at known times"])
        seen = judge.explain(judge.losses_of(polls, self.PARTS), [])
        self.assertIn("no stall explains state_lost at 1.0 s", judge.unexplained(seen, {})[0])


if __name__ == "__main__":
    unittest.main()
