from __future__ import annotations

from pathlib import Path

import pytest

from surtitle.bench.streaming import LiveReplay
from surtitle.bench.words import word_error_rate, words_of
from surtitle.engine.recogniser import Recogniser

CLIPS = Path(__file__).parents[1] / "clips"


@pytest.fixture(name="live", scope="module")
def live_fixture(recogniser: Recogniser) -> LiveReplay:
    return LiveReplay(recogniser)


def test_live_captions_of_a_clip_with_a_cut_keep_its_words(live: LiveReplay) -> None:
    said = words_of(
        "six spoons of fresh snow peas five thick slabs of blue cheese and maybe a snack for her "
        "brother bob"
    )
    heard = words_of(live.text(CLIPS / "vctk_p225_003.flac"))
    assert word_error_rate(said, heard) < 0.2


@pytest.mark.parametrize("clip", ["gen_silence_digital.flac", "spi_vinyl_hiss.flac"])
def test_what_is_no_speech_stays_without_text(live: LiveReplay, clip: str) -> None:
    assert words_of(live.text(CLIPS / clip)) == []
