#!/usr/bin/env python3
"""Packs the networks that train.py learnt into Sources/CCoefficientNetworks/gaze.bin.

    pack.py WEIGHTS.npz [--output FILE]

The points of the finest and the middle map, the landmarks, then each network: mean and inverse deviation of
its inputs, and its layers with weights of 8 bits.
"""
import argparse
import os
import struct
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "coefficients"))
sys.path.insert(0, HERE)

from train import FINE, FINEST, HIDDEN, MARKS  # noqa: E402


def floats(values):
    return np.asarray(values, "<f4").ravel().tobytes()


def shorts(values):
    return struct.pack(f"<H{len(values)}H", len(values), *values)


def groups(values):
    return struct.pack("<H", len(values)) + b"".join(shorts(v) for v in values)


def layer(w, b):
    """Inputs, outputs, a scale and a bias an output, and the weights."""
    w = w.astype(np.float64)
    scale = np.maximum(np.abs(w).max(0), 1e-12) / 127
    return struct.pack("<HH", *w.shape) + floats(scale) + floats(b) + np.round(w / scale).astype(np.int8).tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--output", default=os.path.join(HERE, "..", "..", "Sources", "CCoefficientNetworks", "gaze.bin"))
    arguments = parser.parse_args()
    z = np.load(arguments.weights)
    count = sum(name.endswith("mean") for name in z.files)
    packed = b"BGZ1" + groups(FINEST) + groups(FINE) + shorts(MARKS) + struct.pack("<B", count)
    for i in range(count):
        packed += floats(z[f"n{i}mean"]) + floats(z[f"n{i}scale"]) + struct.pack("<B", len(HIDDEN) + 1)
        packed += b"".join(layer(z[f"n{i}p{k}"], z[f"n{i}p{k + 1}"]) for k in range(0, 2 * len(HIDDEN) + 2, 2))
    with open(arguments.output, "wb") as file:
        file.write(packed)
    print(f"{len(packed)} bytes → {arguments.output}")


if __name__ == "__main__":
    main()
