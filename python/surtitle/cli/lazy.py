"""A command group that imports a command's module only when that command runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

from surtitle.errors import SurtitleError


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """Where a command lives and the line that ``--help`` says about it."""

    module: str
    attribute: str
    short_help: str


class LazyGroup(click.Group):
    """A group whose help needs no import and whose commands cannot break each other."""

    # click hands its keyword arguments through untyped.
    def __init__(self, *, lazy_commands: Mapping[str, LazyCommand], **settings: Any) -> None:
        super().__init__(**settings)
        self._lazy_commands = dict(lazy_commands)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command's name, in the alphabet's order."""
        return sorted({*self._lazy_commands, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command.

        Raises SurtitleError where a package that only this command needs is not installed.
        """
        lazy = self._lazy_commands.get(cmd_name)
        if lazy is None:
            return super().get_command(ctx, cmd_name)
        return _load(cmd_name, lazy)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands from their lines alone."""
        rows = [(name, lazy.short_help) for name, lazy in sorted(self._lazy_commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _load(name: str, lazy: LazyCommand) -> click.Command:
    try:
        module = import_module(lazy.module)
    except ModuleNotFoundError as error:
        missing = error.name or "a package"
        if missing.split(".")[0] == "surtitle":
            raise SurtitleError(
                f"surtitle {name} is incomplete: {missing} is missing. "
                "Run `make native`, or install the package again"
            ) from error
        raise SurtitleError(
            f"surtitle {name} needs the package {missing}. Run `pip install {missing}`, "
            f"or `pip install 'surtitle[bench]'` for the benches"
        ) from error
    command = getattr(module, lazy.attribute)
    if not isinstance(command, click.Command):
        message = f"{lazy.module}.{lazy.attribute} is not a click command"
        raise TypeError(message)
    return command
