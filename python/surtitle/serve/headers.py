"""The headers that every response carries, errors too."""

from __future__ import annotations

from aiohttp import web

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        # WebAssembly is compiled from bytes; JavaScript never is.
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",
        # A video of the viewer's own is played from a blob: URL.
        "media-src 'self' blob:",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        # The caption layer's shadow DOM has a <style> of its own.
        "style-src 'self' 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    ]
)

HEADERS = {
    # The first three make the page cross-origin isolated, which SharedArrayBuffer needs
    # (HTML Standard, section 7.1.3).
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self), display-capture=(self)",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Signal handler for ``on_response_prepare``."""
    response.headers.update(HEADERS)
