"""Microseconds a frame: native and WebAssembly, with SIMD and without, and Silero."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import surtitle
from surtitle._native import SpeechSegmenter
from surtitle.bench.vad.clips import FRAME_SAMPLES, BenchError, Samples, frames
from surtitle.bench.vad.silero import Silero

REPEATS = 300
WARM_UP = 20
"""The first repeats are not counted: an engine compiles its hot code during them."""

CHUNK_FRAMES = 100
"""Frames given at once, so that the call itself weighs nothing."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What one frame takes on one path."""

    path: str
    n: int
    """Repeats of ``CHUNK_FRAMES`` frames that were counted."""
    median_us: float
    p95_us: float


def chunk() -> Samples:
    """Noise with a slow swell: a frame costs the same whatever it holds."""
    count = CHUNK_FRAMES * FRAME_SAMPLES
    swell = np.sin(np.arange(count) / 4000)
    return (0.1 * swell * np.random.default_rng(1).standard_normal(count)).astype(np.float32)


def native(samples: Samples, *, simd: bool) -> Speed:
    """The detector and the segmenter in the extension module."""
    segmenter = SpeechSegmenter({"simd": simd})
    return _time(f"native, {_name(simd)}", lambda: segmenter.push(samples), CHUNK_FRAMES)


def wasm(samples: Samples, directory: Path, *, simd: bool) -> Speed:
    """The same in WebAssembly under Node; raises :class:`BenchError` where either is missing."""
    node = shutil.which("node")
    if node is None:
        raise BenchError("node is not on the PATH, so WebAssembly cannot be timed")
    if not (directory / "surtitle_web_bg.wasm").is_file():
        raise BenchError(f"{directory} holds no surtitle_web_bg.wasm: make wasm")
    script = Path(__file__).with_name("speed.mjs")
    repeats = str(REPEATS + WARM_UP)
    done = subprocess.run(
        [node, str(script), str(directory), repeats, "simd" if simd else "plain"],
        input=samples.astype("<f4").tobytes(),
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        raise BenchError(f"{script.name} failed: {done.stderr.decode(errors='replace').strip()}")
    return _summary(f"WebAssembly, {_name(simd)}", json.loads(done.stdout)[WARM_UP:])


def silero(samples: Samples, detector: Silero) -> Speed:
    """Silero under ONNX Runtime, one thread, a frame at a time."""
    few = list(frames(samples))[:4]

    def run() -> None:
        for frame in few:
            detector.push(frame)

    return _time("Silero, native", run, len(few))


def default_wasm_directory() -> Path:
    """Where ``make wasm`` leaves the core in a checkout."""
    return Path(surtitle.__file__).parents[2] / "web" / "generated" / "native"


def _name(simd: bool) -> str:  # noqa: FBT001 - the name of a path
    return "SIMD" if simd else "scalar"


def _time(path: str, run: Callable[[], object], frame_count: int) -> Speed:
    micros = []
    for _ in range(REPEATS + WARM_UP):
        start = time.perf_counter()
        run()
        micros.append((time.perf_counter() - start) * 1e6 / frame_count)
    return _summary(path, micros[WARM_UP:])


def _summary(path: str, micros: list[float]) -> Speed:
    return Speed(path, len(micros), float(np.median(micros)), float(np.percentile(micros, 95)))
