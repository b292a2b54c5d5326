#!/usr/bin/env python3
"""Learns which parts of a face are covered, from what the landmark network sees.

    train.py MODELS TAKE OUT [--people N] [--ict FOLDER] [--real PICTURE ...] [--sheet FILE]

Draws people of Tools/coefficients (all of their expressions, glasses, beards, lights), lays hands, masks,
cups and phones before half of them, and fits one logistic regression a part to the samples of the
network's 16 × 16 map. --real adds photographs with faces (golden landmarks of Tools/peer-face.py beside
them are not needed: the faces fill the picture), --ict tests on another sculptor's head. Writes OUT
(occlusion.bin): for each part the weights and the bias, 32-bit floats, in the order of regions.py.
Needs Tools/coefficients/requirements.txt.
"""
import argparse
import math
import os
import sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "coefficients")]

import covers  # noqa: E402
from acting import Actor, recorded  # noqa: E402
from drawing import Renderer  # noqa: E402
from head import PersonHead  # noqa: E402
from network import COARSE, LANDMARKS, PRESENCE, Reader, sampled  # noqa: E402
from regions import CHANNELS, MIRROR, NAMES, OUTLINES, POINTS  # noqa: E402
import view as camera  # noqa: E402
from view import Studio, View, photograph  # noqa: E402

# The covers of the coefficients' pictures are not written down.
camera.occlude = lambda picture, rng: picture

SAMPLES = sorted({p for points in POINTS.values() for p in points})
COVERED, CLEAR = .45, .1       # shares of a part from which on it counts as covered, and up to which not
LEAST_PRESENCE = .3
RIDGE = 3e-2


def look(reader, picture):
    """Landmarks in pixels of the picture, presence, and the samples of the network's map."""
    net = reader.landmarks
    net.set_tensor(net.get_input_details()[0]["index"], picture[None].astype(np.float32) / 255)
    net.invoke()
    points = net.get_tensor(LANDMARKS).reshape(-1, 3).astype(np.float64)
    presence = 1 / (1 + math.exp(-float(np.ravel(net.get_tensor(PRESENCE))[0])))
    return points[:, :2], presence, sampled(net.get_tensor(COARSE)[0], points / 256, SAMPLES)


def columns(name):
    return np.concatenate([np.arange(CHANNELS) + CHANNELS * SAMPLES.index(p) for p in POINTS[name]])


def rows_of(reader, rng, picture, textures, share=.6):
    """One picture's row: clear, or with something before it; none where no face is seen."""
    marks, presence, seen = look(reader, picture)
    if presence < .5:
        return None
    covered = np.zeros(len(NAMES))
    if rng.random() < share:
        shown, mask = covers.cover(rng, picture.astype(np.float32), marks, textures)
        covered = np.array(covers.shares(mask, marks, OUTLINES))
        shown = cv2.GaussianBlur(shown, (0, 0), rng.uniform(.3, 1)) if rng.random() < .4 else shown
        picture = np.clip(shown, 0, 255).astype(np.uint8)
        _, presence, seen = look(reader, picture)
        if presence < LEAST_PRESENCE:
            return None
    return seen.astype(np.float32), covered, picture


def drawn(head, reader, take, textures, seeds, pictures, show=None):
    """Rows of drawn people: features, covered shares."""
    renderer, actor, rows = Renderer(head), Actor(take), []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        person, studios = renderer.person(rng), [Studio(rng), Studio(rng)]
        for k in range(pictures):
            weights, _, tongue = actor.act(rng, None, int(rng.integers(len(take))))
            if tongue is not None:
                weights = weights.copy()
                weights[51] = 0
            view = View(rng, studios[k % 2])
            picture, share, region = renderer.draw(person, weights, view, tongue)
            row = rows_of(reader, rng, photograph(picture, share, region, view, rng), textures)
            if row is not None:
                rows.append(row[:2])
                if show is not None:
                    show.append((row[2], row[1]))
    return [np.array(column) for column in zip(*rows)]


def fitted(x, y, rounds=30):
    """Logistic regression with a ridge, by Newton's method; both classes count alike."""
    mean, scale = x.mean(0), x.std(0) + 1e-3
    z = np.column_stack([(x - mean) / scale, np.ones(len(x))]).astype(np.float64)
    w = np.zeros(z.shape[1])
    balance = np.where(y > 0, .5 / max(y.mean(), 1e-3), .5 / max(1 - y.mean(), 1e-3))
    ridge = np.full(len(w), RIDGE * len(x) / 100)
    ridge[-1] = 1e-6
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        g = z.T @ (balance * (p - y)) + ridge * w
        h = (z * (balance * p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        step = np.linalg.solve(h, g)
        w -= step
        if abs(step).max() < 1e-4:
            break
    weights = w[:-1] / scale
    return weights, w[-1] - weights @ mean


def auc(score, y):
    order = np.argsort(score)
    ranks = np.empty(len(score))
    ranks[order] = np.arange(1, len(score) + 1)
    n = y.sum()
    return (ranks[y > 0].sum() - n * (n + 1) / 2) / max(n * (len(y) - n), 1)


def report(title, model, x, covered):
    for k, name in enumerate(NAMES):
        weights, bias = model[name]
        score = 1 / (1 + np.exp(-np.clip(x[:, columns(name)] @ weights + bias, -30, 30)))
        yes, no = covered[:, k] >= COVERED, covered[:, k] <= CLEAR
        clear = covered.max(1) == 0
        both = yes | no
        print(f"{title} {name}: AUC {auc(score[both], yes[both]):.3f}, found {np.mean(score[yes] > .5):.2f} of {yes.sum()}, "
              f"false {np.mean(score[no] > .5):.3f}, false on clear faces {np.mean(score[clear] > .5):.3f} of {clear.sum()}")


def crops(reader, path):
    """Faces of a photograph or of golden landmarks, as the tracker would crop them."""
    picture = cv2.imread(path)[:, :, ::-1]
    h, w = picture.shape[:2]
    region = (w / 2, h / 2, max(w, h), 0.)
    for _ in range(4):
        x, y, size, angle = region
        c, s = math.cos(angle) * size / 256, math.sin(angle) * size / 256
        m = np.array([[c, -s, x - 128 * (c - s)], [s, c, y - 128 * (c + s)]])
        crop = cv2.warpAffine(picture, m, (256, 256), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        points, presence, _ = look(reader, crop)
        if presence < .3:
            return None
        q = points @ np.array([[c, -s], [s, c]]).T + m[:, 2]
        low, high = q.min(0), q.max(0)
        d = q[263] - q[33]
        region = (*((low + high) / 2), max(high - low) * 1.5, math.atan2(d[1], d[0]))
    return crop if presence > .8 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models")
    parser.add_argument("take")
    parser.add_argument("out")
    parser.add_argument("--people", type=int, default=140)
    parser.add_argument("--pictures", type=int, default=20)
    parser.add_argument("--ict")
    parser.add_argument("--real", nargs="*", default=[])
    parser.add_argument("--sheet")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    folder = os.path.join(arguments.models, "textures")
    textures = [cv2.resize(cv2.imread(os.path.join(folder, f)), (512, 512))[:, :, ::-1] for f in sorted(os.listdir(folder)) if f.endswith(".png")]
    reader, take = Reader(arguments.models), recorded(arguments.take)
    head, show = PersonHead(os.path.join(arguments.models, "head")), []
    x, covered = drawn(head, reader, take[:int(.6 * len(take))], textures, range(70000, 70000 + arguments.people), arguments.pictures, show)
    if arguments.sheet:
        tiles = [p for p, _ in show[:60]]
        cv2.imwrite(arguments.sheet, np.vstack([np.hstack(tiles[i:i + 10]) for i in range(0, len(tiles) - 9, 10)])[:, :, ::-1])
    rng = np.random.default_rng(9)
    faces = [c for c in (crops(reader, p) for p in sorted(arguments.real)) if c is not None]
    held = [rows_of(reader, rng, f, textures) for f in faces[1::2] for _ in range(24)]
    mine = [rows_of(reader, rng, f, textures) for f in faces[::2] for _ in range(24)]
    if mine:
        add = [r for r in mine if r is not None]
        x = np.vstack([x, [r[0] for r in add]])
        covered = np.vstack([covered, [r[1] for r in add]])
    model = {}
    for k, name in enumerate(NAMES):
        twin = NAMES.index(MIRROR[name])
        both = (covered[:, k] >= COVERED) | (covered[:, k] <= CLEAR)
        model[name] = fitted(x[both][:, columns(name)], (covered[both, k] >= COVERED).astype(float))
    report("trained", model, x, covered)
    report("held-out people", model, *drawn(head, reader, take[int(.6 * len(take)):], textures, range(90000, 90020), 20))
    if arguments.ict:
        from ict import FaceKitHead
        report("ICT", model, *drawn(FaceKitHead(arguments.ict), reader, take[int(.6 * len(take)):], textures, range(91000, 91010), 20))
    test = [r for r in held if r is not None]
    if test:
        report("held-out photographs", model, np.array([r[0] for r in test]), np.array([r[1] for r in test]))
    values = np.concatenate([np.r_[model[n][0], model[n][1]] for n in NAMES]).astype("<f4")
    values.tofile(arguments.out)
    print(f"{len(x)} pictures, {values.nbytes} bytes → {arguments.out}")


if __name__ == "__main__":
    main()
