# SPDX-License-Identifier: MIT
"""Observes processes and the machine during a long run: what each process needs, and each stall of
the machine that delays it. Reads /proc only. All times are those of now_s()."""
import contextlib
import os
import pathlib
import threading
import time

STALL_PERIOD_S = 0.05
SAMPLE_PERIOD_S = 1.0
WATCH_PERIOD_S = 0.01
SHORTEST_MS = 1.0  # shorter delays are not kept: an hour would have millions
PROC = pathlib.Path("/proc")
BEGIN_S = time.monotonic()
MS_PER_TICK = 1000 / os.sysconf("SC_CLK_TCK")


def now_s():
    """Time in s since the test was started."""
    return time.monotonic() - BEGIN_S


def sample(pid):
    """Memory, descriptors and threads of a process. @throws OSError if it has ended"""
    status = dict(line.split(":", 1) for line in
                  (PROC / f"{pid}/status").read_text(encoding="ascii").splitlines())

    def size(name):
        return int(status[name].split()[0]) * 1024

    # Pages of files are shared, and come and go with what the kernel reclaims.
    return {"memory_bytes": size("RssAnon") + size("RssShmem"), "rss_bytes": size("VmRSS"),
            "descriptors": len(os.listdir(PROC / f"{pid}/fd")), "threads": int(status["Threads"])}


def thread_waits(pid):
    """(times run, ms for which it was runnable without a CPU) of each thread."""
    found = {}
    for task in (PROC / f"{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended
            _, waited_ns, times = (task / "schedstat").read_text(encoding="ascii").split()
            found[int(task.name)] = (int(times), int(waited_ns) / 1e6)
    return found


def stolen():
    """Time in ms that the hypervisor has taken from each CPU since the start."""
    lines = (PROC / "stat").read_text(encoding="ascii").splitlines()
    return {line.split()[0]: int(line.split()[8]) * MS_PER_TICK
            for line in lines if line.startswith("cpu") and line[3] != " "}


class Machine:
    """Threads that measure from start() to stop().

    `stalls` is what judge.stall_ms() reads. The thread of a process that runs most often is its
    loop: its waits have the name of the process, those of its other threads NAME_others.
    `samples` has the samples of each process, one a second, with t_s.
    """

    def __init__(self, processes):
        """@param processes their pids by name"""
        self.processes = processes
        self.stalls, self.samples = [], {name: [] for name in processes}
        self._waits = {name: {} for name in processes}
        self._stolen = stolen()
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._watch, args=(cpu,))
                         for cpu in os.sched_getaffinity(0)]
        self._threads.append(threading.Thread(target=self._measure))

    def start(self):
        for thread in self._threads:
            thread.start()

    def stop(self):
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _watch(self, cpu):
        """Only sleeps, on one CPU, and notes when it wakes late."""
        os.sched_setaffinity(0, {cpu})
        while not self._is_over.is_set():
            due_s = now_s() + WATCH_PERIOD_S
            time.sleep(WATCH_PERIOD_S)
            woken_s = now_s()
            late_ms = (woken_s - due_s) * 1000
            if late_ms >= SHORTEST_MS:
                self._add(due_s, woken_s, late={f"cpu{cpu}": late_ms})

    def _add(self, from_s, to_s, waits=None, late=None, stolen_ms=None):
        self.stalls.append({"from_s": from_s, "to_s": to_s, "waits": waits or {},
                            "late": late or {}, "stolen": stolen_ms or {}})

    def _measure(self):
        last_s, sampled_s = now_s(), -SAMPLE_PERIOD_S
        while not self._is_over.wait(STALL_PERIOD_S):
            from_s, last_s = last_s, now_s()
            waits, taken = self._new_waits(), self._newly_stolen()
            if waits or taken:
                self._add(from_s, last_s, waits, stolen_ms=taken)
            if last_s - sampled_s >= SAMPLE_PERIOD_S:
                sampled_s = last_s
                self._sample()

    def _sample(self):
        for name, pid in self.processes.items():
            with contextlib.suppress(OSError, KeyError):  # it has ended, or is a zombie
                self.samples[name].append({"t_s": round(now_s(), 2), **sample(pid)})

    def _new_waits(self):
        """Time in ms that loops and other threads have waited for a CPU since the last call."""
        found = {}
        for name, pid in self.processes.items():
            try:
                now = thread_waits(pid)
            except OSError:
                continue
            before, self._waits[name] = self._waits[name], now
            loop = max(now, key=lambda thread, now=now: now[thread][0], default=None)
            for thread, (_, waited_ms) in now.items():
                more_ms = waited_ms - before.get(thread, (0, waited_ms))[1]
                part = name if thread == loop else f"{name}_others"
                if more_ms >= SHORTEST_MS:
                    found[part] = max(found.get(part, 0.0), more_ms)
        return found

    def _newly_stolen(self):
        before, self._stolen = self._stolen, stolen()
        return {cpu: ms - before.get(cpu, ms) for cpu, ms in self._stolen.items()
                if ms > before.get(cpu, ms)}
