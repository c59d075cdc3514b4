"""The clips that are played: a manifest, and the place of each word in them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import surtitle
from surtitle.audio.source import SAMPLE_RATE_HZ, MediaFile
from surtitle.bench.latency.record import SpokenWord
from surtitle.errors import SurtitleError

DEMO = Path(surtitle.__file__).parent / "static" / "demo" / "demo.json"


class ClipError(SurtitleError):
    """A manifest, a list of words or a clip that cannot be used."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A file, what is said in it and when; ``text`` in lower case."""

    id: str
    kind: str
    path: Path
    text: str
    duration_s: float
    words: list[SpokenWord] = field(default_factory=list)

    def samples(self) -> npt.NDArray[np.float32]:
        """The whole clip, f32 [N] at 16 kHz, cut to its duration."""
        blocks = list(MediaFile(self.path).blocks())
        audio = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
        return audio.astype(np.float32)[: round(self.duration_s * SAMPLE_RATE_HZ) + 1]


def demo_clips() -> list[Clip]:
    """The demo that every installation has, with the places of its words."""
    demo = _json(DEMO, DEMO.read_text("utf-8")) if DEMO.exists() else None
    if demo is None:
        raise ClipError("The page is not built: type make web, or give --clips and --words.")
    words = [_word(word) for sentence in demo["sentences"] for word in sentence["words"]]
    media = DEMO.parent / Path(demo["media"]).name
    text = " ".join(word.text for word in words)
    return [Clip("demo", "demo", media, text, float(demo["duration_s"]), words)]


def read_clips(
    manifest: Path,
    words: Path,
    kinds: frozenset[str] = frozenset(),
    *,
    n: int | None = None,
    min_s: float = 0.0,
    max_s: float = 1e9,
) -> list[Clip]:
    """The clips of ``manifest`` that have words in ``words``, without the suspicious ones.

    ``kinds`` may be empty for all of them. With ``n`` that many are taken, spread evenly over the
    list. Raises :class:`ClipError`.
    """
    places = {entry["id"]: entry["words"] for entry in _lines(words, "id", "words")}
    entries = [
        entry
        for entry in _lines(manifest, "id", "kind", "path", "text", "duration_s")
        if (not kinds or entry["kind"] in kinds)
        and not entry.get("suspicious")
        and min_s <= entry["duration_s"] <= max_s
        and entry["id"] in places
    ]
    if not entries:
        raise ClipError(
            f"{manifest} has no clip of {min_s:g} to {max_s:g} s with words in {words}"
            + (f" of kind {', '.join(sorted(kinds))}" if kinds else "")
            + ": give other kinds or lengths."
        )
    if n is not None and n < len(entries):
        entries = [entries[index * len(entries) // n] for index in range(n)]
    return [_clip(manifest.parent, entry, places[entry["id"]]) for entry in entries]


def joined(clips: list[Clip], duration_s: float, folder: Path, gap_s: float = 0.3) -> Clip:
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
    path = folder / "joined.wav"
    write_wav(path, np.concatenate(parts))
    return Clip("joined", "joined", path, " ".join(texts), samples / SAMPLE_RATE_HZ, words)


def write_wav(path: Path, samples: npt.NDArray[np.float32]) -> None:
    """Write f32 [N] at 16 kHz as 16-bit PCM."""
    import wave

    pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes(pcm.tobytes())


def _clip(folder: Path, entry: dict[str, Any], places: list[list[Any]]) -> Clip:
    path = folder / entry["path"]
    if not path.is_file():
        raise ClipError(f"clip {entry['id']}: {path} is not there.")
    try:
        words = [SpokenWord(str(text), float(a), float(b)) for text, a, b in places]
    except (TypeError, ValueError) as error:
        raise ClipError(
            f"clip {entry['id']}: its words are not [text, start_s, end_s] ({error})."
        ) from error
    return Clip(entry["id"], entry["kind"], path, entry["text"], entry["duration_s"], words)


def _word(word: dict[str, Any]) -> SpokenWord:
    return SpokenWord(word["text"], float(word["start_s"]), float(word["end_s"]))


def _lines(path: Path, *keys: str) -> list[dict[str, Any]]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ClipError(f"{path} cannot be read: {error}.") from error
    entries = [_json(path, line) for line in lines if line.strip()]
    for number, entry in enumerate(entries, start=1):
        if missing := [key for key in keys if key not in entry]:
            raise ClipError(f"{path}, entry {number} has no {', '.join(missing)}.")
    return entries


def _json(path: Path, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ClipError(f"{path} is not JSON, one object a line: {error}.") from error
    if not isinstance(value, dict):
        raise ClipError(f"{path} has {text[:40]!r} where an object must stand.")
    return value
