"""``surtitle serve``: the page on http://127.0.0.1:8217."""

from __future__ import annotations

import asyncio

import click

from surtitle.models.catalogue import DEFAULT_MODEL
from surtitle.models.store import ModelError, ModelStore
from surtitle.serve.app import STATIC_FOLDER, create_app
from surtitle.serve.server import bind, is_loopback
from surtitle.serve.server import serve as run_server

DEFAULT_PORT = 8217


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port to listen on; 0 takes any free one.",
)
@click.option("--fetch", is_flag=True, help="Fetch the model first where it is missing.")
@click.pass_context
def serve(context: click.Context, host: str, port: int, fetch: bool) -> None:  # noqa: FBT001
    """Serve the page with live captions until Ctrl-C.

    Only this machine reaches it unless --host says otherwise.
    """
    store = ModelStore()
    try:
        files = store.files(DEFAULT_MODEL)
    except ModelError:
        if not fetch:
            raise
        from surtitle.cli.models import fetch as fetch_command

        context.invoke(fetch_command, name=DEFAULT_MODEL, wheel=None)
        files = store.files(DEFAULT_MODEL)
    app = create_app(STATIC_FOLDER, DEFAULT_MODEL, files)
    bound = bind(host, port)
    if not is_loopback(host):
        click.echo(
            f"Everybody who reaches {host} can open the page. Browsers give a microphone and "
            "shared memory only to https:// and to localhost.",
            err=True,
        )
    asyncio.run(run_server(app, bound, _announce))


def _announce(url: str) -> None:
    click.echo(f"Surtitle is at {url} (Ctrl-C stops it)")
