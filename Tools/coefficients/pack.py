#!/usr/bin/env python3
"""Packs the networks that train.py learnt into Sources/CCoefficientNetworks/joint.bin.

    pack.py WEIGHTS.npz [--output FILE]

The joint networks, the tongue's, the mean of many faces at rest (neutral_…), and how far each coefficient follows the truth
(reliability, by measure.py --keep), and what they answer for a made-up face. Weights are rounded to 8 bits with one scale an output.
"""
import argparse
import os
import struct

import numpy as np

from blocks import CHANNELS, LANDMARKS, PARTS, SAMPLES, TONGUE
from train import restore

HERE = os.path.dirname(os.path.abspath(__file__))
MAPS = ("coarse", "fine", "finest")
SOURCES = {"shape": 0, "fine": 1, "finest": 2, "coarse": 3}


def points_of(source):
    """The points of a map that any block looks at, in the order of SAMPLES."""
    used = {p for map_, points in [*PARTS.values(), *TONGUE.values()] if map_ == source for p in points}
    return [p for p in SAMPLES[source] if p in used]


def floats(values):
    return np.asarray(values, "<f4").ravel().tobytes()


def shorts(values):
    return struct.pack(f"<H{len(values)}H", len(values), *values)


def text(name):
    return struct.pack("<B", len(name)) + name.encode()


def layer(w, b):
    """The number of outputs, their scales, biases, and weights of 8 bits, inputs × outputs."""
    w = w.astype(np.float64)
    scale = np.maximum(np.abs(w).max(0), 1e-12) / 127
    return struct.pack("<H", w.shape[1]) + floats(scale) + floats(b) + np.round(w / scale).astype(np.int8).tobytes()


def in_order(z, name, places):
    """The rows of a network's second layer in the order of blocks, which the program joins them in."""
    ends = np.cumsum([len(z[f"{name}_first_b{k}"]) for k in places])
    rows = {k: np.arange(end - len(z[f"{name}_first_b{k}"]), end) for k, end in zip(places, ends)}
    return np.concatenate([rows[k] for k in sorted(places)])


def networks(z, name, parts, outputs):
    """Blocks (source, samples, normalisation, the networks' first layers beside each other), then each
    network: its share of each block, further layers, the places of its outputs; names of outputs."""
    count = sum(key.endswith("_places") and key.startswith(name) for key in z.files)
    reads = [z[f"{name}{i}_places"].tolist() for i in range(count)]
    out = struct.pack("<B", len(parts))
    for k, (source, points) in enumerate(parts):
        samples = [points_of(source).index(p) for p in points]
        mean, scale = z[f"{name}_mean{k}"], z[f"{name}_scale{k}"]
        out += struct.pack("<B", SOURCES[source]) + shorts(samples) + struct.pack("<H", len(mean))
        first = [np.concatenate([z[f"{name}{i}_first_{what}{k}"] for i in range(count) if k in reads[i]], -1) for what in "wb"]
        out += floats(mean) + floats(scale) + layer(*first)
    out += struct.pack("<B", count)
    for i in range(count):
        for k in range(len(parts)):
            out += struct.pack("<H", len(z[f"{name}{i}_first_b{k}"]) if k in reads[i] else 0)
        depth = sum(key.startswith(f"{name}{i}_rest_w") for key in z.files)
        out += struct.pack("<B", depth)
        for k in range(depth):
            w = z[f"{name}{i}_rest_w{k}"]
            if k == 0:
                w = w[in_order(z, f"{name}{i}", reads[i])]
            out += struct.pack("<H", len(w)) + layer(w, z[f"{name}{i}_rest_b{k}"])
        places = z[f"{name}{i}_outputs"].tolist()
        out += struct.pack(f"<B{len(places)}B", len(places), *places)
    return out + struct.pack("<B", len(outputs)) + b"".join(text(n) for n in outputs)


def neutral(z, source):
    """The mean face at rest at the points of a map."""
    result = np.zeros((len(points_of(source)), CHANNELS[source]), np.float32)
    for name, (map_, points) in PARTS.items():
        if map_ == source:
            result[[points_of(source).index(p) for p in points]] = z["neutral_" + name].reshape(len(points), -1)
    return result


def rounded(w):
    scale = np.maximum(np.abs(w).max(0), 1e-12) / 127
    return (np.round(w / scale) * scale).astype(np.float32)


def made_up_answer(z, joint):
    """What the rounded networks answer for a made-up face, for the program's own test."""
    geometry, scores = len(z["neutral_geometry"]), z["neutral_scores"]
    shown = (.5 + .5 * np.sin(.61 * np.arange(len(scores)))).astype(np.float32)
    yaw_pitch_roll, known = [.1, -.05, .02], [1.]
    blocks = [np.concatenate([.08 * np.sin(.37 * np.arange(geometry)), shown, shown - scores, yaw_pitch_roll, known])]
    for source, points in PARTS.values():
        n = CHANNELS[source]
        first = np.array([points_of(source).index(p) * n for p in points])
        blocks.append(.4 * np.sin(.53 * (first[:, None] + np.arange(n)).ravel()))
    for network, _, _ in joint.members:
        for layers in (network.first, network.rest):
            layers[:] = [[rounded(w), b] for w, b in layers]
    return joint.answer([b[None].astype(np.float32) for b in blocks])[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument(
        "--output", default=os.path.join(HERE, "..", "..", "Sources", "CCoefficientNetworks", "joint.bin"))
    arguments = parser.parse_args()
    z = np.load(arguments.weights)
    packed = b"BCJ3" + floats(z["reliability"]) + shorts(LANDMARKS)
    for source in MAPS:
        points = points_of(source)
        packed += struct.pack("<H", len(points)) + b"".join(shorts(p) for p in points)
    packed += floats(z["neutral_geometry"]) + floats(z["neutral_scores"])
    packed += b"".join(floats(neutral(z, source)) for source in MAPS)
    packed += networks(z, "joint", [("shape", [])] + list(PARTS.values()), z["names"].tolist())
    packed += networks(z, "tongue", list(TONGUE.values()), ["tongueOut"])
    packed += floats(made_up_answer(z, restore(arguments.weights)[0]))
    with open(arguments.output, "wb") as file:
        file.write(packed)
    print(f"{len(packed)} bytes → {arguments.output}")


if __name__ == "__main__":
    main()
