"""What the networks are given, and the pictures they learn from."""
import glob
import os

import numpy as np

from blocks import CHANNELS, LANDMARKS, PARTS, SAMPLES, TONGUE
from names import SCORE_PLACE

def columns(part):
    """Columns of the sampled features that belong to a block."""
    map_, points = part
    n = CHANNELS[map_]
    return np.concatenate([np.arange(n) + n * SAMPLES[map_].index(p) for p in points])


def angles(turn):
    """Yaw, pitch and roll of rotations (… × 3 × 3), radians."""
    return np.stack([
        np.arctan2(turn[..., 0, 2], turn[..., 2, 2]), np.arcsin(np.clip(-turn[..., 1, 2], -1, 1)),
        np.arctan2(turn[..., 1, 0], turn[..., 1, 1])], -1)


def load(folders, most=None):
    """Everything in folders of generate.py (joined by commas), rows in the order of people.

    Where a folder lacks a feature map, its rows have none: they teach the other blocks only.
    """
    tables = [table(folder, most) for folder in folders.split(",")]
    rows = [len(t["truth"]) for t in tables]
    result = {}
    for key in tables[-1]:
        parts = [t.get(key) for t in tables]
        if key in CHANNELS:
            width = CHANNELS[key] * len(SAMPLES[key])
            parts = [np.full((n, width), np.nan, np.float16) if p is None else p for n, p in zip(rows, parts)]
        result[key] = np.concatenate(parts)
    return result


def table(folder, most):
    files = sorted(glob.glob(os.path.join(folder, "person-*[0-9].npz")), key=lambda f: int(f.split("-")[-1][:-4]))
    parts = [np.load(f) for f in files[:most]]
    return {k: np.concatenate([p[k] for p in parts]) for k in parts[0].files}


class Observations:
    """Rows of what is taken relative to a neutral face (`arrays`: landmarks, scores and the samples of
    each of PARTS), and of what is not."""

    def __init__(self, data):
        self.arrays = dict(
            geometry=data["metric"][:, LANDMARKS].reshape(len(data["metric"]), -1), scores=data["scores"],
            **{name: data[part[0]][:, columns(part)].astype(np.float32) for name, part in PARTS.items()})
        self.angles = angles(data["turn"]).astype(np.float32)
        self.tongue = [data[part[0]][:, columns(part)].astype(np.float32) for part in TONGUE.values()]

    def relative(self, rows, neutral, known):
        """Blocks of inputs. `neutral`: arrays of rows; `known`: how far it is the person's own."""
        change = {k: a[rows] - neutral[k] for k, a in self.arrays.items()}
        first = np.concatenate([
            change["geometry"], self.arrays["scores"][rows], change["scores"], self.angles[rows], known[:, None]], 1)
        return [first] + [change[name] for name in PARTS]


class Neutrals:
    """Neutral faces: everybody's mean, and each person's own from some of the neutral pictures."""

    def __init__(self, observations, data, mean=None):
        self.o = observations
        self.person, self.of_row = np.unique(data["person"], return_inverse=True)
        neutral = data["kind"] == "neutral"
        self.rows = [np.flatnonzero(neutral & (self.of_row == k)) for k in range(len(self.person))]
        self.mean = mean or {k: np.nanmean(a[neutral], 0) for k, a in observations.arrays.items()}

    def draw(self, rng, unknown=.22, partly=.2):
        """A neutral for each person from some of the pictures, and how far it is the person's own."""
        chosen, known = [], []
        for rows in self.rows:
            count = 0 if len(rows) == 0 or rng.random() < unknown else int(rng.integers(1, len(rows) + 1))
            chosen.append(rng.choice(rows, count, replace=False) if count else [])
            known.append(0 if count == 0 else rng.uniform(.2, 1) if rng.random() < partly else 1)
        return self.of(chosen, np.array(known, np.float32))

    def none(self):
        """Nobody's own."""
        return self.of([[]] * len(self.rows), np.zeros(len(self.rows), np.float32))

    def own(self):
        """Each person's own neutral from all neutral pictures."""
        return self.of(self.rows, np.array([len(rows) > 0 for rows in self.rows], np.float32))

    def of(self, chosen, known):
        arrays = {}
        for key, mean in self.mean.items():
            values = self.o.arrays[key]
            arrays[key] = np.stack([
                mean + share * (values[rows].mean(0) - mean) if len(rows) else mean for rows, share in zip(chosen, known)])
        return arrays, known

    def inputs(self, rows, neutral):
        """Inputs of rows relative to `draw`'s or `own`'s answer."""
        arrays, known = neutral
        k = self.of_row[rows]
        return self.o.relative(rows, {key: a[k] for key, a in arrays.items()}, known[k])


def score(truth, answer):
    """Mean absolute error and Pearson's r by coefficient; r is NaN where the truth does not vary."""
    error = np.abs(truth - answer).mean(0)
    r = np.full(truth.shape[1], np.nan)
    for i in range(truth.shape[1]):
        if truth[:, i].std() > .012:
            r[i] = np.corrcoef(truth[:, i], answer[:, i])[0, 1] if answer[:, i].std() > 1e-5 else 0
    return error, r


def network_answer(data):
    """The blend-shape network's scores (and the landmark network's tongue) as coefficients."""
    place = np.array(SCORE_PLACE)
    answer = data["scores"][:, np.maximum(place, 0)].copy()
    answer[:, place < 0] = data["tongue"][:, None]
    return answer


def auc(truth, answer):
    """The area under the receiver's curve; `truth` is boolean."""
    order = np.argsort(answer, kind="stable")
    rank = np.empty(len(answer))
    rank[order] = np.arange(len(answer))
    n = truth.sum()
    return (rank[truth].sum() - n * (n - 1) / 2) / (n * (len(truth) - n))

