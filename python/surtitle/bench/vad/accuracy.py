"""Frame agreement with labels, false speech, and what the segmenter makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from surtitle._native import SpeechSegmenter, Vad
from surtitle.bench.vad.clips import Clip, Detector, Samples, frame_labels, frames

ONSET_THRESHOLD = 0.5
"""From here on a frame begins speech, for both detectors."""

OFFSET_THRESHOLD = 0.35
"""From here on a frame goes on with speech that has begun: what the segmenter does by default,
and Silero's own iterator (its ``neg_threshold`` is the threshold less 0.15)."""

NON_SPEECH = "nonspeech_"
"""Kinds that begin so hold no speech, labelled or not."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Frames of one detector against labels; can be added up."""

    frames: int = 0
    missed: int = 0
    false: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.frames + other.frames, self.missed + other.missed, self.false + other.false
        )

    @property
    def agreement(self) -> float:
        """The share of frames that are as labelled, 0 to 1."""
        return 1 - (self.missed + self.false) / max(1, self.frames)


@dataclass(frozen=True, slots=True)
class ClipResult:
    """One clip through both detectors and through the segmenter with default options."""

    clip: str
    kind: str
    surtitle: Counts
    silero: Counts
    segments: int
    """Segments that were opened and not discarded."""
    speech_frames: int
    """Frames labelled as speech."""
    speech_in_segments: float
    """The share of those that lies in a segment, 0 to 1; 1 where there is none."""
    audio_in_segments: float
    """The share of the whole clip that lies in a segment."""


def detect(samples: Samples) -> npt.NDArray[np.float32]:
    """The speech probability that Surtitle gives each frame."""
    vad = Vad()
    return np.array([vad.push(frame) for frame in frames(samples)], dtype=np.float32)


def compare(clips: Iterable[Clip], silero: Detector) -> list[ClipResult]:
    """Every clip that is labelled by hand or that holds no speech by its kind."""
    return [
        _compare(clip, clip.speech or (), silero)
        for clip in clips
        if clip.kind.startswith((NON_SPEECH, "vad_"))
    ]


def _compare(clip: Clip, speech: Iterable[tuple[float, float]], silero: Detector) -> ClipResult:
    samples = clip.samples()
    probabilities = detect(samples)
    labels = frame_labels(list(speech), len(probabilities))
    segments, inside = _segment(samples, len(labels))
    return ClipResult(
        clip=clip.id,
        kind=clip.kind,
        surtitle=_count(probabilities, labels),
        silero=_count(silero(samples), labels),
        segments=segments,
        speech_frames=int(labels.sum()),
        speech_in_segments=float(inside[labels].mean()) if labels.any() else 1.0,
        audio_in_segments=float(inside.mean()),
    )


def _count(probabilities: npt.NDArray[np.float32], labels: npt.NDArray[np.bool_]) -> Counts:
    heard = speech_frames(probabilities)
    return Counts(len(labels), int((labels & ~heard).sum()), int((heard & ~labels).sum()))


def speech_frames(probabilities: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Whether each frame is speech, [N] to [N], with the two thresholds."""
    heard = np.zeros(len(probabilities), dtype=np.bool_)
    speaking = False
    for frame, probability in enumerate(probabilities):
        speaking = bool(probability >= (OFFSET_THRESHOLD if speaking else ONSET_THRESHOLD))
        heard[frame] = speaking
    return heard


def _segment(samples: Samples, frame_count: int) -> tuple[int, npt.NDArray[np.bool_]]:
    """Segments closed, and whether each frame's middle lies in one."""
    segmenter = SpeechSegmenter()
    spans = [
        (event.start_sample / 16_000, event.end_sample / 16_000)
        for event in [*segmenter.push(samples), *segmenter.flush()]
        if event.end_sample is not None
    ]
    return len(spans), frame_labels(spans, frame_count)
