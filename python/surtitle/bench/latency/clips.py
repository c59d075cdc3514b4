"""The clips that are played: a manifest, and the place of each word in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt

import surtitle
from surtitle.audio.source import SAMPLE_RATE_HZ, MediaFile
from surtitle.bench.latency.record import SpokenWord
from surtitle.bench.manifest import Clip, ManifestError, entries, trusted

DEMO = Path(surtitle.__file__).parent / "static" / "demo" / "demo.json"


@dataclass(frozen=True, slots=True)
class TimedClip(Clip):
    """A clip with the places of its words."""

    duration_s: float
    words: list[SpokenWord] = field(default_factory=list)

    def samples(self) -> npt.NDArray[np.float32]:
        """The whole clip, f32 [N] at 16 kHz, cut to its duration."""
        blocks = list(MediaFile(self.path).blocks())
        audio = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
        return audio.astype(np.float32)[: round(self.duration_s * SAMPLE_RATE_HZ) + 1]


def demo_clips() -> list[TimedClip]:
    """The demo that every installation has, with the places of its words."""
    if not DEMO.exists():
        raise ManifestError("The page is not built: type make web, or give --clips and --words.")
    demo = json.loads(DEMO.read_text("utf-8"))
    words = [_word(word) for sentence in demo["sentences"] for word in sentence["words"]]
    media = DEMO.parent / Path(demo["media"]).name
    text = " ".join(word.text for word in words)
    return [TimedClip("demo", "demo", media, text, float(demo["duration_s"]), words)]


def read_clips(
    manifest: Path,
    words: Path,
    kinds: frozenset[str] = frozenset(),
    *,
    n: int | None = None,
    min_s: float = 0.0,
    max_s: float = 1e9,
    tell: Callable[[str], None] = lambda _: None,
) -> list[TimedClip]:
    """The clips of ``manifest`` that have words in ``words``, without the suspicious ones.

    ``kinds`` may be empty for all of them. With ``n`` that many are taken, spread evenly over the
    list. ``tell`` hears how many have no words. Raises :class:`ManifestError`.
    """
    places = {entry["id"]: entry["words"] for entry in entries(words, "id", "words")}
    fitting = [
        entry
        for entry in entries(manifest, "id", "kind", "path", "text", "duration_s")
        if trusted(entry, kinds) and _lasts(entry, min_s, max_s)
    ]
    chosen = [entry for entry in fitting if entry["id"] in places]
    if chosen and len(chosen) < len(fitting):
        tell(f"clips without words in {words} are left out: {len(fitting) - len(chosen)}")
    if not chosen:
        raise ManifestError(
            f"{manifest} has no clip of {min_s:g} to {max_s:g} s with words in {words}"
            + (f" of kind {', '.join(sorted(kinds))}" if kinds else "")
            + ": give other kinds or lengths."
        )
    if n is not None and n < len(chosen):
        chosen = [chosen[index * len(chosen) // n] for index in range(n)]
    return [_clip(manifest.parent, entry, places[entry["id"]]) for entry in chosen]


def joined(
    clips: list[TimedClip], duration_s: float, folder: Path, gap_s: float = 0.3
) -> TimedClip:
    """One clip of at least ``duration_s``: the clips in a row, again and again, with short gaps."""
    parts: list[npt.NDArray[np.float32]] = []
    words: list[SpokenWord] = []
    texts: list[str] = []
    samples = 0
    gap = np.zeros(round(gap_s * SAMPLE_RATE_HZ), np.float32)
    while samples < duration_s * SAMPLE_RATE_HZ:
        for clip in clips:
            at_s = samples / SAMPLE_RATE_HZ
            audio = clip.samples()
            words += [SpokenWord(w.text, w.start_s + at_s, w.end_s + at_s) for w in clip.words]
            texts.append(clip.text)
            parts += [audio, gap]
            samples += len(audio) + len(gap)
    path = folder / "joined.flac"
    write_flac(path, np.concatenate(parts))
    return TimedClip("joined", "joined", path, " ".join(texts), samples / SAMPLE_RATE_HZ, words)


def write_flac(path: Path, samples: npt.NDArray[np.float32]) -> None:
    """Write f32 [N] at 16 kHz as FLAC of 16 bits: the browser keeps of a file what it has played,
    and of minutes of WAV that would be more than the page itself adds.
    """
    pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2")
    with av.open(str(path), "w", format="flac") as file:
        stream = file.add_stream("flac", rate=SAMPLE_RATE_HZ, layout="mono", format="s16")
        for start in range(0, len(pcm), SAMPLE_RATE_HZ):
            block = pcm[None, start : start + SAMPLE_RATE_HZ]
            frame = av.AudioFrame.from_ndarray(block, format="s16", layout="mono")
            frame.sample_rate, frame.pts = SAMPLE_RATE_HZ, start
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))


def _lasts(entry: dict[str, Any], min_s: float, max_s: float) -> bool:
    """Whether the clip's length is known and between the two."""
    duration_s = entry["duration_s"]
    return isinstance(duration_s, int | float) and min_s <= duration_s <= max_s


def _clip(folder: Path, entry: dict[str, Any], places: list[list[Any]]) -> TimedClip:
    path = folder / entry["path"]
    if not path.is_file():
        raise ManifestError(f"clip {entry['id']}: {path} is not there.")
    try:
        words = [SpokenWord(str(text), float(a), float(b)) for text, a, b in places]
    except (TypeError, ValueError) as error:
        raise ManifestError(
            f"clip {entry['id']}: its words are not [text, start_s, end_s] ({error})."
        ) from error
    return TimedClip(entry["id"], entry["kind"], path, entry["text"], entry["duration_s"], words)


def _word(word: dict[str, Any]) -> SpokenWord:
    return SpokenWord(word["text"], float(word["start_s"]), float(word["end_s"]))
