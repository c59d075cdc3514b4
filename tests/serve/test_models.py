from __future__ import annotations

from aiohttp import ClientSession

from surtitle.models.store import ModelFile
from surtitle.serve.site import IMMUTABLE


async def test_the_manifest_leads_to_every_file(
    client: ClientSession, model_files: list[ModelFile]
) -> None:
    async with client.get("/models/manifest.json") as response:
        manifest = await response.json()
    assert manifest["model"] == "moonshine-tiny-en"
    assert [file["name"] for file in manifest["files"]] == ["encoder.onnx"]
    [entry] = manifest["files"]
    assert entry["bytes"] == 100
    assert entry["sha256"] == model_files[0].sha256
    async with client.get(entry["url"]) as response:
        assert response.headers["Cache-Control"] == IMMUTABLE
        assert await response.read() == model_files[0].path.read_bytes()


async def test_a_broken_download_goes_on_where_it_stopped(
    client: ClientSession, model_files: list[ModelFile]
) -> None:
    url = f"/models/{model_files[0].sha256}/encoder.onnx"
    async with client.get(url, headers={"Range": "bytes=95-"}) as response:
        assert response.status == 206
        assert response.headers["Content-Range"] == "bytes 95-99/100"
        assert await response.read() == b"56789"


async def test_a_hash_that_is_not_the_file_s_is_not_found(client: ClientSession) -> None:
    async with client.get(f"/models/{'0' * 64}/encoder.onnx") as response:
        assert response.status == 404
        assert "manifest.json" in await response.text()


async def test_a_file_that_was_deleted_meanwhile_is_not_found(
    client: ClientSession, model_files: list[ModelFile]
) -> None:
    model_files[0].path.unlink()
    async with client.get(f"/models/{model_files[0].sha256}/encoder.onnx") as response:
        assert response.status == 404
