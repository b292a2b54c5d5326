"""The curved surface over the landmarks' triangles, linear in the landmarks."""
import numpy as np

LEVELS = 3  # subdivisions before the limit is taken


def edge(a, b):
    return (a, b) if a < b else (b, a)


def edges_of(triangles):
    """Each edge with the list of its triangles."""
    edges = {}
    for k, t in enumerate(triangles):
        for i in range(3):
            edges.setdefault(edge(int(t[i]), int(t[(i + 1) % 3])), []).append(k)
    return edges


class Surface:
    """Loop subdivision with a boundary rule and sharp corners, pushed to its limit.

    Rows of `limit` are weights over the landmarks. A value at a triangle of the sheet and
    barycentric weights b is  S(b) + Σ bᵢ (Lᵢ − S(Lᵢ)): curved between the landmarks, and through
    every one of them.
    """

    def __init__(self, triangles, landmark_count, sharp):
        self.sheet = np.asarray(triangles)
        weights, fine = np.eye(landmark_count), self.sheet
        for _ in range(LEVELS):
            weights, fine = self._refine(weights, fine, sharp)
        self.limit = self._limit(weights, fine, sharp)
        self.fine = fine
        self.residual = np.eye(landmark_count) - self.limit[:landmark_count]

    @staticmethod
    def _rings(triangles):
        """Edges, neighbours of each vertex, and boundary neighbours."""
        edges, near, border = edges_of(triangles), {}, {}
        for (a, b), owners in edges.items():
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
            if len(owners) == 1:
                border.setdefault(a, []).append(b)
                border.setdefault(b, []).append(a)
        return edges, near, border

    @staticmethod
    def _loop_weight(valence):
        return 3 / 16 if valence == 3 else 3 / (8 * valence)

    @classmethod
    def _refine(cls, weights, triangles, sharp):
        edges, near, border = cls._rings(triangles)
        n = len(weights)
        out = np.zeros((n + len(edges), weights.shape[1]))
        for i in range(n):
            if i in sharp:
                out[i] = weights[i]
            elif i in border:
                out[i] = .75 * weights[i] + .125 * (weights[border[i][0]] + weights[border[i][1]])
            else:
                k = len(near[i])
                b = cls._loop_weight(k)
                out[i] = (1 - k * b) * weights[i] + b * weights[near[i]].sum(0)
        number = {}
        for j, ((a, b), owners) in enumerate(edges.items()):
            number[a, b] = n + j
            if len(owners) == 1:
                out[n + j] = .5 * (weights[a] + weights[b])
            else:
                c = [int(x) for q in owners for x in triangles[q] if x != a and x != b]
                out[n + j] = (
                    .375 * (weights[a] + weights[b]) + .125 * (weights[c[0]] + weights[c[1]]))
        children = []
        for a, b, c in triangles:
            ab, bc, ca = number[edge(a, b)], number[edge(b, c)], number[edge(c, a)]
            children += [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        return out, np.array(children)

    @classmethod
    def _limit(cls, weights, triangles, sharp):
        _, near, border = cls._rings(triangles)
        out = weights.copy()
        for i in range(len(weights)):
            if i in sharp:
                continue
            if i in border:
                out[i] = (4 * weights[i] + weights[border[i][0]] + weights[border[i][1]]) / 6
            else:
                k = len(near[i])
                x = 1 / (3 / (8 * cls._loop_weight(k)) + k)
                out[i] = (1 - k * x) * weights[i] + x * weights[near[i]].sum(0)
        return out

    def _locate(self, triangle, weights):
        """The fine triangle and its barycentric weights, by descending the subdivision."""
        triangle, q = np.array(triangle), np.array(weights, float)
        for _ in range(LEVELS):
            child = np.where(
                q[:, 0] >= .5, 0, np.where(q[:, 1] >= .5, 1, np.where(q[:, 2] >= .5, 2, 3)))
            middle = np.stack([1 - 2 * q[:, 2], 1 - 2 * q[:, 0], 1 - 2 * q[:, 1]], 1)
            q = np.where((child == 3)[:, None], middle, 2 * q - np.eye(4, 3)[child])
            triangle = 4 * triangle + child
        return self.fine[triangle], q

    def values(self, data):
        """A function (triangle of the sheet, barycentric weights) → values, for data per landmark."""
        limit, residual, sheet = self.limit @ data, self.residual @ data, self.sheet

        def at(triangle, weights):
            t, q = self._locate(triangle, weights)
            return ((q[:, :, None] * limit[t]).sum(1)
                    + (np.asarray(weights)[:, :, None] * residual[sheet[triangle]]).sum(1))

        return at

    def weights(self, triangle, weights):
        """Rows over the landmarks."""
        return self.values(np.eye(len(self.residual)))(triangle, weights)


class Locator:
    """From a UV to the triangle of the sheet and its barycentric weights."""

    def __init__(self, uv, triangles):
        a, b, c = (uv[triangles[:, i]] for i in range(3))
        self.origin = a
        self.inverse = np.linalg.inv(np.stack([b - a, c - a], 2))

    def __call__(self, points):
        d = points[:, None] - self.origin[None]
        w = np.einsum("tij,ntj->nti", self.inverse, d)
        w = np.concatenate([1 - w.sum(2, keepdims=True), w], 2)
        k = w.min(2).argmax(1)
        q = np.clip(w[np.arange(len(points)), k], 0, 1)
        return k, q / q.sum(1, keepdims=True)
