"""The picture of the demo clip: a valley after rain, over which a rainbow comes out.

Everything is drawn here from formulas, so the clip carries no picture of anybody else. The lowest
fifth stays dark and calm: the captions go there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]

WIDTH_PX = 960
HEIGHT_PX = 540
FRAME_HZ = 25

SKY_RAIN = ((0.30, 0.38, 0.46), (0.60, 0.66, 0.70))
SKY_CLEAR = ((0.20, 0.44, 0.70), (0.98, 0.84, 0.66))
LIGHT_COLOUR = np.array((1.0, 0.90, 0.68), np.float32)
CLOUD_COLOUR = np.array((0.97, 0.96, 0.97), np.float32)

# Horizon as a fraction of the height, swing, waves across the picture, drift in widths a second.
RIDGES = (
    (0.62, 0.050, 2.3, 0.002, (0.42, 0.53, 0.62)),
    (0.69, 0.045, 3.1, 0.005, (0.27, 0.42, 0.44)),
    (0.77, 0.040, 2.2, 0.009, (0.15, 0.30, 0.27)),
    (0.87, 0.030, 1.6, 0.015, (0.06, 0.15, 0.14)),
)
# Outer radius and width of a bow in picture heights; the second bow's colours are reversed.
BOWS = ((0.74, 0.095, 0.62, False), (0.98, 0.120, 0.20, True))
BOW_CENTRE = (0.54, 0.86)


@dataclass(frozen=True, slots=True)
class Scene:
    """Draws the frame at a time; ``seconds`` is the length of the clip."""

    seconds: float

    def frame(self, time_s: float, loudness: Field) -> NDArray[np.uint8]:
        """Return RGB bytes [HEIGHT_PX, WIDTH_PX, 3].

        ``loudness`` (0..1, any length) is the speech around now, the newest last; it is drawn as
        a ripple of light between the hills.
        """
        clearing = _smooth(time_s / self.seconds * 1.6)
        picture = _sky(clearing)
        _blend(picture, LIGHT_COLOUR, _glow() * (0.20 + 0.60 * clearing))
        _add_bows(picture, time_s, clearing)
        _blend(picture, CLOUD_COLOUR, _clouds(time_s) * (0.75 - 0.4 * clearing))
        _add_ridges(picture, time_s, clearing, loudness)
        _blend(picture, CLOUD_COLOUR, _rain(time_s) * (1.0 - clearing))
        # A fixed dither hides the steps of eight bits in the sky and costs the codec little.
        return np.clip(picture * 255.0 + _DITHER, 0, 255).astype(np.uint8)


_X = (np.arange(WIDTH_PX, dtype=np.float32) / WIDTH_PX)[None, :]
_Y = (np.arange(HEIGHT_PX, dtype=np.float32) / HEIGHT_PX)[:, None]
_ASPECT = WIDTH_PX / HEIGHT_PX
_DITHER = (
    np.random.default_rng(8217).random((HEIGHT_PX, WIDTH_PX, 1)).astype(np.float32) * 1.4 - 0.2
)


def _smooth(value: float) -> float:
    clipped = min(max(value, 0.0), 1.0)
    return clipped * clipped * (3.0 - 2.0 * clipped)


def _blend(picture: Field, colour: Field, cover: Field) -> None:
    picture += (colour - picture) * cover[..., None]


def _sky(clearing: float) -> Field:
    rain, clear = np.array(SKY_RAIN, np.float32), np.array(SKY_CLEAR, np.float32)
    top, bottom = rain + (clear - rain) * np.float32(clearing)
    depth = np.clip(_Y / 0.75, 0, 1)[..., None]
    return np.repeat(top + (bottom - top) * depth, WIDTH_PX, axis=1)


def _glow() -> Field:
    # The sun is behind the viewer; the sky inside a bow is brighter than outside it.
    distance = np.hypot((_X - BOW_CENTRE[0]) * _ASPECT * 0.8, _Y - BOW_CENTRE[1] + 0.2)
    return np.exp(-((distance / 0.42) ** 2)).astype(np.float32)


def _clouds(time_s: float) -> Field:
    cover = np.zeros((HEIGHT_PX, WIDTH_PX), np.float32)
    for row, (height, speed, scale) in enumerate(((0.16, 0.006, 5.0), (0.30, 0.009, 7.0))):
        x = (_X + time_s * speed + row * 0.37) * scale
        wave = np.sin(x) + 0.6 * np.sin(2.3 * x + 1.1) + 0.35 * np.sin(4.1 * x + row)
        puffs = np.clip(wave / 1.95 + 0.1, 0, 1) ** 1.5
        thickness = 0.035 + 0.05 * puffs
        cover = np.maximum(cover, puffs * np.exp(-(((_Y - height) / thickness) ** 2)))
    return cover


def _add_bows(picture: Field, time_s: float, clearing: float) -> None:
    dx, dy = (_X - BOW_CENTRE[0]) * _ASPECT, BOW_CENTRE[1] - _Y
    radius = np.hypot(dx, dy).astype(np.float32)
    # The bow comes out from its left foot to its right one while the first voice speaks.
    along = np.arctan2(dx, dy) / np.pi + 0.5
    shown = np.clip((time_s / 9.0 * 1.3 - along) / 0.3, 0, 1).astype(np.float32)
    for outer, width, strength, reversed_colours in BOWS:
        across = (outer - radius) / width
        hue = 1.0 - across if reversed_colours else across
        body = np.clip(across * 4, 0, 1) * np.clip((1 - across) * 4, 0, 1)
        _blend(picture, _spectrum(hue), shown * body * strength * (0.45 + 0.55 * clearing))


def _spectrum(across: Field) -> Field:
    """Colours from red (0) to violet (1), [H, W, 3]."""
    stops = np.array([0.0, 0.17, 0.33, 0.5, 0.67, 0.83, 1.0], np.float32)
    red = np.interp(across, stops, [0.93, 0.98, 0.98, 0.35, 0.18, 0.30, 0.56])
    green = np.interp(across, stops, [0.26, 0.58, 0.90, 0.82, 0.66, 0.36, 0.28])
    blue = np.interp(across, stops, [0.24, 0.20, 0.32, 0.42, 0.92, 0.82, 0.78])
    return np.stack([red, green, blue], axis=-1).astype(np.float32)


def _ridge(height: float, swing: float, waves: float, shift: float) -> Field:
    x = (_X + shift) * waves * 2 * np.pi
    shape = 0.6 * np.sin(x) + 0.28 * np.sin(2.7 * x + 0.8) + 0.12 * np.sin(6.1 * x + 2.0)
    return (height + swing * shape).astype(np.float32)


def _add_ridges(picture: Field, time_s: float, clearing: float, loudness: Field) -> None:
    for index, (height, swing, waves, drift, colour) in enumerate(RIDGES):
        edge = _ridge(height, swing, waves, time_s * drift + index * 0.31)
        if index == len(RIDGES) - 1:
            _add_ripple(picture, loudness)
        lit = np.array(colour, np.float32) * np.float32(0.75 + 0.35 * clearing)
        # Mist lies in the valleys: a ridge is paler the further it is below its edge.
        mist = np.clip((_Y - edge) / 0.25, 0, 1)[..., None] * (0.22 if index < 3 else 0.0)
        body = lit + (np.array((0.78, 0.80, 0.80), np.float32) - lit) * mist
        cover = np.clip((_Y - edge) * HEIGHT_PX + 0.5, 0, 1)
        picture += (body - picture) * cover[..., None]


def _add_ripple(picture: Field, loudness: Field) -> None:
    bars = np.interp(
        np.linspace(0, 1, WIDTH_PX), np.linspace(0, 1, len(loudness)), loudness
    ).astype(np.float32)
    faded = bars * np.sin(np.pi * _X[0]) ** 0.7
    half_height = 0.002 + 0.045 * faded[None, :]
    cover = np.exp(-((np.abs(_Y - 0.795) / half_height) ** 2)) * 0.42
    _blend(picture, LIGHT_COLOUR, cover.astype(np.float32))


def _rain(time_s: float) -> Field:
    phase = (_X * _ASPECT * 46 + _Y * 7) % 1.0
    column = np.floor(_X * _ASPECT * 46 + _Y * 7)
    offset = np.sin(column * 12.9898) * 43758.5453 % 1.0
    fall = (_Y * 2.2 - time_s * (1.3 + 0.5 * offset) + offset * 7) % 1.0
    streak = np.exp(-(((phase - 0.5) / 0.06) ** 2)) * np.clip(1 - fall * 6, 0, 1)
    return (streak * 0.22 * (offset > 0.35)).astype(np.float32)
