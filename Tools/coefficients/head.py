"""Heads that can be drawn with any of the 52 coefficients.

Lengths are centimetres; x is the person's left, y up, z forward.
"""
import os
import re

import numpy as np

from names import DIRECTIONS, MIRROR, NAMES, PLACE

HERE = os.path.dirname(os.path.abspath(__file__))
# Materials, and what raster.c takes them for.
SKIN, EYE, LASH, MOUTH, TEETH, TONGUE, GLASSES = range(7)
KINDS = np.array([0, 1, 2, 3, 4, 5, 2], np.int32)
# The turn of an eyeball at weight 1 of a look coefficient, as in the simulated front camera.
SIDEWAYS, UPWARDS = np.radians(30), np.radians(25)
OUTER_LIPS = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146]
BROWS = (([70, 63, 105, 66, 107], [46, 53, 52, 65, 55]), ([336, 296, 334, 293, 300], [285, 295, 282, 283, 276]))


class Head:
    """A head model: vertices at rest, triangles with materials, and sparse shapes.

    `shapes` has a list of (vertices, offsets) a coefficient; `eyes` the vertices of the left and the
    right ball; `lips` the inner upper and lower vertex; `root` where the tongue grows.
    """

    def finish(self):
        """Lays out the skin's texture round the head and the eyes' own coordinates."""
        v = self.vertices
        turn = np.arctan2(v[:, 0], v[:, 2] - 1) / np.radians(220)
        self.attributes = np.stack(
            [.5 + turn, (14.5 - v[:, 1]) / 30, np.ones(len(v)), np.zeros(len(v))], 1).astype(np.float32)
        for eye in self.eyes:
            p = v[eye]
            radius = np.ptp(p[:, 1]) / 2
            self.attributes[eye, :2] = (p[:, :2] - p[:, :2].mean(0)) / (.47 * radius)
            self.attributes[eye, 3] = np.where(p[:, 2] > p[:, 2].max() - 1.25 * radius, 1, -1)
            self.attributes[eye, 2] = .8
        for material, fall in ((MOUTH, .42), (TEETH, .5), (TONGUE, .5)):
            inside = np.unique(self.faces[self.materials == material])
            depth = v[self.lips[0], 2] + .1 - v[inside, 2]
            self.attributes[inside, 2] = np.clip(1 - fall * depth / 3, .12, 1)
        return self

    def posed(self, rest, shapes, weights):
        """The vertices of a head whose rest is `rest` under 52 weights."""
        v = rest.copy()
        for place in np.flatnonzero(np.abs(weights) > .004):
            for vertices, offsets in shapes[place]:
                v[vertices] += np.float32(weights[place]) * offsets
        for eye, side, outwards in zip(self.eyes, ("Left", "Right"), (1, -1)):
            w = {n: weights[PLACE[f"eyeLook{n}{side}"]] for n in ("In", "Out", "Up", "Down")}
            yaw = SIDEWAYS * outwards * (w["Out"] - w["In"])
            pitch = UPWARDS * (w["Down"] - w["Up"])
            v[eye] = turned(rest[eye], yaw, pitch)
        return v


def turned(eye, yaw, pitch):
    """An eyeball turned round its middle; it bulges at the pupil, so its front tells the middle."""
    if not yaw and not pitch:
        return eye
    middle = eye.mean(0)
    middle[2] = eye[:, 2].max() - np.ptp(eye[:, 1]) / 2
    cy, sy, cp, sp = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch)
    turn = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]]) @ np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    return (eye - middle) @ turn.T.astype(np.float32) + middle


def target(path):
    """A MakeHuman target: vertices and offsets, centimetres."""
    rows = [line.split() for line in open(path)]
    rows = [r for r in rows if len(r) == 4 and r[0].isdigit()]
    return np.array([int(r[0]) for r in rows]), np.array([r[1:] for r in rows], np.float32) * 10


def landmark_table():
    """Where the 468 landmarks lie on the base mesh: three vertices and their weights each."""
    source = os.path.join(
        HERE, "..", "..", "Sources", "SimulatedCameras", "Front", "HeadLandmarks+Table.swift")
    text = open(source).read().split("[Int32] = [", 1)[1]
    t = np.array([int(x) for x in re.findall(r"\d+", text)]).reshape(-1, 5)[:468]
    weights = np.stack([1000 - t[:, 3] - t[:, 4], t[:, 3], t[:, 4]], 1) / 1000
    return t[:, :3], weights.astype(np.float32)


class PersonHead(Head):
    """The CC0 head that `Tools/setup` installs, with its shapes of identity."""

    def __init__(self, folder):
        self.name, self.folder = "cc0", folder
        vertices, texture, faces, groups = [], [], [], []
        group = ""
        for line in open(os.path.join(folder, "base.obj")):
            word = line.split()
            if not word:
                continue
            if word[0] == "v":
                vertices.append([float(x) * 10 for x in word[1:4]])
            elif word[0] == "vt":
                texture.append([float(x) for x in word[1:3]])
            elif word[0] == "g":
                group = word[1]
            elif word[0] == "f":
                corners = [[int(x or 0) - 1 for x in w.split("/")[:2]] for w in word[1:]]
                for i in range(1, len(corners) - 1):
                    faces.append([corners[0], corners[i], corners[i + 1]])
                    groups.append(group)
        v, faces, groups = np.array(vertices, np.float32), np.array(faces), np.array(groups)
        material = np.full(len(faces), 255)
        material[groups == "body"] = SKIN
        uv = np.array(texture)[faces[:, :, 1]].mean(1)
        # The body's texture has the inside of the mouth at its lower right.
        material[(groups == "body") & (uv[:, 0] > .7) & (uv[:, 1] < .145)] = MOUTH
        for name, kind in (("eyelashes", LASH), ("teeth", TEETH), ("helper-tongue", TONGUE)):
            material[np.char.find(groups, name) >= 0] = kind
        eyes = [np.unique(faces[groups == f"helper-{side}-eye", :, 0]) for side in "lr"]
        material[(groups == "helper-l-eye") | (groups == "helper-r-eye")] = EYE
        height = v[eyes[0], 1].mean()
        keep = (material != 255) & (v[faces[:, :, 0], 1].min(1) > height - 22)
        self.faces = np.ascontiguousarray(faces[keep, :, 0], np.int32)
        self.materials = material[keep].astype(np.uint8)
        self.eyes = eyes
        # Places the head where the texture's layout and the painter expect it.
        self.vertices = v - np.float32([0, height - 3.6, v[eyes[0], 2].max() - 9.2])
        self.marks, self.mark_weights = landmark_table()
        self.is_eye = np.zeros(len(v), bool)
        self.is_eye[np.concatenate(eyes)] = True
        self.shapes = [[self.without_eyes(target(os.path.join(folder, "faceunits", n + ".target")))] for n in NAMES]
        self.identity_targets, self.unit_targets = {}, {}
        self.is_tongue = np.zeros(len(v), bool)
        self.is_tongue[self.faces[self.materials == TONGUE]] = True
        marks = self.landmarks(self.vertices)
        self.lip_outline = marks[OUTER_LIPS, :2]
        self.brows = [(marks[a, :2] + marks[b, :2]) / 2 for a, b in BROWS]
        self.lips = self.inner_lips(marks)
        tongue = self.vertices[self.is_tongue]
        self.root = tongue[tongue[:, 2] < tongue[:, 2].min() + 1].mean(0)
        self.eye_place = (abs(self.vertices[eyes[0], 0].mean()), 3.6)
        self.glasses_depth = 10.6
        self.finish()

    def inner_lips(self, marks):
        """The inner lips' middle vertices: of the skin's midline, what jawOpen parts."""
        vertices, offsets = self.shapes[PLACE["jawOpen"]][0]
        fall = np.zeros(len(self.vertices))
        fall[vertices] = -offsets[:, 1]
        v = self.vertices
        skin = np.unique(self.faces[self.materials == SKIN])
        near = skin[(abs(v[skin, 0]) < .12) & (abs(v[skin, 1] - marks[13, 1]) < 1.2) & (v[skin, 2] > 9)]
        still = near[fall[near] < .25 * fall[near].max()]
        moved = near[fall[near] > .6 * fall[near].max()]
        return int(still[v[still, 1].argmin()]), int(moved[v[moved, 1].argmax()])

    def without_eyes(self, shape):
        """A shape without the eyeballs, which are turned instead."""
        keep = ~self.is_eye[shape[0]]
        return shape[0][keep], shape[1][keep]

    def landmarks(self, v):
        """The 468 landmarks on a posed head."""
        return (v[self.marks] * self.mark_weights[..., None]).sum(1)

    def frame_marks(self, v):
        """Points whose bounds make a region, and the outer corners of the right and the left eye."""
        p = self.landmarks(v)
        return p, p[[33, 263]]

    def identity_target(self, name):
        """A shape of identity by its path below `targets`, or none."""
        if name not in self.identity_targets:
            path = os.path.join(self.folder, "targets", name + ".target")
            self.identity_targets[name] = target(path) if os.path.exists(path) else None
        return self.identity_targets[name]

    def identity(self, rng):
        """A person at rest, and this person's own shapes."""
        v = self.vertices.copy()
        for name, weight in identity_weights(rng):
            shape = self.identity_target(name)
            if shape is not None:
                v[shape[0]] += np.float32(weight) * shape[1]
        v += (self.vertices[self.eyes[0]].mean(0) - v[self.eyes[0]].mean(0)) * np.float32([0, 1, 1])
        size = np.exp(rng.normal(0, .03))
        stretch = np.float32([np.exp(rng.normal(0, .03)), np.exp(rng.normal(0, .03)), 1]) * np.float32(size)
        return (v * stretch).astype(np.float32), self.own_shapes(rng, stretch)

    def own_shapes(self, rng, stretch):
        """The 52 shapes as one person makes them.

        People and sculptors differ in how far, where and in which direction a coefficient moves a
        face; the network must not learn one sculptor's hand. The same change is made on both sides.
        """
        result = [None] * len(NAMES)
        unit = self.units(rng) if rng.random() < .6 else {}
        for place, name in enumerate(NAMES):
            if result[place] is not None:
                continue
            gain = np.exp(np.clip(rng.normal(.1, .32), -.5, .75))
            if name.startswith("noseSneer"):
                gain *= rng.uniform(1, 2.2)
            if name.startswith("eyeLook"):
                gain = rng.uniform(.7, 2.2)     # How far the lids go with the gaze.
            if name == "tongueOut":
                gain = rng.uniform(.85, 1.25)
            if name.startswith("eyeBlink"):
                gain = np.clip(gain, .93, 1.08)  # Lids meet, and do not pass each other.
            wave = rng.normal(0, .16, (6, 3)), rng.uniform(0, 6.3, 6), rng.normal(0, .12, 6)
            tilt = rng.normal(0, .12, 3)
            pair = {place: name, MIRROR[place]: NAMES[MIRROR[place]]} if name not in DIRECTIONS else {place: name}
            for k, n in pair.items():
                result[k] = [self.styled(s, k, gain, wave, tilt, unit.get(n)) for s in self.shapes[k]]
        return [[(i, o * stretch) for i, o in s] for s in result]

    def styled(self, shape, place, gain, wave, tilt, unit):
        vertices, offsets = shape
        if unit is not None:
            share, (more, others) = unit
            dense = np.zeros_like(self.vertices)
            dense[vertices] = offsets * (1 - share)
            dense[more] += others * share
            vertices = np.union1d(vertices, more)
            offsets = dense[vertices]
        name = NAMES[place]
        if name == "tongueOut":
            return vertices, (offsets * gain).astype(np.float32)
        p = self.vertices[vertices] * np.float32([1, 1, 1])
        p[:, 0] = abs(p[:, 0])
        k, phase, height = wave
        steady = name.startswith("eyeBlink") or name in ("jawOpen", "mouthClose")
        change = 1 + (np.sin(p @ k.T + phase) * height).sum(1) * (.3 if steady else 1)
        side = np.sign(self.vertices[vertices, :1])
        t = tilt * (.3 if steady else 1)
        turn = np.cross(np.broadcast_to(t, offsets.shape) * np.concatenate([np.ones_like(side), side, side], 1), offsets)
        return vertices, ((offsets + turn) * change[:, None] * gain).astype(np.float32)

    # MakeHuman's own expression units, by another hand, where they mean the same (cosine with the
    # coefficient's shape ≥ .4). A unit of both sides is split.
    UNITS = {
        "eyeBlinkLeft": "eye-left-closure", "eyeBlinkRight": "eye-right-closure",
        "eyeWideLeft": "eye-left-opened-up", "eyeWideRight": "eye-right-opened-up",
        "browDownLeft": "eyebrows-left-down", "browDownRight": "eyebrows-right-down",
        "browOuterUpLeft": "eyebrows-left-extern-up", "browOuterUpRight": "eyebrows-right-extern-up",
        "noseSneerLeft": "nose-left-elevation", "noseSneerRight": "nose-right-elevation",
        "mouthSmileLeft": "mouth-corner-puller", "mouthSmileRight": "mouth-corner-puller",
        "mouthDimpleLeft": "mouth-retraction", "mouthDimpleRight": "mouth-retraction",
        "mouthFrownLeft": "mouth-depression", "mouthFrownRight": "mouth-depression",
        "mouthUpperUpLeft": "mouth-elevation", "mouthUpperUpRight": "mouth-elevation",
        "mouthPucker": "mouth-pursing", "mouthShrugUpper": "mouth-parling",
        "mouthShrugLower": "mouth-eversion", "jawOpen": "mouth-open",
    }

    def units(self, rng):
        """Shares of MakeHuman's expression units in some shapes."""
        people = ("african", "asian", "caucasian")[int(rng.integers(3))]
        result = {}
        for name, unit in self.UNITS.items():
            other = NAMES[MIRROR[PLACE[name]]]
            share = result[other][0] if other in result else rng.uniform(.1, .8) * (rng.random() < .4)
            if not share:
                continue
            if name in ("jawOpen", "eyeBlinkLeft"):
                share = min(share, .3)
            vertices, offsets = self.without_eyes(self.identity_target(f"expression/units/{people}/{unit}"))
            if name[-4:] in ("Left", "ight") and "-left-" not in unit and "-right-" not in unit:
                side = 1 if name.endswith("Left") else -1
                offsets = offsets / (1 + np.exp(-side * 3 * self.vertices[vertices, :1]))
            own = np.linalg.norm(self.shapes[PLACE[name]][0][1])
            result[name] = share, (vertices, offsets * np.float32(own / np.linalg.norm(offsets)))
        return result


# Shapes of identity: names of both directions below `targets`, and the largest weight.
DETAILS = [
    ("nose/nose-scale-horiz", .6), ("nose/nose-scale-vert", .5), ("nose/nose-hump", .6),
    ("nose/nose-volume", .5), ("nose/nose-nostrils-width", .5), ("nose/nose-flaring", .5),
    ("nose/nose-width1", .5), ("nose/nose-width2", .5), ("nose/nose-width3", .5), ("nose/nose-point-width", .5),
    ("mouth/mouth-scale-horiz", .6), ("mouth/mouth-scale-vert", .4), ("mouth/mouth-upperlip-volume", .8),
    ("mouth/mouth-lowerlip-volume", .8), ("mouth/mouth-upperlip-height", .6), ("mouth/mouth-lowerlip-height", .6),
    ("mouth/mouth-cupidsbow", .6), ("mouth/mouth-philtrum-volume", .5), ("chin/chin-width", .6),
    ("chin/chin-prominent", .6), ("chin/chin-height", .5), ("chin/chin-bones", .5), ("chin/chin-prognathism", .5),
    ("head/head-fat", .6), ("head/head-scale-horiz", .35), ("head/head-scale-vert", .3), ("head/head-age", .5),
    ("forehead/forehead-scale-vert", .4), ("forehead/forehead-temple", .4),
]
DIRECTED = [
    ("nose/nose-point-down", "nose/nose-point-up", .6), ("nose/nose-base-down", "nose/nose-base-up", .5),
    ("eyebrows/eyebrows-trans-down", "eyebrows/eyebrows-trans-up", .6),
    ("eyebrows/eyebrows-angle-down", "eyebrows/eyebrows-angle-up", .6),
    ("mouth/mouth-angles-down", "mouth/mouth-angles-up", .4), ("mouth/mouth-trans-down", "mouth/mouth-trans-up", .4),
    ("mouth/mouth-laugh-lines-in", "mouth/mouth-laugh-lines-out", .7),
    ("mouth/mouth-dimples-in", "mouth/mouth-dimples-out", .5),
]
PAIRED = [
    ("cheek/#-cheek-bones", .6), ("cheek/#-cheek-volume", .6), ("cheek/#-cheek-inner", .5),
    ("eyes/#-eye-height1", .3), ("eyes/#-eye-height2", .3), ("eyes/#-eye-height3", .3), ("eyes/#-eye-scale", .4),
]
PAIRED_DIRECTED = [
    ("eyes/#-eye-corner1-down", "eyes/#-eye-corner1-up", .5), ("eyes/#-eye-corner2-down", "eyes/#-eye-corner2-up", .5),
    ("eyes/#-eye-eyefold-down", "eyes/#-eye-eyefold-up", .5), ("eyes/#-eye-bag-in", "eyes/#-eye-bag-out", .5),
    ("eyes/#-eye-trans-in", "eyes/#-eye-trans-out", .4),
]
ASYMMETRIES = [f"asym/asym-{part}-{i}" for part, n in (
    ("eye", 6), ("mouth", 2), ("nose", 4), ("brown", 2), ("cheek", 2), ("jaw", 3)) for i in range(1, n + 1)]
HEADS = ["oval", "round", "square", "rectangular", "triangular", "invertedtriangular", "diamond"]


def identity_weights(rng):
    """Names and weights of the shapes of one person."""
    # The base mesh opens its eyes wide: relaxed lids cover the upper border of the iris.
    lids = rng.uniform(.1, .45)
    result = [("eyes/l-eye-height2-decr", lids), ("eyes/r-eye-height2-decr", lids)]
    people = rng.dirichlet([.5, .5, .5])
    man = rng.random() if rng.random() < .3 else float(rng.random() < .5)
    old = rng.random() ** 1.6
    for race, share in zip(("caucasian", "asian", "african"), people):
        for sex, part in (("male", man), ("female", 1 - man)):
            for years, stage in (("young", 1 - old), ("old", old)):
                if share * part * stage > .01:
                    result.append((f"macrodetails/{race}-{sex}-{years}", share * part * stage))

    def draw(limit):
        return float(np.clip(rng.normal(0, .5), -1, 1)) * limit

    for name, limit in DETAILS:
        w = draw(limit)
        result.append((name + ("-decr" if w < 0 else "-incr"), abs(w)))
    for low, high, limit in DIRECTED:
        w = draw(limit)
        result.append((low if w < 0 else high, abs(w)))
    for low, high, limit in [(n + "-decr", n + "-incr", w) for n, w in PAIRED] + PAIRED_DIRECTED:
        w = draw(limit)
        for side in "lr":
            result.append(((low if w < 0 else high).replace("#", side), abs(w)))
    for name in ASYMMETRIES:
        if rng.random() < .4:
            result.append((name + ("-l" if rng.random() < .5 else "-r"), rng.uniform(0, .35)))
    result.append((f"head/head-{HEADS[int(rng.integers(len(HEADS)))]}", rng.uniform(0, .6)))
    return result
