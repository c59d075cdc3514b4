//! Just enough of ONNX to find weights: initializers, and which node gives which value.
//!
//! Field numbers are those of `onnx.proto` (IR version 10).

use std::collections::HashMap;

/// Values of a tensor as they lie in the file.
#[derive(Debug, Clone, Default)]
pub struct Tensor<'a> {
    pub dims: Vec<usize>,
    pub kind: u64,
    pub raw: &'a [u8],
}

/// `TensorProto.DataType`.
pub const FLOAT: u64 = 1;
/// `TensorProto.DataType`.
pub const UINT8: u64 = 2;

/// A node; attributes are not read.
#[derive(Debug, Clone, Default)]
pub struct Node<'a> {
    pub op: &'a str,
    pub inputs: Vec<&'a str>,
    pub outputs: Vec<&'a str>,
}

/// A graph's weights and nodes.
#[derive(Debug, Default)]
pub struct Graph<'a> {
    pub tensors: HashMap<&'a str, Tensor<'a>>,
    /// By the name of each output.
    pub nodes: HashMap<&'a str, Node<'a>>,
}

/// Reads a model's graph. `None` where the bytes are no ONNX.
#[must_use]
pub fn read(model: &[u8]) -> Option<Graph<'_>> {
    const GRAPH: u64 = 7;
    let mut graph = Graph::default();
    for field in Fields(model) {
        if let (GRAPH, Value::Bytes(bytes)) = field? {
            read_graph(bytes, &mut graph)?;
        }
    }
    Some(graph)
}

fn read_graph<'a>(bytes: &'a [u8], graph: &mut Graph<'a>) -> Option<()> {
    const NODE: u64 = 1;
    const INITIALIZER: u64 = 5;
    for field in Fields(bytes) {
        match field? {
            (NODE, Value::Bytes(bytes)) => {
                let node = read_node(bytes)?;
                for output in &node.outputs {
                    graph.nodes.insert(output, node.clone());
                }
            }
            (INITIALIZER, Value::Bytes(bytes)) => {
                let (name, tensor) = read_tensor(bytes)?;
                graph.tensors.insert(name, tensor);
            }
            _ => {}
        }
    }
    Some(())
}

fn read_node(bytes: &[u8]) -> Option<Node<'_>> {
    const INPUT: u64 = 1;
    const OUTPUT: u64 = 2;
    const OP_TYPE: u64 = 4;
    let mut node = Node::default();
    for field in Fields(bytes) {
        match field? {
            (INPUT, value) => node.inputs.push(value.text()?),
            (OUTPUT, value) => node.outputs.push(value.text()?),
            (OP_TYPE, value) => node.op = value.text()?,
            _ => {}
        }
    }
    Some(node)
}

fn read_tensor(bytes: &[u8]) -> Option<(&str, Tensor<'_>)> {
    const DIMS: u64 = 1;
    const DATA_TYPE: u64 = 2;
    const NAME: u64 = 8;
    const RAW_DATA: u64 = 9;
    let (mut name, mut tensor) = ("", Tensor::default());
    for field in Fields(bytes) {
        match field? {
            (DIMS, Value::Number(size)) => tensor.dims.push(usize::try_from(size).ok()?),
            (DIMS, Value::Bytes(mut packed)) => {
                while !packed.is_empty() {
                    tensor
                        .dims
                        .push(usize::try_from(number(&mut packed)?).ok()?);
                }
            }
            (DATA_TYPE, Value::Number(kind)) => tensor.kind = kind,
            (NAME, value) => name = value.text()?,
            (RAW_DATA, Value::Bytes(raw)) => tensor.raw = raw,
            _ => {}
        }
    }
    Some((name, tensor))
}

enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    fn text(&self) -> Option<&'a str> {
        match self {
            Self::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            Self::Number(_) => None,
        }
    }
}

/// The fields of a protocol buffer message; `None` where it breaks, after which it ends.
struct Fields<'a>(&'a [u8]);

impl<'a> Iterator for Fields<'a> {
    type Item = Option<(u64, Value<'a>)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = self.field();
        if field.is_none() {
            self.0 = &[];
        }
        Some(field)
    }
}

impl<'a> Fields<'a> {
    fn field(&mut self) -> Option<(u64, Value<'a>)> {
        let key = number(&mut self.0)?;
        let value = match key & 7 {
            0 => Value::Number(number(&mut self.0)?),
            1 => Value::Bytes(self.bytes(8)?),
            2 => {
                let length = usize::try_from(number(&mut self.0)?).ok()?;
                Value::Bytes(self.bytes(length)?)
            }
            5 => Value::Bytes(self.bytes(4)?),
            _ => return None,
        };
        Some((key >> 3, value))
    }

    fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }
}

/// A variable-length number of at most ten bytes.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut result = 0;
    for shift in (0..70).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        result |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(result);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
        let mut message = vec![number << 3 | 2, bytes.len() as u8];
        message.extend(bytes);
        message
    }

    fn model() -> Vec<u8> {
        let tensor = [
            vec![0x08, 0x02, 0x08, 0x81, 0x01, 0x10, 0x01],
            field(8, b"w"),
            field(9, &[1, 2, 3]),
        ];
        let node = [
            field(1, b"x"),
            field(1, b"w"),
            field(2, b"y"),
            field(4, b"MatMul"),
        ];
        let graph = [field(1, &node.concat()), field(5, &tensor.concat())];
        field(7, &graph.concat())
    }

    #[test]
    fn weights_and_nodes_are_found_by_name() {
        let model = model();
        let graph = read(&model).unwrap();
        let tensor = &graph.tensors["w"];
        assert_eq!(
            (tensor.dims.as_slice(), tensor.kind),
            (&[2, 129][..], FLOAT)
        );
        assert_eq!(tensor.raw, [1, 2, 3]);
        let node = &graph.nodes["y"];
        assert_eq!(
            (node.op, node.inputs.as_slice()),
            ("MatMul", &["x", "w"][..])
        );
    }

    #[test]
    fn a_broken_file_is_refused_wherever_it_breaks() {
        let model = model();
        for length in 1..model.len() {
            assert!(read(&model[..length]).is_none(), "cut to {length} bytes");
        }
        assert!(read(&[0xff; 20]).is_none());
    }
}
