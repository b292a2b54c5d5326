"""Draws heads: the picture that the landmark network would be given of one face."""
import ctypes
import os
import subprocess

import cv2
import numpy as np

from head import EYE, GLASSES, KINDS, LASH, SKIN, TEETH, TONGUE
from painting import HEIGHT, WIDTH, Painter, character, colors
from tongue import TongueMesh

HERE = os.path.dirname(os.path.abspath(__file__))
CROP = 256          # pixels of a picture
SUPER = 1.5         # samples a pixel in each direction
SHADOW = 240        # cells of the shadow map


def library():
    """The rasteriser, compiled when its source is newer."""
    cache = os.environ.get("COEFFICIENTS_CACHE", os.path.join(HERE, ".cache"))
    os.makedirs(cache, exist_ok=True)
    source, result = os.path.join(HERE, "raster.c"), os.path.join(cache, "raster.so")
    if not os.path.exists(result) or os.path.getmtime(result) < os.path.getmtime(source):
        subprocess.run(["cc", "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-shared", "-fPIC", source, "-o", result, "-lm"], check=True)
    return ctypes.CDLL(result)


LIBRARY = library()
P, I, F = ctypes.c_void_p, ctypes.c_int, ctypes.c_float


class Scene(ctypes.Structure):
    """As in raster.c."""

    _fields_ = [
        ("width", I), ("height", I), ("faces", I), ("p", P), ("camera", P), ("normals", P), ("attributes", P),
        ("triangles", P), ("material", P), ("number", P), ("texture", P), ("texture_width", I),
        ("texture_height", I), ("kind", P), ("color", P), ("shine", P), ("lights", P), ("light_count", I),
        ("ambient", P), ("up", P), ("eye", P), ("shadow_map", P), ("shadow_size", I), ("shadow_matrix", P),
        ("shadow_bias", F), ("shadow", F), ("seed", I)]


def pointer(a):
    return a.ctypes.data_as(P)


def floats(a):
    return np.ascontiguousarray(a, np.float32)


def depth(points, faces, materials, skip, twosided, width, height):
    """Depth and triangle of each pixel."""
    z, number = np.empty(width * height, np.float32), np.empty(width * height, np.int32)
    LIBRARY.bifrons_depth(
        pointer(points), pointer(faces), pointer(materials), pointer(skip), pointer(twosided), I(len(faces)),
        I(width), I(height), pointer(z), pointer(number))
    return z, number


def normals(v, faces):
    n = np.empty_like(v)
    LIBRARY.bifrons_normals(pointer(v), pointer(faces), I(len(v)), I(len(faces)), pointer(n))
    return n


def rotation(yaw, pitch, roll):
    cy, sy, cp, sp, cr, sr = (f(a) for a in (yaw, pitch, roll) for f in (np.cos, np.sin))
    return (np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]]) @ np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
            @ np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]]))


class Renderer:
    """Draws persons of one head model."""

    def __init__(self, head, crop=CROP):
        self.head, self.crop = head, crop
        self.painter = Painter(head, self.texel_places())
        self.open_skin()
        self.tongue = TongueMesh()

    def texel_places(self):
        h = self.head
        p = np.stack([h.attributes[:, 0] * WIDTH, h.attributes[:, 1] * HEIGHT, -np.hypot(h.vertices[:, 0], h.vertices[:, 2])], 1)
        keep = (np.ptp(h.attributes[h.faces, 0], axis=1) < .3) & (h.materials == SKIN)
        faces, materials = np.ascontiguousarray(h.faces[keep]), np.ascontiguousarray(h.materials[keep])
        _, number = depth(floats(p), faces, materials, np.zeros(7, np.uint8), np.ones(7, np.uint8), WIDTH, HEIGHT)
        places = h.vertices[faces[np.clip(number, 0, None)]].mean(1).reshape(HEIGHT, WIDTH, 3)
        places[number.reshape(HEIGHT, WIDTH) < 0] = -99
        return cv2.blur(places.astype(np.float32), (3, 3))

    def open_skin(self):
        """Ambient light: how much of the half-space before it each skin vertex sees at rest."""
        h, rng, size = self.head, np.random.default_rng(5), 512
        n = normals(floats(h.vertices), h.faces)
        seen, total = np.zeros(len(n)), np.full(len(n), 1e-6)
        skip, twosided = np.zeros(7, np.uint8), np.ones(7, np.uint8)
        skip[[LASH, EYE]] = 1
        for _ in range(60):
            d = rng.normal(size=3)
            d[2] = abs(d[2])
            d /= np.linalg.norm(d)
            x = np.cross(d, [0, 1, .1])
            x /= np.linalg.norm(x)
            q = np.stack([h.vertices @ x * 14 + 256, h.vertices @ np.cross(d, x) * 14 + 256, -(h.vertices @ d)], 1)
            z, _ = depth(floats(q), h.faces, h.materials, skip, twosided, size, size)
            cosine = np.clip(n @ d, 0, 1)
            column, row = (np.clip(q[:, i].astype(int), 0, size - 1) for i in (0, 1))
            seen += cosine * (z.reshape(size, size)[row, column] > q[:, 2] - .25)
            total += cosine
        value = np.clip(.25 + .85 * seen / total, 0, 1)
        skin = h.faces[h.materials == SKIN]
        for _ in range(2):
            sums, counts = np.zeros(len(n)), np.zeros(len(n))
            for k in range(3):
                np.add.at(sums, skin[:, k], value[skin].mean(1))
                np.add.at(counts, skin[:, k], 1)
            value = np.where(counts > 0, sums / np.maximum(counts, 1), value)
        touched = np.unique(skin)
        h.attributes[touched, 2] = value[touched]

    def person(self, rng):
        """Someone to draw."""
        rest, shapes = self.head.identity(rng)
        c = character(rng)
        color, shine = colors(rng, c)
        person = dict(
            rest=rest, shapes=shapes, character=c, texture=floats(self.painter.texture(rng, c)), color=color,
            shine=shine, eye=floats(np.r_[c["iris"], c["white"]]), lashes=rng.random() < .75,
            seed=int(rng.integers(0, 999)), tongue_width=rng.uniform(3, 4.4), tongue_depth=rng.uniform(.8, 1.25),
            glasses=[])
        if rng.random() < .2:
            from glasses import frame
            person["glasses"] = frame(rng, self.head, rest)
        return person

    def draw(self, person, weights, view, tongue=None):
        """A picture of `crop`² pixels without its background, the share of each pixel that the head
        covers, and the region (middle x, y, size, angle) of the camera's picture that it shows."""
        h = self.head
        v = h.posed(person["rest"], person["shapes"], weights)
        marks = h.frame_marks(v)
        faces, materials, attributes = h.faces, h.materials, h.attributes
        parts = list(person["glasses"])
        if tongue is not None:
            parts.append(self.tongue.part(v, person, h, tongue))
        for points, triangles, material, values in parts:
            faces = np.vstack([faces, triangles + len(v)])
            materials = np.concatenate([materials, np.full(len(triangles), material, np.uint8)])
            v, attributes = np.vstack([v, points]), np.vstack([attributes, values])
        v, faces = floats(v), np.ascontiguousarray(faces, np.int32)
        camera, turn = view.camera(v)
        region = view.region(marks)
        size = int(CROP * SUPER)
        points = view.in_region(camera, region, size)
        skip, twosided = np.zeros(7, np.uint8), np.zeros(7, np.uint8)
        skip[LASH] = not person["lashes"]
        twosided[[LASH, GLASSES, TEETH, TONGUE]] = 1
        _, number = depth(points, faces, materials, skip, twosided, size, size)
        out = np.zeros((size * size, 3), np.float32)
        texture = self.painter.folded(person["texture"], person["character"], weights)
        keep = dict(
            p=points, camera=floats(camera), normals=floats(normals(v, faces) @ turn.T), attributes=floats(attributes),
            triangles=faces, material=materials, number=number, texture=texture, kind=KINDS, color=person["color"],
            shine=person["shine"], lights=floats(view.lights), ambient=floats(view.ambient), up=floats([0, 1, 0]),
            eye=person["eye"])
        scene = Scene(
            width=size, height=size, faces=len(faces), texture_width=WIDTH, texture_height=HEIGHT,
            light_count=len(view.lights), shadow_size=SHADOW, shadow_bias=.35, shadow=view.shadow, seed=person["seed"])
        if view.shadow > 0:
            keep["shadow_map"], keep["shadow_matrix"] = self.shadow(camera, faces, materials, skip, view.lights[0, :3])
        for name, value in keep.items():
            setattr(scene, name, value.ctypes.data)
        LIBRARY.bifrons_shade(ctypes.byref(scene), pointer(out))
        covered = (number >= 0).astype(np.float32).reshape(size, size)
        picture = cv2.resize(np.clip(out, 0, 400).reshape(size, size, 3), (self.crop, self.crop), interpolation=cv2.INTER_AREA)
        return picture, cv2.resize(covered, (self.crop, self.crop), interpolation=cv2.INTER_AREA), region

    @staticmethod
    def shadow(camera, faces, materials, skip, direction):
        d = direction.astype(float)
        x = np.cross([0, 1, .01], d)
        x /= np.linalg.norm(x)
        rows = np.stack([x * 7.6, np.cross(d, x) * 7.6, -d])
        middle = camera[faces[materials == SKIN, 0]].mean(0)
        shift = np.array([SHADOW / 2, SHADOW / 2, 0]) - rows @ middle
        skip = skip.copy()
        skip[LASH] = 1
        z, _ = depth(floats(camera @ rows.T + shift), faces, materials, skip, np.ones(7, np.uint8), SHADOW, SHADOW)
        return z, floats(np.hstack([rows, shift[:, None]]))
