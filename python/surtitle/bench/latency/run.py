"""Plays clips to the real page in Chromium and records what it paints when."""

from __future__ import annotations

import base64
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from surtitle.audio.source import SAMPLE_RATE_HZ
from surtitle.bench.latency import align, effort
from surtitle.bench.latency.clips import TimedClip, write_flac
from surtitle.bench.latency.load import busy_cores
from surtitle.bench.latency.record import Arrival, ClipRecord, Effort, Revision, Run, Update
from surtitle.bench.page.browser import launch
from surtitle.bench.page.server import serving
from surtitle.bench.page.viewer import Viewer
from surtitle.errors import SurtitleError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

RECORDER = Path(__file__).with_name("recorder.js")

LEAD_S = 1.0
"""Silence played before a clip."""

TAIL_S = 2.0
"""Silence after it: the segment closes (hang-over 0.5 s) and the last pass is painted."""

FOUND_IN_S = 3.0
"""So much of a clip is looked for in the captured audio."""

SETTLED_MS = 500.0
"""A transcript to which nothing is added for this long after a clip's end is complete."""

WARM_S = 60
"""After so much of a long clip everything has run once: memory is counted from there on."""

_POLL_MS = 50.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How the page is run."""

    headed: bool = False
    busy: int = 0
    """Processes that compute all the time beside the browser."""
    routes: dict[str, str] = field(default_factory=dict)
    """Pattern of a script's address → what is served in its place (the bench's own tests)."""


def run(
    clips: Sequence[TimedClip],
    settings: Settings,
    tell: Callable[[str], None],
    playwright: Playwright | None = None,
) -> Run:
    """Play every clip once. What was recorded before an interruption is kept: see ``Run.clips``.

    ``playwright`` is one that has been started; by default one is started for the run.

    Raises :class:`SurtitleError` where Chromium, Playwright or the page is missing.
    """
    result = Run("local", effort.machine(), "", effort.commit())
    result.settings = {
        "busy_processes": settings.busy,
        "headed": settings.headed,
    }
    try:
        with (
            _started(playwright) as own,
            _page(own, settings, tell) as (browser, player),
            busy_cores(settings.busy),
        ):
            result.browser = f"Chromium {browser.version}"
            before = player.used(browser)
            for number, clip in enumerate(clips, start=1):
                tell(f"{number} of {len(clips)}: {clip.id}")
                result.clips.append(player.play(clip))
            result.effort = player.effort(browser, before, result.clips)
    except (KeyboardInterrupt, Exception) as error:
        # Minutes of clips are not thrown away for the one that failed.
        if not result.clips:
            raise
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        tell(f"ended after {len(result.clips)} of {len(clips)} clips: {why}")
        result.settings["ended_early"] = why
    return result


@contextmanager
def _started(playwright: Playwright | None) -> Iterator[Playwright]:
    if playwright is not None:
        yield playwright
        return
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise SurtitleError(
            "Playwright is missing. Install it: pip install 'surtitle[bench]'"
        ) from error
    with sync_playwright() as started:
        yield started


@contextmanager
def _page(
    playwright: Playwright, settings: Settings, tell: Callable[[str], None]
) -> Iterator[tuple[Browser, Player]]:
    with serving() as url, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright, "--js-flags=--expose-gc", headed=settings.headed)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(path=RECORDER)
        for pattern, script in settings.routes.items():
            page.route(pattern, lambda route, _, body=script: _replace(route, body))
        viewer = Viewer(page, url)
        tell("opening the page")
        viewer.open_ready("?debug")
        try:
            yield browser, Player(browser, page, viewer, Path(folder))
        finally:
            browser.close()


def _replace(route: Any, body: str) -> None:
    response = route.fetch()
    route.fulfill(response=response, body=body)


class Player:
    """A page that is ready, playing clips one after the other."""

    def __init__(self, browser: Browser, page: Page, viewer: Viewer, folder: Path) -> None:
        self._browser = browser
        self._page = page
        self._viewer = viewer
        self._folder = folder
        self._long_memory: tuple[int | None, int | None] | None = None

    def play(self, clip: TimedClip) -> ClipRecord:
        """Play ``clip`` between silences and record it until its captions have settled."""
        samples = clip.samples()
        path = self._folder / f"{clip.id}.flac"
        lead, tail = (np.zeros(round(s * SAMPLE_RATE_HZ), np.float32) for s in (LEAD_S, TAIL_S))
        write_flac(path, np.concatenate([lead, samples, tail]))
        began = int(self._page.evaluate("surtitleLatency.begin()"))
        self._viewer.play_file(path)
        self._wait_for("surtitleLatency.written()", began + round(8 * SAMPLE_RATE_HZ), clip)
        zero = began + self._offset(samples, began)
        warm_bytes: int | None = None
        if clip.duration_s > 2 * WARM_S:
            end = began + WARM_S * SAMPLE_RATE_HZ
            self._wait_for("surtitleLatency.written()", end, clip, WARM_S + 30)
            warm_bytes = self._memory_bytes()
        self._viewer.wait(
            self._viewer.ended, "the clip's end", clip.duration_s + LEAD_S + TAIL_S + 30
        )
        self._viewer.wait(lambda: not self._page.evaluate("surtitleLatency.waiting()"), "the paint")
        transcript = self._settled_transcript()
        path.unlink()
        if clip.duration_s > 2 * WARM_S:
            # Before the records are handed over, which makes copies of them in the page's process.
            self._long_memory = (warm_bytes, self._memory_bytes())
        state = self._page.evaluate("surtitleLatency.state")
        return _record(clip, state, transcript, zero)

    def _settled_transcript(self) -> str:
        """What the page's transcript has once nothing is added to it any more."""
        texts = [self._viewer.phrases()]

        def settled() -> bool:
            self._page.wait_for_timeout(SETTLED_MS)
            texts.append(self._viewer.phrases())
            return texts[-1] == texts[-2]

        self._viewer.wait(settled, "the transcript's end")
        return " ".join(texts[-1])

    def _wait_for(
        self, expression: str, least: int, clip: TimedClip, within_s: float = 30.0
    ) -> None:
        deadline = time.monotonic() + within_s
        while int(self._page.evaluate(expression)) < least:
            if time.monotonic() > deadline:
                raise SurtitleError(
                    f"clip {clip.id} is not being captured: {self._viewer.status()}"
                )
            self._page.wait_for_timeout(_POLL_MS)

    def _offset(self, samples: align.Samples, began: int) -> int:
        """Where the clip begins, in samples after ``began``."""
        written = int(self._page.evaluate("surtitleLatency.written()"))
        text = self._page.evaluate(f"surtitleLatency.samples({began}, {written - began})")
        captured = np.frombuffer(base64.b64decode(text), "<f4")
        part = samples[: round(FOUND_IN_S * SAMPLE_RATE_HZ)]
        room = max(0, len(captured) - SAMPLE_RATE_HZ // 10)
        return align.find(part[:room], captured)

    def used(self, browser: Browser) -> dict[str, float]:
        """CPU seconds of each thread, ``memory``, ``passes``, ``dropped`` and ``lost`` so far."""
        processes = effort.renderers(browser)
        debug = self._viewer.debug()
        level, passes = debug.get("level") or {}, debug.get("effort") or {}
        return {
            **effort.thread_cpu_s(processes),
            "memory": float(self._memory_bytes() or 0),
            "passes": float(passes.get("ticks", 0)),
            "dropped": float(passes.get("dropped", 0)),
            "lost": float(level.get("lost_samples", 0) + passes.get("lost_samples", 0)),
        }

    def _memory_bytes(self) -> int | None:
        """What is in use, without the garbage that happens to wait."""
        self._page.evaluate("globalThis.gc()")
        for worker in self._page.workers:
            worker.evaluate("globalThis.gc()")
        return effort.memory_bytes(effort.renderers(self._browser))

    def effort(
        self, browser: Browser, before: dict[str, float], clips: Sequence[ClipRecord]
    ) -> Effort:
        """What the clips cost since ``before``."""
        after = self.used(browser)
        passed = [stage for clip in clips for stage in _pass_times_s(clip)]
        own = ("memory", "passes", "dropped", "lost")
        memory = self._long_memory or (int(before["memory"]) or None, int(after["memory"]) or None)
        cpu_s = {
            name: round(used - before.get(name, 0.0), 2)
            for name, used in sorted(after.items())
            if name not in own and used - before.get(name, 0.0) >= 0.05
        }
        return Effort(
            audio_s=sum(clip.duration_s + LEAD_S + TAIL_S for clip in clips),
            busy_s=sum(passed),
            passes=int(after["passes"] - before["passes"]),
            dropped_ticks=int(after["dropped"] - before["dropped"]),
            lost_samples=int(after["lost"] - before["lost"]),
            cpu_s=cpu_s,
            memory_start_bytes=memory[0],
            memory_end_bytes=memory[1],
        )


def revisions_of(state: dict[str, Any]) -> list[Revision]:
    """The painted revisions with their whole text, where it differs from the one before."""
    revisions: list[Revision] = []
    for noted in state["revisions"]:
        text = " ".join([*state["left"][: noted["left"]], noted["stands"]]).strip()
        if not revisions or revisions[-1].text != text:
            revisions.append(Revision(noted["at_ms"], text))
    return revisions


def _pass_times_s(clip: ClipRecord) -> list[float]:
    return [
        (update.stamps_ms["recognise"] - update.stamps_ms["began"]) / 1000
        for update in clip.updates
        if "began" in update.stamps_ms and "recognise" in update.stamps_ms
    ]


def _record(clip: TimedClip, state: dict[str, Any], transcript: str, zero: int) -> ClipRecord:
    """What the page noted, in seconds of the clip, whose first sample is ``zero``."""

    def at_s(sample: float) -> float:
        return (sample - zero) / SAMPLE_RATE_HZ

    pairs = state["arrivals"]
    return ClipRecord(
        clip.id,
        clip.kind,
        clip.duration_s,
        clip.text,
        clip.words,
        [Arrival(at_s(pairs[n]), pairs[n + 1]) for n in range(0, len(pairs), 2)],
        revisions_of(state),
        [
            Update(
                at_s(one["end_sample"]),
                dict(one["stamps"]),
                at_s(one["start_sample"]),
                unchanged=one.get("unchanged", False),
            )
            for one in state["updates"]
        ],
        [task["duration"] for task in state["long_tasks"]],
        transcript,
        sum(not revision["timed"] for revision in state["revisions"]),
    )
