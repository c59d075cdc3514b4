"""The demo clip, from its button to the last painted word."""

from __future__ import annotations

import json
from pathlib import Path

from surtitle.bench.page.viewer import Viewer
from surtitle.bench.words import word_error_rate, words_of

DEMO = Path(__file__).parents[1] / "demo" / "demo.json"


def test_the_demo_is_captioned_to_its_last_word(viewer: Viewer) -> None:
    reference = words_of(json.loads(DEMO.read_text())["text"])
    viewer.open_ready("?debug")
    viewer.play_demo()
    viewer.wait(viewer.ended, "the demo to end", timeout_s=120)
    last = reference[-3:]
    viewer.wait(
        lambda: words_of(" ".join(viewer.phrases()))[-3:] == last, "the last phrase", timeout_s=30
    )

    painted = words_of(viewer.painted())
    assert word_error_rate(reference, painted) < 0.15, " ".join(painted)
    transcript = words_of(" ".join(viewer.phrases()))
    assert word_error_rate(reference, transcript) < 0.15, " ".join(transcript)

    figures = viewer.debug()
    counts = {stage["stage"]: stage["count"] for stage in figures["stages"]}
    assert set(counts) == {"capture", "vad", "recognise", "text", "layout", "sync", "paint"}
    assert all(counts.values()), counts
    assert figures["isolated"] is True
    assert figures["level"]["lost_samples"] == 0
    assert figures["effort"]["lost_samples"] == 0


def test_the_spoken_log_gets_finished_phrases_alone(viewer: Viewer) -> None:
    viewer.open_ready()
    log = viewer.page.locator("#spoken-log")
    assert log.inner_text() == ""
    viewer.play_demo()
    viewer.wait(lambda: log.locator("p").count() > 0, "a finished phrase")
    first = log.locator("p").first.inner_text()
    assert first == viewer.phrases()[0]
    viewer.wait(lambda: log.locator("p").count() > 1, "a second phrase")
    assert log.locator("p").first.inner_text() == first
