"""Runs of the latency bench made by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from surtitle.bench.latency.record import (
    Arrival,
    ClipRecord,
    Effort,
    Revision,
    Run,
    SpokenWord,
    Update,
)

ZERO_MS = 1_000_000.0


def _run(delay_ms: float, clips: int = 8) -> Run:
    """Every word is shown ``delay_ms``, and a little more from clip to clip, after its end."""
    run = Run("local", {"cores": 2, "cpu": "a <fast> one"}, "Chromium 1", "abc")
    for number in range(clips):
        late_ms = delay_ms * (1 + 0.02 * number)
        words = [SpokenWord(text, n, n + 0.5) for n, text in enumerate(("one", "two", "three"))]
        texts = ["one", "one too", "one two", "one two three"]
        ends = [0.5, 1.2, 1.5, 2.5]
        updates = [
            Update(end_s, {s: ZERO_MS + 1000 * end_s + n * late_ms / 6 for n, s in enumerate(PATH)})
            for end_s in ends
        ]
        run.clips.append(
            ClipRecord(
                f"clip{number}",
                "read",
                4.0,
                "one two three",
                words,
                [Arrival(n / 100, ZERO_MS + 10 * n) for n in range(400)],
                [
                    Revision(ZERO_MS + 1000 * end_s + late_ms, text)
                    for end_s, text in zip(ends, texts, strict=True)
                ],
                updates,
            )
        )
    run.effort = Effort(audio_s=4.0 * clips, busy_s=clips, cpu_s={"worker": 2.0 * clips})
    return run


PATH = ("capture", "vad", "recognise", "text", "layout", "sync", "paint")


@pytest.fixture(name="make_run")
def make_run_fixture() -> Callable[..., Run]:
    return _run
