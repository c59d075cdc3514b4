"""Recognisers that run in this process: the WASI-NN guest under wasmtime over onnxruntime."""
