"""Coefficients at random: a recorded take, combinations, single shapes, winks, tongues."""
import csv

import numpy as np

from names import DIRECTIONS, MIRROR, NAMES, PLACE

# What the other sources answer badly, and what is therefore drawn more often.
WEAK = """
noseSneerLeft noseSneerRight cheekSquintLeft cheekSquintRight cheekPuff jawForward jawRight jawLeft
mouthClose mouthFunnel mouthPucker eyeWideLeft eyeWideRight eyeSquintLeft eyeSquintRight
mouthRollLower mouthRollUpper mouthShrugUpper mouthShrugLower mouthDimpleLeft mouthDimpleRight
mouthPressLeft mouthPressRight mouthLeft mouthRight browDownLeft browDownRight browInnerUp
""".split()
# Of two that undo each other one stays.
OPPOSED = [("jawLeft", "jawRight"), ("mouthLeft", "mouthRight")] + [
    (a + side, b + side) for side in ("Left", "Right") for a, b in (
        ("mouthSmile", "mouthFrown"), ("browDown", "browOuterUp"), ("eyeBlink", "eyeWide"))]
KINDS = {
    "take": .20, "random": .17, "weak": .08, "single": .22, "pair": .08, "wink": .04, "winks": .08, "tongue": .07,
    "inner": .06}


def recorded(path):
    """The frames of a recorded take, in the order of NAMES."""
    rows = list(csv.reader(open(path)))
    names = [n[0].lower() + n[1:] for n in rows[0]]
    values = np.array([[float(x) for x in r[2:]] for r in rows[1:] if len(r) == len(names)])
    return np.clip(values[:, [names.index(n) - 2 for n in NAMES]], 0, 1)


def gaze(w, x, y):
    """Turns both eyes: x to the person's left, y up."""
    for side, outwards in (("Left", 1), ("Right", -1)):
        for name, value in (("Out", x * outwards), ("In", -x * outwards), ("Up", y), ("Down", -y)):
            w[PLACE[f"eyeLook{name}{side}"]] = max(0, value)


def is_sided(name):
    return name not in DIRECTIONS and name.endswith(("Left", "Right"))


class Actor:
    """Draws coefficients; `take` holds the frames that may be acted."""

    def __init__(self, take):
        self.take = take
        self.median = np.median(take, 0)

    def act(self, rng, kind=None, frame=None):
        """Weights, their kind, and the tongue's shape if it is a swept one."""
        kind = kind or str(rng.choice(list(KINDS), p=list(KINDS.values())))
        w, tongue = np.zeros(52), None
        if kind == "neutral":
            w = np.clip(rng.normal(0, .015, 52), 0, .06)
            w[51] = 0
            gaze(w, rng.normal(0, .12), rng.normal(0, .1))
        elif kind == "take":
            w = self.of_take(rng, frame)
        elif kind in ("random", "weak"):
            self.combine(rng, w, WEAK if kind == "weak" else NAMES[:-1])
        elif kind == "single":
            self.single(rng, w)
        elif kind == "wink":
            self.wink(rng, w)
        elif kind == "winks":
            self.strong_wink(rng, w)
        elif kind == "pair":
            for name in rng.choice(NAMES[:-1], 2, replace=False):
                self.drive(rng, w, str(name), rng.uniform(.3, 1), both=.4)
        else:
            self.mouth_with_tongue(rng, w)
            length = rng.uniform(-2.2, -.5)
            if kind == "tongue":
                w[51] = rng.uniform(.15, 1)
                length = -.2 + 3.3 * w[51]
            tongue = dict(length=length, droop=rng.uniform(0, 1.45) if kind == "tongue" else rng.uniform(-.5, .3),
                          side=rng.normal(0, .25), roundness=rng.random())
        if tongue is None and w[51] > .02:
            w[PLACE["jawOpen"]] = max(w[PLACE["jawOpen"]], .1)
            tongue = dict(length=-.2 + 3.3 * w[51], droop=rng.uniform(.2, 1.3), side=rng.normal(0, .2), roundness=rng.random())
        if kind != "take":
            for a, b in OPPOSED:
                i, j = PLACE[a], PLACE[b]
                if w[i] > .3 and w[j] > .3:
                    w[j if rng.random() < .5 else i] *= .15
            w[PLACE["mouthClose"]] = min(w[PLACE["mouthClose"]], w[PLACE["jawOpen"]])
        return np.clip(w, 0, 1), kind, tongue

    def of_take(self, rng, frame):
        if frame is not None:
            return self.take[frame].copy()
        w = self.take[int(rng.integers(len(self.take)))].copy()
        if rng.random() < .5:
            w = w[MIRROR]
        if rng.random() < .5:
            w = w * rng.uniform(.6, 1.35, 52)
        if rng.random() < .3:
            w = np.clip(w - self.median, 0, 1)
        if rng.random() < .25:
            gaze(w, rng.uniform(-1, 1), rng.uniform(-.8, .8))
        return w

    def combine(self, rng, w, pool):
        for name in rng.choice(pool, int(rng.integers(1, 6)), replace=False):
            self.drive(rng, w, str(name), rng.uniform(.15, 1))
        if rng.random() < .3:
            gaze(w, rng.uniform(-1, 1), rng.uniform(-.8, .8))
        if rng.random() < .4:
            w[PLACE["jawOpen"]] = max(w[PLACE["jawOpen"]], rng.uniform(0, .7))
        if rng.random() < .3:
            np.maximum(w, .6 * self.take[int(rng.integers(len(self.take)))], out=w)

    @staticmethod
    def drive(rng, w, name, value, both=.5):
        w[PLACE[name]] = value
        if is_sided(name) and rng.random() < both:
            w[MIRROR[PLACE[name]]] = value * rng.uniform(.7, 1)

    def single(self, rng, w):
        """One shape, or one on both sides."""
        pool = NAMES[:-1] if rng.random() < .55 else WEAK
        name = str(rng.choice(pool))
        if name.startswith("eyeLook") and rng.random() < .7:
            gaze(w, *(rng.uniform(-1, 1, 2) * [1, .9]))
        else:
            self.drive(rng, w, name, 1 if rng.random() < .3 else rng.uniform(.3, 1))
        if name == "mouthClose":
            w[PLACE["jawOpen"]] = w[PLACE[name]]
        if rng.random() < .3:
            w += np.clip(rng.normal(0, .02, 52), 0, .08) * (np.arange(52) < 51)

    @staticmethod
    def wink(rng, w):
        shut, open_ = ("Left", "Right") if rng.random() < .5 else ("Right", "Left")
        w[PLACE["eyeBlink" + shut]] = rng.uniform(.6, 1)
        w[PLACE["eyeBlink" + open_]] = rng.uniform(0, .35) * (rng.random() < .6)
        gaze(w, rng.normal(0, .3), rng.normal(-.05, .25))
        for name in ("cheekSquint", "eyeSquint", "mouthSmile", "browDown", "noseSneer"):
            if rng.random() < .3:
                w[PLACE[name + shut]] = rng.uniform(0, .8)

    @staticmethod
    def strong_wink(rng, w):
        """One eye shut at any strength, the other nearly open, with what a face does beside it."""
        shut, open_ = ("Left", "Right") if rng.random() < .5 else ("Right", "Left")
        w[PLACE["eyeBlink" + shut]] = 1 if rng.random() < .3 else rng.uniform(.35, 1)
        w[PLACE["eyeBlink" + open_]] = rng.uniform(0, .2) * (rng.random() < .3)
        gaze(w, rng.normal(0, .2), rng.normal(0, .2))
        for side, often, most in ((shut, .35, 1), (open_, .12, .5)):
            for name in ("cheekSquint", "eyeSquint", "mouthSmile", "browDown", "browOuterUp", "noseSneer"):
                if rng.random() < often:
                    w[PLACE[name + side]] = rng.uniform(0, most)
        if rng.random() < .2:
            w[PLACE["jawOpen"]] = rng.uniform(0, .5)

    def mouth_with_tongue(self, rng, w):
        if rng.random() < .5:
            w[:] = self.take[int(rng.integers(len(self.take)))] * rng.uniform(0, .8)
        for name in rng.choice(NAMES[:-1], int(rng.integers(0, 4)), replace=False):
            w[PLACE[str(name)]] = rng.uniform(0, .8)
        w[PLACE["jawOpen"]] = rng.uniform(.08, .75)
        w[PLACE["mouthClose"]] = w[51] = 0
        for name in ("mouthPressLeft", "mouthPressRight", "mouthRollLower", "mouthRollUpper"):
            w[PLACE[name]] *= .3


def single_cases():
    """Names and what is driven to 1: each shape alone, both sides together, the gaze."""
    cases = [(name, [name]) for name in NAMES[:-1]]
    cases += [(name[:-4] + "Both", [name, name[:-4] + "Right"]) for name in NAMES
              if is_sided(name) and name.endswith("Left")]
    cases += [("eyesLeft", ["eyeLookOutLeft", "eyeLookInRight"]), ("eyesRight", ["eyeLookInLeft", "eyeLookOutRight"])]
    return cases + [("jawOpen+mouthClose", ["jawOpen", "mouthClose"])]
