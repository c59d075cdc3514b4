"""``surtitle bench accuracy``: word errors of ``surtitle transcribe`` and of live captions beside
the model's own.

*Offline* is the model's greedy result on the whole clip at once, with nothing in front of it:
what segmenting and gating can at best keep.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from surtitle.audio.source import SAMPLE_RATE_HZ, MediaFile
from surtitle.bench.manifest import Clip, entries, trusted
from surtitle.bench.streaming import LiveReplay
from surtitle.bench.words import word_error_rate, words_of
from surtitle.engine.recogniser import Recogniser
from surtitle.models.catalogue import DEFAULT_MODEL
from surtitle.transcribe.transcriber import Transcriber

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

LONGEST_OFFLINE_S = 30.0
"""The model was trained on clips up to half a minute; a longer one has no offline result."""

OFFLINE_SEGMENTS = 1 << 20
"""Segment numbers that no transcription reaches, so that its words are no draft here."""

NO_SPEECH = "nonspeech"
"""Kinds that begin so must stay without text."""


@dataclass(slots=True)
class KindResult:
    """Sums over the clips of one kind; word errors are counts."""

    clips: int = 0
    words: int = 0
    errors: float = 0.0
    offline_errors: float = 0.0
    live_errors: float = 0.0
    clips_with_text: list[str] = field(default_factory=list)
    clips_with_live_text: list[str] = field(default_factory=list)
    duration_s: float = 0.0
    transcribe_s: float = 0.0

    @property
    def wer(self) -> float:
        return self.errors / max(1, self.words)

    @property
    def offline_wer(self) -> float:
        return self.offline_errors / max(1, self.words)

    @property
    def live_wer(self) -> float:
        return self.live_errors / max(1, self.words)

    @property
    def rtf(self) -> float:
        return self.transcribe_s / self.duration_s if self.duration_s else 0.0


def read_clips(manifest: Path, kinds: frozenset[str]) -> list[Clip]:
    """The clips of ``manifest`` with a text or known to have none, without the suspicious ones.

    ``kinds`` may be empty for all of them. Raises
    :class:`~surtitle.bench.manifest.ManifestError`.
    """
    return [
        Clip(entry["id"], entry["kind"], manifest.parent / entry["path"], entry["text"])
        for entry in entries(manifest, "id", "kind", "path", "text")
        if (entry["text"] or entry["kind"].startswith(NO_SPEECH)) and trusted(entry, kinds)
    ]


def measure(
    clips: Iterable[Clip], progress: Callable[[Clip], None], threads: int | None = None
) -> dict[str, KindResult]:
    """Transcribe every clip, and recognise it whole; results by kind."""
    recogniser = Recogniser.from_store(threads=threads)
    transcriber = Transcriber(recogniser, DEFAULT_MODEL)
    live = LiveReplay(recogniser)
    results: dict[str, KindResult] = defaultdict(KindResult)
    for clip in clips:
        result = results[clip.kind]
        done = transcriber.run(MediaFile(clip.path), lambda _: None)
        heard = words_of(done.export("txt"))
        heard_live = words_of(live.text(clip.path))
        duration_s = done.recognition.duration_s or 0.0
        result.clips += 1
        result.duration_s += duration_s
        result.transcribe_s += (done.recognition.rtf or 0.0) * duration_s
        if clip.text:
            said = words_of(clip.text)
            result.words += len(said)
            result.errors += word_error_rate(said, heard) * len(said)
            result.live_errors += word_error_rate(said, heard_live) * len(said)
            offline = _offline(recogniser, clip, duration_s)
            result.offline_errors += word_error_rate(said, offline) * len(said)
        if heard:
            result.clips_with_text.append(clip.id)
        if heard_live:
            result.clips_with_live_text.append(clip.id)
        progress(clip)
    return dict(results)


def _offline(recogniser: Recogniser, clip: Clip, duration_s: float) -> list[str]:
    samples = np.concatenate(list(MediaFile(clip.path).blocks()))
    pieces = np.array_split(samples, max(1, -(-int(duration_s) // int(LONGEST_OFFLINE_S))))
    numbers = itertools.count(OFFLINE_SEGMENTS)
    heard = (recogniser.recognise(piece, next(numbers), final=True) for piece in pieces)
    return words_of(" ".join(recognition.text for recognition in heard))


def lines(results: dict[str, KindResult]) -> list[str]:
    """The table that a person reads."""
    names = f"{'offline %':>9} {'transcribe %':>12} {'live %':>7} {'rtf':>6}"
    table = [f"{'kind':22} {'n':>3} {'words':>6} {names}"]
    for kind, result in sorted(results.items()):
        if result.words:
            table.append(
                f"{kind:22} {result.clips:3} {result.words:6} {100 * result.offline_wer:9.2f} "
                f"{100 * result.wer:12.2f} {100 * result.live_wer:7.2f} {result.rtf:6.3f}"
            )
    silent = [result for kind, result in results.items() if kind.startswith(NO_SPEECH)]
    if silent:
        talking = [clip for result in silent for clip in result.clips_with_text]
        total = sum(result.clips for result in silent)
        table.append(f"without speech: {len(talking)} of {total} clips with text {talking}")
        live = [clip for result in silent for clip in result.clips_with_live_text]
        table.append(f"the same, live: {len(live)} of {total} clips with text {live}")
    return table


def to_json(results: dict[str, KindResult]) -> dict[str, object]:
    """The figures, for `--json`."""
    return {
        "schema": 1,
        "model": DEFAULT_MODEL,
        "sample_rate_hz": SAMPLE_RATE_HZ,
        "kinds": {
            kind: {
                **asdict(result),
                "wer": result.wer,
                "offline_wer": result.offline_wer,
                "live_wer": result.live_wer,
                "rtf": result.rtf,
            }
            for kind, result in sorted(results.items())
        },
    }
