"""What is learned from: clean speech with a teacher's labels, and sounds that are not speech."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from surtitle.audio.source import SAMPLE_RATE_HZ, AudioError, MediaFile
from surtitle.bench.vad.clips import Samples, read_manifest
from surtitle.bench.vad.silero import Silero

HELD_OUT_KINDS = frozenset({"vad_labelled", "vad_meeting", "stream_join", "mix_music", "mix_noise"})
"""Reported on, or mixed from what is reported on; so are all kinds that begin with nonspeech_."""

HELD_OUT_STEMS = frozenset({"loop_amen_full", "loop_amen", "ambi_choir", "vinyl_hiss"})
"""Files of sonic-pi-samples that the bench reports on under another name."""

AUDIO_SUFFIXES = frozenset({".flac", ".wav", ".ogg", ".gsm"})

LONGEST_S = 90
"""Of a longer sound only the middle is used, so that no piece of music outweighs the rest."""

SHORTEST_SAMPLES = 4000

VOICED_SHARE = 0.1
"""Where the teacher hears speech in more frames than this, a sound is left out: game sounds hold
shouted words, street scenes hold voices."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A clean clip and the teacher's probability of speech in each of its frames."""

    samples: Samples
    teacher: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Clips to mix sequences from."""

    speech: list[list[Speech]]
    """One list a source; sources are drawn from in order of weight, see ``mixing``."""
    sounds: list[Samples]

    def split(self, every: int) -> tuple[Corpus, Corpus]:
        """All clips but each ``every``-th, and those: no clip is in both."""
        return (
            Corpus(
                [[c for i, c in enumerate(clips) if i % every] for clips in self.speech],
                [sound for i, sound in enumerate(self.sounds) if i % every],
            ),
            Corpus(
                [clips[::every] for clips in self.speech],
                self.sounds[::every],
            ),
        )


def read_corpus(manifest: Path, prompts: list[Path], sounds: list[Path], teacher: Silero) -> Corpus:
    """Reads all that may be learned from.

    ``prompts`` are folders of clean speech, ``sounds`` folders of music, effects and noises.
    """
    english = [
        Speech(samples := clip.samples(), teacher.detect(samples))
        for clip in read_manifest(manifest)
        if clip.kind not in HELD_OUT_KINDS and not clip.kind.startswith("nonspeech_")
    ]
    others = [
        Speech(samples, teacher.detect(samples))
        for samples in _read_folders(prompts)
        if len(samples) >= 2 * SHORTEST_SAMPLES
    ]
    quiet = [
        samples
        for samples in _read_folders(sounds)
        if float(np.mean(teacher.detect(samples) > 0.5)) <= VOICED_SHARE
    ]
    return Corpus([english, others], quiet)


def _read_folders(folders: list[Path]) -> Iterator[Samples]:
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix not in AUDIO_SUFFIXES or path.stem in HELD_OUT_STEMS:
                continue
            try:
                samples = np.concatenate(list(MediaFile(path).blocks()))
            except AudioError:
                continue  # game data holds empty and cut-off files
            yield _trim(samples)


def _trim(samples: Samples) -> Samples:
    longest = LONGEST_S * SAMPLE_RATE_HZ
    if len(samples) > longest:
        start = (len(samples) - longest) // 2
        return samples[start : start + longest]
    if len(samples) < SHORTEST_SAMPLES:
        return np.tile(samples, -(-SHORTEST_SAMPLES // max(1, len(samples))))
    return samples
