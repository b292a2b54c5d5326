"""Meshes one half of the face in the plane of its UVs, with lengths measured on the surface.

Operations: split, collapse and flip edges, relax vertices; ties are broken by vertex number, so
that the result repeats.
"""
import math

import numpy as np

from curves import (
    BROW_LOWER, BROW_UPPER, CURVES, EYE, LIP, MOUTH, MOUTH_CORNER, NOSE_BRIDGE, NOSE_TIP, NOSE_WING,
    PINNED)
from surface import Locator, edge, edges_of

VERTEX_COUNT = 1220  # of the whole mesh
COLLAPSE_BELOW = .45  # edges shorter than this share of the wanted length are merged
RELAX_ROUNDS = 12
LARGEST_EDGE = 1.25  # centimetres
LEAST_UV_AREA = 2e-6
CORNER_SHIFT = .25  # the lip corner's vertex: from landmark 61 this far towards 57
CORNER_EDGE = .5  # wanted edge length within CORNER_REACH of a mouth corner, centimetres
CORNER_REACH = .3


def shifted_uv(uv):
    """UVs with the outer lip corners moved outwards: on real faces 61 and 78 nearly meet."""
    out = uv.copy()
    for a, b in ((61, 57), (291, 287)):
        out[a] = uv[a] + CORNER_SHIFT * (uv[b] - uv[a])
    return out


def size_field(positions):
    """A function: points (x ≤ 0, centimetres) → wanted edge length in centimetres.

    The least of (length at a feature + growth · distance from it).
    """

    def along(points, closed=False, steps=6):
        q = positions[points + points[:1]] if closed else positions[points]
        pieces = [
            q[i] + (q[i + 1] - q[i]) * np.linspace(0, 1, steps, endpoint=False)[:, None]
            for i in range(len(q) - 1)]
        return np.concatenate(pieces + [q[-1:]])

    features = [
        (along(EYE, True), .22, .24), (along(MOUTH), .25, .24), (along(LIP), .30, .24),
        (along(NOSE_WING), .36, .22), (along(NOSE_TIP), .36, .22), (along(NOSE_BRIDGE), .50, .20),
        (np.concatenate([along(BROW_LOWER), along(BROW_UPPER)]), .50, .22),
    ]
    corner = along(MOUTH_CORNER)

    def distance(points, feature):
        return np.sqrt(((points[:, None] - feature[None]) ** 2).sum(2)).min(1)

    def wanted(points):
        length = np.full(len(points), LARGEST_EDGE)
        for feature, least, growth in features:
            length = np.minimum(length, least + growth * distance(points, feature))
        # The landmarks of a mouth corner crowd on real faces: no small triangles there.
        near = distance(points, corner) < CORNER_REACH
        return np.where(near, np.maximum(length, CORNER_EDGE), length)

    return wanted


class HalfMesh:
    """One half of the sheet while it is meshed."""

    def __init__(self, face, sheet, half, at, wanted):
        self.at, self.wanted = at, wanted
        self.locate = Locator(face.uv, sheet[half])
        self.half = np.asarray(half)
        used = sorted(set(sheet[half].ravel().tolist()))
        new = {v: i for i, v in enumerate(used)}
        uv = shifted_uv(face.uv)
        self.uv = [uv[v].copy() for v in used]
        self.landmark = list(used)  # the landmark that a vertex started as, or −1
        self.triangles = [tuple(new[int(v)] for v in t) for t in sheet[half]]
        self.curve_uv, self.on_curve, self.edge_curve = [], {}, {}
        for k, curve in enumerate(CURVES):
            points = curve.points
            self.curve_uv.append(uv[points + points[:1]] if curve.closed else uv[points])
            for i, v in enumerate(points):
                self.on_curve.setdefault(new[v], []).append((k, float(i)))
            for i in range(len(points) if curve.closed else len(points) - 1):
                self.edge_curve[edge(new[points[i]], new[points[(i + 1) % len(points)]])] = k
        self.pinned = {new[v] for v in PINNED if v in new}
        for v, places in self.on_curve.items():
            if any(CURVES[k].fixed for k, _ in places):
                self.pinned.add(v)
        k, q = self.locate(np.array(self.uv))
        self.positions = self.at(self.half[k], q)
        self.lengths = self.wanted(self.positions)

    # Geometry

    def _update(self, i):
        """Recomputes the place of a vertex, the last of which may be new."""
        k, q = self.locate(np.array([self.uv[i]]))
        p = self.at(self.half[k], q)[0]
        self.positions = self._set(self.positions, i, p)
        self.lengths = self._set(self.lengths, i, self.wanted(self.positions[i:i + 1])[0])

    @staticmethod
    def _set(array, i, value):
        if i == len(array):
            return np.concatenate([array, [value]])
        array[i] = value
        return array

    def _curve_point(self, k, t):
        line = self.curve_uv[k]
        n = len(line) - 1
        if CURVES[k].closed:
            t = t % n
        i = min(int(t), n - 1)
        f = t - i
        return line[i] * (1 - f) + line[i + 1] * f

    def _place_on(self, k, v):
        return next(t for c, t in self.on_curve[v] if c == k)

    def uv_area(self, a, b, c):
        p, q, r = self.uv[a], self.uv[b], self.uv[c]
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    def least_angle(self, t):
        """The least angle of a triangle on the surface, in degrees."""
        p = [self.positions[v].tolist() for v in t]
        d = sorted(
            ((p[j][0] - p[i][0]) ** 2 + (p[j][1] - p[i][1]) ** 2 + (p[j][2] - p[i][2]) ** 2) ** .5
            for i, j in ((0, 1), (1, 2), (2, 0)))
        cosine = (d[1] ** 2 + d[2] ** 2 - d[0] ** 2) / (2 * d[1] * d[2] + 1e-300)
        return math.degrees(math.acos(min(1, cosine)))

    def normal(self, t):
        a, b, c = (self.positions[v].tolist() for v in t)
        u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
        n = np.array([
            u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])
        return n / (math.sqrt(n @ n) + 1e-12)

    def stretch(self, e):
        """An edge's length over the wanted one."""
        length = np.linalg.norm(self.positions[e[0]] - self.positions[e[1]])
        return length / (.5 * (self.lengths[e[0]] + self.lengths[e[1]]))

    def middle_count(self):
        return sum(
            any(CURVES[k].name == "middle" for k, _ in self.on_curve.get(i, []))
            for i in range(len(self.uv)))

    def whole_count(self):
        """The number of vertices when the half is mirrored."""
        return 2 * len(self.uv) - self.middle_count()

    # Operations

    def split(self, e):
        a, b = e
        k = self.edge_curve.pop(e, None)
        n = len(self.uv)
        if k is None:
            self.uv.append((self.uv[a] + self.uv[b]) / 2)
        else:
            self._split_curve(k, a, b, n)
        self.landmark.append(-1)
        out = []
        for t in self.triangles:
            if a in t and b in t:
                i = next(j for j in range(3) if {t[j], t[(j + 1) % 3]} == {a, b})
                x, y, z = t[i], t[(i + 1) % 3], t[(i + 2) % 3]
                out += [(x, n, z), (n, y, z)]
            else:
                out.append(t)
        self.triangles = out
        self._update(n)

    def _split_curve(self, k, a, b, n):
        ta, tb = self._place_on(k, a), self._place_on(k, b)
        if CURVES[k].closed:
            m = len(self.curve_uv[k]) - 1
            if abs(ta - tb) > m / 2:
                ta, tb = (ta + m, tb) if ta < tb else (ta, tb + m)
            t = ((ta + tb) / 2) % m
        else:
            t = (ta + tb) / 2
        self.uv.append(self._curve_point(k, t))
        self.on_curve[n] = [(k, t)]
        self.edge_curve[edge(a, n)] = self.edge_curve[edge(n, b)] = k
        if CURVES[k].fixed:
            self.pinned.add(n)

    def collapse(self, keep, gone):
        """Merges a free vertex into a neighbour; False where that would fold the sheet."""
        star = [t for t in self.triangles if gone in t]
        near = {v for t in star for v in t} - {gone}
        near_keep = {v for t in self.triangles if keep in t for v in t} - {keep}
        if len((near & near_keep) - {keep, gone}) != 2:
            return False
        new = []
        for t in star:
            if keep in t:
                continue
            u = tuple(keep if v == gone else v for v in t)
            if self.uv_area(*u) < 1e-6 or self.least_angle(u) < 12:
                return False
            new.append(u)
        self.triangles = [t for t in self.triangles if gone not in t] + new
        self._drop(gone)
        return True

    def _drop(self, gone):
        """Removes a vertex; the last one takes its number."""
        last = len(self.uv) - 1
        for values in (self.uv, self.landmark):
            values[gone] = values[last]
            values.pop()
        self.positions[gone], self.lengths[gone] = self.positions[last], self.lengths[last]
        self.positions, self.lengths = self.positions[:-1], self.lengths[:-1]

        def renumber(v):
            return gone if v == last else v

        self.triangles = [tuple(renumber(v) for v in t) for t in self.triangles]
        self.on_curve.pop(gone, None)
        if last in self.on_curve and last != gone:
            self.on_curve[gone] = self.on_curve.pop(last)
        self.edge_curve = {
            edge(renumber(a), renumber(b)): k for (a, b), k in self.edge_curve.items()}
        self.pinned = {renumber(v) for v in self.pinned if v != gone or last == gone}

    def flip(self, rounds=6):
        """Flips free edges while that widens the least angle, with a charge on sharp folds."""
        for _ in range(rounds):
            edges = edges_of(self.triangles)
            flipped, touched, born = 0, set(), set()
            for (a, b), owners in sorted(edges.items()):
                if len(owners) != 2 or (a, b) in self.edge_curve or touched & set(owners):
                    continue
                t, u = self.triangles[owners[0]], self.triangles[owners[1]]
                i = next(j for j in range(3) if {t[j], t[(j + 1) % 3]} == {a, b})
                x, y, c = t[i], t[(i + 1) % 3], t[(i + 2) % 3]
                d = next(v for v in u if v != x and v != y)
                if edge(c, d) in edges or edge(c, d) in born:
                    continue
                one, two = (x, d, c), (d, y, c)
                if self.uv_area(*one) < LEAST_UV_AREA or self.uv_area(*two) < LEAST_UV_AREA:
                    continue
                if self._worth(one, two) > self._worth(t, u) + .5:
                    self.triangles[owners[0]], self.triangles[owners[1]] = one, two
                    touched |= set(owners)
                    born.add(edge(c, d))
                    flipped += 1
            if not flipped:
                break

    def _worth(self, t, u):
        fold = self.normal(t) @ self.normal(u)
        return min(self.least_angle(t), self.least_angle(u)) + 12 * min(fold, .95)

    def relax(self, rounds=1, step=.6):
        """Moves each vertex towards its neighbours, the more the longer the edge against the size
        field; never folding the UVs and never narrowing a triangle below 25 degrees."""
        for _ in range(rounds):
            near, star = {}, {}
            for t in self.triangles:
                for v in t:
                    near.setdefault(v, set()).update(t)
                    star.setdefault(v, []).append(t)
            for i in range(len(self.uv)):
                if i not in self.pinned:
                    self._relax_vertex(i, near[i], star[i], step)

    def _relax_vertex(self, i, near, star, step):
        old, on = self.uv[i], self.on_curve.get(i)
        js = [j for j in near if j != i]
        if on:
            k, t0 = on[0]
            js = [j for j in js if self.edge_curve.get(edge(i, j)) == k]
        length = np.linalg.norm(self.positions[js] - self.positions[i], axis=1)
        w = (length / (.5 * (self.lengths[js] + self.lengths[i]))) ** 1.5
        if on:
            m = len(self.curve_uv[k]) - 1
            places = []
            for j in js:
                t = self._place_on(k, j)
                if CURVES[k].closed:
                    t = t0 + ((t - t0 + m / 2) % m - m / 2)
                places.append(t)
            t = t0 + step * ((w @ np.array(places)) / w.sum() - t0)
            if CURVES[k].closed:
                t %= m
            new = self._curve_point(k, t)
        else:
            new = old + step * ((w @ np.array([self.uv[j] for j in js])) / w.sum() - old)
        before = min(self.least_angle(s) for s in star)
        position, wanted = self.positions[i].copy(), self.lengths[i]
        self.uv[i] = new
        if min(self.uv_area(*s) for s in star) < LEAST_UV_AREA:
            self.uv[i] = old
            return
        self._update(i)
        if min(self.least_angle(s) for s in star) < min(before, 25):
            self.uv[i], self.positions[i], self.lengths[i] = old, position, wanted
            return
        if on:
            self.on_curve[i] = [(k, t)]


def mesh_half(face, sheet, surface):
    """The right half with as many vertices as the whole mesh needs."""
    half = [k for k, t in enumerate(sheet) if face.positions[t][:, 0].mean() < 0]
    mesh = HalfMesh(face, sheet, half, surface.values(face.positions), size_field(face.positions))
    # The rims get each edge halved once: 32 + 32 + 40 + 36 boundary edges, and so
    # F = 2V − B + 4 = 2304 triangles for 1220 vertices.
    rims = [e for e, k in mesh.edge_curve.items() if CURVES[k].name in ("eye", "mouth")]
    for e in sorted(rims):
        mesh.split(e)
    mesh.flip()
    merge_crowded(mesh)
    mesh.flip()
    mesh.relax(3)
    mesh.flip()
    split_longest(mesh)
    for _ in range(RELAX_ROUNDS):
        mesh.relax(1, step=.5)
        mesh.flip(2)
    return mesh


def merge_crowded(mesh):
    """Collapses free vertices on edges far too short for the size field."""

    def free(i):
        return i not in mesh.pinned and i not in mesh.on_curve

    def merge_one():
        candidates = sorted(
            (mesh.stretch(e), e) for e in edges_of(mesh.triangles)
            if (free(e[0]) or free(e[1])) and e not in mesh.edge_curve)
        for stretch, (a, b) in candidates:
            if stretch > COLLAPSE_BELOW:
                return False
            for keep, gone in ((a, b), (b, a)):
                if free(gone) and mesh.collapse(keep, gone):
                    return True
        return False

    while merge_one():
        pass


def split_longest(mesh):
    """Splits the edge longest against the size field until the count is right."""
    step = 0
    while mesh.whole_count() < VERTEX_COUNT:
        missing = VERTEX_COUNT - mesh.whole_count()
        candidates = []
        for e in edges_of(mesh.triangles):
            k = mesh.edge_curve.get(e)
            if k is not None and CURVES[k].fixed:
                continue
            # A vertex on the middle line counts once, any other twice.
            middle = k is not None and CURVES[k].name == "middle"
            if (missing == 1 and not middle) or (missing == 2 and middle):
                continue
            candidates.append(e)
        mesh.split(max(candidates, key=lambda e: (round(mesh.stretch(e), 9), e)))
        step += 1
        if step % 10 == 0:
            mesh.flip(2)
        if step % 40 == 0:
            mesh.relax(2)
            mesh.flip(2)
