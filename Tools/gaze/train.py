#!/usr/bin/env python3
"""Learns the network that reads where eyes look, with numpy alone.

    train.py WEIGHTS.npz --train FOLDER ... [--check NAME=FOLDER ...] [--epochs N] [--seed N]

The folders of --train are what generate.py of this folder or of Tools/coefficients wrote; those of --check
are of this folder's. Inputs: the finest and the middle feature map round the eyes, the eyes' landmarks
and the head's turn → 64 → 48 → the turns of both eyes in the head. Prints the errors of the irises alone,
of the network, and of both after a calibration from the pictures in which the person looks into the
camera.
"""
import argparse
import glob
import math
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "coefficients"))

from blocks import CHANNELS, CLOSE, PARTS, WIDE  # noqa: E402
from head import SIDEWAYS, UPWARDS  # noqa: E402
from names import PLACE  # noqa: E402

FINEST = CLOSE[:24]             # round both eyes
FINE = PARTS["eyes"][1]
# Corners, lids, irises, nose bridge and brows; places are told from the first.
MARKS = [33, 133, 159, 145, 468, 160, 158, 144, 153, 263, 362, 386, 374, 473, 387, 385, 373, 380, 9, 6, 105, 334]
HIDDEN = 64, 48
FARTHEST = 5                    # inputs count up to this many deviations
LEAK = .1                       # slope of the rectifiers below zero
CLOSED = .09                    # a lid gap below this share of the eye's width hides the iris (EyeEstimator)
BATCH = 128
CALIBRATED = .5      # how much of an error while looking straight holds elsewhere
NAMES = "metric turn fine finest person".split()


def load(folders):
    rows = []
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "person-*.npz"))):
            f = np.load(path)
            if "finest" not in f.files:
                continue
            pairs = "head" in f.files
            row = {name: f[name][::2] if pairs else f[name] for name in NAMES}
            row["eyes"] = np.tile(f["head"][::2], (1, 2)) if pairs else turns(f["truth"])
            closed = f["blink"][::2] if pairs else f["truth"][:, [PLACE["eyeBlinkLeft"], PLACE["eyeBlinkRight"]]].max(1)
            row["counts"] = (closed < .6).astype(np.float32)
            if pairs:
                row.update({name: f[name] for name in ("mirror", "gap", "straight", "iris", "gaze", "density")})
            rows.append(row)
    shared = set.intersection(*(set(r) for r in rows))
    return {name: np.concatenate([r[name] for r in rows]) for name in shared}


def turns(truth):
    """Turns of the right and the left eye by coefficients: to the person's left and up, radians."""
    result = []
    for side, outwards in (("Right", -1), ("Left", 1)):
        out, inwards, up, down = (truth[:, PLACE[f"eyeLook{n}{side}"]] for n in ("Out", "In", "Up", "Down"))
        result += [SIDEWAYS * outwards * (out - inwards), UPWARDS * (up - down)]
    return np.stack(result, 1).astype(np.float32)


def inputs(data):
    n = len(data["turn"])
    finest = data["finest"].astype(np.float32).reshape(n, -1, CHANNELS["finest"])[:, :len(FINEST)]
    fine = data["fine"].astype(np.float32).reshape(n, -1, CHANNELS["fine"])[:, [WIDE.index(p) for p in FINE]]
    marks = data["metric"][:, MARKS]
    return np.concatenate([
        finest.reshape(n, -1), fine.reshape(n, -1), (marks - marks[:, :1]).reshape(n, -1), data["turn"].reshape(n, 9)], 1)


def directions(a):
    return np.stack([np.sin(a[:, 0]) * np.cos(a[:, 1]), np.sin(a[:, 1]), np.cos(a[:, 0]) * np.cos(a[:, 1])], 1)


def degrees(a, b):
    return np.degrees(np.arccos(np.clip((a * b).sum(1), -1, 1)))


class Network:
    def __init__(self, rng, x, outputs=4):
        self.mean, self.scale = x.mean(0), 1 / (x.std(0) + 1e-3)
        places = [x.shape[1], *HIDDEN, outputs]
        self.parameters = []
        for k, (n, m) in enumerate(zip(places, places[1:])):
            gain = .3 if k == len(HIDDEN) else 1
            self.parameters += [(rng.standard_normal((n, m)) * math.sqrt(1.6 / n) * gain).astype(np.float32),
                                np.zeros(m, np.float32)]

    def normal(self, x):
        return np.clip((x - self.mean) * self.scale, -FARTHEST, FARTHEST).astype(np.float32)

    def forward(self, x, mask=1.):
        a, ab, b, bb, c, cb = self.parameters
        s1 = x @ a + ab
        h1 = np.where(s1 > 0, s1, LEAK * s1) * mask
        s2 = h1 @ b + bb
        h2 = np.where(s2 > 0, s2, LEAK * s2)
        return h2 @ c + cb, (s1, h1, s2, h2, mask)

    def gradients(self, x, states, slope):
        s1, h1, s2, h2, mask = states
        _, _, b, _, c, _ = self.parameters
        d2 = (slope @ c.T) * np.where(s2 > 0, np.float32(1), np.float32(LEAK))
        d1 = (d2 @ b.T) * mask * np.where(s1 > 0, np.float32(1), np.float32(LEAK))
        return [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ slope, slope.sum(0)]


def learn(data, checks, epochs, rng):
    x = inputs(data)
    network = Network(rng, x)
    x, target = network.normal(x), data["eyes"]
    # Far looks are rare in the coefficients' pictures, and count more for it.
    far = np.hypot(target[:, 0] + target[:, 2], target[:, 1] + target[:, 3]) / 2
    counts = data["counts"] * (1 + 12 * np.minimum(far / .45, 1) ** 2)
    counts = (counts / counts.mean())[:, None]
    firsts, seconds = ([np.zeros_like(p) for p in network.parameters] for _ in range(2))
    step = 0
    for epoch in range(epochs):
        order = rng.permutation(len(x))
        rate = 2e-3 * .5 * (1 + math.cos(math.pi * epoch / epochs)) + 1e-5
        for start in range(0, len(x), BATCH):
            k = order[start:start + BATCH]
            noisy = x[k] + rng.standard_normal((len(k), x.shape[1]), np.float32) * np.float32(.25)
            mask = (rng.random((len(k), HIDDEN[0])) > .2).astype(np.float32) / np.float32(.8)
            y, states = network.forward(noisy, mask)
            slope = (np.clip(y - target[k], -.3, .3) * counts[k] / len(k)).astype(np.float32)
            step += 1
            for i, g in enumerate(network.gradients(noisy, states, slope)):
                p = network.parameters[i]
                g = g + 3e-4 * p
                firsts[i] = .9 * firsts[i] + .1 * g
                seconds[i] = .999 * seconds[i] + .001 * g * g
                p -= (rate * firsts[i] / (1 - .9 ** step) / (np.sqrt(seconds[i] / (1 - .999 ** step)) + 1e-8)).astype(np.float32)
        if epoch % 10 == 9 or epoch == epochs - 1:
            print(f"epoch {epoch + 1}: learnt pictures off by {np.degrees(np.abs(network.forward(x)[0] - target)).mean():.2f}°", flush=True)
            for name, check in checks.items():
                report(name, check, [network])
    return network


def mean_answer(networks, data):
    """The common turn of both eyes."""
    y = sum(n.forward(n.normal(inputs(data)))[0] for n in networks) / len(networks)
    return (y[:, :2] + y[:, 2:]) / 2


def report(name, data, networks):
    answer, truth = mean_answer(networks, data), data["eyes"][:, :2]
    seen = (data["gap"].reshape(-1, 2).min(1) > CLOSED) & ~data["straight"][::2]
    own = answer.copy()
    for person in np.unique(data["person"]):
        of = data["person"] == person
        straight = of & data["straight"][::2]
        if straight.any():
            own[of] -= CALIBRATED * np.median((answer - truth)[straight], 0)
    sides = np.stack([data["mirror"], np.ones(len(data["mirror"])), np.ones(len(data["mirror"]))], 1)
    iris, gaze = data["iris"] * sides, (data["gaze"] * sides)[::2]
    iris = iris[::2] + iris[1::2]
    iris /= np.linalg.norm(iris, axis=1, keepdims=True)
    errors = [degrees(directions(a), directions(truth))[seen] for a in (answer, own)]
    parts = np.degrees(np.abs(answer - truth))[seen].mean(0)
    slopes = [np.polyfit(truth[seen, k], answer[seen, k], 1)[0] for k in (0, 1)]
    print(f"  {name}: {seen.sum()} pictures, irises {degrees(iris, gaze)[seen].mean():.1f}°; network {errors[0].mean():.2f}° "
          f"(median {np.median(errors[0]):.2f}°, across {parts[0]:.1f}°, up {parts[1]:.1f}°, slopes {slopes[0]:.2f}, "
          f"{slopes[1]:.2f}), calibrated {errors[1].mean():.2f}°", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--networks", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    checks = {c.split("=")[0]: load([c.split("=")[1]]) for c in arguments.check}
    data = load(arguments.train)
    print(f"{len(data['person'])} pictures of {len(np.unique(data['person']))} people", flush=True)
    networks = [learn(data, checks, arguments.epochs, np.random.default_rng(arguments.seed + i))
                for i in range(arguments.networks)]
    if len(networks) > 1:
        for name, check in checks.items():
            report("all, " + name, check, networks)
    result = {}
    for i, n in enumerate(networks):
        result.update({f"n{i}p{k}": p for k, p in enumerate(n.parameters)}, **{f"n{i}mean": n.mean, f"n{i}scale": n.scale})
    np.savez(arguments.weights, **result)


if __name__ == "__main__":
    main()
