"""The latency bench against a recogniser whose delay is known, and against the real one."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from surtitle.bench.latency.clips import TimedClip
from surtitle.bench.latency.figures import percentile, to_json
from surtitle.bench.latency.record import Run, SpokenWord
from surtitle.bench.latency.run import Settings, run
from surtitle.bench.latency.score import score
from surtitle.bench.latency.selfcheck import CLICKS, clock_error_ms, run_clicks

DELAYS_MS = (60.0, 190.0)


@pytest.fixture(scope="module")
def runs(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    folder = tmp_path_factory.mktemp("clicks")
    return [run_clicks(folder, delay_ms, lambda _: None, playwright) for delay_ms in DELAYS_MS]


def test_the_bench_reads_a_programmed_delay_back(runs: list[Run]) -> None:
    for measured, delay_ms in zip(runs, DELAYS_MS, strict=True):
        words = score(measured.clips[0]).words
        assert sum(word.first_ms is not None for word in words) >= CLICKS - 1
        assert clock_error_ms(measured, delay_ms) == pytest.approx(0, abs=5)


def test_the_stage_of_the_recogniser_is_the_programmed_delay(runs: list[Run]) -> None:
    for measured, delay_ms in zip(runs, DELAYS_MS, strict=True):
        stages = score(measured.clips[0]).stages_ms
        assert percentile(stages["recognise"], 0.5) == pytest.approx(delay_ms, abs=5)


def test_a_clip_of_speech_is_captioned_and_timed(
    playwright: Playwright, speech: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("surtitle.bench.latency.run.WARM_S", 1)  # memory as of a long clip
    text = "as an example of fine typography"
    words = [SpokenWord(word, 0.5 * n, 0.5 * n + 0.5) for n, word in enumerate(text.split())]
    clip = TimedClip("typography", "read", speech, text, 3.0, words)
    document = to_json(run([clip], Settings(), lambda _: None, playwright))
    assert document["clips"][0]["final_words"] > 3
    figures = document["figures"]
    assert figures["passes"] > 5
    assert figures["update_ms"]["n"] > 5
    assert figures["lost_samples"] == 0
    assert figures["stages"]["paint"]["n"] > 0
    assert figures["memory_start_bytes"] > 0
    assert figures["memory_end_bytes"] > 0
