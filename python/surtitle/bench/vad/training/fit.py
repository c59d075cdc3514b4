"""Fits the network by Adam to the teacher's probabilities."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from surtitle.bench.vad.training.mixing import Examples
from surtitle.bench.vad.training.network import Array, Network, probability

BATCH = 12
WEIGHT_DECAY = 1e-4
BETA_1, BETA_2 = 0.9, 0.99


def loss_and_gradient(logits: Array, targets: Array) -> tuple[float, Array]:
    """Mean cross-entropy, and its gradient by the logits."""
    p = np.clip(probability(logits), 1e-6, 1 - 1e-6)
    loss = -(targets * np.log(p) + (1 - targets) * np.log(1 - p))
    return float(loss.mean()), ((p - targets) / targets.size).astype(np.float32)


def fit(
    network: Network,
    examples: Examples,
    *,
    epochs: int,
    rate: float,
    random: np.random.Generator,
    report: Callable[[int, float], None],
) -> None:
    """Improves ``network`` in place; the rate falls along a half cosine."""
    parameters = network.parameters
    means = [np.zeros_like(value) for value in parameters]
    squares = [np.zeros_like(value) for value in parameters]
    batches = len(examples.targets) // BATCH
    step = 0
    for epoch in range(epochs):
        total = 0.0
        order = random.permutation(len(examples.targets))
        for batch in range(batches):
            chosen = order[batch * BATCH : (batch + 1) * BATCH]
            logits = network.forward(examples.features[chosen])
            loss, gradient = loss_and_gradient(logits, examples.targets[chosen])
            total += loss
            step += 1
            now = rate * 0.5 * (1 + np.cos(np.pi * step / (epochs * batches)))
            slopes = network.backward(gradient)
            for value, slope, mean, square in zip(parameters, slopes, means, squares, strict=True):
                mean += (1 - BETA_1) * (slope - mean)
                square += (1 - BETA_2) * (slope * slope - square)
                size = np.sqrt(square / (1 - BETA_2**step)) + 1e-8
                value -= np.float32(now) * (mean / (1 - BETA_1**step) / size + WEIGHT_DECAY * value)
        report(epoch, total / batches)
