#!/usr/bin/env python3
"""Learns the networks that read where eyes look, with numpy alone.

    train.py WEIGHTS.npz --train FOLDER ... [--check NAME=FOLDER ...] [--axes look|head] [--start WEIGHTS.npz]
        [--epochs N] [--networks N] [--seed N]

The folders are what generate.py wrote. A network sees a patch of each eye off the landmark network's crop
(the left one in the mirror), the eyes' landmarks and the head's turn, and answers where the eyes
look: in space, told in the axes of the face as it was fitted to landmarks (look), or in the axes that the head
was drawn in (head). Of the former, each person's mean difference between both axes is taken away before
learning: it is the drawn head's own. --start goes on with learnt networks, at half the rate. Prints the errors of the irises alone, of the networks, and of both after a
calibration from the pictures in which the person looks into the camera.
"""
import argparse
import glob
import math
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "coefficients"))

from convolution import HIGH, WIDE, Network  # noqa: E402
from eyes import HEIGHT, WIDTH  # noqa: E402

SWAPPED = [9, 10, 11, 12, 13, 14, 15, 16, 17, 0, 1, 2, 3, 4, 5, 6, 7, 8, 18, 19, 21, 20]   # of eyes.MARKS, in the mirror
CLOSED = .09                    # a lid gap below this share of the eye's width hides the iris (EyeEstimator)
BATCH = 128
CALIBRATED = .5                 # how much of an error while looking straight holds elsewhere
FLOOR = 4                       # grey values that are added to a patch's deviation
SHIFT = 2                       # pixels by which patches are shifted while learning
DROPPED = .12                   # share of the values told of eyes that are left out while learning
SHAKEN = .3                     # deviations by which the values beside the patches are shaken while learning
BEND = .12                      # radians from which an error's slope grows no more
NAMES = "patch marks turn look head gap straight iris person".split()
BLINKS = [0, 3]                 # the right and the left eye's among generate.py's lids
SHUT = .65                      # beyond this eyeBlink of both, no look is learnt


def load(folders):
    files = [path for f in folders for path in sorted(glob.glob(os.path.join(f, "person-*[0-9].npz")))]
    rows = [np.load(path) for path in files]
    result = {name: np.concatenate([r[name] for r in rows]) for name in NAMES}
    result["counts"] = np.concatenate([
        r["lids"][:, BLINKS].min(1) < SHUT if "lids" in r.files else np.ones(len(r["head"])) for r in rows]).astype(np.float32)
    return result


def besides(data):
    """Values beside the patches: landmarks told from the first, and the head's turn."""
    n, marks = len(data["turn"]), data["marks"]
    return np.concatenate([(marks - marks[:, :1]).reshape(n, -1)[:, 3:], data["turn"].reshape(n, 9)], 1).astype(np.float32)


def mirrored(data):
    """The same pictures in the mirror."""
    flip = np.float32([-1, 1, 1])
    return dict(
        data, patch=data["patch"][:, ::-1], marks=data["marks"][:, SWAPPED] * flip,
        turn=data["turn"] * flip * flip[:, None], **{a: data[a] * np.float32([-1, 1]) for a in ("look", "head", "target") if a in data})


def cut(patch, rng=None):
    """Patches as the network sees them; shifted and marred at random where `rng` is given."""
    n = len(patch)
    dx, dy = (WIDTH - WIDE) // 2, (HEIGHT - HIGH) // 2
    if rng is None:
        x = patch[:, :, dy:dy + HIGH, dx:dx + WIDE].astype(np.float32)
    else:
        x = np.empty((n, 2, HIGH, WIDE), np.float32)
        for i, (a, b) in enumerate(rng.integers(-SHIFT, SHIFT + 1, (n, 2))):
            x[i] = patch[i, :, dy + b:dy + b + HIGH, dx + a:dx + a + WIDE]
        x += rng.standard_normal(x.shape, np.float32) * rng.uniform(0, 4, (n, 1, 1, 1)).astype(np.float32)
    x -= x.mean((2, 3), keepdims=True)
    x /= x.std((2, 3), keepdims=True) + FLOOR
    return x


def directions(a):
    return np.stack([np.sin(a[:, 0]) * np.cos(a[:, 1]), np.sin(a[:, 1]), np.cos(a[:, 0]) * np.cos(a[:, 1])], 1)


def degrees(a, b):
    return np.degrees(np.arccos(np.clip((a * b).sum(1), -1, 1)))


def targets(data, axes):
    """Where eyes look, to learn."""
    result = data[axes].copy()
    if axes == "look":
        for person in np.unique(data["person"]):
            of = data["person"] == person
            result[of] -= (data["look"][of] - data["head"][of]).mean(0)
    return result


def learn(data, checks, epochs, rng, axes, network=None):
    data = dict(data, target=targets(data, axes))
    both = [data, mirrored(data)]
    patch, beside, target, counts = (np.concatenate(v) for v in (
        [b["patch"] for b in both], [besides(b) for b in both], [b["target"] for b in both], [b["counts"] for b in both]))
    first = 2e-3 if network is None else 1.2e-3
    network = network or Network(rng, beside)
    beside = network.normal(beside)
    firsts, seconds = ([np.zeros_like(p) for p in network.parameters] for _ in range(2))
    step, half = 0, len(data["target"])
    for epoch in range(epochs):
        order = rng.permutation(half)
        order = order + half * (rng.random(half) < .5)
        loss = []
        for start in range(0, half - BATCH + 1, BATCH):
            rate = first * .5 * (1 + math.cos(math.pi * (epoch + start / half) / epochs)) + 1e-5
            k = order[start:start + BATCH]
            values = beside[k] + rng.standard_normal((len(k), beside.shape[1]), np.float32) * np.float32(SHAKEN)
            told = 2 * network.parameters[-6].shape[1]
            keep = (rng.random((len(k), told)) > DROPPED).astype(np.float32) / np.float32(1 - DROPPED)
            y, known = network.forward(cut(patch[k], rng), values, keep)
            error = (y - target[k]) * counts[k, None]
            loss.append(np.abs(error).mean())
            slopes = (error / np.maximum(1, np.linalg.norm(error, axis=1, keepdims=True) / BEND) / len(k)).astype(np.float32)
            step += 1
            for p, m, v, g in zip(network.parameters, firsts, seconds, network.gradients(known, slopes)):
                g = g + np.float32(2e-5) * p
                m += np.float32(.1) * (g - m)
                v += np.float32(.001) * (g * g - v)
                p -= np.float32(rate / (1 - .9 ** step)) * m / (np.sqrt(v / np.float32(1 - .999 ** step)) + np.float32(1e-8))
        print(f"epoch {epoch + 1}: learnt pictures off by {np.degrees(np.mean(loss)):.2f}°", flush=True)
        if epoch % 3 == 2 or epoch == epochs - 1:
            for name, check in checks.items():
                report(name, check, [network], axes)
    return network


def answer(networks, data):
    """The turn of both eyes: the mean of the networks, as seen and in the mirror."""
    total = 0
    for view, flip in ((data, 1), (mirrored(data), -1)):
        eyes, values = cut(view["patch"]), besides(view)
        for n in networks:
            parts = [n.forward(eyes[k:k + 500], n.normal(values[k:k + 500]))[0] for k in range(0, len(eyes), 500)]
            total = total + np.concatenate(parts) * np.float32([flip, 1])
    return total / (2 * len(networks))


def report(name, data, networks, axes):
    found, truth = answer(networks, data), data[axes]
    seen = (data["gap"].min(1) > CLOSED) & ~data["straight"]
    own = found.copy()
    for person in np.unique(data["person"]):
        of = data["person"] == person
        straight = of & data["straight"]
        if straight.any():
            own[of] -= CALIBRATED * np.median((found - truth)[straight], 0)
    iris = data["iris"].sum(1)
    iris /= np.linalg.norm(iris, axis=1, keepdims=True)
    errors = [degrees(directions(a), directions(truth))[seen] for a in (found, own)]
    parts = np.degrees(np.abs(found - truth))[seen].mean(0)
    slopes = [np.polyfit(truth[seen, k], found[seen, k], 1)[0] for k in (0, 1)]
    print(f"  {name}: {seen.sum()} pictures, irises {degrees(iris, directions(truth))[seen].mean():.1f}°; network "
          f"{errors[0].mean():.2f}° (median {np.median(errors[0]):.2f}°, across {parts[0]:.1f}°, up {parts[1]:.1f}°, slopes "
          f"{slopes[0]:.2f}, {slopes[1]:.2f}), calibrated {errors[1].mean():.2f}°", flush=True)


def restored(path):
    """Networks that were learnt before."""
    z, result = np.load(path), []
    while f"n{len(result)}mean" in z.files:
        n, name = Network.__new__(Network), f"n{len(result)}"
        n.mean, n.scale = z[name + "mean"], z[name + "scale"]
        n.parameters = [z[f"{name}p{k}"] for k in range(sum(key.startswith(name + "p") for key in z.files))]
        result.append(n)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--axes", choices=("look", "head"), default="look")
    parser.add_argument("--start")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--networks", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    checks = {c.split("=")[0]: load([c.split("=")[1]]) for c in arguments.check}
    data = load(arguments.train)
    print(f"{len(data['person'])} pictures of {len(np.unique(data['person']))} people", flush=True)
    started = restored(arguments.start) if arguments.start else [None] * arguments.networks
    networks = [learn(data, checks, arguments.epochs, np.random.default_rng(arguments.seed + i), arguments.axes, n)
                for i, n in enumerate(started)]
    if len(networks) > 1:
        for name, check in checks.items():
            report("all, " + name, check, networks, arguments.axes)
    result = {}
    for i, n in enumerate(networks):
        result.update({f"n{i}p{k}": p for k, p in enumerate(n.parameters)}, **{f"n{i}mean": n.mean, f"n{i}scale": n.scale})
    np.savez(arguments.weights, **result)


if __name__ == "__main__":
    main()
