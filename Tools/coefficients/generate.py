#!/usr/bin/env python3
"""Draws people with known coefficients and writes down what the tracker sees of them.

    generate.py OUT MODELS TAKE [--seed N] [--people N] [--pictures N] [--test] [--ict FOLDER]

OUT gets one file a person (person-SEED.npz); people that are there already are left alone, so that a
long run can be broken off and taken up again. --test acts the last 40 % of the take, frame after frame,
and combinations, instead of the first 60 %. --singles drives each shape alone, from the front. --ict draws the ICT head instead, for tests. --sheet FILE
writes a sheet of pictures instead.
"""
import argparse
import os
import time

import cv2
import numpy as np

from acting import Actor, recorded, single_cases
from names import MIRROR, PLACE
from drawing import Renderer
from head import PersonHead
from network import Reader
from view import FRAME, Studio, View, photograph

TRAINED_SHARE = .6
NEUTRALS = 4
MIRRORED = 10 ** 7          # added to the number of a person in the mirror
TEST_KINDS = ("random", "weak", "wink", "tongue", "inner", "single")


class Maker:
    """Makes the pictures of people."""

    def __init__(self, arguments):
        if arguments.ict:
            from ict import FaceKitHead
            head = FaceKitHead(arguments.ict)
        else:
            head = PersonHead(os.path.join(arguments.models, "head"))
        take = recorded(arguments.take)
        first = int(TRAINED_SHARE * len(take))
        self.actor = Actor(take[first:] if arguments.test else take[:first])
        self.renderer, self.reader = Renderer(head), Reader(arguments.models)
        self.is_test = arguments.test
        self.cases = [("neutral", [])] * NEUTRALS + single_cases() if arguments.singles else None

    def kind(self, k, pictures):
        if k < NEUTRALS:
            return "neutral"
        if not self.is_test:
            return None
        return "take" if k < NEUTRALS + .65 * (pictures - NEUTRALS) else TEST_KINDS[k % 6]

    def pictures(self, seed, count):
        """Pictures of one person with all that is known."""
        rng = np.random.default_rng(seed)
        person = self.renderer.person(rng)
        studios = [Studio(rng), Studio(rng)]
        start = int(rng.integers(len(self.actor.take)))
        for k in range(len(self.cases) if self.cases else count):
            if self.cases:
                yield self.single(rng, person, studios[0], *self.cases[k])
                continue
            kind = self.kind(k, count)
            frame = (start + 8 * k) % len(self.actor.take) if self.is_test and kind == "take" else None
            weights, kind, tongue = self.actor.act(rng, kind, frame)
            if tongue is not None and weights[51] > 0 and self.renderer.head.name == "cc0" and rng.random() < .4:
                tongue = None                       # The head's own tongue, by its own target.
            elif tongue is not None:
                weights = weights.copy()
            view = View(rng, studios[int(rng.integers(2))], calm=.6 if kind == "neutral" else 1)
            drawn = weights.copy()
            if tongue is not None:
                drawn[51] = 0
            picture, covered, region = self.renderer.draw(person, drawn, view, tongue)
            yield photograph(picture, covered, region, view, rng), weights, kind, view, region

    def single(self, rng, person, studio, kind, driven):
        """One case of `single_cases`, seen from the front."""
        weights = np.zeros(52)
        weights[[PLACE[name] for name in driven]] = 1
        view = View(rng, studio, calm=.15)
        picture, covered, region = self.renderer.draw(person, weights, view)
        return photograph(picture, covered, region, view, rng), weights, kind, view, region

    def person(self, seed, count):
        """What the tracker sees of one person."""
        rows = []
        rng = np.random.default_rng(seed + 10 ** 6)
        for picture, weights, kind, view, region in self.pictures(seed, count):
            # The program is seldom told the true focal length.
            focal = view.focal * np.exp(rng.normal(0, .06))
            pose = np.float32([view.yaw, view.pitch, view.roll])
            self.note(rows, picture, region, focal, truth=weights.astype(np.float32), kind=kind, pose=pose, person=seed)
            if not (self.is_test or self.cases):
                # The mirrored picture is another person's: the networks see it otherwise.
                self.note(
                    rows, np.ascontiguousarray(picture[:, ::-1]), (FRAME[0] - region[0], *region[1:3], -region[3]),
                    focal, truth=weights[MIRROR].astype(np.float32), kind=kind, pose=pose * np.float32([-1, 1, -1]),
                    person=seed + MIRRORED)
        return {k: np.array([r[k] for r in rows]) for k in rows[0]}

    def note(self, rows, picture, region, focal, **known):
        row = self.reader.read(picture, region, FRAME, focal)
        if row["presence"] >= .5:
            rows.append(dict(row, **known))


def sheet(maker, arguments):
    rows = []
    for seed in range(arguments.seed, arguments.seed + arguments.people):
        row = [p[0] for _, p in zip(range(arguments.pictures), maker.pictures(seed, arguments.pictures))]
        rows.append(np.hstack(row))
    cv2.imwrite(arguments.sheet, np.vstack(rows)[:, :, ::-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("models")
    parser.add_argument("take")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=600)
    parser.add_argument("--pictures", type=int, default=28)
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--singles", action="store_true")
    parser.add_argument("--ict")
    parser.add_argument("--sheet")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    maker = Maker(arguments)
    if arguments.sheet:
        sheet(maker, arguments)
        return
    os.makedirs(arguments.out, exist_ok=True)
    start, made = time.time(), 0
    for seed in range(arguments.seed, arguments.seed + arguments.people):
        path = os.path.join(arguments.out, f"person-{seed}.npz")
        if os.path.exists(path):
            continue
        result = maker.person(seed, arguments.pictures)
        np.savez(path + ".part.npz", **result)
        os.rename(path + ".part.npz", path)
        made += len(result["truth"])
        print(f"{path}: {len(result['truth'])} pictures, {(time.time() - start) / made:.3f} s each", flush=True)


if __name__ == "__main__":
    main()
