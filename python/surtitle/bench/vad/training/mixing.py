"""Sequences of 20 s as a microphone or a film might give them, with the clean speech's labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from surtitle._native import Vad
from surtitle.audio.source import SAMPLE_RATE_HZ
from surtitle.bench.vad.clips import FRAME_SAMPLES, Samples, frames
from surtitle.bench.vad.training.corpus import Corpus, Speech

SEQUENCE_FRAMES = 625
SEQUENCE_SAMPLES = SEQUENCE_FRAMES * FRAME_SAMPLES

SOUNDS_ALONE = 0.35
"""Share of sequences without any speech."""

ENGLISH = 0.7
"""Share of clips from the first source of speech."""

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Examples:
    """What the network learns from: features [S, T, F], targets and levels in dB [S, T]."""

    features: npt.NDArray[np.float32]
    targets: npt.NDArray[np.float32]


def make_examples(corpus: Corpus, count: int, random: Random) -> Examples:
    """``count`` sequences; the features are the vad crate's own."""
    features, targets = [], []
    for _ in range(count):
        samples, target = make_sequence(corpus, random)
        features.append(features_of(samples))
        targets.append(target)
    return Examples(np.stack(features), np.stack(targets))


def features_of(samples: Samples) -> npt.NDArray[np.float32]:
    """What the rule sees of each frame: [T, F]."""
    vad = Vad()
    rows = []
    for frame in frames(samples):
        vad.push(frame)
        rows.append(vad.features())
    return np.array(rows, dtype=np.float32)


def make_sequence(corpus: Corpus, random: Random) -> tuple[Samples, npt.NDArray[np.float32]]:
    """Samples [SEQUENCE_SAMPLES] and the probability of speech in each frame."""
    target = np.zeros(SEQUENCE_FRAMES, dtype=np.float32)
    if random.random() < SOUNDS_ALONE:
        samples = _background(corpus.sounds, random)
    else:
        samples = _talk(corpus.speech, target, random)
        if random.random() < 0.4:
            samples = _reverberate(samples, random)
        if random.random() < 0.8:
            samples += _background(corpus.sounds, random) * _gain(-28, 4, random)
    if random.random() < 0.6:
        samples = _colour(samples, random)
    samples = _level(samples) * _gain(-48, -12, random)
    if random.random() < 0.5:
        samples += _synthetic_noise(random) * _gain(-90, -55, random)
    samples = np.clip(samples, -1, 1)
    if random.random() < 0.5:
        samples = (np.round(samples * 32767) / 32768).astype(np.float32)
    return samples, target


def _talk(sources: list[list[Speech]], target: npt.NDArray[np.float32], random: Random) -> Samples:
    """Clips with and without pauses between them; fills in ``target``."""
    samples = np.zeros(SEQUENCE_SAMPLES, dtype=np.float32)
    frame = _maybe_pause(40, random)
    while frame < SEQUENCE_FRAMES:
        clips = sources[0] if random.random() < ENGLISH else sources[-1]
        clip = _faster(clips[random.integers(len(clips))], random)
        skip = 0
        if random.random() < 0.3 and len(clip.teacher) > 60:
            skip = int(random.integers(len(clip.teacher) // 2))
        teacher = clip.teacher[skip : skip + SEQUENCE_FRAMES - frame]
        audio = clip.samples[skip * FRAME_SAMPLES :][: len(teacher) * FRAME_SAMPLES]
        start = frame * FRAME_SAMPLES
        samples[start : start + len(audio)] = _level(audio) * _gain(-6, 3, random)
        target[frame : frame + len(teacher)] = teacher
        frame += len(teacher) + _maybe_pause(60, random)
    return samples


def _faster(clip: Speech, random: Random) -> Speech:
    """The clip played a little slower or faster: another speaker, to the detector."""
    rate = random.uniform(0.85, 1.2)
    count = int(len(clip.teacher) / rate)
    return Speech(
        _resample(clip.samples, rate), clip.teacher[(np.arange(count) * rate).astype(int)]
    )


def _resample(samples: Samples, rate: float) -> Samples:
    """Plays ``samples`` at ``rate``, by linear interpolation."""
    at = np.arange(0, len(samples) - 1, rate)
    resampled: Samples = np.interp(at, np.arange(len(samples)), samples).astype(np.float32)
    return resampled


def _maybe_pause(longest_frames: int, random: Random) -> int:
    return int(random.integers(longest_frames)) if random.random() < 0.7 else 0


def _background(sounds: list[Samples], random: Random) -> Samples:
    """Sounds one after the other at an RMS of 1."""
    if random.random() < 0.3:
        return _synthetic_noise(random)
    samples = np.zeros(SEQUENCE_SAMPLES, dtype=np.float32)
    at = 0
    while at < SEQUENCE_SAMPLES:
        sound = sounds[random.integers(len(sounds))]
        if len(sound) < 3 * SAMPLE_RATE_HZ and random.random() < 0.5:
            sound = np.tile(sound, int(random.integers(1, 5)))
        if random.random() < 0.5:
            sound = sound[random.integers(max(1, len(sound) - SAMPLE_RATE_HZ // 2)) :]
        rate = random.uniform(0.75, 1.3)
        sound = _resample(sound[: int((SEQUENCE_SAMPLES - at) * rate) + 2], rate)
        sound = sound[: SEQUENCE_SAMPLES - at]
        samples[at : at + len(sound)] = _level(sound) * _gain(-10, 0, random)
        at += len(sound) + (int(random.integers(8000)) if random.random() < 0.3 else 0)
    return _level(samples)


def _synthetic_noise(random: Random) -> Samples:
    """White, pink, brown, a band or hum, at times swelling, at an RMS of 1."""
    colour = int(random.integers(5))
    frequency_hz = np.fft.rfftfreq(SEQUENCE_SAMPLES, 1 / SAMPLE_RATE_HZ)
    if colour == 4:
        mains_hz = (50, 60, 100, 120)[int(random.integers(4))]
        time_s = np.arange(SEQUENCE_SAMPLES) / SAMPLE_RATE_HZ
        noise = 0.05 * random.standard_normal(SEQUENCE_SAMPLES)
        for harmonic in range(1, 8):
            phase = 2 * np.pi * (mains_hz * harmonic * time_s + random.random())
            noise += np.sin(phase) * random.random() / harmonic
    else:
        shape = np.maximum(frequency_hz, 20.0) ** (-0.5 * min(colour, 2))
        if colour == 3:
            low_hz = random.uniform(100, 3000)
            octaves = np.log2(np.maximum(frequency_hz, 1.0) / low_hz)
            shape = np.exp(-((octaves / random.uniform(0.3, 1.5)) ** 2))
        noise = np.fft.irfft(np.fft.rfft(random.standard_normal(SEQUENCE_SAMPLES)) * shape)
    if random.random() < 0.3:
        time_s = np.arange(SEQUENCE_SAMPLES) / SAMPLE_RATE_HZ
        noise = noise * (1 + 0.8 * np.sin(2 * np.pi * random.uniform(0.1, 8) * time_s))
    return _level(noise.astype(np.float32))


def _reverberate(samples: Samples, random: Random) -> Samples:
    """A room: a decaying noise of 0.1 to 0.8 s, direct sound 0 to 12 dB over it."""
    length = int(random.uniform(0.1, 0.8) * SAMPLE_RATE_HZ)
    room = random.standard_normal(length) * 10 ** (-3 * np.arange(length) / length)
    room *= _gain(-12, 0, random) / np.sqrt(np.sum(room**2))
    room[0] = 1.0
    size = len(samples) + length
    wet = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(room, size), size)
    return wet[: len(samples)].astype(np.float32)


def _colour(samples: Samples, random: Random) -> Samples:
    """A telephone's band, or a tilt."""
    frequency_hz = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE_HZ)
    shape = np.maximum(frequency_hz / 1000, 0.05) ** random.uniform(-0.5, 0.5)
    if random.random() < 0.4:
        low_hz, high_hz = random.uniform(150, 350), random.uniform(3000, 3600)
        shape = shape / (1 + (low_hz / np.maximum(frequency_hz, 1)) ** 8) ** 0.5
        shape = shape / (1 + (frequency_hz / high_hz) ** 16) ** 0.5
    return np.fft.irfft(np.fft.rfft(samples) * shape, len(samples)).astype(np.float32)


def _level(samples: Samples) -> Samples:
    """The samples at an RMS of 1; near silence stays quiet."""
    return samples / np.float32(max(np.sqrt(np.mean(np.square(samples))), 1e-4))


def _gain(low_db: float, high_db: float, random: Random) -> np.float32:
    return np.float32(10 ** (random.uniform(low_db, high_db) / 20))
