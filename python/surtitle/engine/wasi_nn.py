"""A ``wasi_ephemeral_nn`` host for wasmtime (core ABI as in witx 0.6; graphs by name only)."""

from __future__ import annotations

import enum
import struct
from collections.abc import Callable

import wasmtime

from surtitle.engine.graphs import Context, GraphRegistry

MODULE = "wasi_ephemeral_nn"
_TENSOR = struct.Struct("<IIB3xII")
"""Dimensions pointer and count, element type, data pointer and length in bytes."""


class Status(enum.IntEnum):
    """``nn_errno``."""

    SUCCESS = 0
    INVALID_ARGUMENT = 1
    MISSING_MEMORY = 3
    RUNTIME_ERROR = 5
    TOO_LARGE = 7
    NOT_FOUND = 8


class _RefusedError(Exception):
    def __init__(self, status: Status) -> None:
        super().__init__(status.name)
        self.status = status


class WasiNnHost:
    """Serves ``graphs`` to one guest instance; ``attach`` it before the guest's first call."""

    def __init__(self, graphs: GraphRegistry) -> None:
        self._graphs = graphs
        self._loaded: list[Callable[[], Context]] = []
        self._contexts: list[Context] = []
        self._memory: wasmtime.Memory | None = None
        self._store: wasmtime.Store | None = None
        self.failure: BaseException | None = None
        """What the last refused call raised, for the message that the guest cannot carry."""

    def define(self, linker: wasmtime.Linker) -> None:
        """Define the five functions that the guest imports."""
        functions: dict[str, tuple[int, Callable[..., None]]] = {
            "load_by_name": (3, self._load_by_name),
            "init_execution_context": (2, self._init_execution_context),
            "set_input": (3, self._set_input),
            "compute": (1, self._compute),
            "get_output": (5, self._get_output),
        }
        for name, (arity, function) in functions.items():
            signature = wasmtime.FuncType(
                [wasmtime.ValType.i32()] * arity, [wasmtime.ValType.i32()]
            )
            linker.define_func(MODULE, name, signature, self._guarded(function))

    def attach(self, store: wasmtime.Store, memory: wasmtime.Memory) -> None:
        """Give the host the guest's memory."""
        self._store, self._memory = store, memory

    def _guarded(self, function: Callable[..., None]) -> Callable[..., int]:
        def call(*arguments: int) -> int:
            try:
                function(*(argument & 0xFFFFFFFF for argument in arguments))
            except _RefusedError as refusal:
                self.failure = refusal
                return refusal.status
            except Exception as error:  # no Python exception may cross into the guest
                self.failure = error
                return Status.RUNTIME_ERROR
            return Status.SUCCESS

        return call

    def _read(self, pointer: int, length: int) -> bytes:
        memory, store = self._attached()
        if pointer + length > memory.data_len(store):
            raise _RefusedError(Status.MISSING_MEMORY)
        return bytes(memory.read(store, pointer, pointer + length))

    def _write(self, pointer: int, data: bytes) -> None:
        memory, store = self._attached()
        if pointer + len(data) > memory.data_len(store):
            raise _RefusedError(Status.MISSING_MEMORY)
        memory.write(store, data, pointer)

    def _attached(self) -> tuple[wasmtime.Memory, wasmtime.Store]:
        if self._memory is None or self._store is None:
            raise _RefusedError(Status.MISSING_MEMORY)
        return self._memory, self._store

    def _write_u32(self, pointer: int, value: int) -> None:
        self._write(pointer, struct.pack("<I", value))

    def _context(self, handle: int) -> Context:
        if handle >= len(self._contexts):
            raise _RefusedError(Status.INVALID_ARGUMENT)
        return self._contexts[handle]

    def _load_by_name(self, name: int, length: int, graph: int) -> None:
        known = self._graphs.get(self._read(name, length).decode())
        if known is None:
            raise _RefusedError(Status.NOT_FOUND)
        self._loaded.append(known)
        self._write_u32(graph, len(self._loaded) - 1)

    def _init_execution_context(self, graph: int, context: int) -> None:
        if graph >= len(self._loaded):
            raise _RefusedError(Status.INVALID_ARGUMENT)
        self._contexts.append(self._loaded[graph]())
        self._write_u32(context, len(self._contexts) - 1)

    def _set_input(self, context: int, index: int, tensor: int) -> None:
        shape_at, rank, _, data_at, length = _TENSOR.unpack(self._read(tensor, _TENSOR.size))
        shape = struct.unpack(f"<{rank}I", self._read(shape_at, 4 * rank))
        self._context(context).set_input(index, shape, self._read(data_at, length))

    def _compute(self, context: int) -> None:
        self._context(context).compute()

    def _get_output(self, context: int, index: int, out: int, capacity: int, written: int) -> None:
        data = self._context(context).get_output(index).tobytes()
        if len(data) > capacity:
            raise _RefusedError(Status.TOO_LARGE)
        self._write(out, data)
        self._write_u32(written, len(data))
