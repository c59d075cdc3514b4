"""``surtitle transcribe``: the captions of a file, or of raw PCM from a pipe."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from surtitle.errors import SurtitleError

if TYPE_CHECKING:
    from surtitle.audio.source import AudioSource

FORMATS = ("srt", "vtt", "json", "txt")
STDIN = "-"


class OutputError(SurtitleError):
    """The captions cannot be written where they should be."""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", metavar="OUT", help="Write here; otherwise to standard output.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(FORMATS),
    help="By default what the ending of OUT says, else srt.",
)
@click.option("--language", default="en", show_default=True, help="The language that is spoken.")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads for one operator.")
def transcribe(
    file: str, output: str | None, format_name: str | None, language: str, threads: int | None
) -> None:
    """Write the captions of FILE, any audio or video; - reads 16-bit mono PCM at 16 kHz."""
    from surtitle.audio.source import MediaFile, RawPcm

    output = None if output == STDIN else output
    chosen = format_name or _format_of(output)
    _check_writable(output, file)
    source: AudioSource = RawPcm(sys.stdin.buffer) if file == STDIN else MediaFile(Path(file))
    captions = _captions(source, chosen, language, threads)
    _write(captions, output)


def _captions(source: AudioSource, format_name: str, language: str, threads: int | None) -> str:
    from surtitle.engine.recogniser import Recogniser
    from surtitle.models.catalogue import DEFAULT_MODEL, find_model
    from surtitle.transcribe.transcriber import Transcriber, require_language

    require_language(find_model(DEFAULT_MODEL), language)
    duration_s = source.duration_s
    recogniser = Recogniser.from_store(threads=threads)
    transcriber = Transcriber(recogniser, DEFAULT_MODEL, language)
    with click.progressbar(
        length=max(1, round(duration_s or 1)),
        label="Transcribing",
        file=sys.stderr,
        hidden=not sys.stderr.isatty() or duration_s is None,
    ) as bar:
        transcription = transcriber.run(source, lambda done_s: bar.update(int(done_s) - bar.pos))
    for problem in source.problems:
        click.echo(f"surtitle: {problem}", err=True)
    return transcription.export(format_name)


def _format_of(output: str | None) -> str:
    ending = Path(output).suffix.lower().lstrip(".") if output else ""
    if ending and ending not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise OutputError(f"{output} ends in none of {known}: say with --format what to write.")
    return ending or "srt"


def _check_writable(output: str | None, file: str) -> None:
    """Say at once, not after an hour of work, that the captions have nowhere to go."""
    if output is None:
        return
    target = Path(output)
    if not target.parent.is_dir():
        raise OutputError(
            f"Cannot write {output}: there is no folder {target.parent}. Make it first."
        )
    if target.is_dir():
        raise OutputError(f"Cannot write {output}: it is a folder; give a file name.")
    if target.exists() and Path(file).exists() and target.samefile(file):
        raise OutputError(f"{output} is the recording itself: give another name for the captions.")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OutputError(f"Cannot write {output}: it may not be written to.")


def _write(captions: str, output: str | None) -> None:
    if output is None:
        sys.stdout.write(captions)
        return
    target = Path(output)
    try:
        if target.exists() and not target.is_file():
            target.write_text(captions, encoding="utf-8", newline="")  # a device or a pipe
        else:
            _replace(target.resolve(), captions)
    except OSError as error:
        raise OutputError(f"Cannot write {output}: {error.strerror}.") from error


def _replace(target: Path, captions: str) -> None:
    """Whole or not at all: a reader never sees half a file."""
    handle, name = tempfile.mkstemp(prefix=".captions-", dir=target.parent)
    written = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(captions)
        written.chmod(0o666 & ~_umask())
        written.replace(target)
    except OSError:
        written.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
