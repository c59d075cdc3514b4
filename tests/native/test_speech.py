"""The speech classes of the extension module: golden cases, twins, edges and bad input.

A golden case names its audio as pieces: ``{"zeros": samples}`` or ``{"file": name, "start":
sample, "end": sample, "gain": factor}``, files being raw mono 16-bit little-endian at 16 kHz. The
Rust and the TypeScript tests read the same files; running this file writes them.
"""

from __future__ import annotations

import array
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from surtitle._native import SpeechEvent, SpeechSegmenter, Vad
from surtitle.errors import SurtitleError

GOLDEN = Path(__file__).parents[1] / "golden"
FRAME_SAMPLES = 512


def cases(stage: str) -> list[Path]:
    """Every case of a stage."""
    return sorted((GOLDEN / stage).glob("*.json"))


def load(case: Path) -> dict[str, Any]:
    """One case."""
    content: dict[str, Any] = json.loads(case.read_text(encoding="utf-8"))
    return content


def audio(pieces: list[dict[str, Any]]) -> npt.NDArray[np.float32]:
    """The pieces one after the other."""
    return np.concatenate([_piece(piece) for piece in pieces]).astype(np.float32)


def _piece(piece: dict[str, Any]) -> npt.NDArray[np.float32]:
    if "zeros" in piece:
        return np.zeros(piece["zeros"], dtype=np.float32)
    whole = np.fromfile(GOLDEN / "vad" / piece["file"], dtype="<i2")
    part = whole[piece["start"] : piece["end"]].astype(np.float32)
    return part * np.float32(piece["gain"]) / np.float32(32768)


def detect(pieces: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, list[float]]:
    """Probability and level of each whole frame."""
    vad = Vad(options)  # type: ignore[arg-type]
    samples = audio(pieces)
    frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    probability, level_db = [], []
    for frame in frames:
        probability.append(round(vad.push(frame), 5))
        level_db.append(round(vad.level_db, 4))
    return {"probability": probability, "level_db": level_db}


def segment(pieces: list[dict[str, Any]], options: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of the whole audio, as plain data."""
    segmenter = SpeechSegmenter(options)  # type: ignore[arg-type]
    return [plain(event) for event in [*segmenter.push(audio(pieces)), *segmenter.flush()]]


def plain(event: SpeechEvent) -> dict[str, Any]:
    """An event as the page sees it."""
    fields: dict[str, Any] = {
        "kind": event.kind,
        "segment": event.segment,
        "start_sample": event.start_sample,
    }
    if event.kind == "close":
        fields |= {"end_sample": event.end_sample, "reason": event.reason}
    return fields


SPEECH = [{"file": "speech.s16", "start": 0, "end": 90951, "gain": 1}]


@pytest.mark.parametrize("case", cases("vad"), ids=lambda case: case.stem)
@pytest.mark.parametrize("simd", [True, False])
def test_probabilities_and_levels_are_the_golden_ones(case: Path, simd: bool) -> None:
    content = load(case)
    got = detect(content["pieces"], {**content["options"], "simd": simd})
    for key, tolerance in content["tolerance"].items():
        np.testing.assert_allclose(got[key], content["frames"][key], atol=tolerance)


@pytest.mark.parametrize("case", cases("segment"), ids=lambda case: case.stem)
def test_segments_are_the_golden_ones(case: Path) -> None:
    content = load(case)
    if "error" in content:
        with pytest.raises(SurtitleError) as raised:
            SpeechSegmenter(content["options"])
        assert str(raised.value) == content["error"]
    else:
        assert segment(content["pieces"], content["options"]) == content["events"]


def test_simd_and_scalar_agree_to_the_last_bit_on_speech() -> None:
    fast, plain = Vad({"simd": True}), Vad({"simd": False})
    samples = audio(SPEECH)
    for frame in samples[: 170 * 512].reshape(-1, 512):
        assert fast.push(frame) == plain.push(frame)
        assert fast.features() == plain.features()


def test_speech_from_the_first_sample_to_the_last_loses_nothing() -> None:
    samples = audio(SPEECH)[6000:60000]
    segmenter = SpeechSegmenter()
    events = [*segmenter.push(samples), *segmenter.flush()]
    closed = [event for event in events if event.kind == "close"]
    assert closed[0].start_sample == 0
    assert closed[-1].end_sample == len(samples)
    assert all(a.end_sample == b.start_sample for a, b in itertools.pairwise(closed))


def test_events_do_not_depend_on_the_size_of_the_pushes() -> None:
    samples = audio([{"zeros": 8000}, *SPEECH, {"zeros": 16000}])
    whole = SpeechSegmenter()
    expected = [*whole.push(samples), *whole.flush()]
    pieces = SpeechSegmenter()
    got = [event for at in range(0, len(samples), 777) for event in pieces.push(samples[at:][:777])]
    assert got + pieces.flush() == expected
    assert expected


def test_position_counts_whole_frames_until_the_flush() -> None:
    segmenter = SpeechSegmenter()
    segmenter.push(np.zeros(700, dtype=np.float32))
    assert segmenter.position == 512
    segmenter.flush()
    assert segmenter.position == 700


def test_any_buffer_of_float32_is_taken() -> None:
    assert Vad().push(array.array("f", [0.0] * 512)) == 0.0
    assert Vad().push(memoryview(array.array("f", [0.0] * 512))) == 0.0


@pytest.mark.parametrize(
    "samples",
    [
        np.zeros(512, dtype=np.float64),
        np.zeros((2, 256), dtype=np.float32),
        np.zeros(1024, dtype=np.float32)[::2],
        [0.0] * 512,
    ],
    ids=["float64", "two dimensions", "strided", "list"],
)
def test_other_samples_are_refused_with_the_remedy(samples: object) -> None:
    with pytest.raises(TypeError, match=r"numpy\.ascontiguousarray"):
        SpeechSegmenter().push(samples)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"numpy\.ascontiguousarray"):
        Vad().push(samples)  # type: ignore[arg-type]


def test_a_frame_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="frame has 511 samples; it needs 512"):
        Vad().push(np.zeros(511, dtype=np.float32))


def test_an_option_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match="hang_over_ms must be a number"):
        SpeechSegmenter({"hang_over_ms": "long"})  # type: ignore[arg-type]
    with pytest.raises(SurtitleError, match="option is loud; it accepts simd"):
        Vad({"loud": True})  # type: ignore[arg-type]


def test_samples_that_are_not_numbers_do_not_poison_what_follows() -> None:
    hurt, whole = SpeechSegmenter(), SpeechSegmenter()
    hurt.push(np.full(5120, np.nan, dtype=np.float32))
    whole.push(np.zeros(5120, dtype=np.float32))
    samples = audio(SPEECH)
    assert hurt.push(samples) == whole.push(samples)
    assert hurt.probability == whole.probability


def test_an_event_says_what_it_is() -> None:
    segmenter = SpeechSegmenter()
    opened, *_ = segmenter.push(audio(SPEECH))
    assert repr(opened).startswith("SpeechEvent(kind='open', segment=0, start_sample=")
    with pytest.raises(AttributeError):
        opened.kind = "close"  # type: ignore[misc]


def write_all() -> None:
    """Writes what the detector says now into every case; read the difference before committing."""
    for case in cases("vad"):
        content = load(case)
        content["frames"] = detect(content["pieces"], content["options"])
        case.write_text(json.dumps(content) + "\n", encoding="utf-8")
    for case in cases("segment"):
        content = load(case)
        if "error" not in content:
            content["events"] = segment(content["pieces"], content["options"])
        case.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
