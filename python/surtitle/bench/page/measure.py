"""``surtitle bench page``: the page in Chromium, from the sound to the painted word."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import surtitle
from surtitle.bench.page.browser import launch
from surtitle.bench.page.server import serving
from surtitle.bench.page.viewer import Viewer
from surtitle.errors import SurtitleError

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

DEMO = Path(surtitle.__file__).parent / "static" / "demo" / "demo.json"

# The target of the project: the main thread is never blocked for longer while captioning.
LONG_TASK_MS = 50.0

_POLL_MS = 500.0


@dataclass(frozen=True, slots=True)
class Stage:
    """What a stage adds to a caption's way, in ms; ``capture`` is the whole way."""

    stage: str
    p50_ms: float
    p95_ms: float
    count: int


@dataclass(frozen=True, slots=True)
class PageFigures:
    """The figures of one run of the bench."""

    minutes: float
    """How long captions ran."""
    first_caption_ms: float
    """From the demo's first speech to its first painted word, the page being ready."""
    first_caption_at_once_ms: float
    """The same where play is pressed as soon as the page is there; everything is cached."""
    ready_ms: float
    """From the page's address to ready; everything is cached."""
    lost_samples: int
    """Samples that a reader of the ring found overwritten."""
    gap_samples: int
    """Samples that the audio device did not deliver while captions ran."""
    passes: int
    dropped_ticks: int
    long_tasks_ms: list[float]
    """Tasks of the main thread of more than 50 ms while captions ran, whatever ran in them."""
    long_scripts_ms: list[float]
    """Scripts that ran for more than 50 ms on the main thread meanwhile: the page's own doing."""
    stages: list[Stage]


def measure(minutes: float, tell: Callable[[str], None]) -> PageFigures:
    """Run the demo in a loop for ``minutes`` and read what the page measured.

    ``tell`` is called with what is being done. Raises :class:`SurtitleError` where Chromium, the
    page or Playwright is missing.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise SurtitleError(
            "Playwright is missing. Install it: pip install 'surtitle[bench]'"
        ) from error
    onset_s = _onset_s()
    with serving() as url, sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        tell("filling the cache")
        _visit(context, url).page.close()
        tell("playing at once")
        at_once_ms = _first_caption_at_once(context, url, onset_s)
        tell("opening the page")
        began = time.monotonic()
        viewer = _visit(context, url)
        ready_ms = 1000 * (time.monotonic() - began)
        figures = _run(viewer, minutes, onset_s, tell)
        browser.close()
    return PageFigures(first_caption_at_once_ms=at_once_ms, ready_ms=ready_ms, **figures)


def lines(figures: PageFigures) -> list[str]:
    """Return the figures as a person reads them."""
    longest_ms = max(figures.long_tasks_ms, default=0.0)
    longest_script_ms = max(figures.long_scripts_ms, default=0.0)
    rows = (
        ("ready", figures.ready_ms, "ms after the address, everything cached"),
        ("first caption", figures.first_caption_ms, "ms after speech begins, the page being ready"),
        ("", figures.first_caption_at_once_ms, "ms where play is pressed at once"),
        (
            "long tasks",
            len(figures.long_tasks_ms),
            f"over {LONG_TASK_MS:.0f} ms in {figures.minutes:.1f} min, longest {longest_ms:.0f} ms",
        ),
        (
            "long scripts",
            len(figures.long_scripts_ms),
            f"of the page over {LONG_TASK_MS:.0f} ms, longest {longest_script_ms:.0f} ms",
        ),
        ("ring", figures.lost_samples, f"samples lost, {figures.gap_samples} never delivered"),
        ("recogniser", figures.passes, f"passes, {figures.dropped_ticks} ticks dropped"),
    )
    return [
        *(f"{name:15s} {value:7.0f} {text}" for name, value, text in rows),
        "",
        "stage           p50 ms    p95 ms  captions",
        *(
            f"{stage.stage:12s} {stage.p50_ms:9.1f} {stage.p95_ms:9.1f} {stage.count:9d}"
            for stage in figures.stages
        ),
    ]


def to_json(figures: PageFigures) -> dict[str, Any]:
    """Return the figures as a JSON object."""
    return asdict(figures)


def _onset_s() -> float:
    try:
        demo = json.loads(DEMO.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SurtitleError("The page is not built: type make web") from error
    return float(demo["sentences"][0]["words"][0]["start_s"])


def _visit(context: BrowserContext, url: str) -> Viewer:
    viewer = Viewer(context.new_page(), url)
    viewer.open_ready("?debug")
    return viewer


def _first_caption(viewer: Viewer, onset_s: float) -> float:
    viewer.wait(lambda: viewer.rows() != [], "the first caption")
    return 1000 * (float(viewer.rows()[0]["media_s"]) - onset_s)


def _first_caption_at_once(context: BrowserContext, url: str, onset_s: float) -> float:
    viewer = Viewer(context.new_page(), url)
    viewer.open("?debug")
    viewer.play_demo()
    first_ms = _first_caption(viewer, onset_s)
    viewer.page.close()
    return first_ms


def _run(
    viewer: Viewer, minutes: float, onset_s: float, tell: Callable[[str], None]
) -> dict[str, Any]:
    viewer.page.evaluate("document.querySelector('#video').loop = true")
    before = viewer.debug()
    began_ms = float(viewer.page.evaluate("performance.timeOrigin + performance.now()"))
    viewer.play_demo()
    first_ms = _first_caption(viewer, onset_s)
    end = time.monotonic() + 60 * minutes
    while (left_s := end - time.monotonic()) > 0:
        tell(f"captioning, {left_s / 60:.1f} min left")
        viewer.page.wait_for_timeout(min(_POLL_MS * 20, 1000 * left_s))
    after = viewer.debug()
    level, effort = after["level"], after["effort"]
    return {
        "minutes": minutes,
        "first_caption_ms": first_ms,
        "lost_samples": level["lost_samples"] + effort["lost_samples"],
        "gap_samples": level["gap_samples"] - (before.get("level") or {}).get("gap_samples", 0),
        "passes": effort["ticks"],
        "dropped_ticks": effort["dropped"],
        "long_tasks_ms": _long(viewer.long_tasks(), began_ms),
        "long_scripts_ms": _long(viewer.scripts(), began_ms),
        "stages": [
            Stage(stage["stage"], stage["p50_ms"] or 0.0, stage["p95_ms"] or 0.0, stage["count"])
            for stage in after["stages"]
        ],
    }


def _long(entries: list[dict[str, Any]], began_ms: float) -> list[float]:
    return [
        float(entry["duration"])
        for entry in entries
        if entry["start_ms"] >= began_ms and entry["duration"] > LONG_TASK_MS
    ]
