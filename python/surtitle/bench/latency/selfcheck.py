"""Does the bench read back a delay that it knows? A clip of clicks, a synthetic recogniser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from surtitle.audio.source import SAMPLE_RATE_HZ
from surtitle.bench.latency.clips import TimedClip, write_flac
from surtitle.bench.latency.figures import percentile
from surtitle.bench.latency.record import Run, SpokenWord
from surtitle.bench.latency.run import Settings, run
from surtitle.bench.latency.score import score

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

SCRIPT = Path(__file__).with_name("synthetic.js")
PATTERN = "**/recogniser.worker*.js"

CLICKS = 12
APART_S = 0.7
CLICK_SAMPLES = 80


def clicks(folder: Path) -> TimedClip:
    """A clip of clicks, 5 ms of noise each at odd distances, and where they begin."""
    noise = np.random.default_rng(217)
    samples = noise.normal(0, 1e-3, round((CLICKS + 1) * APART_S * SAMPLE_RATE_HZ))
    words = []
    for n in range(CLICKS):
        at = round((0.5 + n * APART_S + 0.1 * noise.random()) * SAMPLE_RATE_HZ)
        samples[at : at + CLICK_SAMPLES] = 0.8 * noise.choice([-1, 1], CLICK_SAMPLES)
        at_s = at / SAMPLE_RATE_HZ
        words.append(SpokenWord(f"click{n}", at_s, at_s))
    path = folder / "clicks.flac"
    write_flac(path, samples.astype(np.float32))
    text = " ".join(word.text for word in words)
    return TimedClip("clicks", "clicks", path, text, len(samples) / SAMPLE_RATE_HZ, words)


def run_clicks(
    folder: Path,
    delay_ms: float,
    tell: Callable[[str], None],
    playwright: Playwright | None = None,
) -> Run:
    """The clicks, recognised ``delay_ms`` after they were heard."""
    script = SCRIPT.read_text("utf-8").replace("DELAY_MS = 0;", f"DELAY_MS = {delay_ms};")
    return run([clicks(folder)], Settings(routes={PATTERN: script}), tell, playwright)


def clock_error_ms(checked: Run, delay_ms: float) -> float | None:
    """How much later the bench says the clicks were shown than they were (median).

    What is shown ``delay_ms`` after a click takes the way from the recogniser to the paint on top;
    the page stamps that for each click, and it is taken off here.
    """
    clip = checked.clips[0]
    errors = []
    for word in score(clip).words:
        if word.first_ms is None or not clip.updates:
            continue
        at_s = word.word.end_s
        update = min(clip.updates, key=lambda one: abs(one.position_s - at_s))
        way_ms = update.stamps_ms["paint"] - update.stamps_ms["recognise"]
        errors.append(word.first_ms - way_ms - delay_ms)
    return percentile(errors, 0.5)
