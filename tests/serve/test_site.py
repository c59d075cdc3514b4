from __future__ import annotations

import gzip
import http.client
from pathlib import Path

import pytest
from aiohttp import ClientSession

from surtitle.serve.site import IMMUTABLE, REVALIDATE, Site, cache_control

from .conftest import SCRIPT, SCRIPT_TEXT


async def test_the_root_is_the_page_and_is_asked_for_again_each_time(client: ClientSession) -> None:
    async with client.get("/") as response:
        assert response.status == 200
        assert response.content_type == "text/html"
        assert response.headers["Cache-Control"] == REVALIDATE
        assert "<title>Surtitle" in await response.text()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("assets/index-B09oSzRE.js", IMMUTABLE),
        ("assets/recogniser.worker-D_x-9aQz.js", IMMUTABLE),
        ("assets/pyodide-314.0.7/pyodide.asm.wasm", IMMUTABLE),
        ("assets/policy-fa9f12711fa283ff-314.0.7/pyodide.mjs", IMMUTABLE),
        ("index.html", REVALIDATE),
        ("assets/logo.svg", REVALIDATE),
        ("policy-snapshot.bin", REVALIDATE),
    ],
)
def test_only_a_path_that_names_its_content_is_kept_for_good(path: str, expected: str) -> None:
    assert cache_control(path) == expected


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("core.wasm", "application/wasm"),
        ("worker.mjs", "text/javascript"),
        ("cues.vtt", "text/vtt"),
        ("graph.onnx", "application/octet-stream"),
        ("clip.webm", "video/webm"),
        ("unknown.xyz", "application/octet-stream"),
    ],
)
async def test_each_kind_of_file_has_its_media_type(
    client: ClientSession, name: str, media_type: str
) -> None:
    async with client.get(f"/{name}") as response:
        assert response.content_type == media_type


async def test_a_gzip_twin_is_sent_to_whom_takes_gzip(client: ClientSession) -> None:
    async with client.get(f"/{SCRIPT}", headers={"Accept-Encoding": "gzip"}) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert response.headers["Vary"] == "Accept-Encoding"
        assert response.content_type == "text/javascript"
        assert gzip.decompress(await response.read()) == SCRIPT_TEXT


async def test_the_plain_file_says_too_that_it_varies(client: ClientSession) -> None:
    async with client.get(f"/{SCRIPT}", headers={"Accept-Encoding": "identity"}) as response:
        assert "Content-Encoding" not in response.headers
        assert response.headers["Vary"] == "Accept-Encoding"
        assert await response.read() == SCRIPT_TEXT


async def test_each_twin_has_an_entity_tag_of_its_own_that_revalidates(
    client: ClientSession,
) -> None:
    tags = set()
    for accepted in ("br", "gzip", "identity"):
        headers = {"Accept-Encoding": accepted}
        async with client.get(f"/{SCRIPT}", headers=headers) as response:
            tag = response.headers["ETag"]
        async with client.get(f"/{SCRIPT}", headers={**headers, "If-None-Match": tag}) as response:
            assert response.status == 304
            assert response.headers["Vary"] == "Accept-Encoding"
        tags.add(tag)
    assert len(tags) == 3


async def test_a_player_gets_the_range_it_asks_for(client: ClientSession) -> None:
    async with client.get("/clip.webm", headers={"Range": "bytes=10-19"}) as response:
        assert response.status == 206
        assert response.headers["Content-Range"] == "bytes 10-19/256"
        assert await response.read() == bytes(range(10, 20))


async def test_a_range_past_the_end_is_refused_with_the_size(client: ClientSession) -> None:
    async with client.get("/clip.webm", headers={"Range": "bytes=256-"}) as response:
        assert response.status == 416
        assert response.headers["Content-Range"] == "bytes */256"


async def test_a_range_is_cut_from_the_plain_file_and_not_from_its_twin(
    client: ClientSession,
) -> None:
    headers = {"Range": "bytes=0-5", "Accept-Encoding": "br, gzip"}
    async with client.get(f"/{SCRIPT}", headers=headers) as response:
        assert await response.read() == SCRIPT_TEXT[:6]
        assert "Content-Encoding" not in response.headers


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "//etc/passwd",
        "/%00",
        "/assets",
        f"/{SCRIPT}.gzip",
    ],
)
async def test_nothing_but_the_page_s_own_files_is_served(client: ClientSession, path: str) -> None:
    base = client._base_url
    assert base is not None
    assert base.host is not None
    # http.client sends the path as it is; aiohttp would tidy the dots away.
    connection = http.client.HTTPConnection(base.host, base.port, timeout=5)

    def status() -> int:
        connection.request("GET", path)
        return connection.getresponse().status

    import asyncio

    assert await asyncio.to_thread(status) == 404
    connection.close()


def test_a_link_that_leads_out_of_the_page_is_not_followed(page: Path, tmp_path: Path) -> None:
    (page / "link.txt").symlink_to(tmp_path / "secret.txt")
    assert Site(page).find("/link.txt") is None
    assert Site(page).find("/clip.webm") == page / "clip.webm"
