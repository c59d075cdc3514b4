from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession

import surtitle
from surtitle.errors import SurtitleError
from surtitle.serve.app import create_app


@pytest.mark.parametrize("path", ["/", "/clip.webm", "/healthz", "/models/manifest.json", "/none"])
async def test_every_response_isolates_the_page_even_an_error(
    client: ClientSession, path: str
) -> None:
    async with client.get(path) as response:
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert response.headers["Cross-Origin-Embedder-Policy"] == "require-corp"
        assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"


async def test_the_policy_lets_webassembly_compile_and_nothing_evaluate_text(
    client: ClientSession,
) -> None:
    async with client.get("/") as response:
        policy = response.headers["Content-Security-Policy"].split("; ")
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "connect-src 'self'" in policy
    assert not any("'unsafe-eval'" in directive for directive in policy)


async def test_health_names_the_version_and_the_model(client: ClientSession) -> None:
    async with client.get("/healthz") as response:
        assert await response.json() == {
            "status": "ok",
            "version": surtitle.__version__,
            "model": "moonshine-tiny-en",
        }


def test_a_page_that_was_never_built_stops_the_server_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(SurtitleError, match="make web"):
        create_app(tmp_path, "moonshine-tiny-en", [])
