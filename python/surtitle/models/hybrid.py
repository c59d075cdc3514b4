"""Builds the graphs that the recogniser runs from the two that Moonshine ships.

The shipped graphs quantise their activations anew at every call. In the decoder the scale of one
token then depends on the others in the batch, and a draft verified in one pass is not the greedy
result; in the encoder a rounding difference between two processors grows until two hosts hear
different words. The hybrid keeps the int8 weights in the file but dequantises them when the graph
is loaded and computes in float32. Only the cross-attention keys and values, computed once for a
whole segment, stay int8. It also takes the two branches of the merged decoder apart, so that no
``If`` is left:

``encoder.onnx``
    ``input_values`` f32 [1, N] → ``last_hidden_state`` f32 [1, S, 288], S = frames of 384 samples
``cross.onnx``
    ``encoder_hidden_states`` f32 [1, S, 288] → ``present.L.encoder.{key,value}`` f32 [1, 8, S, 36]
``decoder.onnx``
    ``input_ids`` i64 [1, K], ``past_key_values.L.decoder.*`` f32 [1, 8, T, 36] (T may be 0),
    ``past_key_values.L.encoder.*`` f32 [1, 8, S, 36] →
    ``token`` i32 [1, K] (the best next token after each input), ``log_probability`` f32 [1, K],
    ``attention`` f32 [1, K, S] (cross-attention, mean of the aligned heads),
    ``present.L.decoder.*`` f32 [1, 8, T + K, 36]

The result is a function of the input bytes and of the versions of onnx and onnxruntime, which
is why both are pinned exactly; the store checks the SHA-256 of what comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import (
    AttributeProto,
    GraphProto,
    ModelProto,
    NodeProto,
    TensorProto,
    helper,
    numpy_helper,
)

LAYERS = 6
HEADS = 8
HEAD_SIZE = 36
HIDDEN_SIZE = 288
SAMPLES_PER_FRAME = 384
"""The strides of the encoder's three convolutions: 64 * 3 * 2."""

ALIGNED_HEADS = {4: (1, 2), 5: (2, 5)}
"""Layer → cross-attention heads that look at the word being said.

The four of 48 whose peak lies nearest to the middle of the word, by the forced alignment of 748
words of read speech; with them a monotone path is off by 40 ms (median) at a word's start and
end, with the mean of all heads by 150 ms. See docs/decisions/0051-word-times.md.
"""

OPSET = 18
IR_VERSION = 10


def build_graphs(encoder_ort: Path, decoder_ort: Path, scratch: Path) -> dict[str, bytes]:
    """Return the bytes of ``encoder.onnx``, ``cross.onnx`` and ``decoder.onnx``.

    ``scratch`` is an existing folder in which onnxruntime may write intermediate files.
    """
    encoder = _resave_as_onnx(encoder_ort, scratch / "encoder.onnx")
    merged = _resave_as_onnx(decoder_ort, scratch / "merged.onnx")
    return {
        "encoder.onnx": _encoder(encoder).SerializeToString(deterministic=True),
        "cross.onnx": _cross(merged).SerializeToString(deterministic=True),
        "decoder.onnx": _decoder(merged).SerializeToString(deterministic=True),
    }


def _resave_as_onnx(source: Path, target: Path) -> ModelProto:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.add_session_config_entry("session.save_model_format", "ONNX")
    options.optimized_model_filepath = str(target)
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])
    return onnx.load(str(target))


def _encoder(model: ModelProto) -> ModelProto:
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    mask = _ones_like("attention_mask", "input_values")
    return _model(
        "moonshine_encoder",
        [*mask, *_dequantised(model.graph.node, weights)],
        weights.values(),
        inputs=[_float_info("input_values", [1, "samples"])],
        outputs=[_float_info("last_hidden_state", [1, "frames", HIDDEN_SIZE])],
    )


def _cross(model: ModelProto) -> ModelProto:
    uncached = _branch(model, "else_branch")
    outer = [node for node in model.graph.node if node.op_type != "If"]
    heads = _constant("heads", np.array([1, -1, HEADS, HEAD_SIZE], np.int64))
    projections = [_with_fixed_heads(node) for node in uncached.node]
    return _model(
        "moonshine_cross_attention",
        [heads, *outer, *projections],
        [*model.graph.initializer, *uncached.initializer],
        inputs=[_float_info("encoder_hidden_states", [1, "frames", HIDDEN_SIZE])],
        outputs=[_cache_info(name, "frames") for name in _cache_names("present", "encoder")],
    )


def _with_fixed_heads(node: NodeProto) -> NodeProto:
    """The merged graph reads the batch size off the decoder's own activations; here it is 1."""
    if node.op_type == "Reshape" and "encoder_attn" in node.output[0]:
        return helper.make_node("Reshape", [node.input[0], "heads"], list(node.output))
    return node


def _decoder(model: ModelProto) -> ModelProto:
    cached = _branch(model, "then_branch")
    weights = {tensor.name: tensor for tensor in (*model.graph.initializer, *cached.initializer)}
    # The graph strides the mask by 384 samples a frame; one true value spreads over all frames.
    mask = _constant("encoder_attention_mask", np.ones((1, 1), np.int64))
    cached_nodes = [_without_hidden_states(node) for node in cached.node]
    nodes = [mask, *_dequantised(cached_nodes, weights), *_answers()]
    past = [
        *(_cache_info(name, "past") for name in _cache_names("past_key_values", "decoder")),
        *(_cache_info(name, "frames") for name in _cache_names("past_key_values", "encoder")),
    ]
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])
    answers = [
        helper.make_tensor_value_info("token", TensorProto.INT32, [1, "tokens"]),
        _float_info("log_probability", [1, "tokens"]),
        _float_info("attention", [1, "tokens", "frames"]),
    ]
    present = [_cache_info(name, "present") for name in _cache_names("present", "decoder")]
    return _model("moonshine_decoder", nodes, weights.values(), [ids, *past], [*answers, *present])


def _without_hidden_states(node: NodeProto) -> NodeProto:
    """The cached branch asks the hidden states only how much of the mask to take: all of it."""
    if node.op_type == "Shape" and node.input[0] == "encoder_hidden_states":
        return helper.make_node("Shape", ["encoder_attention_mask"], list(node.output))
    return node


def _dequantised(nodes: Sequence[NodeProto], weights: dict[str, TensorProto]) -> list[NodeProto]:
    """Replace every matrix product over quantised activations by a float32 one.

    Weights become ``DequantizeLinear`` of the int8 tensor, which onnxruntime folds at load
    (with ``session.disable_quant_qdq=1``), so that the file stays small.
    """
    quantised_from = {
        node.output[0]: node.input[0] for node in nodes if node.op_type == "DynamicQuantizeLinear"
    }
    dequantise: dict[str, NodeProto] = {}
    products: list[NodeProto] = []
    for node in nodes:
        operands = _product_operands(node, quantised_from)
        if operands is None:
            products.append(node)
            continue
        activation, weight, scale, zero_point, bias = operands
        name = f"{weight}_float"
        if name not in dequantise:
            per_column = numpy_helper.to_array(weights[scale]).ndim == 1
            dequantise[name] = helper.make_node(
                "DequantizeLinear",
                [weight, scale, *([zero_point] if zero_point else [])],
                [name],
                axis=1 if per_column else None,
            )
        output = node.output[0]
        if bias:
            products.append(helper.make_node("MatMul", [activation, name], [f"{output}_product"]))
            products.append(helper.make_node("Add", [f"{output}_product", bias], [output]))
        else:
            products.append(helper.make_node("MatMul", [activation, name], [output]))
    return [*dequantise.values(), *products]


def _product_operands(
    node: NodeProto, quantised_from: dict[str, str]
) -> tuple[str, str, str, str, str] | None:
    """Activation, weight, weight scale, weight zero point, bias; '' for what is absent."""
    names = [*node.input, *[""] * 8]
    if node.op_type == "DynamicQuantizeMatMul":
        return names[0], names[1], names[2], names[3], names[4]
    if node.op_type == "MatMulIntegerToFloat":
        return quantised_from[names[0]], names[1], names[3], names[5], names[6]
    return None


def _answers() -> list[NodeProto]:
    """Reduce logits and attention in the graph, so that no host copies 32 768 floats a token."""
    return [
        helper.make_node("ArgMax", ["logits"], ["token_i64"], axis=-1, keepdims=0),
        helper.make_node("Cast", ["token_i64"], ["token"], to=TensorProto.INT32),
        _constant("last_axis", np.array([-1], np.int64)),
        helper.make_node("ReduceMax", ["logits", "last_axis"], ["best"], keepdims=0),
        helper.make_node("ReduceLogSumExp", ["logits", "last_axis"], ["total"], keepdims=0),
        helper.make_node("Sub", ["best", "total"], ["log_probability"]),
        *_aligned_heads("attention_heads"),
        _constant("head_axis", np.array([1], np.int64)),
        helper.make_node("ReduceMean", ["attention_heads", "head_axis"], ["attention"], keepdims=0),
    ]


def _aligned_heads(output: str) -> list[NodeProto]:
    nodes = []
    for layer, heads in ALIGNED_HEADS.items():
        softmax = f"/model/decoder/layers.{layer}/encoder_attn/Softmax_output_0"
        nodes += [
            _constant(f"aligned_heads.{layer}", np.array(heads, np.int64)),
            helper.make_node(
                "Gather", [softmax, f"aligned_heads.{layer}"], [f"aligned.{layer}"], axis=1
            ),
        ]
    parts = [f"aligned.{layer}" for layer in ALIGNED_HEADS]
    return [*nodes, helper.make_node("Concat", parts, [output], axis=1)]


def _ones_like(name: str, source: str) -> list[NodeProto]:
    """An all-true mask of the shape of ``source``: nothing here is ever padded."""
    one = numpy_helper.from_array(np.array([1], np.int64))
    return [
        helper.make_node("Shape", [source], [f"{name}_shape"]),
        helper.make_node("ConstantOfShape", [f"{name}_shape"], [name], value=one),
    ]


def _model(
    name: str,
    nodes: Sequence[NodeProto],
    initializers: Iterable[TensorProto],
    inputs: Sequence[onnx.ValueInfoProto],
    outputs: Sequence[onnx.ValueInfoProto],
) -> ModelProto:
    needed = {info.name for info in outputs}
    kept: list[NodeProto] = []
    for node in reversed(nodes):
        if needed.intersection(node.output):
            kept.append(node)
            needed.update(node.input)
    kept.reverse()
    weights = {tensor.name: tensor for tensor in initializers if tensor.name in needed}
    graph = helper.make_graph(
        kept, name, inputs, outputs, [weights[key] for key in sorted(weights)]
    )
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(
        graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="surtitle"
    )


def _branch(model: ModelProto, name: str) -> GraphProto:
    conditional = next(node for node in model.graph.node if node.op_type == "If")
    branch: GraphProto = next(
        attribute.g
        for attribute in conditional.attribute
        if attribute.type == AttributeProto.GRAPH and attribute.name == name
    )
    return branch


def _cache_names(prefix: str, kind: str) -> list[str]:
    return [f"{prefix}.{i}.{kind}.{part}" for i in range(LAYERS) for part in ("key", "value")]


def _cache_info(name: str, length: str) -> onnx.ValueInfoProto:
    return _float_info(name, [1, HEADS, length, HEAD_SIZE])


def _float_info(name: str, shape: Sequence[int | str]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def _constant(name: str, value: np.ndarray) -> NodeProto:
    return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(value))
