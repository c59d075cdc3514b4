"""Silero VAD v6 straight through ONNX Runtime, without torch."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from surtitle.audio.source import SAMPLE_RATE_HZ
from surtitle.bench.vad.clips import BenchError, Samples, frames

CONTEXT_SAMPLES = 64
"""Samples of the frame before that Silero v5 and later want in front of each frame."""

INSTALL = "pip install --no-deps silero-vad"
"""Without its dependencies: the package asks for torch, its ONNX file does not need it."""


def find_model() -> Path:
    """The installed package's ONNX file; raises :class:`BenchError` with the command to type.

    The package itself is not imported, because that would import torch.
    """
    spec = importlib.util.find_spec("silero_vad")
    if spec is None or spec.origin is None:
        raise BenchError(f"Silero is not installed, and it is the yardstick: {INSTALL}")
    model = Path(spec.origin).parent / "data" / "silero_vad.onnx"
    if not model.is_file():
        raise BenchError(f"{model} is missing from the silero-vad package: {INSTALL} --upgrade")
    return model


class Silero:
    """A detector with Silero's state; one thread, as in a page."""

    def __init__(self, model: Path) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = ort.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self.reset()

    def reset(self) -> None:
        """Forget the stream."""
        self._state = np.zeros((2, 1, 128), dtype=np.float32)
        self._context = np.zeros(CONTEXT_SAMPLES, dtype=np.float32)

    def push(self, frame: Samples) -> float:
        """The speech probability of the next frame of 512 samples."""
        inputs = {
            "input": np.concatenate([self._context, frame])[None],
            "state": self._state,
            "sr": np.array(SAMPLE_RATE_HZ, dtype=np.int64),
        }
        probability, self._state = self._session.run(None, inputs)
        self._context = frame[-CONTEXT_SAMPLES:]
        return float(probability[0, 0])

    def detect(self, samples: Samples) -> npt.NDArray[np.float32]:
        """The speech probability of every frame of a whole clip."""
        self.reset()
        return np.array([self.push(frame) for frame in frames(samples)], dtype=np.float32)
