"""Learns the weights of the vad crate anew and writes its ``weights.rs``.

The sounds were eight Debian packages, unpacked: sonic-pi-samples, colobot-common-sounds,
hyperrogue-music, lincity-ng-data, pingus-data, wesnoth-1.16-music, asc-music and
drascula-music; the prompts three: asterisk-core-sounds-es-gsm,
-fr-gsm and -ru-gsm.
"""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from surtitle.bench.vad.silero import Silero, find_model
from surtitle.bench.vad.training.corpus import read_corpus
from surtitle.bench.vad.training.fit import fit, loss_and_gradient
from surtitle.bench.vad.training.mixing import Examples, make_examples
from surtitle.bench.vad.training.network import Array, Network
from surtitle.bench.vad.training.weights import fold, write_rust

UNITS = (48, 24, 16)
RATE = 6e-3

HELD_OUT_EVERY = 8
"""Each eighth clip is never learned from; the loss on mixes of those is what is reported."""

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(help=__doc__)
@click.option("--manifest", type=FILE, required=True, help="Clean speech, one JSON object a line.")
@click.option("--prompts", type=FOLDER, multiple=True, help="A folder of clean speech.")
@click.option("--sounds", type=FOLDER, multiple=True, required=True, help="A folder of sounds.")
@click.option("--sequences", default=900, show_default=True, help="Sequences of 20 s to mix.")
@click.option("--epochs", default=24, show_default=True, help="Times that each is learned from.")
@click.option("--seed", default=7, show_default=True, help="Of mixes and first weights.")
@click.option("--out", type=FILE, required=True, help="The vad crate's src/weights.rs.")
def main(
    manifest: Path,
    prompts: tuple[Path, ...],
    sounds: tuple[Path, ...],
    sequences: int,
    epochs: int,
    seed: int,
    out: Path,
) -> None:
    teacher = Silero(find_model())
    corpus = read_corpus(manifest, list(prompts), list(sounds), teacher)
    learned, held_out = corpus.split(HELD_OUT_EVERY)
    random = np.random.default_rng(seed)
    examples = make_examples(learned, sequences, random)
    unseen = make_examples(held_out, sequences // HELD_OUT_EVERY, random)
    mean, deviation = _statistics(examples)
    network = Network.random(len(mean), UNITS, random)

    def report(epoch: int, loss: float) -> None:
        logits = network.forward((unseen.features - mean) / deviation)
        unseen_loss, _ = loss_and_gradient(logits, unseen.targets)
        right = float(np.mean((logits > 0) == (unseen.targets > 0.5)))
        click.echo(f"epoch {epoch}: loss {loss:.4f}, unseen {unseen_loss:.4f}, {right:.1%} right")

    normal = Examples((examples.features - mean) / deviation, examples.targets)
    fit(network, normal, epochs=epochs, rate=RATE, random=random, report=report)
    origin = [
        f"Learned from {sequences} mixes of 20 s in {epochs} epochs, seed {seed}; the targets are",
        "what Silero VAD v6 says of the clean speech in them.",
    ]
    write_rust(fold(network, mean, deviation), origin, out)


def _statistics(examples: Examples) -> tuple[Array, Array]:
    """Mean and deviation of each feature."""
    flat = examples.features.reshape(-1, examples.features.shape[-1])
    return flat.mean(axis=0), flat.std(axis=0) + np.float32(1e-3)


if __name__ == "__main__":
    main()
