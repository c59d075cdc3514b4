"""Builds the graphs that the recogniser runs from the two that Moonshine ships.

The shipped graphs quantise their activations anew at every call. In the decoder the scale of one
token then depends on the others in the batch, and a draft verified in one pass is not the greedy
result; in the encoder a rounding difference between two processors grows until two hosts hear
different words. The graphs built here keep the int8 weights in the file but dequantise them when
they are loaded and compute in float32. They are written node by node (`encoder_graph`,
`decoder_graph`), so that the encoder goes on from kept frames and the decoder says what a draft
needs.

The result is a function of the input bytes and of the versions of onnx and onnxruntime, which
is why both are pinned exactly; the store checks the SHA-256 of what comes out.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import onnxruntime
from onnx import AttributeProto, GraphProto, ModelProto

from surtitle.models.decoder_graph import cross_graph, decoder_graph
from surtitle.models.encoder_graph import encoder_graph
from surtitle.models.graph import Weights


def build_graphs(encoder_ort: Path, decoder_ort: Path, scratch: Path) -> dict[str, bytes]:
    """Return the bytes of ``encoder.onnx``, ``cross.onnx`` and ``decoder.onnx``.

    ``scratch`` is an existing folder in which onnxruntime may write intermediate files.
    """
    encoder = _resave_as_onnx(encoder_ort, scratch / "encoder.onnx")
    merged = _resave_as_onnx(decoder_ort, scratch / "merged.onnx")
    first_step = Weights.of(merged, _branch(merged, "else_branch"))
    next_step = Weights.of(merged, _branch(merged, "then_branch"))
    return {
        "encoder.onnx": encoder_graph(encoder).SerializeToString(deterministic=True),
        "cross.onnx": cross_graph(first_step).SerializeToString(deterministic=True),
        "decoder.onnx": decoder_graph(next_step).SerializeToString(deterministic=True),
    }


def _resave_as_onnx(source: Path, target: Path) -> ModelProto:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.add_session_config_entry("session.save_model_format", "ONNX")
    options.optimized_model_filepath = str(target)
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])
    return onnx.load(str(target))


def _branch(model: ModelProto, name: str) -> GraphProto:
    conditional = next(node for node in model.graph.node if node.op_type == "If")
    branch: GraphProto = next(
        attribute.g
        for attribute in conditional.attribute
        if attribute.type == AttributeProto.GRAPH and attribute.name == name
    )
    return branch
