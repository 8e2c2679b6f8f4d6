# SPDX-License-Identifier: MIT
"""Waiting by polling."""
import time
from typing import Callable, TypeVar

LIMIT_S = 60.0  # the default of a wait
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.0005, 0.01  # between two polls

Found = TypeVar("Found")


def until(poll: Callable[[], Found | None], what: str | Callable[[], str],
          limit_s: float = LIMIT_S) -> Found:
    """The result of `poll` as soon as it is true. Pauses between polls become longer.

    @param what describes the condition, or returns a description at the end, such as a log
    @throws AssertionError if it was not true within limit_s seconds
    """
    deadline_s, pause_s = time.monotonic() + limit_s, FIRST_PAUSE_S
    while True:
        found = poll()
        if found:
            return found
        if time.monotonic() > deadline_s:
            waited_for = what if isinstance(what, str) else what()
            raise AssertionError(f"not within {limit_s:g} s: {waited_for}")
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
