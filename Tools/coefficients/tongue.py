"""A tongue that can be put out far, bent and turned aside."""
import numpy as np

from head import TONGUE

RINGS, AROUND = 24, 20


class TongueMesh:
    """A swept ellipse from its root over the lower lip."""

    def __init__(self):
        faces = []
        for i in range(RINGS - 1):
            for j in range(AROUND):
                a, b = i * AROUND + j, i * AROUND + (j + 1) % AROUND
                faces += [[a, a + AROUND, b], [b, a + AROUND, b + AROUND]]
        last = (RINGS - 1) * AROUND
        faces += [[last + j, RINGS * AROUND, last + (j + 1) % AROUND] for j in range(AROUND)]
        self.faces = np.array(faces, np.int32)

    def part(self, v, person, head, tongue):
        """Points, triangles, material and attributes."""
        upper, lower = (v[i].astype(float) for i in head.lips)
        fall = lower - person["rest"][head.lips[1]]
        root = np.array(head.root) + [0, .3 * fall[1], 0]
        p = self.swept(upper, lower, root, person["tongue_width"], person["tongue_depth"], **tongue)
        values = np.zeros((len(p), 4), np.float32)
        values[:, 0] = np.tile(np.arange(AROUND) / AROUND, RINGS + 1)[:len(p)]
        values[:, 1] = np.arange(len(p)) / len(p)
        values[:, 2] = np.clip(1 - .5 * (lower[2] - .2 - p[:, 2]) / 2.5, .15, 1)
        return p, self.faces, TONGUE, values

    @staticmethod
    def swept(upper, lower, root, width, thick, length, droop, side, roundness):
        """`length` cm beyond the lower lip (negative: behind it), bent down by `droop` radians."""
        gap = max(.15, upper[1] - lower[1])
        thick = min(thick, max(.35, gap * .95))
        over = lower + np.array([0, .5 * thick, -.1])
        ahead = np.array([np.sin(side) * np.cos(droop), -np.sin(droop), np.cos(droop) * np.cos(side)])
        s = np.linspace(0, 1, 120)[:, None]
        hump = np.array([0, max(root[1], over[1] + .1) + .2, (root[2] + over[2]) / 2 + 1.2])
        inner = (1 - s) ** 2 * root + 2 * s * (1 - s) * hump + s * s * over
        tangent = over - hump
        tangent /= np.linalg.norm(tangent)
        reach = 6.
        bend = np.clip(np.linspace(0, 1, 120)[1:, None] * reach / 1.6, 0, 1)
        directions = tangent * (1 - bend) + ahead * bend
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        line = np.vstack([inner, over + np.cumsum(directions * (reach / 119), 0)])
        along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
        end = max(1.5, along[119] + length)
        u = np.linspace(0, end, RINGS + 1)
        p = np.stack([np.interp(u, along, line[:, j]) for j in range(3)], 1)
        forward = np.gradient(p, axis=0)
        forward /= np.linalg.norm(forward, axis=1, keepdims=True)
        across = np.cross(np.array([0, 1, 0.]), forward)
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        upwards = np.cross(forward, across)
        tip = end - u
        profile = np.sqrt(np.clip(1 - np.clip(1 - tip / ((1.3 + .5 * roundness) * 1.1), 0, 1) ** 2, 0, 1))
        w = width / 2 * profile * (1 - .12 * u / end)
        t = thick / 2 * (.45 + .55 * profile) * np.where(tip < .25, .8, 1)
        a = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
        groove = 1 - .28 * np.exp(-(np.cos(a) / .25) ** 2) * (np.sin(a) > 0)
        rings = (p[:RINGS, None] + across[:RINGS, None] * (w[:RINGS, None, None] * np.cos(a)[None, :, None])
                 + upwards[:RINGS, None] * (t[:RINGS, None, None] * (np.sin(a) * groove)[None, :, None]))
        return np.vstack([rings.reshape(-1, 3), p[-1:]]).astype(np.float32)
