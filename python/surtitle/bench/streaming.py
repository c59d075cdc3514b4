"""The live path without a clock: what the page's captions end in, whatever the machine's speed.

The same segmenter options, recogniser and policy as in the page; a pass for every 100 ms of audio.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from surtitle._native import SpeechSegmenter
from surtitle.audio.source import SAMPLE_RATE_HZ, MediaFile
from surtitle.policy import CaptionSession

if TYPE_CHECKING:
    from collections.abc import Iterable

    from surtitle._native import SpeechSegmenterOptions
    from surtitle.engine.recogniser import RecognisedWord, Recogniser
    from surtitle.policy.wire import UpdateDict

LIVE_SEGMENTS: SpeechSegmenterOptions = {
    "max_segment_ms": 15_000,
    "pre_roll_ms": 800,
    "hang_over_ms": 1_024,
    "tail_ms": 512,
}
"""As in ``web/src/workers/speech.worker.ts``."""

FRAME_SAMPLES = 512
TICK_FRAMES = 3
TAIL_S = 1.5
"""Silence behind the audio, in which the last segment closes."""

Samples = npt.NDArray[np.float32]


class LiveReplay:
    """Replays audio through the live path; segments are numbered on from replay to replay."""

    def __init__(
        self,
        recogniser: Recogniser,
        first_segment: int = 1 << 24,
        segments: SpeechSegmenterOptions = LIVE_SEGMENTS,
    ) -> None:
        self._recogniser = recogniser
        self._segments = segments
        self._base = first_segment

    def text(self, path: Path) -> str:
        """What is left when a file has been captioned live."""
        session = CaptionSession()
        samples = np.concatenate(
            [*MediaFile(path).blocks(), np.zeros(round(TAIL_S * SAMPLE_RATE_HZ), np.float32)]
        )
        for _ in self.updates(samples.astype(np.float32), session):
            pass
        session.finish()
        return session.export("txt")

    def updates(self, samples: Samples, session: CaptionSession) -> Iterator[UpdateDict]:
        """The policy's answer to every pass over ``samples`` (f32 [N], 16 kHz)."""
        segmenter = SpeechSegmenter(self._segments)
        stream = _Stream(self._recogniser, session, samples, self._base)
        frames = 0
        for end in range(FRAME_SAMPLES, len(samples) + 1, FRAME_SAMPLES):
            for event in segmenter.push(samples[end - FRAME_SAMPLES : end]):
                if event.kind == "open":
                    stream.open(event.segment, event.start_sample)
                    frames = 0
                else:
                    yield from stream.close(event.end_sample, event.reason)
            if stream.is_open and segmenter.tail_end == end:
                if frames % TICK_FRAMES == 0:
                    yield stream.hear(end, None)
                frames += 1
        for event in segmenter.flush():
            yield from stream.close(event.end_sample, event.reason)
        self._base = stream.next_segment


class _Stream:
    def __init__(
        self, recogniser: Recogniser, session: CaptionSession, samples: Samples, base: int
    ) -> None:
        self._recogniser = recogniser
        self._session = session
        self._samples = samples
        self._base = base
        self._segment = -1
        self._start = 0
        self._revision = 0
        self._context = (-1, 0)
        self._carried: tuple[RecognisedWord, ...] = ()
        self.is_open = False

    @property
    def next_segment(self) -> int:
        return self._base + self._segment + 1

    def open(self, segment: int, start_sample: int) -> None:
        self._segment, self._start, self._revision = segment, start_sample, 0
        self.is_open = True

    def close(self, end_sample: int | None, reason: str | None) -> Iterator[UpdateDict]:
        self.is_open = False
        if end_sample is not None:
            yield self.hear(end_sample, reason)
        elif self._revision > 0 or self._carried:
            # Not speech after all; but what was heard before a cut stays said.
            yield self._push(self._start, "end", self._carried, ())

    def hear(self, end: int, reason: str | None) -> UpdateDict:
        segment, context = self._context
        start = self._start - (context if segment == self._segment else 0)
        heard = self._recogniser.recognise(
            self._samples[start:end],
            self._base + self._segment,
            final=reason is not None,
            cut=reason == "cut",
        )
        if heard.words or reason is not None:
            self._carried = heard.rest
        if reason == "cut":
            self._context = (self._segment + 1, heard.context_samples)
        return self._push(end, reason, heard.words, heard.rest)

    def _push(
        self,
        end: int,
        reason: str | None,
        words: Iterable[RecognisedWord],
        rest: Iterable[RecognisedWord],
    ) -> UpdateDict:
        revision = self._revision
        self._revision += 1
        return self._session.push(
            {
                "segment": self._segment,
                "revision": revision,
                "start_s": self._start / SAMPLE_RATE_HZ,
                "end_s": end / SAMPLE_RATE_HZ,
                "final": reason is not None,
                "reason": reason,
                "words": _moved(words, self._start),
                "rest": _moved(rest, end),
            }
        )


def _moved(words: Iterable[RecognisedWord], from_sample: int) -> list[dict[str, object]]:
    at_s = from_sample / SAMPLE_RATE_HZ
    return [
        {
            "text": word.text,
            "start_s": at_s + word.start_s,
            "end_s": at_s + word.end_s,
            "confidence": word.confidence,
        }
        for word in words
    ]
