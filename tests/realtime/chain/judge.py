# SPDX-License-Identifier: MIT
"""Judges what was measured of a long run: whether memory, descriptors and threads of its processes
are flat, and whether each loss has a stall of the machine as its cause.

Pure functions of lists, tested by judge_test.py.
"""
import collections
import statistics

# malloc takes memory from the kernel in steps of 132 kB, and a heap may still rise by some of them
# after the start. A recording keeps the index of each chunk, 1.3 a second, until its end: 16 bytes
# for each of its 12 topics, and 104. The summary keeps the percentiles of each minute, in about 3 kB.
# So an hour's bound, 648 bytes/s after a warm-up of 20 minutes, finds a leak of 1 kB/s, which is 10
# bytes in each period of 10 ms.
STEPS_BYTES = 512 * 1024
KEPT_BYTES_PER_S = 430
# A stall explains a loss if it is at least half of the time-outs, which are 100 ms.
LEAST_STALL_MS = 50
# The time-out itself, the sampling of the stalls, and the period are before a loss is visible.
BEFORE_S = 0.2


def slope(times_s, values):
    """The median of the slopes of all pairs (Theil and Sen), which single outliers do not change.

    Values are reduced to the medians of at most 120 pieces first. 0 for less than two values.
    """
    size = -(-len(values) // 120) or 1
    pieces = range(0, len(values), size)
    points = [(statistics.median(times_s[i:i + size]), statistics.median(values[i:i + size]))
              for i in pieces]
    slopes = [(late - early) / (end_s - begin_s) for i, (begin_s, early) in enumerate(points)
              for end_s, late in points[i + 1:] if end_s > begin_s]
    return statistics.median(slopes) if slopes else 0.0


def bound_bytes_per_s(duration_s):
    """The steepest rise of the memory that is allowed over that time."""
    return KEPT_BYTES_PER_S + STEPS_BYTES / duration_s


def most_frequent(counts):
    """Requests of the page open descriptors for an instant, so single samples may differ."""
    return collections.Counter(counts).most_common(1)[0][0]


def judge_process(name, samples, warm_up_s):
    """What a process needed after the warm-up, and what is wrong with it.

    @param samples dicts with t_s, memory_bytes, descriptors and threads, by rising time
    @return (dict of results, list of faults)
    """
    used = [sample for sample in samples if sample["t_s"] >= warm_up_s]
    if len(used) < 12:
        return {}, [f"{name}: only {len(used)} samples after the warm-up"]
    times_s = [sample["t_s"] for sample in used]
    sixth = len(used) // 6
    rise = slope(times_s, [sample["memory_bytes"] for sample in used])
    bound = bound_bytes_per_s(times_s[-1] - times_s[0])
    found = {"rise_bytes_per_s": round(rise, 1), "bound_bytes_per_s": round(bound, 1)}
    faults = []
    if rise > bound:
        faults.append(f"{name}: memory rises by {rise:.0f} bytes/s, more than {bound:.0f}")
    for kind in ("descriptors", "threads"):
        counts = [sample[kind] for sample in used]
        first, last = most_frequent(counts[:sixth]), most_frequent(counts[-sixth:])
        found[kind] = {"first": first, "last": last, "most": max(counts)}
        if first != last:
            faults.append(f"{name}: {first} {kind} at first, {last} at the end")
    return found, faults


def stall_ms(loss, stalls):
    """The longest delay by the machine in the time in which a loss began, by cause.

    @param loss dict with from_s, to_s and the names of the parts that may have caused it
    @param stalls dicts with from_s, to_s, `waits` (time in ms that each part's loop was runnable
           and had no CPU), `late` (lateness in ms of threads that only sleep, one a CPU) and
           `stolen` (time in ms that the hypervisor took from each CPU)
    """
    begin_s, waits, late, stolen = loss["from_s"] - BEFORE_S, 0.0, 0.0, collections.Counter()
    for stall in stalls:
        if stall["to_s"] < begin_s or stall["from_s"] > loss["to_s"]:
            continue
        waits += sum(stall["waits"].get(part, 0.0) for part in loss["parts"])
        late = max([late, *stall["late"].values()])
        stolen.update(stall["stolen"])
    return {"waits": round(waits, 1), "late": round(late, 1),
            "stolen": round(max(stolen.values(), default=0.0), 1)}


def explain(losses, stalls):
    """The losses, each with its stall and whether that explains it."""
    explained = []
    for loss in losses:
        stall = stall_ms(loss, stalls)
        explained.append({**loss, "stall_ms": stall,
                          "explained": max(stall.values()) >= LEAST_STALL_MS})
    return explained


def losses_of(polls, parts):
    """Increases of counters from poll to poll.

    @param polls list of (time in s, dict of counters), by rising time
    @param parts the parts that may have caused an increase, by the name of the counter
    """
    return [{"what": name, "count": now[name] - before[name], "from_s": from_s, "to_s": to_s,
             "parts": parts[name]}
            for (from_s, before), (to_s, now) in zip(polls, polls[1:])
            for name in parts if now[name] > before[name]]


def unexplained(explained, totals):
    """What is wrong with the losses.

    @param totals counts in the summaries of the processes: each must be the sum of its losses
    """
    faults = [f"no stall explains {loss['what']} at {loss['to_s']:.1f} s: {loss['stall_ms']}"
              for loss in explained if not loss["explained"]]
    for name, total in totals.items():
        seen = sum(loss["count"] for loss in explained if loss["what"] == name)
        if seen != total:
            faults.append(f"{name}: {total} in the summary, {seen} at known times")
    return faults
