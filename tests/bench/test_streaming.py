from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest
from tests.conftest import samples_of

from surtitle.bench.streaming import LIVE_SEGMENTS, LiveReplay
from surtitle.bench.words import word_error_rate, words_of
from surtitle.engine.recogniser import Recogniser, Recognition
from surtitle.policy import CaptionSession

if TYPE_CHECKING:
    from surtitle._native import SpeechSegmenterOptions

CLIPS = Path(__file__).parents[1] / "clips"
WITH_CUTS: SpeechSegmenterOptions = {**LIVE_SEGMENTS, "max_segment_ms": 4_000}


@pytest.fixture(name="live", scope="module")
def live_fixture(recogniser: Recogniser) -> LiveReplay:
    return LiveReplay(recogniser)


def test_live_captions_of_a_clip_with_a_cut_keep_its_words(recogniser: Recogniser) -> None:
    live = LiveReplay(recogniser, 1 << 25, WITH_CUTS)
    said = words_of(
        "six spoons of fresh snow peas five thick slabs of blue cheese and maybe a snack for her "
        "brother bob"
    )
    heard = words_of(live.text(CLIPS / "vctk_p225_003.flac"))
    assert word_error_rate(said, heard) < 0.2


@pytest.mark.parametrize("clip", ["gen_silence_digital.flac", "spi_vinyl_hiss.flac"])
def test_what_is_no_speech_stays_without_text(live: LiveReplay, clip: str) -> None:
    assert words_of(live.text(CLIPS / clip)) == []


class Ear:
    """Hears nothing; asks for 0.5 s of context at a cut, and notes how much each pass got."""

    def __init__(self) -> None:
        self.passes: list[tuple[int, int, bool]] = []

    def recognise(
        self, audio: npt.NDArray[np.float32], segment: int, *, final: bool, cut: bool
    ) -> Recognition:
        self.passes.append((segment, len(audio), cut))
        context_samples = 8_000 if cut else 0
        return Recognition("", (), (), 0, final, 0.0, False, (), context_samples)


def test_the_segment_behind_a_cut_gets_the_audio_that_it_wants_in_front() -> None:
    ear = Ear()
    LiveReplay(ear, segments=WITH_CUTS).text(  # type: ignore[arg-type]  # two ears alike
        CLIPS / "vctk_p225_003.flac"
    )
    at = next(n for n, (_, _, cut) in enumerate(ear.passes) if cut)
    _, before, _ = ear.passes[at - 1]
    segment, samples, _ = ear.passes[at + 1]
    assert segment == ear.passes[at][0] + 1
    said_since_the_cut = samples - 8_000
    heard_since_the_pass_before = ear.passes[at][1] + said_since_the_cut - before
    assert 0 < heard_since_the_pass_before <= 3 * 512


def test_no_pass_hears_more_of_a_pause_than_its_tail() -> None:
    ear = Ear()
    spoken = samples_of(CLIPS / "vctk_p225_003.flac")
    samples = np.concatenate([spoken, np.zeros(48_000, np.float32)])
    for _ in LiveReplay(ear).updates(samples, CaptionSession()):  # type: ignore[arg-type]
        pass
    longest = max(heard for _, heard, _ in ear.passes)
    assert longest == ear.passes[-1][1]
    assert longest < len(spoken) + 16 * LIVE_SEGMENTS["tail_ms"] + 512
