"""The two named graphs that the recogniser guest asks for, over onnxruntime.

Both are execution contexts in the sense of WASI-NN: inputs are set by index, ``compute`` runs,
outputs are read by index. The decoder is stateful: its keys and values never leave it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
import onnxruntime

from surtitle.errors import SurtitleError

Array = npt.NDArray[np.generic]

LAYERS = 6
HEADS = 8
HEAD_SIZE = 36


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
    """``moonshine/encoder``: waveform f32 [1, N] → hidden states f32 [1, S, 288]."""

    def __init__(self, encoder: onnxruntime.InferenceSession) -> None:
        self._encoder = encoder
        self._audio = np.zeros((1, 0), np.float32)
        self._hidden_states: Array = np.zeros((1, 0, 0), np.float32)

    def set_input(self, index: int, shape: tuple[int, ...], data: bytes) -> None:
        _only(index, 0)
        self._audio = np.frombuffer(data, "<f4").reshape(shape)

    def compute(self) -> None:
        (self._hidden_states,) = self._encoder.run(None, {"input_values": self._audio})

    def get_output(self, index: int) -> Array:
        _only(index, 0)
        return self._hidden_states


class DecoderContext:
    """``moonshine/decoder``: reads token ids, remembers them, answers with the next ones.

    Inputs: 0 ids i32 [1, K]; 1 hidden states f32 [1, S, 288], which empties the memory; 2 kept
    positions i32 [1], to which the memory is cut before the next run. Outputs: 0 tokens i32
    [1, K]; 1 log-probabilities f32 [1, K]; 2 attention f32 [1, K, S].
    """

    ANSWERS = ("token", "log_probability", "attention")

    def __init__(
        self, cross: onnxruntime.InferenceSession, decoder: onnxruntime.InferenceSession
    ) -> None:
        self._cross = cross
        self._decoder = decoder
        self._ids: Array = np.zeros((1, 0), np.int64)
        self._hidden_states: Array | None = None
        self._memory: dict[str, Array] = {}
        self._encoder_memory: dict[str, Array] = {}
        self._answers: list[Array] = []

    def set_input(self, index: int, shape: tuple[int, ...], data: bytes) -> None:
        if index == 0:
            self._ids = np.frombuffer(data, "<i4").reshape(shape).astype(np.int64)
        elif index == 1:
            self._hidden_states = np.frombuffer(data, "<f4").reshape(shape)
        else:
            _only(index, 2)
            kept = int(np.frombuffer(data, "<i4")[0])
            self._memory = {name: value[:, :, :kept] for name, value in self._memory.items()}

    def compute(self) -> None:
        if self._hidden_states is not None:
            self._remember(self._hidden_states)
            self._hidden_states = None
        feeds = {"input_ids": self._ids, **self._encoder_memory, **self._memory}
        outputs = self._decoder.run(None, feeds)
        self._answers = outputs[: len(self.ANSWERS)]
        self._memory = dict(zip(self._memory, outputs[len(self.ANSWERS) :], strict=True))

    def get_output(self, index: int) -> Array:
        return self._answers[index]

    def _remember(self, hidden_states: Array) -> None:
        projections = self._cross.run(None, {"encoder_hidden_states": hidden_states})
        self._encoder_memory = dict(zip(_memory_names("encoder"), projections, strict=True))
        empty = np.zeros((1, HEADS, 0, HEAD_SIZE), np.float32)
        self._memory = dict.fromkeys(_memory_names("decoder"), empty)


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
    # Fold the hybrid decoder's int8 weights to float32 at load, and keep its products float32.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    # Segments differ in length, so an arena would keep the largest of every shape for ever.
    options.enable_cpu_mem_arena = False
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exceptions share no public base class
        raise GraphError(
            f"onnxruntime cannot load {path}: {error}. Run `surtitle models verify`."
        ) from error


def _memory_names(kind: str) -> list[str]:
    return [
        f"past_key_values.{layer}.{kind}.{part}"
        for layer in range(LAYERS)
        for part in ("key", "value")
    ]


def _only(index: int, known: int) -> None:
    if index != known:
        raise IndexError(f"the graph has no input or output {index}")
