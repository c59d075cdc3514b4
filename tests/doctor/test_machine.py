from __future__ import annotations

import socket
from pathlib import Path

import pytest

from surtitle.doctor import machine
from surtitle.doctor.finding import Need
from surtitle.models.catalogue import DEFAULT_MODEL, find_model
from surtitle.models.store import ModelStore


def test_a_cache_folder_that_can_be_written_is_in_order(tmp_path: Path) -> None:
    finding = machine.check_cache(ModelStore(tmp_path / "new"))
    assert finding.is_there
    assert str(tmp_path / "new") in finding.detail


def test_a_cache_folder_behind_a_file_is_a_finding_with_the_variable_to_set(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("not a folder")
    finding = machine.check_cache(ModelStore(tmp_path / "file" / "cache"))
    assert finding.blocks
    assert "SURTITLE_CACHE" in finding.remedy


def test_a_missing_model_is_one_finding_with_the_command(tmp_path: Path) -> None:
    [finding] = machine.check_model(ModelStore(tmp_path))
    assert finding.blocks
    assert finding.remedy == "Run: surtitle models fetch"


def test_a_damaged_model_file_is_told_by_its_hash(tmp_path: Path) -> None:
    store = ModelStore(tmp_path)
    store.model_folder(DEFAULT_MODEL).mkdir(parents=True)
    for pinned in find_model(DEFAULT_MODEL).files:
        (store.model_folder(DEFAULT_MODEL) / pinned.name).write_bytes(b"damaged")
    [finding] = machine.check_model(store)
    assert finding.blocks
    assert "damaged" in finding.detail


def test_a_full_disk_is_a_finding_only_while_the_model_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "NEEDED_BYTES", 1 << 62)
    store = ModelStore(tmp_path / "new")
    assert machine.check_disk(store).blocks
    store.model_folder(DEFAULT_MODEL).mkdir(parents=True)
    for pinned in find_model(DEFAULT_MODEL).files:
        (store.model_folder(DEFAULT_MODEL) / pinned.name).touch()
    assert machine.check_disk(store).is_there


def test_a_taken_port_names_the_next_and_blocks_nothing() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        finding = machine.check_port(port)
    assert finding.remedy == f"Use: surtitle serve --port {port + 1}"
    assert not finding.blocks


def test_tools_that_are_not_on_the_path_are_for_developers_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    findings = list(machine.check_tools())
    assert [finding.name for finding in findings] == ["cargo", "rustup", "node", "npm", "make"]
    assert all(finding.remedy and finding.need is Need.DEVELOPER for finding in findings)


def test_the_chromium_that_was_asked_for_is_the_one_that_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "my-chromium"
    browser.write_text("#!/bin/sh\necho Chromium 1.2.3\n")
    browser.chmod(0o755)
    monkeypatch.setenv("SURTITLE_CHROMIUM", str(browser))
    assert machine.check_chromium().detail == f"Chromium 1.2.3 at {browser}"
    monkeypatch.setenv("SURTITLE_CHROMIUM", str(tmp_path / "none"))
    assert machine.check_chromium().remedy == "Run: make setup"
