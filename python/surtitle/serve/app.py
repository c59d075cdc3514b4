"""The application: which URL is answered by what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aiohttp import hdrs, web

import surtitle
from surtitle.models.store import ModelFile
from surtitle.serve.headers import add_headers
from surtitle.serve.models import ModelRoutes
from surtitle.serve.site import REVALIDATE, Site

STATIC_FOLDER = Path(surtitle.__file__).parent / "static"
"""Where `make web`, and the wheel, put the built page."""


def create_app(static: Path, model: str, files: Sequence[ModelFile]) -> web.Application:
    """Build the application that serves the page in ``static`` with the files of ``model``.

    Raises :class:`~surtitle.errors.SurtitleError` where the page is not built.
    """
    site = Site(static)

    async def health(_request: web.Request) -> web.Response:
        return web.json_response(
            {"status": "ok", "version": surtitle.__version__, "model": model},
            headers={hdrs.CACHE_CONTROL: REVALIDATE},
        )

    app = web.Application()
    app.on_response_prepare.append(add_headers)
    app.router.add_get("/healthz", health)
    ModelRoutes(model, files).add_to(app.router)
    app.router.add_get("/{path:.*}", site.respond)
    return app
