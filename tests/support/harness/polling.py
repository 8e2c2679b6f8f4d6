# SPDX-License-Identifier: MIT
"""Waiting for something by looking again."""
import time
from typing import Callable, TypeVar

LIMIT_S = 60.0  # of a wait for which nothing else is said
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.0005, 0.01  # between two looks

Found = TypeVar("Found")


def until(look: Callable[[], Found | None], what: str | Callable[[], str],
          limit_s: float = LIMIT_S) -> Found:
    """What `look` gives as soon as that is true. Pauses between looks become longer.

    @param what is waited for, or a function that tells at the end, as a log does
    @throws AssertionError if it was not so within limit_s seconds
    """
    deadline_s, pause_s = time.monotonic() + limit_s, FIRST_PAUSE_S
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > deadline_s:
            told = what if isinstance(what, str) else what()
            raise AssertionError(f"not within {limit_s:g} s: {told}")
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
