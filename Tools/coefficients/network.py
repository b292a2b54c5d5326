"""What the tracker knows of one picture of one face: landmarks, scores, features, metric places."""
import functools
import math
import os
import struct

import cv2
import numpy as np
from ai_edge_litert.interpreter import Interpreter

from blocks import SAMPLES, SCORE_INPUT

# Maps half-way through the landmark network: 16 × 16 × 128, 32 × 32 × 64 and 64 × 64 × 32 values.
COARSE, FINE, FINEST = 377, 345, 313
LANDMARKS, PRESENCE, TONGUE = 473, 472, 475
def exposed(model, tensors=(COARSE, FINE, FINEST)):
    """A .tflite file with more outputs: a new list of outputs is appended, nothing else changes."""
    b = bytearray(model)

    def fields(at):
        table = at - struct.unpack_from("<i", b, at)[0]
        count = (struct.unpack_from("<H", b, table)[0] - 4) // 2
        places = [struct.unpack_from("<H", b, table + 4 + 2 * i)[0] for i in range(count)]
        return {i: at + p for i, p in enumerate(places) if p}

    def follow(at):
        return at + struct.unpack_from("<I", b, at)[0]

    graphs = follow(fields(follow(0))[2])
    graph = fields(follow(graphs + 4))
    outputs = follow(graph[2])
    count = struct.unpack_from("<I", b, outputs)[0]
    old = list(struct.unpack_from(f"<{count}i", b, outputs + 4))
    while len(b) % 4:
        b.append(0)
    new = len(b)
    count += len(tensors)
    b += struct.pack(f"<I{count}i", count, *old, *tensors)
    struct.pack_into("<I", b, graph[2], new - graph[2])
    return bytes(b)


def messages(b):
    """Fields of a protobuf message: number, wire type, value."""
    i = 0

    def varint():
        nonlocal i
        shift = result = 0
        while True:
            c = b[i]
            i += 1
            result |= (c & 127) << shift
            shift += 7
            if c < 128:
                return result

    while i < len(b):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, 0, varint()
        elif key & 7 == 2:
            n = varint()
            yield key >> 3, 2, b[i:i + n]
            i += n
        else:
            yield key >> 3, 5, struct.unpack("<f", b[i:i + 4])[0]
            i += 4


class MetricFit:
    """Fits the canonical face to landmarks, as the program's MetricFaceFitter does."""

    def __init__(self, path):
        top = list(messages(open(path, "rb").read()))
        mesh = next(v for f, w, v in top if f == 1 and w == 2)
        values = [x for f, w, x in messages(mesh) if f == 3 and w == 5]
        self.canonical = np.array(values).reshape(-1, 5)[:, :3]
        basis = [list(messages(v)) for f, _, v in top if f == 2]
        self.basis = np.array([b[0][2] for b in basis])
        self.weights = np.array([b[1][2] for b in basis])[:, None]
        p = self.canonical[self.basis]
        self.points = p
        self.centered = p - (self.weights * p).sum(0) / self.weights.sum()
        self.spread = (self.weights * self.centered * p).sum()

    def procrustes(self, to):
        u, _, vt = np.linalg.svd((self.weights * to).T @ self.centered)
        if np.linalg.det(u) * np.linalg.det(vt) < 0:
            u[:, 2] *= -1
        turn = u @ vt
        scale = (self.weights * (self.centered @ turn.T) * to).sum() / self.spread
        shift = (self.weights * (to - scale * self.points @ turn.T)).sum(0) / self.weights.sum()
        return turn, scale, shift

    def fit(self, landmarks, focal, middle):
        """Landmarks (pixels) in the canonical face's frame and size, centimetres, and the rotation."""
        placed, turn, scale, shift = self.place(landmarks, focal, middle)
        return (placed - shift) @ turn / scale, turn

    def place(self, landmarks, focal, middle):
        """Landmarks in the camera's frame (+y up, −z forward), as large as an adult's, centimetres, and
        the canonical face's rotation, scale and shift."""
        plane = np.column_stack([
            (landmarks[:, 0] - middle[0]) / focal, -(landmarks[:, 1] - middle[1]) / focal, landmarks[:, 2] / focal])
        depth = plane[:468, 2].mean()

        def pushed(p, scale):
            z = (p[:, 2:] - depth + 1) / scale
            return np.column_stack([p[:, :2] * z, -z])

        first = self.procrustes(plane[self.basis] * [1, 1, -1])[1]
        second = self.procrustes(pushed(plane[self.basis], first))[1]
        placed = pushed(plane, first * second)
        return placed, *self.procrustes(placed[self.basis])


class Reader:
    """Runs the networks on a region's 256 × 256 pixels."""

    def __init__(self, models):
        landmark_file = open(os.path.join(models, "face_landmarks_detector.tflite"), "rb").read()
        self.landmarks = Interpreter(model_content=exposed(landmark_file), num_threads=1)
        self.scores = Interpreter(os.path.join(models, "face_blendshapes.tflite"), num_threads=1)
        for net in (self.landmarks, self.scores):
            net.allocate_tensors()
        self.fit = MetricFit(os.path.join(models, "geometry_pipeline_metadata_landmarks.binarypb"))

    def read(self, picture, region, frame, focal):
        """What is known of a region (RGB bytes) of a frame (width, height) with a focal length."""
        net = self.landmarks
        net.set_tensor(net.get_input_details()[0]["index"], picture[None].astype(np.float32) / 255)
        net.invoke()
        crop = net.get_tensor(LANDMARKS).reshape(-1, 3).astype(np.float64) / CROP_SIZE
        x, y, size, angle = region
        c, s = math.cos(angle), math.sin(angle)
        u, v = ((crop[:, i] - .5) * size for i in (0, 1))
        z = crop[:, 2] * size * math.hypot(c, s * frame[0] / frame[1])
        landmarks = np.column_stack([x + u * c - v * s, y + u * s + v * c, z])
        return self.known(landmarks, crop, net, frame, focal)

    def known(self, landmarks, crop, net, frame, focal):
        scores = self.scores
        scores.set_tensor(scores.get_input_details()[0]["index"], landmarks[SCORE_INPUT, :2][None].astype(np.float32))
        scores.invoke()
        metric, turn = self.fit.fit(landmarks, focal, (frame[0] / 2, frame[1] / 2))
        presence = float(np.ravel(net.get_tensor(PRESENCE))[0])
        return dict(
            metric=metric.astype(np.float32), turn=turn.astype(np.float32),
            scores=np.ravel(scores.get_tensor(scores.get_output_details()[0]["index"])).astype(np.float32),
            presence=1 / (1 + math.exp(-presence)), tongue=float(np.ravel(net.get_tensor(TONGUE))[0]),
            **{name: sampled(net.get_tensor(tensor)[0], crop, SAMPLES[name]).astype(np.float16)
               for name, tensor in (("coarse", COARSE), ("fine", FINE), ("finest", FINEST))})


CROP_SIZE = 256


@functools.cache
def flattened(groups):
    """The members of all groups, where each group starts, and how many it has."""
    counts = np.array([len(g) for g in groups])
    return np.concatenate(groups), np.cumsum(counts) - counts, counts[:, None]


def sampled(features, crop, points):
    """A feature map at points, one after the other."""
    n = features.shape[0]
    members, starts, counts = flattened(tuple(points))
    p = np.add.reduceat(crop[members, :2], starts) / counts * n - .5
    p = np.clip(p, 0, n - 1.001)
    i = p.astype(int)
    f = (p - i)[..., None]
    column, row = i[:, 0], i[:, 1]
    top = features[row, column] * (1 - f[:, 0]) + features[row, column + 1] * f[:, 0]
    bottom = features[row + 1, column] * (1 - f[:, 0]) + features[row + 1, column + 1] * f[:, 0]
    return (top * (1 - f[:, 1]) + bottom * f[:, 1]).ravel()
