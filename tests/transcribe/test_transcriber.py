"""Whole clips through every stage with the real model."""

from __future__ import annotations

import io
import json
import resource
from pathlib import Path
from typing import TYPE_CHECKING

import av
import numpy as np
import pytest

from surtitle.audio.source import Block, MediaFile, RawPcm
from surtitle.bench.words import word_error_rate, words_of
from surtitle.models.catalogue import MOONSHINE_TINY_EN
from surtitle.transcribe.transcriber import LanguageError, Transcriber, require_language
from surtitle.transcribe.window import AudioWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from surtitle.engine.recogniser import Recogniser

CLIPS = Path(__file__).parent.parent / "clips"
ENTRIES = [json.loads(line) for line in (CLIPS / "manifest.jsonl").read_text("utf-8").splitlines()]
SPEECH = [entry for entry in ENTRIES if entry["text"]]
NO_SPEECH = [entry for entry in ENTRIES if not entry["text"]]


@pytest.fixture(scope="session")
def transcriber(recogniser: Recogniser) -> Transcriber:
    return Transcriber(recogniser, "moonshine-tiny-en")


def ignore(done_s: float) -> None:
    del done_s


def text_of(transcriber: Transcriber, source: MediaFile | RawPcm) -> str:
    return str(json.loads(transcriber.run(source, ignore).export("json"))["text"])


def pcm(samples: np.ndarray) -> RawPcm:
    return RawPcm(io.BytesIO((samples * 32767).astype("<i2").tobytes()))


def test_clips_of_speech_are_transcribed_with_few_errors(transcriber: Transcriber) -> None:
    errors, words = 0.0, 0
    for entry in SPEECH:
        said = words_of(entry["text"])
        heard = words_of(text_of(transcriber, MediaFile(CLIPS / entry["path"])))
        errors += word_error_rate(said, heard) * len(said)
        words += len(said)
    assert errors / words < 0.12


@pytest.mark.parametrize("entry", NO_SPEECH, ids=lambda entry: entry["id"])
def test_what_is_not_speech_gets_no_words(transcriber: Transcriber, entry: dict[str, str]) -> None:
    assert text_of(transcriber, MediaFile(CLIPS / entry["path"])) == ""


def test_digital_silence_gets_no_words(transcriber: Transcriber) -> None:
    assert text_of(transcriber, pcm(np.zeros(16_000 * 20))) == ""


def test_speech_from_the_first_sample_to_the_last_loses_no_word(
    transcriber: Transcriber,
) -> None:
    """The clip is cut to where its first word begins and its last word ends."""
    samples = np.concatenate(list(MediaFile(CLIPS / "lj_LJ001-0006.flac").blocks()))
    loud = np.flatnonzero(np.abs(samples) > 0.03)
    tight = samples[loud[0] : loud[-1] + 1]
    heard = words_of(text_of(transcriber, pcm(tight)))
    said = words_of(next(e["text"] for e in SPEECH if e["id"] == "lj_LJ001-0006"))
    assert heard[0] == said[0]
    assert heard[-1] == said[-1]


def test_word_times_are_stream_times_and_never_fall(transcriber: Transcriber) -> None:
    source = MediaFile(CLIPS / "vctk_p226_016.flac")
    transcript = json.loads(transcriber.run(source, ignore).export("json"))
    words = [word for segment in transcript["segments"] for word in segment["words"]]
    edges = [edge for word in words for edge in (word["start_s"], word["end_s"])]
    assert edges == sorted(edges)
    assert edges[-1] <= transcript["duration_s"] + 0.05
    assert set(words[0]) == {"word", "start_s", "end_s", "confidence"}
    assert transcript["rtf"] > 0


def test_the_same_audio_gives_the_same_captions_twice(transcriber: Transcriber) -> None:
    source = MediaFile(CLIPS / "rtvc_6829.flac")
    first, second = (transcriber.run(source, ignore).export("vtt") for _ in range(2))
    assert first == second
    assert first.startswith("WEBVTT")


class Hours:
    """Three hours of hum and silence, made block by block."""

    duration_s = 3 * 3600.0
    problems: list[str] = []  # noqa: RUF012 (the protocol's attribute, never written)

    def blocks(self) -> Iterator[Block]:
        second = np.arange(16_000) / 16_000
        hum = (0.01 * np.sin(2 * np.pi * 50 * second)).astype(np.float32)
        for number in range(int(self.duration_s)):
            yield hum if number % 60 < 30 else np.zeros_like(hum)


def test_three_hours_need_no_more_memory_than_a_minute(transcriber: Transcriber) -> None:
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = transcriber.run(Hours(), ignore)
    grown_mib = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib) / 1024
    assert done.recognition.duration_s == Hours.duration_s
    assert grown_mib < 64, "three hours of samples would be 659 MiB"


def test_a_language_that_the_model_does_not_know_is_refused() -> None:
    require_language(MOONSHINE_TINY_EN, "en-GB")
    with pytest.raises(LanguageError, match="knows only 'en', not 'zh'"):
        require_language(MOONSHINE_TINY_EN, "zh")


def test_the_window_gives_what_it_holds_and_refuses_the_rest() -> None:
    window = AudioWindow()
    window.append(np.arange(10, dtype=np.float32))
    window.drop_before(4)
    assert list(window.cut(4, 7)) == [4, 5, 6]
    assert window.end_sample == 10
    with pytest.raises(IndexError, match="samples 3 to 7 are not held"):
        window.cut(3, 7)


def test_a_video_is_transcribed_like_its_sound(transcriber: Transcriber, tmp_path: Path) -> None:
    path = tmp_path / "speech.mp4"
    with av.open(str(CLIPS / "rtvc_6829.flac")) as source, av.open(str(path), "w") as target:
        stream = target.add_stream("aac", rate=48_000)
        for frame in source.decode(audio=0):
            frame.pts = None
            for packet in stream.encode(frame):
                target.mux(packet)
        for packet in stream.encode(None):
            target.mux(packet)
    said = words_of(next(e["text"] for e in SPEECH if e["id"] == "rtvc_6829"))
    heard = words_of(text_of(transcriber, MediaFile(path)))
    assert word_error_rate(said, heard) < 0.15
