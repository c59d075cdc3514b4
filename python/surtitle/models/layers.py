"""What the encoder's and the decoder's layers share."""

from __future__ import annotations

import numpy as np

from surtitle.models.graph import CONTRIB, GraphWriter
from surtitle.models.shape import (
    HEADS,
    HIDDEN_SIZE,
    LONGEST_FRAMES,
    NORM_EPSILON,
    ROTARY_BASE,
    ROTARY_SIZE,
)


def norm(graph: GraphWriter, value: str, weight: str, out: str) -> str:
    """Layer normalisation without a bias."""
    bias = graph.constant("no_bias", np.zeros(HIDDEN_SIZE, np.float32))
    scale = graph.weight(weight)
    inputs = (value, scale, bias)
    return graph.op("LayerNormalization", *inputs, out=out, axis=-1, epsilon=NORM_EPSILON)


def positions(graph: GraphWriter, past: str) -> None:
    """Name the position of the first new row: the length of the memory ``past`` [1, 8, P, 36]."""
    graph.constant("rotary_cos", np.cos(_angles()).astype(np.float32))
    graph.constant("rotary_sin", np.sin(_angles()).astype(np.float32))
    graph.op("Shape", past, out="position", start=2, end=3)


def rotated(graph: GraphWriter, value: str, out: str) -> str:
    """``value`` [1, S, 288] with its heads turned by their place, which `positions` has counted."""
    return graph.op(
        "RotaryEmbedding",
        value,
        "position",
        "rotary_cos",
        "rotary_sin",
        out=out,
        domain=CONTRIB,
        interleaved=1,
        num_heads=HEADS,
        rotary_embedding_dim=ROTARY_SIZE,
    )


def self_attention(
    graph: GraphWriter,
    name: str,
    product: str,
    value: str,
    caches: tuple[str, str],
    *,
    causal: bool,
) -> str:
    """Attention over the memory and ``value``; ``caches`` are the prefixes of past and present.

    ``product`` is how the shipped graph's products of this layer begin.
    """
    query, key, inner = (
        graph.op(
            "MatMul",
            value,
            graph.matrix(f"{product}/{part}_proj/MatMul_output_0"),
            out=f"{name}.{part}",
        )
        for part in "qkv"
    )
    query = rotated(graph, query, f"{name}.query")
    key = rotated(graph, key, f"{name}.key")
    past, present = caches
    graph.ops(
        "MultiHeadAttention",
        query,
        key,
        inner,
        "",
        "",
        "",
        f"{past}.key",
        f"{past}.value",
        out=(f"{name}.context", f"{present}.key", f"{present}.value"),
        domain=CONTRIB,
        num_heads=HEADS,
        unidirectional=int(causal),
    )
    weight = graph.matrix(f"{product}/o_proj/MatMul_output_0")
    return graph.op("MatMul", f"{name}.context", weight, out=f"{name}.out")


def dense(graph: GraphWriter, value: str, product: str, bias: str, out: str) -> str:
    """A matrix product with a bias; ``product`` is its name in the shipped graph."""
    weight = graph.matrix(product)
    result = graph.op("MatMul", value, weight, out=f"{out}.product")
    return graph.op("Add", result, graph.weight(bias), out=out)


def _angles() -> np.ndarray:
    steps = np.arange(0, ROTARY_SIZE, 2, dtype=np.float32) / ROTARY_SIZE
    speeds = 1.0 / (np.float32(ROTARY_BASE) ** steps)
    return np.arange(LONGEST_FRAMES, dtype=np.float32)[:, None] * speeds[None, :]
