"""The network in numpy, with its gradient, as `rust_renderer/crates/vad/src/network.rs` runs it.

Layers of units; beside each layer's units stand their exponential averages over three time spans,
and the next layer sees both. The averages are the network's only memory, and their spans are
fixed: a recurrence that is not learned cannot become unstable, and what it remembers of bad input
fades. Two layers with averages let the second see how fast the first one's units change (speech
comes in syllables, four a second), and remember that.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

SPANS_FRAMES = (4.0, 16.0, 64.0)
"""Time constants of the averages: an eighth of a second, half a second, two seconds."""

SHARES = np.array([[1 / span] for span in SPANS_FRAMES], dtype=np.float32)

CLAMP = 3.0
"""The squashing function reaches ±1 here."""


def squash(x: Array) -> Array:
    """The Padé approximant of tanh, x(27 + x²)/(27 + 9x²), clamped where it reaches ±1."""
    x = np.clip(x, -CLAMP, CLAMP)
    square = x * x
    result: Array = x * (27 + square) / (27 + 9 * square)
    return result


def squash_slope(x: Array) -> Array:
    """The derivative of :func:`squash`: ((9 − x²)/(9 + 3x²))²; 0 beyond the clamp."""
    square = x * x
    slope = (9 - square) / (9 + 3 * square)
    return np.where(square < CLAMP * CLAMP, slope * slope, 0).astype(np.float32)


def averages(units: Array) -> Array:
    """The exponential averages over time, one span after the other: [S, T, U] to [S, T, 3U]."""
    sequences, frames, width = units.shape
    result = np.empty((frames, sequences, len(SPANS_FRAMES), width), dtype=np.float32)
    state = np.zeros(result.shape[1:], dtype=np.float32)
    for t in range(frames):
        state = state + SHARES * (units[:, t, None] - state)
        result[t] = state
    return result.swapaxes(0, 1).reshape(sequences, frames, -1)


def averages_gradient(gradient: Array) -> Array:
    """The gradient by the units: the same averages, backwards in time, [S, T, 3U] to [S, T, U]."""
    sequences, frames, _ = gradient.shape
    split = gradient.reshape(sequences, frames, len(SPANS_FRAMES), -1)
    result = np.empty((frames, sequences, split.shape[-1]), dtype=np.float32)
    state = np.zeros((sequences, *split.shape[2:]), dtype=np.float32)
    for t in reversed(range(frames)):
        state = state + SHARES * (split[:, t] - state)
        result[t] = state.sum(axis=1)
    return result.swapaxes(0, 1)


@dataclass(slots=True)
class Network:
    """Weights and biases of each layer, the output's last; inputs run along the first axis."""

    weights: list[Array]
    biases: list[Array]
    _kept: list[tuple[Array, Array]] = field(default_factory=list)
    """What the last forward pass left for the backward one: each layer's input and sum."""

    @staticmethod
    def random(features: int, widths: tuple[int, ...], random: np.random.Generator) -> Network:
        """Small random weights; every layer but the last widens itself by its averages."""
        weights, inputs = [], features
        for width in (*widths, 1):
            scale = np.float32(1 / np.sqrt(inputs))
            weights.append(random.standard_normal((inputs, width)).astype(np.float32) * scale)
            averaged = len(weights) < len(widths)
            inputs = width * (1 + len(SPANS_FRAMES)) if averaged else width
        return Network(weights, [np.zeros(w.shape[1], dtype=np.float32) for w in weights])

    @property
    def parameters(self) -> list[Array]:
        """All arrays that are learned, to be changed in place."""
        return [*self.weights, *self.biases]

    def forward(self, x: Array) -> Array:
        """Logits [S, T] of features [S, T, F]."""
        self._kept = []
        last = len(self.weights) - 1
        for layer, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            total = x @ weights + bias
            self._kept.append((x, total))
            if layer < last:
                units = squash(total)
                x = np.concatenate([units, averages(units)], 2) if layer < last - 1 else units
        logits: Array = total[..., 0]
        return logits

    def backward(self, gradient: Array) -> list[Array]:
        """Gradients in the order of ``parameters``, for the loss's by the logits [S, T]."""
        by_weights, by_biases = [], []
        out: Array = gradient[..., None]
        for layer in reversed(range(len(self.weights))):
            x, total = self._kept[layer]
            if layer < len(self.weights) - 1:
                width = total.shape[-1]
                if out.shape[-1] > width:
                    out = out[..., :width] + averages_gradient(out[..., width:])
                out = out * squash_slope(total)
            by_weights.append(x.reshape(-1, x.shape[-1]).T @ out.reshape(-1, out.shape[-1]))
            by_biases.append(out.sum(axis=(0, 1)))
            if layer > 0:
                out = out @ self.weights[layer].T
        return [*reversed(by_weights), *reversed(by_biases)]


def probability(logits: Array) -> Array:
    """The logistic function."""
    return (1 / (1 + np.exp(-logits))).astype(np.float32)
