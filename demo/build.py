"""Builds demo.webm and demo.json: python demo/build.py --speech FOLDER

FOLDER holds `manifest.jsonl` (id, path, text_original, licence, source_repo, source_path),
`words.jsonl` (word times by forced alignment) and the clips themselves. ffmpeg with libvpx-vp9 and
libopus must be installed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from scene import FRAME_HZ, HEIGHT_PX, WIDTH_PX, Scene

Samples = NDArray[np.float32]

FOLDER = Path(__file__).parent
SAMPLE_HZ = 48_000

# Each clip with its speaker as the corpus describes it. Together they tell of the rainbow.
CLIPS = (
    ("vctk_p240", "VCTK p240, woman, Southern England"),
    ("vctk_p226_019", "VCTK p226, man, Surrey"),
    ("vctk_p225_008", "VCTK p225, woman, Southern England"),
    ("vctk_p226_024", "VCTK p226, man, Surrey"),
    ("vctk_p225_011", "VCTK p225, woman, Southern England"),
)
LEAD_S = 1.2
PAUSE_S = 1.1
TAIL_S = 2.0
FADE_S = 0.02
LOUDNESS_RMS = 0.09
# A room is never digitally silent; without this the pauses sound cut out.
ROOM_RMS = 0.0006
RIPPLE_S = 2.4
RIPPLE_POINTS = 96


@dataclass(frozen=True, slots=True)
class Placed:
    """A clip at its place: ``start_s`` is where its samples begin in the demo."""

    row: dict[str, Any]
    words: list[tuple[str, float, float]]
    speaker: str
    samples: Samples
    start_s: float

    @property
    def end_s(self) -> float:
        return self.start_s + len(self.samples) / SAMPLE_HZ


def read_rows(path: Path) -> dict[str, dict[str, Any]]:
    rows = (json.loads(line) for line in path.read_text().splitlines())
    return {row["id"]: row for row in rows}


def decode(path: Path) -> Samples:
    """Return a file's sound as mono float32 [N] at SAMPLE_HZ, at one loudness for all clips."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-ac", "1", "-ar", str(SAMPLE_HZ)]
    sound = subprocess.run([*command, "-f", "f32le", "-"], capture_output=True, check=True).stdout
    samples = np.frombuffer(sound, np.float32).copy()
    speech = samples[np.abs(samples) > 0.02]
    samples *= LOUDNESS_RMS / float(np.sqrt(np.mean(speech**2)))
    fade = np.linspace(0, 1, int(FADE_S * SAMPLE_HZ), dtype=np.float32)
    samples[: len(fade)] *= fade
    samples[-len(fade) :] *= fade[::-1]
    return samples


def place(speech: Path) -> list[Placed]:
    rows = read_rows(speech / "manifest.jsonl")
    words = read_rows(speech / "words.jsonl")
    placed, at_s = [], LEAD_S
    for name, speaker in CLIPS:
        row = rows[name]
        samples = decode(speech / row["path"])
        timed = [(text, start, end) for text, start, end in words[name]["words"]]
        placed.append(Placed(row, timed, speaker, samples, at_s))
        at_s = placed[-1].end_s + PAUSE_S
    return placed


def mix(placed: list[Placed]) -> Samples:
    length = int((placed[-1].end_s + TAIL_S) * SAMPLE_HZ)
    track = np.random.default_rng(8217).standard_normal(length).astype(np.float32) * ROOM_RMS
    for clip in placed:
        start = round(clip.start_s * SAMPLE_HZ)
        track[start : start + len(clip.samples)] += clip.samples
    return track.clip(-0.99, 0.99)


def ripple(track: Samples, time_s: float) -> Samples:
    """Return the loudness (0..1) [RIPPLE_POINTS] of the RIPPLE_S around a time."""
    edges = np.linspace(time_s - RIPPLE_S / 2, time_s + RIPPLE_S / 2, RIPPLE_POINTS + 1)
    bounds = np.clip((edges * SAMPLE_HZ).astype(int), 0, len(track))
    pairs = itertools.pairwise(bounds)
    levels = [np.sqrt(np.mean(track[a:b] ** 2)) if b > a else 0.0 for a, b in pairs]
    return (np.array(levels, np.float32) / 0.22).clip(0, 1)


def encode(track: Samples, target: Path) -> None:
    seconds = len(track) / SAMPLE_HZ
    sound = target.with_suffix(".f32")
    sound.write_bytes(track.tobytes())
    command = ["ffmpeg", "-v", "error", "-y"]
    command += ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH_PX}x{HEIGHT_PX}"]
    command += ["-r", str(FRAME_HZ), "-i", "-"]
    command += ["-f", "f32le", "-ar", str(SAMPLE_HZ), "-ac", "1", "-i", str(sound)]
    command += ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-crf", "40", "-b:v", "0"]
    command += ["-row-mt", "1", "-cpu-used", "2", "-g", str(FRAME_HZ * 5)]
    command += ["-c:a", "libopus", "-b:a", "64k", "-map_metadata", "-1", "-fflags", "+bitexact"]
    with subprocess.Popen([*command, str(target)], stdin=subprocess.PIPE) as ffmpeg:
        if ffmpeg.stdin is not None:
            draw(track, seconds, ffmpeg.stdin)
    sound.unlink()
    if ffmpeg.returncode != 0:
        raise SystemExit(f"ffmpeg ended with {ffmpeg.returncode}")


def draw(track: Samples, seconds: float, pipe: IO[bytes]) -> None:
    scene = Scene(seconds)
    for index in range(round(seconds * FRAME_HZ)):
        time_s = index / FRAME_HZ
        pipe.write(scene.frame(time_s, ripple(track, time_s)).tobytes())
    pipe.close()


def describe(placed: list[Placed], seconds: float) -> dict[str, object]:
    return {
        "media": "demo.webm",
        "duration_s": round(seconds, 3),
        "text": " ".join(clip.row["text_original"] for clip in placed),
        "sentences": [describe_sentence(clip) for clip in placed],
    }


def describe_sentence(clip: Placed) -> dict[str, object]:
    words = [
        {
            "text": text,
            "start_s": round(clip.start_s + start, 2),
            "end_s": round(clip.start_s + end, 2),
        }
        for text, start, end in clip.words
    ]
    return {
        "start_s": round(clip.start_s, 3),
        "end_s": round(clip.end_s, 3),
        "text": clip.row["text_original"],
        "words": words,
        "speaker": clip.speaker,
        "licence": "CC BY 4.0",
        "source": f"CSTR VCTK Corpus, by way of {clip.row['source_repo']}: "
        f"{clip.row['source_path']}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Build demo.webm and demo.json")
    parser.add_argument("--speech", type=Path, required=True, help="folder of the clips")
    placed = place(parser.parse_args().speech)
    track = mix(placed)
    encode(track, FOLDER / "demo.webm")
    description = describe(placed, len(track) / SAMPLE_HZ)
    (FOLDER / "demo.json").write_text(json.dumps(description, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
