"""The encoder, written anew so that it can go on from frames that it has encoded before.

A growing segment is mostly what it was a tick ago. The graph takes the keys and values of the
frames that are kept, and encodes only what comes after them; with none kept it is the encoder as
it was shipped. A kept frame does not look at what came later, so a frame may only be kept that
has enough of a future already.

The group normalisation behind the first convolution runs over the whole segment: the sums over
what was before the window come in, and those of each column of the window go out.
"""

from __future__ import annotations

import numpy as np
from onnx import ModelProto, TensorProto

from surtitle.models.graph import CONTRIB, GraphWriter, Weights
from surtitle.models.layers import dense, norm, positions, self_attention
from surtitle.models.shape import (
    HEAD_SIZE,
    HEADS,
    HIDDEN_SIZE,
    LAYERS,
    NORM_EPSILON,
    cache_names,
)

FLOAT = TensorProto.FLOAT


def encoder_graph(shipped: ModelProto) -> ModelProto:
    """Rebuild the shipped encoder.

    ``input_values`` f32 [1, N]: the waveform from the first sample of the first new frame on;
    ``moments`` f32 [3]: count, sum and sum of squares of the first convolution's values before
    it; ``past.L.{key,value}`` f32 [1, 8, P, 36] → ``last_hidden_state`` f32 [1, S, 288] of the new
    frames, ``sums`` f32 [2, C]: sum and sum of squares of each column of the first convolution,
    and ``present.L.{key,value}`` f32 [1, 8, P + S, 36].
    """
    graph = GraphWriter("moonshine_encoder", Weights.of(shipped))
    graph.input("input_values", FLOAT, [1, "samples"])
    graph.input("moments", FLOAT, [3])
    for name in cache_names("past"):
        graph.input(name, FLOAT, [1, HEADS, "past", HEAD_SIZE])
    hidden = _frontend(graph)
    positions(graph, "past.0.key")
    for layer in range(LAYERS):
        hidden = _layer(graph, layer, hidden)
    norm(graph, hidden, "layer_norm.weight", "last_hidden_state")
    graph.output("last_hidden_state", FLOAT, [1, "frames", HIDDEN_SIZE])
    graph.output("sums", FLOAT, [2, "columns"])
    for name in cache_names("present"):
        graph.output(name, FLOAT, [1, HEADS, "total", HEAD_SIZE])
    return graph.model()


def _frontend(graph: GraphWriter) -> str:
    channel = graph.constant("channel_axis", np.array([1], np.int64))
    audio = graph.op("Unsqueeze", "input_values", channel, out="audio")
    kernel = graph.weight("conv1.weight_add_tensor")
    conv = graph.op("Conv", audio, kernel, out="conv1", kernel_shape=[127], strides=[64])
    wave = graph.op("Tanh", conv, out="conv1_tanh")
    value = _group_norm(graph, wave)
    for name, kernel_size, stride in (("conv2", 7, 3), ("conv3", 3, 2)):
        inputs = (value, graph.weight(f"{name}.weight_add_tensor"), graph.weight(f"{name}.bias"))
        conv = graph.op("Conv", *inputs, out=name, kernel_shape=[kernel_size], strides=[stride])
        value = graph.op("Gelu", conv, out=f"{name}_gelu", domain=CONTRIB)
    return graph.op("Transpose", value, out="frames", perm=[0, 2, 1])


def _group_norm(graph: GraphWriter, wave: str) -> str:
    """``wave`` [1, 288, C] normalised by the moments of what was before it and of itself."""
    mean, variance = _moments(graph, wave)
    epsilon = graph.constant("epsilon", np.array([NORM_EPSILON], np.float32))
    padded = graph.op("Add", variance, epsilon, out="padded_variance")
    deviation = graph.op("Sqrt", padded, out="deviation")
    scale = graph.op("Div", graph.weight("onnx::Mul_2080"), deviation, out="norm_scale")
    centre = graph.op("Mul", mean, scale, out="norm_centre")
    shift = graph.op("Sub", graph.weight("onnx::Add_2081"), centre, out="norm_shift")
    scaled = graph.op("Mul", wave, scale, out="scaled_wave")
    return graph.op("Add", scaled, shift, out="normed_wave")


def _moments(graph: GraphWriter, wave: str) -> tuple[str, str]:
    channels = graph.op("ReduceSum", wave, "channel_axis", out="column_sums", keepdims=0)
    squares = graph.op("ReduceSumSquare", wave, "channel_axis", out="column_squares", keepdims=0)
    graph.op("Concat", channels, squares, out="sums", axis=0)
    last = graph.constant("last_axis", np.array([-1], np.int64))
    of_window = graph.op("ReduceSum", "sums", last, out="window_sums", keepdims=0)
    size = graph.op("Size", wave, out="window_size")
    one = graph.constant("one", np.array([1], np.int64))
    size = graph.op("Reshape", size, one, out="window_size_1")
    count = graph.op("Cast", size, out="window_count", to=FLOAT)
    window = graph.op("Concat", count, of_window, out="window_moments", axis=0)
    total = graph.op("Add", "moments", window, out="all_moments")
    graph.ops("Split", total, out=("count", "sum", "square_sum"), axis=0, num_outputs=3)
    mean = graph.op("Div", "sum", "count", out="mean")
    mean_square = graph.op("Div", "square_sum", "count", out="mean_square")
    square = graph.op("Mul", mean, mean, out="squared_mean")
    return mean, graph.op("Sub", mean_square, square, out="variance")


def _layer(graph: GraphWriter, layer: int, value: str) -> str:
    name, shipped = f"layers.{layer}", f"/layers.{layer}"
    normed = norm(graph, value, f"{name}.input_layernorm.weight", f"{name}.input_norm")
    caches = (f"past.{layer}", f"present.{layer}")
    attended = self_attention(graph, name, f"{shipped}/self_attn", normed, caches, causal=False)
    value = graph.op("Add", value, attended, out=f"{name}.attended")
    weight = f"{name}.post_attention_layernorm.weight"
    normed = norm(graph, value, weight, f"{name}.mlp_norm")
    inner = f"{name}.mlp.fc1"
    wide = dense(graph, normed, f"{shipped}/mlp/fc1/Add_output_0", f"{inner}.bias", inner)
    active = graph.op("Gelu", wide, out=f"{name}.mlp.gelu", domain=CONTRIB)
    outer = f"{name}.mlp.fc2"
    narrow = dense(graph, active, f"{shipped}/mlp/fc2/Add_output_0", f"{outer}.bias", outer)
    return graph.op("Add", value, narrow, out=f"{name}.out_sum")
