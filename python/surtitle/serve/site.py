"""The built page as files: content types, caching and compressed twins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from aiohttp import hdrs, web

from surtitle.errors import SurtitleError
from surtitle.serve.encodings import SUFFIXES, choose_encoding

CONTENT_TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".flac": "audio/flac",
    ".html": "text/html; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp4": "video/mp4",
    ".onnx": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".vtt": "text/vtt; charset=utf-8",
    ".wasm": "application/wasm",
    ".webm": "video/webm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Written out, because the system's table differs from machine to machine and a browser refuses
a module or a WebAssembly file of another type."""

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"

# The bundler writes a content hash, or a package's version as the folder, into the path.
_HASHED = re.compile(r"assets/(.+-[\w-]{8,}\.\w+|[\w.]+(-[\w.]+)*-\d+\.\d+\.\d+/.+)")


def cache_control(path: str) -> str:
    """Return how long a client may keep ``path`` (relative to the site's root)."""
    return IMMUTABLE if _HASHED.fullmatch(path) else REVALIDATE


def content_type(path: Path) -> str:
    """Return the media type of a file by its suffix."""
    return CONTENT_TYPES.get(path.suffix.lower(), "application/octet-stream")


@dataclass(frozen=True, slots=True)
class Site:
    """The folder of the built page.

    Raises :class:`SurtitleError` where there is no build in it.
    """

    root: Path

    def __post_init__(self) -> None:
        if not (self.root / "index.html").is_file():
            raise SurtitleError(
                f"The page is not built: {self.root / 'index.html'} is missing. Run `make web`."
            )

    def find(self, url_path: str) -> Path | None:
        """Return the file behind a URL's path, or None; never one outside the root."""
        relative = url_path.lstrip("/") or "index.html"
        if "\0" in relative:
            return None
        path = (self.root / relative).resolve()
        if not path.is_relative_to(self.root.resolve()) or not path.is_file():
            return None
        return None if path.suffix in SUFFIXES.values() else path

    async def respond(self, request: web.Request) -> web.StreamResponse:
        """Answer GET and HEAD for a file of the page."""
        path = self.find(request.match_info["path"])
        if path is None:
            raise web.HTTPNotFound(text=f"{request.path} is not here\n")
        twins = {
            coding: twin
            for coding, suffix in SUFFIXES.items()
            if (twin := path.with_name(path.name + suffix)).is_file()
        }
        headers = {
            hdrs.CONTENT_TYPE: content_type(path),
            hdrs.CACHE_CONTROL: cache_control(path.relative_to(self.root.resolve()).as_posix()),
        }
        if twins:
            headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
        # A byte range is one of the file as it is: a player seeks in what it knows.
        accepted = (
            "" if hdrs.RANGE in request.headers else request.headers.get("Accept-Encoding", "")
        )
        coding = choose_encoding(accepted, twins)
        if coding is None:
            return web.FileResponse(path, headers=headers)
        headers[hdrs.CONTENT_ENCODING] = coding
        return web.FileResponse(twins[coding], headers=headers)
