"""Writing ONNX graphs node by node, over weights taken from another graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import onnx
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper, numpy_helper

OPSET = 18
IR_VERSION = 10
CONTRIB = "com.microsoft"

Attribute = int | float | Sequence[int]


class Weights:
    """The weights of a graph with quantised matrix products, found by what the products give."""

    def __init__(self, nodes: Iterable[NodeProto], initializers: Iterable[TensorProto]) -> None:
        self._products = {node.output[0]: node for node in nodes}
        self._tensors = {tensor.name: tensor for tensor in initializers}

    @classmethod
    def of(cls, model: ModelProto, branch: GraphProto | None = None) -> Weights:
        """The weights of ``model``, or of one of its branches with what it takes from outside."""
        inner = branch if branch is not None else GraphProto()
        return cls([*model.graph.node, *inner.node], [*model.graph.initializer, *inner.initializer])

    def tensor(self, name: str) -> TensorProto:
        return self._tensors[name]

    def quantised(self, product: str) -> tuple[TensorProto, TensorProto, TensorProto]:
        """Weight int8 [I, O], its scale and its zero point in the product that is so called."""
        node = self._products[product]
        names = node.input
        if node.op_type == "DynamicQuantizeMatMul":
            weight, scale, zero = names[1], names[2], names[3]
        elif node.op_type == "MatMulIntegerToFloat":
            weight, scale, zero = names[1], names[3], names[5]
        else:
            raise ValueError(f"{product} is a {node.op_type}, not a quantised product")
        return self._tensors[weight], self._tensors[scale], self._tensors[zero]


class GraphWriter:
    """One graph in the making; names of values are what the calls return."""

    def __init__(self, name: str, weights: Weights) -> None:
        self.weights = weights
        self._name = name
        self._nodes: list[NodeProto] = []
        self._initializers: dict[str, TensorProto] = {}
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []

    def input(self, name: str, kind: int, shape: Sequence[int | str]) -> str:
        self._inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, name: str, kind: int, shape: Sequence[int | str]) -> None:
        self._outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def constant(self, name: str, value: npt.NDArray[np.generic]) -> str:
        self._initializers[name] = numpy_helper.from_array(value, name)
        return name

    def weight(self, name: str) -> str:
        """A tensor taken over under its own name."""
        self._initializers[name] = self.weights.tensor(name)
        return name

    def matrix(self, product: str) -> str:
        """A quantised weight, written as int8 and dequantised when the graph is loaded."""
        weight, scale, zero = self.weights.quantised(product)
        for tensor in (weight, scale, zero):
            self._initializers[tensor.name] = tensor
        name = f"{weight.name}_float"
        if not any(name in node.output for node in self._nodes):
            inputs = (weight.name, scale.name, zero.name)
            if len(scale.dims) == 1:
                self.op("DequantizeLinear", *inputs, out=name, axis=1)
            else:
                self.op("DequantizeLinear", *inputs, out=name)
        return name

    def op(
        self, kind: str, *inputs: str, out: str, domain: str = "", **attributes: Attribute
    ) -> str:
        """Append a node of one output, which is called ``out``."""
        self.ops(kind, *inputs, out=(out,), domain=domain, **attributes)
        return out

    def ops(
        self,
        kind: str,
        *inputs: str,
        out: Sequence[str],
        domain: str = "",
        **attributes: Attribute,
    ) -> None:
        """Append a node of several outputs."""
        node = helper.make_node(kind, list(inputs), list(out), domain=domain)
        node.attribute.extend(
            helper.make_attribute(name, value) for name, value in sorted(attributes.items())
        )
        self._nodes.append(node)

    def model(self) -> ModelProto:
        weights = [self._initializers[name] for name in sorted(self._initializers)]
        graph = helper.make_graph(self._nodes, self._name, self._inputs, self._outputs, weights)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
        return helper.make_model(
            graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="surtitle"
        )
