"""Clips with labels: a manifest of one JSON object a line, audio files beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from surtitle.audio.source import SAMPLE_RATE_HZ, MediaFile
from surtitle.errors import SurtitleError

FRAME_SAMPLES = 512
"""Samples in a frame: 32 ms, as in the vad crate and in Silero."""

Samples = npt.NDArray[np.float32]
"""Mono samples [N] at 16 kHz."""

Spans = Sequence[tuple[float, float]]
"""Beginnings and ends of speech, in seconds."""


class BenchError(SurtitleError):
    """A bench that cannot run; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One labelled file."""

    id: str
    kind: str
    path: Path
    speech: Spans | None
    """``None`` where nobody has labelled it, empty where there is no speech."""
    labelled_s: float | None
    """Where the labels end, if that is before the audio does."""

    def samples(self) -> Samples:
        """The audio as float32 [N] at 16 kHz, up to where the labels end."""
        samples = np.concatenate(list(MediaFile(self.path).blocks()))
        if self.labelled_s is not None:
            samples = samples[: round(self.labelled_s * SAMPLE_RATE_HZ)]
        return samples


LABELS_END_S = {"sb_vad_train": 4.0}
"""Clips whose notes say that the labels cover only the beginning."""


def read_manifest(manifest: Path) -> list[Clip]:
    """Every clip of ``manifest`` that is an audio file; raises :class:`BenchError`."""
    try:
        lines = manifest.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BenchError(
            f"{manifest} cannot be read ({error.strerror}): give --manifest a file with one "
            'JSON object a line, with "id", "kind", "path" and "vad" ([[start_s, end_s], ...])'
        ) from error
    clips = [_clip(manifest, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return [clip for clip in clips if clip.path.suffix in {".flac", ".wav", ".ogg", ".mp3"}]


def _clip(manifest: Path, number: int, line: str) -> Clip:
    try:
        entry = json.loads(line)
        spans = entry.get("vad")
        return Clip(
            id=entry["id"],
            kind=entry["kind"],
            path=manifest.parent / entry["path"],
            speech=None if spans is None else [(float(a), float(b)) for a, b in spans],
            labelled_s=LABELS_END_S.get(entry["id"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BenchError(f"{manifest}, line {number} is not a clip: {error!r}") from error


def frames(samples: Samples) -> Iterator[Samples]:
    """Frames of 512 samples; the last one padded with zeros."""
    padded = np.pad(samples, (0, -len(samples) % FRAME_SAMPLES))
    return iter(padded.reshape(-1, FRAME_SAMPLES))


def frame_labels(speech: Spans, frame_count: int) -> npt.NDArray[np.bool_]:
    """Whether each frame's middle lies in speech: [frame_count]."""
    middle_s = (np.arange(frame_count) + 0.5) * FRAME_SAMPLES / SAMPLE_RATE_HZ
    labels = np.zeros(frame_count, dtype=np.bool_)
    for start_s, end_s in speech:
        labels |= (middle_s >= start_s) & (middle_s < end_s)
    return labels


Detector = Callable[[Samples], npt.NDArray[np.float32]]
"""Samples [N] of a whole clip to the speech probability of each of its frames."""
