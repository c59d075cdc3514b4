from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from surtitle.errors import SurtitleError
from surtitle.serve.server import bind, is_loopback, url_of

PROGRAM = """
import asyncio, pathlib, sys
from surtitle.serve.app import create_app
from surtitle.serve.server import bind, serve
app = create_app(pathlib.Path(sys.argv[1]), "moonshine-tiny-en", [])
asyncio.run(serve(app, bind("127.0.0.1", 0), lambda url: print(url, flush=True)))
"""


@pytest.fixture
def server(page: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(page)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_without_a_trace(
    server: subprocess.Popen[str], number: signal.Signals
) -> None:
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    with urllib.request.urlopen(f"{url}/healthz", timeout=10) as response:
        assert response.status == 200
    server.send_signal(number)
    _, errors = server.communicate(timeout=30)
    assert server.returncode == 0
    assert errors == ""


def test_a_taken_port_is_named_with_another_to_try() -> None:
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SurtitleError, match=rf"Port {port} .* is taken.*--port \d+") as caught:
            bind("127.0.0.1", port)
    assert "\n" not in str(caught.value)


def test_a_host_of_another_machine_is_refused_with_the_remedy() -> None:
    # 192.0.2.0/24 is reserved for documentation (RFC 5737): no machine has it.
    with pytest.raises(SurtitleError, match=r"--host 127\.0\.0\.1"):
        bind("192.0.2.1", 0)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_hosts_are_known(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org"])
def test_hosts_that_others_reach_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_the_url_of_an_ipv6_address_stands_in_brackets() -> None:
    try:
        bound = bind("::1", 0)
    except SurtitleError:
        pytest.skip("this machine has no IPv6")
    with bound:
        assert url_of(bound) == f"http://[::1]:{bound.getsockname()[1]}"


def test_the_port_is_free_again_as_soon_as_the_server_has_gone() -> None:
    first = bind("127.0.0.1", 0)
    first.listen()
    port = first.getsockname()[1]
    with socket.create_connection(("127.0.0.1", port)):
        accepted, _ = first.accept()
        accepted.close()
    first.close()
    bind("127.0.0.1", port).close()
