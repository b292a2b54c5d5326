#!/usr/bin/env python3
"""Packs the networks that train.py learnt into Sources/CCoefficientNetworks/gaze.bin.

    pack.py WEIGHTS.npz [--output FILE]

The patches' measures, the landmarks, then each network: mean and inverse deviation of its values beside the
patches, its convolutions and its layers, with weights of 8 bits; and what they answer for made-up eyes.
"""
import argparse
import os
import struct
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "coefficients"))
sys.path.insert(0, HERE)

from convolution import FILTERS, HIGH, WIDE  # noqa: E402
from eyes import APART, MARKS  # noqa: E402
from train import FLOOR, SWAPPED, answer, restored  # noqa: E402


def floats(values):
    return np.asarray(values, "<f4").ravel().tobytes()


def shorts(values):
    return struct.pack(f"<H{len(values)}H", len(values), *values)


def layer(w, b):
    """Inputs, outputs, a scale and a bias an output, and the weights."""
    w = w.astype(np.float64)
    scale = np.maximum(np.abs(w).max(0), 1e-12) / 127
    return struct.pack("<HH", *w.shape) + floats(scale) + floats(b) + np.round(w / scale).astype(np.int8).tobytes()


def rounded(w):
    scale = np.maximum(np.abs(w).max(0), 1e-12) / 127
    return (np.round(w / scale) * scale).astype(np.float32)


def packed_networks(path):
    """The networks as they are packed."""
    networks = restored(path)
    for n in networks:
        n.parameters = [p if k % 2 else rounded(p) for k, p in enumerate(n.parameters)]
    return networks


def made_up_answer(networks):
    """What the networks answer for made-up eyes, for the program's own test."""
    k, i = np.arange(2 * HIGH * WIDE), np.arange(3 * len(MARKS))
    angle = .2
    turn = np.float32([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    pixels = (128 + 60 * np.sin(.37 * k) + 30 * np.sin(.011 * k)).astype(np.float32)
    from eyes import HEIGHT, WIDTH
    patch = np.zeros((1, 2, HEIGHT, WIDTH), np.float32)
    x, y = (WIDTH - WIDE) // 2, (HEIGHT - HIGH) // 2
    patch[:, :, y:y + HIGH, x:x + WIDE] = pixels.reshape(1, 2, HIGH, WIDE)
    marks = (3 * np.sin(.61 * i)).reshape(1, -1, 3).astype(np.float32)
    return answer(networks, dict(patch=patch, marks=marks, turn=turn[None], look=np.zeros((1, 2)), head=np.zeros((1, 2))))[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--output", default=os.path.join(HERE, "..", "..", "Sources", "CCoefficientNetworks", "gaze.bin"))
    arguments = parser.parse_args()
    networks = packed_networks(arguments.weights)
    packed = b"BGZ2" + struct.pack("<HH", WIDE, HIGH) + floats([APART, FLOOR]) + shorts(MARKS) + shorts(SWAPPED)
    packed += struct.pack("<B", len(networks))
    for n in networks:
        packed += floats(n.mean) + floats(n.scale) + struct.pack("<B", len(FILTERS))
        for k in range(0, len(n.parameters), 2):
            if k < 2 * len(FILTERS):
                packed += struct.pack("<HH", *FILTERS[k // 2][:2])
            packed += layer(n.parameters[k], n.parameters[k + 1])
    packed += floats(made_up_answer(networks))
    with open(arguments.output, "wb") as file:
        file.write(packed)
    print(f"{len(packed)} bytes → {arguments.output}")


if __name__ == "__main__":
    main()
