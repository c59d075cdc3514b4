"""The guest under wasmtime with the real model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import wasmtime

from surtitle.engine.recogniser import Recogniser, RecogniserError, guest_bytes
from surtitle.models.store import ModelStore

if TYPE_CHECKING:
    import numpy.typing as npt

GOLDEN = Path(__file__).parent.parent / "golden" / "recogniser"
CASES: list[dict[str, Any]] = json.loads((GOLDEN / "growing.json").read_text("utf-8"))["cases"]


def pcm(name: str) -> npt.NDArray[np.float32]:
    return np.fromfile(GOLDEN / name, "<i2").astype(np.float32) / np.float32(32768)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_growing_segment_gives_the_golden_tokens(recogniser: Recogniser, number: int) -> None:
    samples = pcm(CASES[number]["audio"])
    for tick in CASES[number]["ticks"]:
        heard = recogniser.recognise(
            samples[tick["from"] : tick["to"]],
            100 + 10 * number + tick["segment"],
            final=tick["pass"] == "final",
            cut=tick["pass"] == "cut",
        )
        assert heard.text == tick["text"]
        assert list(heard.tokens) == tick["tokens"]
        assert heard.agreed_tokens == tick["agreed_tokens"]
        assert heard.context_samples == pytest.approx(tick["context_samples"], abs=800)
        assert [word.text for word in heard.rest] == [word["text"] for word in tick["rest"]]
        for word, golden in zip(heard.words, tick["words"], strict=True):
            assert word.start_s == pytest.approx(golden["start_s"], abs=0.05)
            assert word.end_s == pytest.approx(golden["end_s"], abs=0.05)
            assert word.confidence == pytest.approx(golden["confidence"], abs=0.05)


def test_a_draft_changes_nothing_but_the_work(recogniser: Recogniser) -> None:
    samples = pcm("silly.s16")
    first = recogniser.recognise(samples, 200, final=True)
    again = recogniser.recognise(samples, 200, final=True)
    assert again.tokens == first.tokens
    assert (first.agreed_tokens, again.agreed_tokens) == (0, len(first.tokens))


def test_the_draft_of_other_speech_gives_way(recogniser: Recogniser) -> None:
    greedy = recogniser.recognise(pcm("silly.s16"), 210, final=True)
    recogniser.recognise(pcm("unless.s16"), 211, final=True)
    drafted = recogniser.recognise(pcm("silly.s16"), 211, final=True)
    assert drafted.tokens == greedy.tokens


def test_frames_that_are_kept_give_the_same_words(recogniser: Recogniser) -> None:
    samples = pcm("silly.s16")
    for end in range(16_000, len(samples), 1_600):
        grown = recogniser.recognise(samples[:end], 212, final=False)
    whole = recogniser.recognise(samples[:end], 213, final=False)
    assert grown.text.lower().split()[:-1] == whole.text.lower().split()[:-1]


def test_a_cut_that_was_not_heard_far_enough_beyond_is_decoded(recogniser: Recogniser) -> None:
    samples = pcm("unless.s16")
    recogniser.recognise(samples[:48_000], 214, final=False)
    heard = recogniser.recognise(samples[:47_000], 214, final=True, cut=True)
    assert heard.words
    assert (heard.rest, heard.context_samples) == ((), 0)


def test_word_times_rise_and_stay_inside_the_audio(recogniser: Recogniser) -> None:
    samples = pcm("unless.s16")
    words = recogniser.recognise(samples, 220, final=True).words
    edges = [edge for word in words for edge in (word.start_s, word.end_s)]
    assert edges == sorted(edges)
    assert edges[0] >= 0
    assert edges[-1] <= len(samples) / 16_000 + 0.001


@pytest.mark.parametrize("samples", [0, 1, 800])
def test_a_blink_of_audio_says_nothing(recogniser: Recogniser, samples: int) -> None:
    heard = recogniser.recognise(np.zeros(samples, np.float32), 230, final=True)
    assert (heard.text, heard.words, heard.rejected) == ("", (), False)


def test_words_made_up_over_silence_are_rejected(recogniser: Recogniser) -> None:
    heard = recogniser.recognise(np.zeros(48_000, np.float32), 240, final=True)
    assert heard.tokens, "the model always says something; if not, this test tests nothing"
    assert heard.rejected
    assert heard.text == ""


def test_a_segment_of_a_minute_is_refused_in_words(recogniser: Recogniser) -> None:
    with pytest.raises(RecogniserError, match="too long"):
        recogniser.recognise(np.zeros(960_000, np.float32), 250, final=True)


def test_the_guest_imports_nothing_but_wasi_nn() -> None:
    module = wasmtime.Module(wasmtime.Engine(), guest_bytes())
    assert {entry.module for entry in module.imports} == {"wasi_ephemeral_nn"}


def test_a_broken_tokenizer_is_an_error_in_words(tmp_path: Path) -> None:
    files = {file.name: file.path for file in ModelStore().files("moonshine-tiny-en")}
    files["tokenizer.bin"] = tmp_path / "tokenizer.bin"
    files["tokenizer.bin"].write_bytes(b"\x05ab")
    with pytest.raises(RecogniserError, match="tokenizer breaks off at byte 0"):
        Recogniser(files)


def test_a_broken_graph_names_the_file_and_the_remedy(tmp_path: Path) -> None:
    files = {file.name: file.path for file in ModelStore().files("moonshine-tiny-en")}
    files["encoder.onnx"] = tmp_path / "encoder.onnx"
    files["encoder.onnx"].write_bytes(b"no graph")
    with pytest.raises(Exception, match=r"encoder\.onnx.*surtitle models verify"):
        Recogniser(files)
