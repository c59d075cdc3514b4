"""Speech in, words with times out: the guest of ``wasm/`` in this process."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import wasmtime

from surtitle.engine.graphs import load_graphs
from surtitle.engine.wasi_nn import WasiNnHost
from surtitle.errors import SurtitleError
from surtitle.models.catalogue import DEFAULT_MODEL
from surtitle.models.store import ModelStore

SAMPLE_RATE_HZ = 16_000
LONGEST_S = 40.0
"""The guest refuses longer segments."""

GUEST = "recogniser.wasm"

# What the guest calls its passes.
_OPEN, _FINAL, _CUT = range(3)


class RecogniserError(SurtitleError):
    """The recogniser cannot be started, or failed on a segment."""


@dataclass(frozen=True, slots=True)
class RecognisedWord:
    """A word with its place in the segment (seconds from its first sample)."""

    text: str
    start_s: float
    end_s: float
    confidence: float
    """Geometric mean of the word's token probabilities, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """What was heard in a segment."""

    text: str
    words: tuple[RecognisedWord, ...]
    tokens: tuple[int, ...]
    agreed_tokens: int
    """Tokens of the draft, the last hypothesis of the same segment, that stood."""
    ended: bool
    """The decoder came to an end by itself; false after a loop or at the token cap."""
    focus: float
    """The share of attention that lies where the words stand, 0 to 1."""
    rejected: bool
    """Words were decoded but are not taken for speech; there are none here."""
    rest: tuple[RecognisedWord, ...] = ()
    """After a cut: words heard beyond it; seconds from the next segment's first sample."""
    context_samples: int = 0
    """After a cut: audio before it that the next segment's passes want in front."""


class Recogniser:
    """One stream's recogniser. Not for use by several threads at once."""

    def __init__(self, files: Mapping[str, Path], threads: int | None = None) -> None:
        """Load the graphs and the guest; ``files`` maps a model file's name to its path."""
        self._host = WasiNnHost(load_graphs(files, threads))
        engine = wasmtime.Engine()
        linker = wasmtime.Linker(engine)
        self._host.define(linker)
        self._store = wasmtime.Store(engine)
        instance = linker.instantiate(self._store, wasmtime.Module(engine, guest_bytes()))
        self._exports = instance.exports(self._store)
        self._memory = cast("wasmtime.Memory", self._exports["memory"])
        self._host.attach(self._store, self._memory)
        tokenizer = files["tokenizer.bin"].read_bytes()
        self._write("tokenizer_buffer", tokenizer, len(tokenizer))
        self._checked(self._call("open"))

    @classmethod
    def from_store(
        cls, model: str = DEFAULT_MODEL, store: ModelStore | None = None, threads: int | None = None
    ) -> Recogniser:
        """The recogniser over an installed model; raises if it is missing or damaged."""
        files = (store or ModelStore()).files(model)
        return cls({file.name: file.path for file in files}, threads)

    def recognise(
        self, audio: npt.NDArray[np.float32], segment: int, *, final: bool, cut: bool = False
    ) -> Recognition:
        """Recognise ``audio`` (f32 [N], 16 kHz, −1 to 1), all of segment ``segment`` so far.

        ``final`` says that the segment is complete, which makes the rejection of words that
        nobody said stricter; ``cut``, that it was cut there in the midst of speech, so that the
        next one (``segment + 1``) goes on with what was heard beyond. Its passes then get
        ``context_samples`` of the audio before it in front of their own.

        The last hypothesis of the same segment is verified as a draft. Raises
        :class:`RecogniserError` for audio longer than :data:`LONGEST_S`.
        """
        if len(audio) > LONGEST_S * SAMPLE_RATE_HZ:
            raise RecogniserError(
                f"A segment of {len(audio) / SAMPLE_RATE_HZ:.1f} s is too long: "
                f"the recogniser takes at most {LONGEST_S:.0f} s at once."
            )
        self._write("audio_buffer", np.ascontiguousarray(audio, "<f4").tobytes(), len(audio))
        kind = _CUT if cut else _FINAL if final else _OPEN
        result = json.loads(self._checked(self._call("recognise", segment, kind)))
        return Recognition(
            text=result["text"],
            words=_words(result["words"]),
            tokens=tuple(result["tokens"]),
            agreed_tokens=result["agreed_tokens"],
            ended=result["ended"],
            focus=result["focus"],
            rejected=result["rejected"],
            rest=_words(result["rest"]),
            context_samples=result["context_samples"],
        )

    def _call(self, name: str, *arguments: int) -> int:
        function = cast("wasmtime.Func", self._exports[name])
        return cast("int", function(self._store, *arguments))

    def _write(self, buffer: str, data: bytes, count: int) -> None:
        pointer = self._call(buffer, count)
        if pointer == 0:
            raise RecogniserError(f"The recogniser has no room for {len(data)} bytes.")
        self._memory.write(self._store, data, pointer)

    def _checked(self, status: int) -> str:
        start = self._call("result_pointer")
        text = self._memory.read(self._store, start, start + self._call("result_length")).decode()
        if status != 0:
            raise RecogniserError(f"The recogniser failed: {text}.") from self._host.failure
        return text


def _words(given: Iterable[dict[str, Any]]) -> tuple[RecognisedWord, ...]:
    return tuple(RecognisedWord(**word) for word in given)


def guest_bytes() -> bytes:
    """The guest's WebAssembly, which the build puts beside this module."""
    guest = resources.files(__package__) / GUEST
    if not guest.is_file():
        raise RecogniserError(
            f"{GUEST} is missing from this installation: run `make wasm` in a source tree, "
            "or reinstall surtitle."
        )
    return guest.read_bytes()
