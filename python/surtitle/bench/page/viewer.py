"""What a viewer does and sees: the page driven through its own controls, its captions read from
the painted DOM.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from surtitle.errors import SurtitleError

if TYPE_CHECKING:
    from playwright.sync_api import Page

RECORDER = Path(__file__).with_name("recorder.js")
"""Runs in the page before its own scripts and notes every row that has been painted."""

_POLL_MS = 100.0


class Viewer:
    """A page of Surtitle in a browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        page.add_init_script(path=RECORDER)

    def open(self, query: str = "") -> None:
        self.page.goto(f"{self.url}/{query}")

    def open_ready(self, query: str = "", timeout_s: float = 120.0) -> None:
        """Open the page and wait until captions can begin."""
        self.open(query)
        self.wait(lambda: self.status().startswith("Ready"), "the page to be ready", timeout_s)

    def play_file(self, path: Path) -> None:
        self.page.set_input_files("#file", str(path))

    def play_demo(self) -> None:
        self.choose("demo")

    def choose(self, source: str) -> None:
        """Press the button of ``demo`` or ``microphone``, wherever it stands now."""
        welcome = self.page.locator(f"#welcome-{source}")
        (welcome if welcome.is_visible() else self.page.locator(f"#open-{source}")).click()

    def status(self) -> str:
        return self.page.inner_text("#status-text")

    def lines(self) -> list[str]:
        """Return the rows that stand on the picture now, from the top."""
        lines: list[str] = self.page.evaluate("surtitleRecorder.lines()")
        return lines

    def painted(self) -> str:
        """Return every row painted since the page opened, each as it was last seen."""
        return " ".join(row["text"] for row in self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows: ``text``, and when each first had a word, as ``first_ms`` since the
        epoch and as ``media_s`` of the media.
        """
        rows: list[dict[str, Any]] = self.page.evaluate("surtitleRecorder.rows")
        return rows

    def phrases(self) -> list[str]:
        """Return the phrases of the transcript."""
        return self.page.locator("#transcript-list .phrase span").all_inner_texts()

    def problem(self) -> str:
        """Return the problem shown: what is wrong and what to do; empty if there is none."""
        box = self.page.locator("#problem")
        return box.inner_text() if box.is_visible() else ""

    def long_tasks(self) -> list[dict[str, float]]:
        """Return the main thread's tasks over 50 ms: ``start_ms`` since the epoch, ``duration``."""
        tasks: list[dict[str, float]] = self.page.evaluate("surtitleRecorder.long_tasks")
        return tasks

    def scripts(self) -> list[dict[str, Any]]:
        """Return the scripts of long frames: ``start_ms``, ``duration`` and their ``invoker``."""
        scripts: list[dict[str, Any]] = self.page.evaluate("surtitleRecorder.scripts")
        return scripts

    def media_s(self) -> float:
        return float(self.page.evaluate("document.querySelector('#video').currentTime"))

    def ended(self) -> bool:
        return bool(self.page.evaluate("document.querySelector('#video').ended"))

    def debug(self) -> dict[str, Any]:
        """Return the figures of ``?debug``; empty before the first."""
        text = self.page.get_attribute("#debug", "data-json")
        figures: dict[str, Any] = json.loads(text) if text else {}
        return figures

    def wait(self, condition: Callable[[], bool], what: str, timeout_s: float = 60.0) -> None:
        """Wait until ``condition`` holds.

        Raises :class:`SurtitleError` that says what the page showed instead.
        """
        deadline = time.monotonic() + timeout_s
        while not condition():
            if time.monotonic() > deadline:
                raise SurtitleError(
                    f"Waited {timeout_s:.0f} s for {what}; the page says “{self.status()}” "
                    f"{self.problem()!r} and shows {self.lines()}"
                )
            self.page.wait_for_timeout(_POLL_MS)
