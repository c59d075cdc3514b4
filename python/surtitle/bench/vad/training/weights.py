"""Writes a network as the Rust constants that the vad crate is built with."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from surtitle.bench.vad.training.network import Array, Network

LAYERS = ("first", "second", "third")

HEADER = """\
//! The network's weights, written by `python -m surtitle.bench.vad.training`; not edited by hand.
//!
"""


def fold(network: Network, mean: Array, deviation: Array) -> Network:
    """The network for features that are not normalised: the first layer does it itself."""
    first = network.weights[0] / deviation[:, None]
    bias = network.biases[0] - mean @ first
    return Network([first, *network.weights[1:]], [bias, *network.biases[1:]])


def write_rust(network: Network, origin: list[str], path: Path) -> None:
    """Writes ``weights.rs``; ``origin`` says in short lines what was learned from."""
    text = HEADER + "".join(f"//! {line}\n" for line in origin)
    text += '\n#![allow(clippy::approx_constant, reason = "a weight may be near any number")]\n'
    for name, weights, bias in zip(LAYERS, network.weights[:-1], network.biases[:-1], strict=True):
        inputs, units = weights.shape
        count, upper = f"{name.upper()}_UNITS", name.upper()
        text += f"\n/// Units of the {name} layer.\npub const {count}: usize = {units};\n"
        text += f"\n/// By input and unit of the {name} layer.\n#[rustfmt::skip]\n"
        text += f"pub static {upper}: [[f32; {count}]; {inputs}] = {_table(weights)};\n"
        text += f"\n/// By unit of the {name} layer.\n#[rustfmt::skip]\n"
        text += f"pub static {upper}_BIAS: [f32; {count}] = {_row(bias)};\n"
    last = network.weights[-1][:, 0]
    text += "\n/// By unit of the third layer, for the output.\n#[rustfmt::skip]\n"
    text += f"pub static LAST: [f32; THIRD_UNITS] = {_row(last)};\n"
    text += f"\n/// The output's.\npub const LAST_BIAS: f32 = {_number(network.biases[-1][0])};\n"
    path.write_text(text, encoding="utf-8")


def _table(rows: Array) -> str:
    """As many rows a line as make 64 numbers."""
    a_line = max(1, 64 // rows.shape[1])
    lines = (rows[at : at + a_line] for at in range(0, len(rows), a_line))
    return "[\n" + "".join(f"    {', '.join(_row(row) for row in line)},\n" for line in lines) + "]"


def _row(values: Array) -> str:
    return "[" + ", ".join(_number(value) for value in values) + "]"


def _number(value: np.float32) -> str:
    """Four digits after the point: the probabilities move by less than a thousandth."""
    text = f"{value:.4f}".rstrip("0")
    return text + "0" if text.endswith(".") else text
