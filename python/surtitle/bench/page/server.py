"""The real ``surtitle serve`` in a process of its own, on a free port."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from surtitle.errors import SurtitleError

_URL = re.compile(r"https?://\S+:\d+")
_STOP_S = 10.0


@contextmanager
def serving() -> Iterator[str]:
    """Serve while the context lasts; gives the URL.

    Raises :class:`SurtitleError` with the server's own words where it does not start.
    """
    command = [sys.executable, "-m", "surtitle", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield _announced(process)
        finally:
            process.terminate()
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()


def _announced(process: subprocess.Popen[str]) -> str:
    said: list[str] = []
    for line in process.stdout or ():
        said.append(line)
        if match := _URL.search(line):
            return match[0]
    raise SurtitleError("`surtitle serve` did not start: " + "".join(said).strip())
