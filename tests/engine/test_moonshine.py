"""The network in the Rust core, as the page computes it, against onnxruntime."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.conftest import CLIPS, samples_of

from surtitle._native import MoonshineDecoder, MoonshineEncoder
from surtitle.engine.graphs import load_graphs
from surtitle.errors import SurtitleError
from surtitle.models.catalogue import DEFAULT_MODEL
from surtitle.models.store import ModelStore

if TYPE_CHECKING:
    import numpy.typing as npt

    from surtitle.engine.graphs import GraphRegistry

    Floats = npt.NDArray[np.float32]

SPOKEN = ["lj_LJ001-0006.flac", "vctk_p226_016.flac", "lsto_367-130732-0009.flac"]
SAMPLES_PER_FRAME = 384
COLUMNS_PER_FRAME = 6
COLUMN_VALUES = 288
NOTHING_BEFORE = (0.0, 0.0, 0.0)
BEGIN = 1
END = 2


@pytest.fixture(name="files", scope="module")
def files_fixture() -> dict[str, Path]:
    return {file.name: file.path for file in ModelStore().files(DEFAULT_MODEL)}


@pytest.fixture(name="reference", scope="module")
def reference_fixture(files: dict[str, Path]) -> GraphRegistry:
    return load_graphs(files)


def encoder_of(files: dict[str, Path]) -> MoonshineEncoder:
    return MoonshineEncoder(files["encoder.onnx"].read_bytes())


def decoder_of(files: dict[str, Path]) -> MoonshineDecoder:
    return MoonshineDecoder(files["cross.onnx"].read_bytes(), files["decoder.onnx"].read_bytes())


def floats(data: bytes, *shape: int) -> Floats:
    return np.frombuffer(data, "<f4").reshape(shape)


def rms(values: Floats) -> float:
    return float(np.sqrt(np.mean(np.square(values, dtype=np.float64))))


def integers(*values: int) -> bytes:
    return np.array(values, "<i4").tobytes()


def moments_of(sums: Floats, kept: int) -> tuple[float, float, float]:
    """As the guest sums what the first convolution gave for the frames that are kept."""
    columns = kept * COLUMNS_PER_FRAME
    total, squares = sums[:, :columns].astype(np.float64).sum(axis=1)
    return (float(columns * COLUMN_VALUES), float(total), float(squares))


@pytest.mark.parametrize("clip", SPOKEN)
def test_frames_and_answers_are_those_of_onnxruntime(
    files: dict[str, Path], reference: GraphRegistry, clip: str
) -> None:
    audio = samples_of(CLIPS / clip)
    first, kept = len(audio) // 2, 60
    encoder, theirs = encoder_of(files), reference["moonshine/encoder"]()
    heard, expected = [], []
    moments, keep = NOTHING_BEFORE, 0
    for end in (first, len(audio)):
        window = audio[keep * SAMPLES_PER_FRAME : end]
        hidden, sums = encoder.encode(window, moments)
        theirs.set_input(0, (1, len(window)), window.astype("<f4").tobytes())
        theirs.set_input(1, (3,), np.array(moments, "<f4").tobytes())
        theirs.set_input(2, (1,), integers(keep))
        theirs.compute()
        frames = theirs.get_output(0)[0].astype(np.float32)
        ours = floats(hidden, *frames.shape)
        assert rms(ours - frames) < 5e-4 * rms(frames)
        assert floats(sums, 2, -1) == pytest.approx(theirs.get_output(1), rel=1e-3, abs=1e-3)
        heard.append(ours[:kept] if end == first else ours)
        expected.append(frames[:kept] if end == first else frames)
        moments, keep = moments_of(floats(sums, 2, -1), kept), kept
        encoder.keep(kept)

    decoder, answers = decoder_of(files), reference["moonshine/decoder"]()
    for part, frames in zip(heard, expected, strict=True):
        decoder.hear(part.reshape(-1))
        kept_frames = 0 if part is heard[0] else kept
        answers.set_input(3, (1,), integers(kept_frames))
        answers.set_input(2, (1, *frames.shape), frames.astype("<f4").tobytes())
    said, tokens = [BEGIN], 0
    for _ in range(40):
        got, log_probabilities, _, attention = decoder.read(said[tokens:], [END])
        answers.set_input(4, (1,), integers(tokens))
        answers.set_input(0, (1, 1), integers(*said[tokens:]))
        answers.set_input(1, (1, 1), integers(END))
        answers.compute()
        assert got == answers.get_output(0)[0].tolist()
        assert log_probabilities == pytest.approx(answers.get_output(1)[0].tolist(), abs=0.03)
        looked = answers.get_output(3)[0]
        assert floats(attention, *looked.shape) == pytest.approx(looked, abs=0.02)
        tokens = len(said)
        if got[0] == END:
            break
        said.append(got[0])
    else:
        pytest.fail("the decoder came to no end")


def test_many_tokens_at_once_are_answered_as_one_by_one(files: dict[str, Path]) -> None:
    encoder, decoder = encoder_of(files), decoder_of(files)
    hidden, _ = encoder.encode(samples_of(CLIPS / SPOKEN[0]), NOTHING_BEFORE)
    decoder.hear(np.frombuffer(hidden, "<f4").copy())
    ids, proposed = [BEGIN, 300, 301, 302, 303], [300, 301, 302, 303, END]
    together = decoder.read(ids, proposed)
    decoder.keep_tokens(0)
    pairs = zip(ids, proposed, strict=True)
    alone = [decoder.read([token], [following]) for token, following in pairs]
    assert together[0] == [answer[0][0] for answer in alone]
    assert together[1] == [answer[1][0] for answer in alone]
    assert together[2] == [answer[2][0] for answer in alone]
    assert together[3] == b"".join(answer[3] for answer in alone)


def test_what_the_encoder_remembers_of_growing_audio_changes_no_bit(files: dict[str, Path]) -> None:
    audio = samples_of(CLIPS / SPOKEN[1])
    growing = encoder_of(files)
    for end in (20_000, 21_600, 40_000, 40_001, 39_000, 60_000):
        # Other audio in between must not be taken for what is remembered.
        window = audio[:end] if end != 40_001 else audio[100 : 100 + end]
        growing.keep(0)
        assert growing.encode(window, NOTHING_BEFORE) == encoder_of(files).encode(
            window, NOTHING_BEFORE
        )


def test_a_file_of_something_else_is_refused_by_its_name(files: dict[str, Path]) -> None:
    cross = files["cross.onnx"].read_bytes()
    with pytest.raises(SurtitleError, match=r"encoder\.onnx.*surtitle models verify"):
        MoonshineEncoder(cross)
    with pytest.raises(SurtitleError, match=r"decoder\.onnx"):
        MoonshineDecoder(cross, b"\x00nothing")
    with pytest.raises(SurtitleError, match=r"encoder\.onnx"):
        MoonshineEncoder(files["encoder.onnx"].read_bytes()[:-1000])


def test_what_cannot_be_read_is_refused_and_leaves_the_decoder_usable(
    files: dict[str, Path],
) -> None:
    encoder, decoder = encoder_of(files), decoder_of(files)
    with pytest.raises(ValueError, match="over 0 frames"):
        decoder.read([BEGIN], [END])
    with pytest.raises(ValueError, match="no frames of 288"):
        decoder.hear(np.zeros(287, np.float32))
    with pytest.raises(ValueError, match="frame"):
        encoder.encode(np.zeros(100, np.float32), NOTHING_BEFORE)
    hidden, _ = encoder.encode(samples_of(CLIPS / SPOKEN[2]), NOTHING_BEFORE)
    decoder.hear(np.frombuffer(hidden, "<f4").copy())
    for ids, proposed in (([], []), ([BEGIN], [END, END]), ([40_000], [END]), ([BEGIN], [40_000])):
        with pytest.raises(ValueError, match="token"):
            decoder.read(ids, proposed)
    tokens, _, _, _ = decoder.read([BEGIN], [END])
    assert tokens[0] != END
