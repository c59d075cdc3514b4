"""The two named graphs that the recogniser guest asks for, over onnxruntime.

Both are execution contexts in the sense of WASI-NN: inputs are set by index, ``compute`` runs,
outputs are read by index. The decoder is stateful: its keys and values never leave it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
import onnxruntime

from surtitle.errors import SurtitleError
from surtitle.models.shape import HEAD_SIZE, HEADS, cache_names

Array = npt.NDArray[np.generic]


class GraphError(SurtitleError):
    """A model file that onnxruntime cannot load."""


class Context(Protocol):
    """An execution context of a graph."""

    def set_input(self, index: int, shape: tuple[int, ...], data: bytes) -> None:
        """Set input ``index`` from little-endian ``data``; its dtype is the graph's own."""

    def compute(self) -> None:
        """Run the graph on the inputs that were set."""

    def get_output(self, index: int) -> Array:
        """Output ``index`` of the last run."""


GraphRegistry = Mapping[str, Callable[[], Context]]
"""Graph name → a new execution context of it."""


class EncoderContext:
    """``moonshine/encoder``: goes on from the frames it has kept.

    Inputs: 0 waveform f32 [1, N] from the first new frame's first sample on; 1 moments f32 [3] of
    what was before it; 2 kept frames i32 [1], to which the memory is cut before the next run.
    Outputs: 0 hidden states f32 [1, S, 288] of the new frames; 1 sums f32 [2, C] of the window's
    columns (see `surtitle.models.encoder_graph`).
    """

    def __init__(self, encoder: onnxruntime.InferenceSession) -> None:
        self._encoder = encoder
        self._audio: Array = np.zeros((1, 0), np.float32)
        self._moments: Array = np.zeros(3, np.float32)
        self._memory = _empty(cache_names("past"))
        self._outputs: list[Array] = []

    def set_input(self, index: int, shape: tuple[int, ...], data: bytes) -> None:
        if index == 0:
            self._audio = np.frombuffer(data, "<f4").reshape(shape)
        elif index == 1:
            self._moments = np.frombuffer(data, "<f4")
        else:
            _only(index, 2)
            self._memory = _cut(self._memory, data)

    def compute(self) -> None:
        feeds = {"input_values": self._audio, "moments": self._moments, **self._memory}
        hidden_states, sums, *memory = self._encoder.run(None, feeds)
        self._outputs = [hidden_states, sums]
        self._memory = dict(zip(self._memory, memory, strict=True))

    def get_output(self, index: int) -> Array:
        return self._outputs[index]


class DecoderContext:
    """``moonshine/decoder``: reads token ids, remembers them, answers with the next ones.

    Inputs: 0 ids i32 [1, K]; 1 proposed next ids i32 [1, K]; 2 hidden states f32 [1, S, 288] that
    follow the frames that are kept; 3 kept frames i32 [1], to be set before them; 4 kept tokens
    i32 [1], to which the memory is cut before the next run.
    Outputs: 0 tokens i32 [1, K]; 1 log-probabilities f32 [1, K]; 2 deficits of the proposed ids
    f32 [1, K]; 3 attention f32 [1, K, all frames].
    """

    ANSWERS = ("token", "log_probability", "deficit", "attention")

    def __init__(
        self, cross: onnxruntime.InferenceSession, decoder: onnxruntime.InferenceSession
    ) -> None:
        self._cross = cross
        self._decoder = decoder
        self._ids: Array = np.zeros((1, 0), np.int64)
        self._proposed: Array = self._ids
        self._frames = _empty(cache_names("past", "encoder"))
        self._memory = _empty(cache_names("past", "decoder"))
        self._answers: list[Array] = []

    def set_input(self, index: int, shape: tuple[int, ...], data: bytes) -> None:
        if index == 0:
            self._ids = np.frombuffer(data, "<i4").reshape(shape).astype(np.int64)
        elif index == 1:
            self._proposed = np.frombuffer(data, "<i4").reshape(shape).astype(np.int64)
        elif index == 2:
            self._attend(np.frombuffer(data, "<f4").reshape(shape))
        elif index == 3:
            self._frames = _cut(self._frames, data)
        else:
            _only(index, 4)
            self._memory = _cut(self._memory, data)

    def compute(self) -> None:
        ids = {"input_ids": self._ids, "proposed_ids": self._proposed}
        outputs = self._decoder.run(None, {**ids, **self._frames, **self._memory})
        self._answers = outputs[: len(self.ANSWERS)]
        self._memory = dict(zip(self._memory, outputs[len(self.ANSWERS) :], strict=True))

    def get_output(self, index: int) -> Array:
        return self._answers[index]

    def _attend(self, hidden_states: Array) -> None:
        projections = self._cross.run(None, {"encoder_hidden_states": hidden_states})
        self._frames = {
            name: np.concatenate([kept, new], axis=2)
            for (name, kept), new in zip(self._frames.items(), projections, strict=True)
        }


def _empty(names: Iterable[str]) -> dict[str, Array]:
    return dict.fromkeys(names, np.zeros((1, HEADS, 0, HEAD_SIZE), np.float32))


def _cut(memory: dict[str, Array], data: bytes) -> dict[str, Array]:
    """The first positions of every key and value; ``data`` has their number."""
    kept = int(np.frombuffer(data, "<i4")[0])
    return {name: value[:, :, :kept] for name, value in memory.items()}


def load_graphs(files: Mapping[str, Path], threads: int | None = None) -> GraphRegistry:
    """Load the model's graphs; ``files`` maps a file's name in the model to its path.

    ``threads`` is what onnxruntime may use for one operator (by default 2, or 1 on one core).
    """
    encoder = _session(files["encoder.onnx"], threads)
    cross = _session(files["cross.onnx"], threads)
    decoder = _session(files["decoder.onnx"], threads)
    return {
        "moonshine/encoder": lambda: EncoderContext(encoder),
        "moonshine/decoder": lambda: DecoderContext(cross, decoder),
    }


def _session(path: Path, threads: int | None) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or min(2, os.cpu_count() or 1)
    options.log_severity_level = 3
    # Fold the int8 weights to float32 at load, and keep the products float32.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    # Segments differ in length, so an arena would keep the largest of every shape for ever.
    options.enable_cpu_mem_arena = False
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exceptions share no public base class
        raise GraphError(
            f"onnxruntime cannot load {path}: {error}. Run `surtitle models verify`."
        ) from error


def _only(index: int, known: int) -> None:
    if index != known:
        raise IndexError(f"the graph has no input or output {index}")
