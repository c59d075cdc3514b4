"""The microphone, into which a file speaks."""

from __future__ import annotations

import wave
from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pytest
from playwright.sync_api import Playwright

from surtitle.bench.page.browser import launch, microphone_flags
from surtitle.bench.page.viewer import Viewer
from surtitle.bench.words import word_error_rate, words_of

SAID = "and it is worth mention in passing that as an example of fine typography"


def as_wav(clip: Path, path: Path, lead_s: float) -> Path:
    """Write a clip as 48 kHz WAV after ``lead_s`` of silence: a microphone is quiet at first."""
    resampler = av.AudioResampler(format="s16", layout="mono", rate=48_000)
    with av.open(clip) as media:
        frames = [made for frame in media.decode(audio=0) for made in resampler.resample(frame)]
    frames += resampler.resample(None)
    speech = np.concatenate([frame.to_ndarray().reshape(-1) for frame in frames])
    quiet = np.zeros(int(48_000 * lead_s), np.int16)
    with wave.open(str(path), "wb") as wav:
        wav.setparams((1, 2, 48_000, 0, "NONE", ""))
        wav.writeframes(np.concatenate([quiet, speech, quiet]).tobytes())
    return path


@pytest.fixture
def spoken_to(playwright: Playwright, site: str, speech: Path, tmp_path: Path) -> Iterator[Viewer]:
    wav = as_wav(speech, tmp_path / "said.wav", lead_s=1.0)
    browser = launch(playwright, *microphone_flags(wav))
    yield Viewer(browser.new_page(), site)
    browser.close()


def test_what_is_said_into_the_microphone_is_captioned(spoken_to: Viewer) -> None:
    viewer = spoken_to
    viewer.open_ready()
    viewer.choose("microphone")
    viewer.wait(lambda: "typography" in " ".join(viewer.phrases()), "the last word")
    heard = words_of(" ".join(viewer.phrases()))
    assert word_error_rate(words_of(SAID), heard) < 0.25, heard
    toggle = viewer.page.locator("#open-microphone")
    assert toggle.get_attribute("aria-pressed") == "true"
    assert viewer.page.locator("#transcript-list button").count() == 0, "nothing to seek in"
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "false"
    viewer.wait(lambda: viewer.status().startswith("Ready"), "the microphone to be off")
