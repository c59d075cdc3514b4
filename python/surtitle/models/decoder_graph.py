"""The decoder with its memory, and the keys and values it attends to, written anew.

One pass reads K tokens and answers each: what comes next, how probable that is, how far behind it
a token lies that the caller proposed, and where in the audio it looked. So a draft is verified,
with or without a bias towards it, in one pass, and no host copies 32 768 logits a token.
"""

from __future__ import annotations

import numpy as np
from onnx import ModelProto, TensorProto

from surtitle.models.graph import CONTRIB, GraphWriter, Weights
from surtitle.models.layers import dense, norm, positions, self_attention
from surtitle.models.shape import (
    ALIGNED_HEADS,
    HEAD_SIZE,
    HEADS,
    HIDDEN_SIZE,
    LAYERS,
    cache_names,
)

FLOAT = TensorProto.FLOAT
_SHIPPED = "/model/decoder"
_EMBEDDING = "model.decoder.embed_tokens.weight_merged_0"


def cross_graph(weights: Weights) -> ModelProto:
    """The cross-attention's projections.

    ``encoder_hidden_states`` f32 [1, S, 288] → ``present.L.encoder.{key,value}`` f32 [1, 8, S, 36].
    """
    graph = GraphWriter("moonshine_cross_attention", weights)
    hidden = graph.input("encoder_hidden_states", FLOAT, [1, "frames", HIDDEN_SIZE])
    heads = graph.constant("heads", np.array([1, -1, HEADS, HEAD_SIZE], np.int64))
    names = iter(cache_names("present", "encoder"))
    for layer in range(LAYERS):
        for part in "kv":
            weight = graph.matrix(_product(layer, f"encoder_attn/{part}_proj/MatMul_output_0"))
            name = next(names)
            value = graph.op("MatMul", hidden, weight, out=f"{name}.product")
            value = graph.op("Reshape", value, heads, out=f"{name}.heads")
            graph.op("Transpose", value, out=name, perm=[0, 2, 1, 3])
            graph.output(name, FLOAT, [1, HEADS, "frames", HEAD_SIZE])
    return graph.model()


def decoder_graph(weights: Weights) -> ModelProto:
    """The decoder.

    ``input_ids`` and ``proposed_ids`` i64 [1, K], ``past.L.decoder.{key,value}`` f32 [1, 8, T, 36]
    (T may be 0), ``past.L.encoder.{key,value}`` f32 [1, 8, S, 36] → ``token`` i32 [1, K]: the best
    next token after each input; ``log_probability`` f32 [1, K]: its own; ``deficit`` f32 [1, K]:
    how much higher its logit is than the proposed token's; ``attention`` f32 [1, K, S]: the mean
    of the aligned heads; ``present.L.decoder.{key,value}`` f32 [1, 8, T + K, 36].
    """
    graph = GraphWriter("moonshine_decoder", weights)
    for name in ("input_ids", "proposed_ids"):
        graph.input(name, TensorProto.INT64, [1, "tokens"])
    for name in cache_names("past", "decoder"):
        graph.input(name, FLOAT, [1, HEADS, "past", HEAD_SIZE])
    for name in cache_names("past", "encoder"):
        graph.input(name, FLOAT, [1, HEADS, "frames", HEAD_SIZE])
    value = _embedded(graph)
    positions(graph, "past.0.decoder.key")
    graph.constant("heads", np.array([1, -1, HEADS, HEAD_SIZE], np.int64))
    graph.constant("joined", np.array([1, -1, HIDDEN_SIZE], np.int64))
    graph.constant("attention_scale", np.array(HEAD_SIZE**-0.5, np.float32))
    for layer in range(LAYERS):
        value = _layer(graph, layer, value)
    value = norm(graph, value, "model.decoder.norm.weight_merged_0", "final_norm")
    graph.op("MatMul", value, graph.matrix("logits"), out="logits")
    _answers(graph)
    for name in cache_names("present", "decoder"):
        graph.output(name, FLOAT, [1, HEADS, "present", HEAD_SIZE])
    return graph.model()


def _product(layer: int, name: str) -> str:
    return f"{_SHIPPED}/layers.{layer}/{name}"


def _embedded(graph: GraphWriter) -> str:
    """Rows of the int8 embedding, dequantised one by one."""
    weight, scale, zero = (
        graph.weight(f"{_EMBEDDING}_{part}") for part in ("quantized", "scale", "zero_point")
    )
    rows = graph.op("Gather", weight, "input_ids", out="embedded_int8", axis=0)
    return graph.op("DequantizeLinear", rows, scale, zero, out="embedded")


def _layer(graph: GraphWriter, layer: int, value: str) -> str:
    name, weight = f"layers.{layer}", f"model.decoder.layers.{layer}"
    normed = norm(graph, value, f"{weight}.input_layernorm.weight_merged_0", f"{name}.input_norm")
    caches = (f"past.{layer}.decoder", f"present.{layer}.decoder")
    product = _product(layer, "self_attn")
    attended = self_attention(graph, f"{name}.self", product, normed, caches, causal=True)
    value = graph.op("Add", value, attended, out=f"{name}.attended")
    scale = f"{weight}.post_attention_layernorm.weight_merged_0"
    normed = norm(graph, value, scale, f"{name}.cross_norm")
    heard = _cross_attention(graph, layer, normed)
    value = graph.op("Add", value, heard, out=f"{name}.heard")
    normed = norm(graph, value, f"{weight}.final_layernorm.weight_merged_0", f"{name}.mlp_norm")
    return graph.op("Add", value, _gated(graph, layer, normed), out=f"{name}.out_sum")


def _gated(graph: GraphWriter, layer: int, value: str) -> str:
    name, bias = f"layers.{layer}.mlp", f"model.decoder.layers.{layer}.mlp"
    product = _product(layer, "mlp/fc1/Add_output_0")
    dense(graph, value, product, f"{bias}.fc1.bias_merged_0", f"{name}.fc1")
    parts = (f"{name}.open", f"{name}.gate")
    graph.ops("Split", f"{name}.fc1", out=parts, axis=2, num_outputs=2)
    gate = graph.op("QuickGelu", parts[1], out=f"{name}.silu", domain=CONTRIB, alpha=1.0)
    inner = graph.op("Mul", gate, parts[0], out=f"{name}.inner")
    product = _product(layer, "mlp/fc2/Add_output_0")
    return dense(graph, inner, product, f"{bias}.fc2.bias_merged_0", f"{name}.fc2")


def _cross_attention(graph: GraphWriter, layer: int, value: str) -> str:
    name, product = f"layers.{layer}.cross", _product(layer, "encoder_attn")
    weight = graph.matrix(f"{product}/q_proj/MatMul_output_0")
    query = graph.op("MatMul", value, weight, out=f"{name}.q")
    past = f"past.{layer}.encoder"
    if layer in ALIGNED_HEADS:
        context = _visible_attention(graph, name, query, past)
    else:
        inputs = (query, f"{past}.key", f"{past}.value")
        context = f"{name}.context"
        graph.op("MultiHeadAttention", *inputs, out=context, domain=CONTRIB, num_heads=HEADS)
    weight = graph.matrix(f"{product}/o_proj/MatMul_output_0")
    return graph.op("MatMul", context, weight, out=f"{name}.out")


def _visible_attention(graph: GraphWriter, name: str, query: str, past: str) -> str:
    """The same written out, so that ``{name}.weights`` f32 [1, 8, K, S] can be looked at."""
    query = graph.op("Mul", query, "attention_scale", out=f"{name}.scaled")
    query = graph.op("Reshape", query, "heads", out=f"{name}.split")
    query = graph.op("Transpose", query, out=f"{name}.query", perm=[0, 2, 1, 3])
    key = graph.op("Transpose", f"{past}.key", out=f"{name}.key", perm=[0, 1, 3, 2])
    scores = graph.op("MatMul", query, key, out=f"{name}.scores")
    weights = graph.op("Softmax", scores, out=f"{name}.weights", axis=-1)
    context = graph.op("MatMul", weights, f"{past}.value", out=f"{name}.by_head")
    context = graph.op("Transpose", context, out=f"{name}.by_token", perm=[0, 2, 1, 3])
    return graph.op("Reshape", context, "joined", out=f"{name}.context")


def _answers(graph: GraphWriter) -> None:
    last = graph.constant("last_axis", np.array([-1], np.int64))
    best = graph.op("ArgMax", "logits", out="token_i64", axis=-1, keepdims=0)
    graph.op("Cast", best, out="token", to=TensorProto.INT32)
    best = graph.op("ReduceMax", "logits", last, out="best", keepdims=0)
    total = graph.op("ReduceLogSumExp", "logits", last, out="log_sum", keepdims=0)
    graph.op("Sub", best, total, out="log_probability")
    index = graph.op("Unsqueeze", "proposed_ids", last, out="proposed_index")
    proposed = graph.op("GatherElements", "logits", index, out="proposed_logits", axis=2)
    proposed = graph.op("Squeeze", proposed, last, out="proposed")
    graph.op("Sub", best, proposed, out="deficit")
    _attention(graph)
    graph.output("token", TensorProto.INT32, [1, "tokens"])
    for name in ("log_probability", "deficit"):
        graph.output(name, FLOAT, [1, "tokens"])
    graph.output("attention", FLOAT, [1, "tokens", "frames"])


def _attention(graph: GraphWriter) -> None:
    parts = []
    for layer, heads in ALIGNED_HEADS.items():
        chosen = graph.constant(f"aligned_heads.{layer}", np.array(heads, np.int64))
        weights = f"layers.{layer}.cross.weights"
        parts.append(graph.op("Gather", weights, chosen, out=f"aligned.{layer}", axis=1))
    joined = graph.op("Concat", *parts, out="aligned", axis=1)
    axis = graph.constant("head_axis", np.array([1], np.int64))
    graph.op("ReduceMean", joined, axis, out="attention", keepdims=0)
