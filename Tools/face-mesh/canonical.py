"""Reads the canonical face out of MediaPipe's geometry metadata (a protobuf message)."""
import struct
from dataclasses import dataclass

import numpy as np


@dataclass
class CanonicalFace:
    """MediaPipe's canonical face: centimetres, +x to the face's own left, +y up, +z out of it."""

    positions: np.ndarray  # 468 × 3
    uv: np.ndarray  # 468 × 2, v growing upwards, symmetric about u = 1/2
    triangles: np.ndarray  # 898 × 3, eyes and mouth filled
    mirror: np.ndarray  # for each vertex the one at (-x, y, z)
    basis: list  # (vertex, weight) of the pose fit


def fields(message):
    """The fields of a protobuf message: (number, wire type, value)."""
    at = 0

    def varint():
        nonlocal at
        shift = value = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = varint()
        number, wire = key >> 3, key & 7
        if wire == 0:
            yield number, wire, varint()
        elif wire == 2:
            size = varint()
            yield number, wire, message[at:at + size]
            at += size
        elif wire == 5:
            yield number, wire, struct.unpack("<f", message[at:at + 4])[0]
            at += 4
        else:
            raise ValueError(f"wire type {wire}")


def packed(message, number):
    """All values of a repeated number field, packed or not."""
    out = []
    for field, wire, value in fields(message):
        if field != number:
            continue
        if wire == 2:
            at = 0
            while at < len(value):
                shift = word = 0
                while True:
                    byte = value[at]
                    at += 1
                    word |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        break
                out.append(word)
        else:
            out.append(value)
    return out


def read(path):
    """Reads `geometry_pipeline_metadata_landmarks.binarypb`."""
    with open(path, "rb") as file:
        top = list(fields(file.read()))
    mesh = next(v for f, w, v in top if f == 1 and w == 2)
    vertices = np.array(packed(mesh, 3)).reshape(-1, 5)  # x y z u v
    triangles = np.array(packed(mesh, 4)).reshape(-1, 3)
    basis = []
    for number, _, value in top:
        if number == 2:
            row = {f: v for f, _, v in fields(value)}
            basis.append((int(row.get(1, 0)), float(row[2])))
    # The file holds six-decimal numbers in single precision, and v grows downwards in it.
    positions = np.round(vertices[:, :3], 6)
    mirror = np.linalg.norm((positions * [-1, 1, 1])[None] - positions[:, None], axis=2).argmin(1)
    uv = np.round(vertices[:, 3:] * [1, -1] + [0, 1], 6)
    # The file's UVs are off their mirror images by up to 0.0012.
    uv = (uv + uv[mirror] * [-1, 1] + [1, 0]) / 2
    return CanonicalFace(positions, uv, triangles, mirror, basis)
