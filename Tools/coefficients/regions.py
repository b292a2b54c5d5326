"""Networks that look at a part of a face each, and what they are given while they learn.

What moves together in a take, but lies elsewhere in the face, must not be learnt for one another: most
networks see one region's landmarks, scores and samples, and answer for that region alone.

While learning, every block is taken relative to the person's rest and brought down to its principal
directions of change: much faster than learning from thousands of raw values, and not worse. `fold` turns
a network of these back into one of the raw blocks.
"""
from dataclasses import dataclass

import numpy as np

from blocks import CHANNELS, CLOSE, LANDMARKS, PARTS
from inputs import angles, columns
from learning import Network
from names import NAMES, SCORES

BLOCKS = ["shape", *PARTS]
# How much scores and angles count beside the principal directions, which deviate by about one.
GAIN = 3
# A face at rest that is not the person's own; one that is only in part.
UNKNOWN, PARTLY = .22, .2


@dataclass(frozen=True)
class Region:
    """One network's part of the face."""

    # Which landmarks, by their places on the mean face at rest: x to the face's left and y up from the
    # eyes' outer corners (cm), and y of the nose's tip and of the upper lip.
    where: callable
    # What names of scores and of outputs begin with (and end with).
    scores: tuple
    outputs: tuple
    # Points and width of each part it looks at.
    parts: dict
    width: int                  # of the first layer of landmarks and scores
    directions: int = 120       # kept of the landmarks
    ends: str = ""
    hidden: tuple = (192,)

    def named(self, names, begin):
        return [i for i, n in enumerate(names) if n.startswith(begin) and n.endswith(self.ends)]


def points(part, chosen=None):
    return chosen or PARTS[part][1]


LEFT_EYE, RIGHT_EYE = [(386, 374), (473,), (263,), (362,)], [(159, 145), (468,), (33,), (133,)]
UPPER, MIDDLE, LOWER = ("eye", "brow"), ("cheekSquint", "noseSneer"), ("jaw", "mouth", "cheekPuff", "tongue")
REGIONS = {
    "whole": Region(
        lambda x, y, nose, lip: y == y, ("",), ("",),
        {"mouth": (None, 64), "eyes": (None, 64), "rest": (None, 64), "near eyes": (None, 64), "round": (None, 96),
         "near lips": (None, 48), "cheeks": (None, 48)}, 192, 160),
    "upper": Region(
        lambda x, y, nose, lip: y >= nose - .2, ("eye", "brow", "nose", "cheekS"), UPPER + MIDDLE,
        {"eyes": (None, 64), "near eyes": (None, 64), "rest": (None, 64)}, 128, 110),
    "lower": Region(
        lambda x, y, nose, lip: y <= nose + 1.5, ("jaw", "mouth", "nose", "cheek"), LOWER + MIDDLE,
        {"mouth": (None, 64), "round": (None, 96), "near lips": (None, 64), "cheeks": (None, 48), "rest": (None, 48)},
        128, 140),
    "left eye": Region(
        lambda x, y, nose, lip: (x > .5) & (abs(y) < 2.1), ("eye",), ("eye",),
        {"near eyes": (CLOSE[12:24], 64), "eyes": (LEFT_EYE, 48)}, 64, 60, "Left", (96,)),
    "right eye": Region(
        lambda x, y, nose, lip: (x < -.5) & (abs(y) < 2.1), ("eye",), ("eye",),
        {"near eyes": (CLOSE[:12], 64), "eyes": (RIGHT_EYE, 48)}, 64, 60, "Right", (96,)),
    "brows": Region(
        lambda x, y, nose, lip: y > -.2, ("brow",), ("brow",),
        {"rest": ([(105,), (334,), (107,), (336,), (9,), (6,)], 64)}, 64, 70, "", (96,)),
    "nose": Region(
        lambda x, y, nose, lip: (y < .6) & (y > lip - .3), ("nose", "cheekS", "eyeSquint", "mouthUpper", "browDown"), MIDDLE,
        {"rest": ([(9,), (6,), (129,), (358,), (50,), (280,)], 48),
         "cheeks": ([(98,), (327,), (205,), (425,), (117,), (346,)], 48),
         "round": ([(50,), (280,), (205,), (425,), (129,), (358,)], 48)}, 64, 90, "", (96,)),
}


def some_columns(part, chosen):
    """Columns of a block (not of the whole map) that belong to some of its points."""
    map_, all_points = PARTS[part]
    n = CHANNELS[map_]
    return np.concatenate([np.arange(n) + n * all_points.index(p) for p in chosen])


class Directions:
    """The principal directions of change of one block's columns."""

    def __init__(self, relative, chosen, scale, count):
        """`relative`: rows relative to their own rest; `scale`: by column of the block."""
        self.columns = chosen
        x = relative[:, chosen] * scale[chosen]
        x = np.clip(x[~np.isnan(x).any(1)], -5, 5)
        power, vectors = np.linalg.eigh(x.T @ x / len(x))
        count = min(count, len(power))
        power, vectors = power[::-1][:count], vectors[:, ::-1][:, :count]
        self.basis = (scale[chosen, None] * vectors / np.sqrt(power + .3 * power[count // 3])).astype(np.float32)
        self.raw = (vectors / np.sqrt(power + .3 * power[count // 3])).astype(np.float32)

    def of(self, values):
        return np.nan_to_num(values[:, self.columns] @ self.basis).astype(np.float32)


class Material:
    """Drawn pictures, ready to be looked at by regions."""

    def __init__(self, data, observations, neutrals):
        self.truth, self.kind = data["truth"], data["kind"]
        self.of_row, self.rows = neutrals.of_row, neutrals.rows
        self.mean = neutrals.mean
        arrays = observations.arrays
        own, _ = neutrals.own()
        self.values = {k: arrays[k] - self.mean[k] for k in ("geometry", "scores", *PARTS)}
        self.relative, self.scale = {}, {}
        for key in ("geometry", *PARTS):
            change = arrays[key] - own[key][self.of_row]
            deviation = np.nanstd(change, 0)
            # What hardly moves must not be blown up: a tenth of the block's typical deviation is the least.
            self.scale[key] = (1 / np.maximum(deviation, .1 * np.median(deviation) + 1e-6)).astype(np.float32)
            self.relative[key] = change
        self.angles = observations.angles

    def standard(self):
        """Mean and scale of the raw blocks, as `Network` takes them."""
        scores, others = len(self.mean["scores"]), np.zeros(4, np.float32)
        mean = [np.concatenate([np.zeros_like(self.mean["geometry"]), self.mean["scores"], np.zeros(scores, np.float32), others])]
        scale = [np.concatenate([self.scale["geometry"], np.full(2 * scores + 3, GAIN, np.float32), [1]]).astype(np.float32)]
        for part in PARTS:
            mean.append(np.zeros_like(self.mean[part]))
            scale.append(self.scale[part])
        return [m.astype(np.float32) for m in mean], scale


class RegionView:
    """What one region's network is given of the material."""

    def __init__(self, material, region):
        self.m, self.region = material, region
        rest = material.mean["geometry"].reshape(-1, 3)
        corners = (rest[LANDMARKS.index(33)] + rest[LANDMARKS.index(263)]) / 2
        x, y = (rest[:, :2] - [corners[0], corners[1]]).T
        inside = np.flatnonzero(region.where(x, y, y[LANDMARKS.index(4)], y[LANDMARKS.index(0)]))
        self.scores = region.named(SCORES, region.scores)
        self.outputs = region.named(NAMES, region.outputs)
        chosen = {"geometry": (3 * inside[:, None] + np.arange(3)).ravel()}
        counts = {"geometry": region.directions}
        for part, (some, _) in region.parts.items():
            some = some or PARTS[part][1]
            chosen[part] = some_columns(part, some)
            counts[part] = min(128, 48 + 6 * len(some))
        self.directions = {
            k: Directions(material.relative[k], c, material.scale[k], counts[k]) for k, c in chosen.items()}
        self.z = {k: d.of(material.values[k]) for k, d in self.directions.items()}
        self.z["scores"] = GAIN * material.values["scores"][:, self.scores]

    def rest(self, rng):
        """A rest for each person from some of the pictures at rest, and how far it is the person's own."""
        chosen, known = [], []
        for rows in self.m.rows:
            count = 0 if len(rows) == 0 or rng.random() < UNKNOWN else int(rng.integers(1, len(rows) + 1))
            chosen.append(rng.choice(rows, count, replace=False) if count else [])
            known.append(0 if count == 0 else rng.uniform(.2, 1) if rng.random() < PARTLY else 1)
        return {k: np.stack([s * z[r].mean(0) if len(r) else 0 * z[0] for r, s in zip(chosen, known)])
                for k, z in self.z.items()}, np.array(known, np.float32)

    def inputs(self, rows, rest):
        values, known = rest
        person = self.m.of_row[rows]
        change = {k: z[rows] - values[k][person] for k, z in self.z.items()}
        first = np.concatenate([
            change["geometry"], self.z["scores"][rows], change["scores"], GAIN * self.m.angles[rows], known[person][:, None]], 1)
        return [first] + [change[part] for part in self.region.parts]

    def fold(self, network):
        """A network of `inputs` as one of the raw blocks: the blocks it reads, and it."""
        result = Network.__new__(Network)
        result.rest, result.first = network.rest, []
        scores, geometry = len(self.m.mean["scores"]), len(self.m.mean["geometry"])
        w, bias = network.first[0]
        d, n = self.directions["geometry"], len(self.scores)
        k = d.raw.shape[1]
        whole = np.zeros((geometry + 2 * scores + 4, w.shape[1]), np.float32)
        whole[d.columns] = d.raw @ w[:k]
        whole[geometry + np.array(self.scores)] = w[k:k + n]
        whole[geometry + scores + np.array(self.scores)] = w[k + n:k + 2 * n]
        whole[-4:] = w[k + 2 * n:]
        result.first.append([whole, bias])
        for (w, bias), part in zip(network.first[1:], self.region.parts):
            d = self.directions[part]
            whole = np.zeros((len(self.m.mean[part]), w.shape[1]), np.float32)
            whole[d.columns] = d.raw @ w
            result.first.append([whole, bias])
        return [BLOCKS.index(b) for b in ["shape", *self.region.parts]], result
