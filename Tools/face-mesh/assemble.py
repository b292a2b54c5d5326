"""Mirrors the half, numbers the vertices and names groups of them."""
from dataclasses import dataclass, field

import numpy as np

from curves import BROW_LOWER, BROW_UPPER, CREASE, CURVES, LIP
from remesh import VERTEX_COUNT, shifted_uv
from surface import Locator, edges_of

TRIANGLE_COUNT = 2304
# The face frame's origin is 2 mm behind the canonical face's; metres.
OFFSET = np.array([0, 0, .002])
LEAST_WEIGHT = 5e-5

# Numbers that programs know: the vertex at a landmark, or the one nearest to a landmark moved by
# some millimetres.
NAMED = {
    8: (4, None), 9: (4, (0, 3.5, -1.8)), 20: (10, None), 24: (13, None), 25: (14, None),
    249: (78, None), 684: (308, None), 1101: (33, None), 1069: (263, None),
    1064: (263, (-5.9, -3.2, 5.7)), 42: (33, (9.7, -6.8, 6.3)),
}


@dataclass
class FaceMesh:
    weights: np.ndarray  # 1220 × 468: vertex = Σ weight · landmark
    uv: np.ndarray  # 1220 × 2, v growing upwards
    triangles: list  # 2304 × 3, counter-clockwise seen from outside
    fill: list  # triangles that close eyes and mouth
    mirror: np.ndarray
    number: dict  # vertex of the half → vertex of the mesh
    groups: dict = field(default_factory=dict)


def assemble(face, sheet, surface, half):
    mesh, at = mirrored(face, sheet, surface, half)
    mesh, at = renumbered(face, mesh, at)
    mesh.groups = named_groups(face, mesh, at, half)
    g = mesh.groups
    eye = strip(g["rightUpperLidRim"], g["rightLowerLidRim"])
    other = [tuple(int(mesh.mirror[v]) for v in (t[0], t[2], t[1])) for t in eye]
    mesh.fill = eye + other + strip(g["upperLipRim"], g["lowerLipRim"])
    return mesh


def mirrored(face, sheet, surface, half):
    """Both halves: the middle line from the top, then pairs (right, left) by distance from the nose
    tip; and the vertices at landmarks."""
    uv, n = np.array(half.uv), len(half.uv)
    ids = np.array([k for k, t in enumerate(sheet) if face.positions[t][:, 0].mean() < 0])
    k, q = Locator(face.uv, sheet[ids])(uv)
    middle = {
        i for i, places in half.on_curve.items()
        if any(CURVES[c].name == "middle" for c, _ in places)}
    weights = surface.weights(ids[k], q)
    for i in middle:
        uv[i, 0] = .5
        weights[i] = (weights[i] + weights[i][face.mirror]) / 2
    weights[np.abs(weights) < LEAST_WEIGHT] = 0
    weights /= weights.sum(1, keepdims=True)
    positions = weights @ face.positions
    order = sorted(middle, key=lambda i: -uv[i, 1])
    tip = face.positions[4]
    side = sorted(
        set(range(n)) - middle,
        key=lambda i: (round(float(np.linalg.norm(positions[i] - tip)), 6), i))
    right = {i: j for j, i in enumerate(order)}
    left = dict(right)
    for j, i in enumerate(side):
        right[i], left[i] = len(order) + 2 * j, len(order) + 2 * j + 1
    count = len(order) + 2 * len(side)
    assert count == VERTEX_COUNT, count
    all_weights, all_uv = np.zeros((count, len(face.positions))), np.zeros((count, 2))
    mirror = np.zeros(count, int)
    for i in range(n):
        all_weights[left[i]], all_uv[left[i]] = weights[i][face.mirror], [1 - uv[i, 0], uv[i, 1]]
        all_weights[right[i]], all_uv[right[i]] = weights[i], uv[i]
        mirror[right[i]], mirror[left[i]] = left[i], right[i]
    triangles = [tuple(right[v] for v in t) for t in half.triangles]
    triangles += [tuple(left[v] for v in (t[0], t[2], t[1])) for t in half.triangles]
    assert len(triangles) == TRIANGLE_COUNT, len(triangles)
    at = {}
    for j in range(count):
        i = int(all_weights[j].argmax())
        if abs(all_weights[j, i] - 1) < 1e-6:
            at[i] = j
    # Near these two landmarks only: the lip corners were shifted.
    corner = half.landmark.index(61)
    at[61], at[291] = right[corner], left[corner]
    return FaceMesh(all_weights, all_uv, triangles, [], mirror, right), at


def renumbered(face, mesh, at):
    """Swaps the vertices that programs know into their places."""
    positions = mesh.weights @ face.positions
    where = {}
    for number, (landmark, shift) in NAMED.items():
        if shift is None:
            old = at[landmark]
        else:
            place = face.positions[landmark] + np.array(shift) / 10
            old = int(np.linalg.norm(positions - place, axis=1).argmin())
        assert old not in where.values(), (number, landmark)
        where[number] = old
    old_of = list(range(VERTEX_COUNT))
    for number, old in where.items():
        j = old_of.index(old)
        old_of[number], old_of[j] = old_of[j], old_of[number]
    new_of = np.arange(VERTEX_COUNT)
    for new, old in enumerate(old_of):
        new_of[old] = new
    triangles = [tuple(int(new_of[v]) for v in t) for t in mesh.triangles]
    triangles = sorted(t[t.index(min(t)):] + t[:t.index(min(t))] for t in triangles)
    renewed = FaceMesh(
        mesh.weights[old_of], mesh.uv[old_of], triangles, [], new_of[mesh.mirror[old_of]],
        {i: int(new_of[j]) for i, j in mesh.number.items()})
    return renewed, {a: int(new_of[j]) for a, j in at.items()}


def inside(points, polygon):
    """Which points lie in a polygon (UV), its border included."""
    within, border = np.zeros(len(points), bool), np.zeros(len(points), bool)
    for a, b in zip(polygon, np.roll(polygon, -1, 0)):
        d, w = b - a, points - a
        t = np.clip((w @ d) / (d @ d), 0, 1)
        border |= np.linalg.norm(w - t[:, None] * d, axis=1) < 1e-6
        with np.errstate(divide="ignore", invalid="ignore"):
            crosses = (a[1] > points[:, 1]) != (b[1] > points[:, 1])
            within ^= crosses & (points[:, 0] < d[0] * (points[:, 1] - a[1]) / d[1] + a[0])
    return within | border


def boundary_neighbours(triangles):
    out = {}
    for (a, b), owners in edges_of(triangles).items():
        if len(owners) == 1:
            out.setdefault(a, []).append(b)
            out.setdefault(b, []).append(a)
    return out


def boundary_path(border, start, end, avoid):
    """The boundary path from start to end that does not pass `avoid`."""
    for first in border[start]:
        path = [start, first]
        while path[-1] not in (end, avoid):
            path.append(next(x for x in border[path[-1]] if x != path[-2]))
        if path[-1] == end:
            return path
    raise ValueError("no path")


def named_groups(face, mesh, at, half):
    """Vertex groups: paths along rims, bands between kept curves, and polygons of landmarks."""
    positions, polygon_uv = mesh.weights @ face.positions, shifted_uv(face.uv)
    border = boundary_neighbours(mesh.triangles)

    def polygon(points):
        return np.flatnonzero(inside(mesh.uv, polygon_uv[points])).tolist()

    def flip(vertices):
        return [int(mesh.mirror[v]) for v in vertices]

    def mirrored_landmarks(points):
        return [int(face.mirror[i]) for i in points]

    def near(landmark):
        return np.linalg.norm(positions - face.positions[landmark], axis=1)

    g = {}
    upper = boundary_path(border, at[33], at[133], at[145])
    lower = boundary_path(border, at[33], at[133], at[159])
    g["rightUpperLidRim"], g["rightLowerLidRim"] = upper, lower
    g["rightEyeRim"] = upper + lower[-2:0:-1]
    g["rightEyelids"] = polygon(CREASE)
    upper = boundary_path(border, at[78], at[308], at[14])
    lower = boundary_path(border, at[78], at[308], at[13])
    g["mouthRim"], g["upperLipRim"], g["lowerLipRim"] = upper + lower[-2:0:-1], upper, lower
    g["lips"] = polygon(LIP + mirrored_landmarks(LIP[1:-1])[::-1])
    upper_lip = LIP[5::-1] + mirrored_landmarks(LIP[1:6])
    upper_rim = mirrored_landmarks([78, 191, 80, 81, 82]) + [13, 82, 81, 80, 191, 78]
    lower_lip = LIP[5:] + mirrored_landmarks(LIP[9:4:-1])
    lower_rim = mirrored_landmarks([78, 95, 88, 178, 87]) + [14, 87, 178, 88, 95, 78]
    g["upperLip"] = sorted(set(polygon(upper_lip + upper_rim)) - set(lower[1:-1]))
    g["lowerLip"] = sorted(set(polygon(lower_lip + lower_rim)) - set(upper[1:-1]))
    line = {
        mesh.number[i] for i, places in half.on_curve.items()
        if any(CURVES[c].name == "lip" for c, _ in places)}
    g["lipOutline"] = sorted(line | set(flip(line)))
    g["rightMouthCorner"] = [at[78], at[61]]
    g["faceOutline"] = (
        boundary_path(border, at[10], at[152], at[454])
        + boundary_path(border, at[152], at[10], at[234])[1:-1])
    g["jawLine"] = boundary_path(border, at[234], at[454], at[10])
    middle = [j for j in range(VERTEX_COUNT) if mesh.mirror[j] == j]
    g["midline"] = sorted(middle, key=lambda j: -mesh.uv[j, 1])
    g["noseTip"] = np.flatnonzero((near(4) < 1.0) | (near(1) < .8)).tolist()
    y, across = positions[:, 1], np.abs(positions[:, 0])
    bridge = (across < .9) & (y > face.positions[5, 1]) & (y < face.positions[168, 1] + .2)
    g["noseBridge"] = np.flatnonzero(bridge).tolist()
    wing = polygon([49, 131, 134, 220, 45, 44, 125, 141, 97, 98, 64, 102])
    g["rightNoseWing"] = [j for j in wing if j not in set(g["noseTip"])]
    g["rightBrow"] = polygon(BROW_UPPER + BROW_LOWER[::-1])
    forehead = [10, 109, 67, 103, 54, 21, 71, 70, 63, 105, 66, 107, 9]
    brows = set(g["rightBrow"]) | set(flip(g["rightBrow"]))
    whole = polygon(forehead + mirrored_landmarks(forehead[-2:0:-1]))
    g["forehead"] = [j for j in whole if j not in brows]
    g["rightTemple"] = polygon([21, 162, 127, 34, 143, 156, 70, 71])
    g["rightCheek"] = polygon([116, 117, 118, 101, 36, 206, 216, 192, 213, 147, 123])
    g["chin"] = polygon([
        18, 83, 182, 194, 32, 140, 176, 148, 152, 377, 400, 369, 262, 418, 406, 313])
    for name in [name for name in g if name.startswith("right")]:
        g["left" + name[5:]] = flip(g[name])
    return {name: [int(v) for v in g[name]] for name in sorted(g)}


def strip(upper, lower):
    """Triangles between two arcs of a hole, both from corner to corner with growing x, seen from
    the front counter-clockwise; the diagonals mirror each other."""
    out = [(upper[0], lower[1], upper[1])]
    n = len(upper)
    for i in range(1, n - 2):
        if i < n // 2:
            out += [(upper[i], lower[i], lower[i + 1]), (upper[i], lower[i + 1], upper[i + 1])]
        else:
            out += [(upper[i], lower[i], upper[i + 1]), (lower[i], lower[i + 1], upper[i + 1])]
    return out + [(upper[n - 2], lower[n - 2], upper[n - 1])]
