"""Binds the application to a port and runs it until a signal comes."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import signal
import socket
from collections.abc import Callable

from aiohttp import web

from surtitle.errors import SurtitleError

SHUTDOWN_S = 2.0
"""How long running downloads may go on after the signal."""


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches ``host``."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to ``host`` and ``port`` (0: any free one).

    Raises :class:`SurtitleError` where the port is taken, forbidden, or the host is not here.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise SurtitleError(f"The host {host} is not known here. Try --host 127.0.0.1") from error
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _bind_error(host, port, error) from error
    return bound


def _bind_error(host: str, port: int, error: OSError) -> SurtitleError:
    if error.errno == errno.EADDRINUSE:
        return SurtitleError(
            f"Port {port} on {host} is taken. Stop the other program or choose another port: "
            f"surtitle serve --port {port % 65535 + 1}"
        )
    if error.errno == errno.EACCES:
        return SurtitleError(
            f"Port {port} is reserved for the system. Choose one from 1024 up: "
            "surtitle serve --port 8217"
        )
    return SurtitleError(f"Cannot serve on {host}: {error.strerror}. Try --host 127.0.0.1")


def url_of(bound: socket.socket) -> str:
    """Return the URL under which a browser reaches the bound socket."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}" if bound.family == socket.AF_INET6 else f"http://{host}:{port}"


async def serve(
    app: web.Application, bound: socket.socket, announce: Callable[[str], None]
) -> None:
    """Serve ``app`` until SIGINT or SIGTERM, then let running responses end.

    ``announce`` is called with the URL once connections are answered.
    """
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_S)
    await runner.setup()
    try:
        await web.SockSite(runner, bound).start()
        announce(url_of(bound))
        await stopped.wait()
    finally:
        await runner.cleanup()
