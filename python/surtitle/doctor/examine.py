"""All checks in the order in which a person would mend them."""

from __future__ import annotations

from surtitle.doctor import machine, package
from surtitle.doctor.finding import Finding
from surtitle.models.store import ModelStore


def examine(port: int) -> list[Finding]:
    """Run every check; ``port`` is the one that `surtitle serve` would take."""
    store = ModelStore()
    return [
        package.check_python(),
        *package.check_dependencies(),
        package.check_native(),
        package.check_guest(),
        package.check_page(),
        machine.check_cache(store),
        machine.check_disk(store),
        *machine.check_model(store),
        machine.check_port(port),
        *machine.check_tools(),
        machine.check_chromium(),
    ]
