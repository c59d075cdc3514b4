"""A small built page and the real server in front of it, on a random port."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, web

from surtitle.models.store import ModelFile
from surtitle.serve.app import create_app
from surtitle.serve.server import bind, url_of

SCRIPT = "assets/index-B09oSzRE.js"
SCRIPT_TEXT = b"export const answer = 42;\n" * 100


@pytest.fixture
def page(tmp_path: Path) -> Path:
    root = tmp_path / "static"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html><title>Surtitle</title>")
    script = root / SCRIPT
    script.write_bytes(SCRIPT_TEXT)
    script.with_name(script.name + ".gzip").write_bytes(gzip.compress(SCRIPT_TEXT))
    # Only its length and its header are looked at: the client does not decode it.
    script.with_name(script.name + ".brotli").write_bytes(b"brotli stands here")
    (root / "clip.webm").write_bytes(bytes(range(256)))
    for name in ("core.wasm", "worker.mjs", "cues.vtt", "graph.onnx", "unknown.xyz"):
        (root / name).write_bytes(b"x")
    (tmp_path / "secret.txt").write_text("outside the page")
    return root


@pytest.fixture
def model_files(tmp_path: Path) -> list[ModelFile]:
    path = tmp_path / "encoder.onnx"
    path.write_bytes(b"0123456789" * 10)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return [ModelFile("encoder.onnx", path, path.stat().st_size, digest)]


@pytest.fixture
async def client(page: Path, model_files: list[ModelFile]) -> AsyncIterator[ClientSession]:
    runner = web.AppRunner(create_app(page, "moonshine-tiny-en", model_files))
    await runner.setup()
    bound = bind("127.0.0.1", 0)
    await web.SockSite(runner, bound).start()
    try:
        async with ClientSession(url_of(bound), auto_decompress=False) as session:
            yield session
    finally:
        await runner.cleanup()
