"""Learns the weights of the vad crate anew, in three steps: corpus, mix, fit.

The sounds were eight Debian packages, unpacked: sonic-pi-samples, colobot-common-sounds,
hyperrogue-music, lincity-ng-data, pingus-data, wesnoth-1.16-music, asc-music and drascula-music;
the prompts three: asterisk-core-sounds-es-gsm, -fr-gsm and -ru-gsm.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import click
import numpy as np

from surtitle.bench.vad.clips import BenchError
from surtitle.bench.vad.silero import Silero, find_model
from surtitle.bench.vad.training.corpus import Corpus, read_corpus
from surtitle.bench.vad.training.fit import fit, loss_and_gradient
from surtitle.bench.vad.training.mixing import Examples, make_examples
from surtitle.bench.vad.training.network import Array, Network
from surtitle.bench.vad.training.weights import fold, write_rust

UNITS = (64, 32, 16)
RATE = 6e-3

HELD_OUT_EVERY = 8
"""Each eighth clip is never learned from; the loss on mixes of those is what is reported."""

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command("corpus")
@click.option("--manifest", type=FILE, required=True, help="Clean speech, one JSON object a line.")
@click.option("--prompts", type=FOLDER, multiple=True, help="A folder of clean speech.")
@click.option("--sounds", type=FOLDER, multiple=True, required=True, help="A folder of sounds.")
@click.argument("out", type=NEW_FILE)
def read(manifest: Path, prompts: tuple[Path, ...], sounds: tuple[Path, ...], out: Path) -> None:
    """Read all that is learned from into OUT."""
    corpus = read_corpus(manifest, list(prompts), list(sounds), Silero(find_model()))
    out.write_bytes(pickle.dumps(corpus))


@main.command()
@click.option("--seed", default=101, show_default=True)
@click.option("--sequences", default=2000, show_default=True, help="Sequences of 20 s.")
@click.option("--unseen", is_flag=True, help="Mix the clips that are never learned from.")
@click.argument("corpus", type=FILE)
@click.argument("out", type=NEW_FILE)
def mix(seed: int, sequences: int, corpus: Path, out: Path, *, unseen: bool) -> None:
    """Mix sequences from CORPUS and write their features to OUT (.npz)."""
    whole = pickle.loads(corpus.read_bytes())  # noqa: S301 - written by the step before
    if not isinstance(whole, Corpus):
        raise BenchError(f"{corpus} is no corpus: make one with the command corpus")
    learned, held_out = whole.split(HELD_OUT_EVERY)
    chosen = held_out if unseen else learned
    examples = make_examples(chosen, sequences, np.random.default_rng(seed))
    np.savez(out, features=examples.features, targets=examples.targets)


@main.command("fit")
@click.option("--epochs", default=5, show_default=True, help="Times that each is learned from.")
@click.option("--seed", default=3, show_default=True, help="Of the first weights and the order.")
@click.option("--unseen", type=FILE, required=True, help="A mix that is only measured.")
@click.option("--out", type=NEW_FILE, required=True, help="The vad crate's src/weights.rs.")
@click.argument("mixes", type=FILE, nargs=-1, required=True)
def learn(epochs: int, seed: int, unseen: Path, out: Path, mixes: tuple[Path, ...]) -> None:
    """Learn from MIXES."""
    random = np.random.default_rng(seed)
    examples, measured = _load(list(mixes)), _load([unseen])
    mean, deviation = _normalise(examples)
    network = Network.random(len(mean), UNITS, random)
    count = len(examples.targets)
    origin = [
        f"Learned from {count} mixes of 20 s in {epochs} epochs with the seed {seed}; the targets",
        "are what Silero VAD v6 says of the clean speech in them.",
    ]

    def report(epoch: int, loss: float) -> None:
        logits = network.forward((measured.features - mean) / deviation)
        unseen_loss, _ = loss_and_gradient(logits, measured.targets)
        right = float(np.mean((logits > 0) == (measured.targets > 0.5)))
        click.echo(f"epoch {epoch}: loss {loss:.4f}, unseen {unseen_loss:.4f}, {right:.1%} right")
        write_rust(fold(network, mean, deviation), origin, out)

    fit(network, examples, epochs=epochs, rate=RATE, random=random, report=report)


def _load(mixes: list[Path]) -> Examples:
    parts = [np.load(path) for path in mixes]
    return Examples(
        np.concatenate([part["features"] for part in parts]),
        np.concatenate([part["targets"] for part in parts]),
    )


def _normalise(examples: Examples) -> tuple[Array, Array]:
    """Mean and deviation of each feature; afterwards they are 0 and 1."""
    flat = examples.features.reshape(-1, examples.features.shape[-1])
    mean, deviation = flat.mean(axis=0), flat.std(axis=0) + np.float32(1e-3)
    flat -= mean
    flat /= deviation
    return mean, deviation


if __name__ == "__main__":
    main()
