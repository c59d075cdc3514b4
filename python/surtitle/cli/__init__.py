"""The command line: one file a command, each imported only when it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from surtitle import __version__
from surtitle.cli.lazy import LazyCommand, LazyGroup
from surtitle.errors import SurtitleError

EXIT_INTERRUPTED = 130
"""128 + SIGINT, what a shell reports for a program that Ctrl-C ended."""

EXIT_BROKEN_PIPE = 1
"""What click leaves with where it notices that the reader has gone."""

COMMANDS = {
    "bench": LazyCommand("surtitle.cli.bench", "bench", "Measure Surtitle on this machine."),
    "doctor": LazyCommand(
        "surtitle.cli.doctor", "doctor", "Say what is there, what is missing and what mends it."
    ),
    "models": LazyCommand("surtitle.cli.models", "models", "Fetch, list and verify the models."),
    "serve": LazyCommand("surtitle.cli.serve", "serve", "Serve the page with live captions."),
    "transcribe": LazyCommand(
        "surtitle.cli.transcribe", "transcribe", "Write the captions of an audio or video file."
    ),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="surtitle")
def cli() -> None:
    """Live captions on any video, recognised on the viewer's own machine."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code.

    A :class:`SurtitleError` becomes one line on standard error, Ctrl-C leaves with 130 and a
    reader that has gone (``surtitle … | head``) ends the program without a word.
    """
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes stdout once more at exit and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = EXIT_BROKEN_PIPE
    sys.exit(code)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        outcome = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="surtitle",
            standalone_mode=False,
        )
    except SurtitleError as error:
        print(f"surtitle: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        raise
    except OSError as error:
        named = f": {error.filename}" if error.filename else ""
        print(f"surtitle: {error.strerror or error}{named}", file=sys.stderr)
        return 1
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    return outcome if isinstance(outcome, int) else 0
