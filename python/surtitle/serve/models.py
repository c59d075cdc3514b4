"""The model's files for the page, under URLs that carry their hash."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import hdrs, web

from surtitle.models.store import ModelFile
from surtitle.serve.site import IMMUTABLE, REVALIDATE


class ModelRoutes:
    """Answers ``/models/manifest.json`` and ``/models/<sha256>/<name>`` for one model."""

    def __init__(self, model: str, files: Sequence[ModelFile]) -> None:
        self._manifest = {
            "model": model,
            "files": [
                {
                    "name": file.name,
                    "url": f"/models/{file.sha256}/{file.name}",
                    "bytes": file.size_bytes,
                    "sha256": file.sha256,
                }
                for file in files
            ],
        }
        self._paths = {(file.sha256, file.name): file.path for file in files}

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the routes."""
        router.add_get("/models/manifest.json", self.manifest)
        router.add_get("/models/{sha256}/{name}", self.file)

    async def manifest(self, _request: web.Request) -> web.Response:
        """Say which files make up the model."""
        return web.json_response(self._manifest, headers={hdrs.CACHE_CONTROL: REVALIDATE})

    async def file(self, request: web.Request) -> web.StreamResponse:
        """Send one file, or the asked range of it."""
        path = self._paths.get((request.match_info["sha256"], request.match_info["name"]))
        if path is None:
            raise web.HTTPNotFound(
                text=f"{request.path} is no model file; /models/manifest.json lists them\n"
            )
        headers = {hdrs.CONTENT_TYPE: "application/octet-stream", hdrs.CACHE_CONTROL: IMMUTABLE}
        return web.FileResponse(path, headers=headers)
