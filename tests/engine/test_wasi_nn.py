"""The host's answers to a guest that asks for the wrong things."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
import wasmtime

from surtitle.engine.graphs import Array, Context
from surtitle.engine.wasi_nn import Status, WasiNnHost

PROBE = """
(module
  (import "wasi_ephemeral_nn" "load_by_name" (func $load (param i32 i32 i32) (result i32)))
  (import "wasi_ephemeral_nn" "init_execution_context" (func $init (param i32 i32) (result i32)))
  (import "wasi_ephemeral_nn" "set_input" (func $set (param i32 i32 i32) (result i32)))
  (import "wasi_ephemeral_nn" "compute" (func $compute (param i32) (result i32)))
  (import "wasi_ephemeral_nn" "get_output" (func $get (param i32 i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "echo")
  ;; A tensor at 32: dimensions at 64 (one, of 2), f32, data at 128, 8 bytes.
  (data (i32.const 32) "\\40\\00\\00\\00\\01\\00\\00\\00\\01\\00\\00\\00")
  (data (i32.const 44) "\\80\\00\\00\\00\\08\\00\\00\\00")
  (data (i32.const 64) "\\02\\00\\00\\00")
  (data (i32.const 128) "\\00\\00\\80\\3f\\00\\00\\00\\40")
  (export "load_by_name" (func $load))
  (export "init_execution_context" (func $init))
  (export "set_input" (func $set))
  (export "compute" (func $compute))
  (export "get_output" (func $get)))
"""


class Echo:
    """A graph that gives back its input; input 9 breaks it."""

    def __init__(self) -> None:
        self._data: Array = np.zeros(0, np.float32)

    def set_input(self, index: int, shape: tuple[int, ...], data: bytes) -> None:
        if index == 9:
            raise ValueError("no such input")
        self._data = np.frombuffer(data, "<f4").reshape(shape)

    def compute(self) -> None:
        self._data = self._data * 2

    def get_output(self, index: int) -> Array:
        return self._data


class Guest:
    """The probe module over a host that knows one graph, `echo`."""

    def __init__(self) -> None:
        self.host = WasiNnHost({"echo": cast("type[Context]", Echo)})
        engine = wasmtime.Engine()
        linker = wasmtime.Linker(engine)
        self.host.define(linker)
        self.store = wasmtime.Store(engine)
        instance = linker.instantiate(self.store, wasmtime.Module(engine, PROBE))
        self.exports = instance.exports(self.store)
        self.memory = cast("wasmtime.Memory", self.exports["memory"])
        self.host.attach(self.store, self.memory)

    def call(self, name: str, *arguments: int) -> int:
        return cast("int", cast("wasmtime.Func", self.exports[name])(self.store, *arguments))


@pytest.fixture
def guest() -> Guest:
    guest = Guest()
    assert guest.call("load_by_name", 0, 4, 16) == Status.SUCCESS
    assert guest.call("init_execution_context", 0, 16) == Status.SUCCESS
    return guest


def test_a_tensor_goes_in_and_comes_out(guest: Guest) -> None:
    assert guest.call("set_input", 0, 0, 32) == Status.SUCCESS
    assert guest.call("compute", 0) == Status.SUCCESS
    assert guest.call("get_output", 0, 0, 256, 8, 512) == Status.SUCCESS
    data = guest.memory.read(guest.store, 256, 264)
    assert list(np.frombuffer(data, "<f4")) == [2.0, 4.0]
    assert bytes(guest.memory.read(guest.store, 512, 516)) == b"\x08\0\0\0"


def test_an_unknown_graph_is_not_found(guest: Guest) -> None:
    assert guest.call("load_by_name", 0, 3, 16) == Status.NOT_FOUND


def test_a_handle_that_was_never_given_is_an_invalid_argument(guest: Guest) -> None:
    assert guest.call("init_execution_context", 7, 16) == Status.INVALID_ARGUMENT
    assert guest.call("set_input", 7, 0, 32) == Status.INVALID_ARGUMENT
    assert guest.call("compute", 7) == Status.INVALID_ARGUMENT
    assert guest.call("get_output", 7, 0, 256, 8, 512) == Status.INVALID_ARGUMENT


def test_a_pointer_outside_the_memory_is_missing_memory(guest: Guest) -> None:
    assert guest.call("set_input", 0, 0, 65_530) == Status.MISSING_MEMORY
    assert guest.call("load_by_name", 0, -1, 16) == Status.MISSING_MEMORY
    guest.call("set_input", 0, 0, 32)
    assert guest.call("get_output", 0, 0, 65_532, 8, 512) == Status.MISSING_MEMORY


def test_an_output_that_does_not_fit_is_too_large(guest: Guest) -> None:
    guest.call("set_input", 0, 0, 32)
    assert guest.call("get_output", 0, 0, 256, 4, 512) == Status.TOO_LARGE


def test_a_graph_that_raises_is_a_runtime_error_whose_reason_is_kept(guest: Guest) -> None:
    assert guest.call("set_input", 0, 9, 32) == Status.RUNTIME_ERROR
    assert str(guest.host.failure) == "no such input"
