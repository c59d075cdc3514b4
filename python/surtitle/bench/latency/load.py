"""Processes that keep the machine busy, so that the page has only a share of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Ends by itself when the bench does: its standard input closes.
_BURN = """
import select, sys
while not select.select([sys.stdin], [], [], 0)[0]:
    sum(range(200_000))
"""


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """Keep ``count`` processes computing while the context lasts."""
    command = [sys.executable, "-c", _BURN]
    burners = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            if burner.stdin:
                burner.stdin.close()
            burner.terminate()
            burner.wait()
