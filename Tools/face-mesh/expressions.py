"""What each of the 52 coefficients does to the canonical face's landmarks, from the CC0 head.

Lengths are centimetres in the canonical face's frame and size.
"""
import numpy as np

# Rows of the lips' landmarks from the right corner to the left, from the lips' rims outwards.
UPPER_LIP = [
    [191, 80, 81, 82, 13, 312, 311, 310, 415], [183, 42, 41, 38, 12, 268, 271, 272, 407],
    [184, 74, 73, 72, 11, 302, 303, 304, 408], [185, 40, 39, 37, 0, 267, 269, 270, 409],
]
LOWER_LIP = [
    [95, 88, 178, 87, 14, 317, 402, 318, 324], [96, 89, 179, 86, 15, 316, 403, 319, 325],
    [77, 90, 180, 85, 16, 315, 404, 320, 307], [146, 91, 181, 84, 17, 314, 405, 321, 375],
]
# How far a change of the rims moves the rows.
ROW_SHARES = [1, .75, .4, 0]
# The right eye's lids from the outer corner to the inner: their rims, and the ring round them.
UPPER_LID, LOWER_LID = [246, 161, 160, 159, 158, 157, 173], [7, 163, 144, 145, 153, 154, 155]
UPPER_FOLD, LOWER_FOLD = [247, 30, 29, 27, 28, 56, 190], [25, 110, 24, 23, 22, 26, 112]
FOLD_SHARE = .35
# Coefficients that move lids by a share of the eye's opening.
LID_SHAPES = ["eyeBlink", "eyeLookDown", "eyeLookIn", "eyeLookOut", "eyeLookUp", "eyeSquint"]
# The lips of the CC0 head touch; a landmark of one lip that hangs on the other one's skin is moved to
# its own if that is as near as this.
LIP_REACH = .8


def similarity(source, target, weights):
    """Scale and rotation that take one set of points to the other (Umeyama 1991)."""
    w = weights[:, None] / weights.sum()
    a, b = source - (w * source).sum(0), target - (w * target).sum(0)
    u, d, v = np.linalg.svd((w * b).T @ a)
    sign = np.diag([1, 1, np.sign(np.linalg.det(u @ v))])
    return (d * np.diag(sign)).sum() / (w * a * a).sum(), u @ sign @ v


def closest(point, corners):
    """The place on the nearest of some triangles (n × 3 × 3): triangle, weights and distance."""
    best = (np.inf, 0, None)
    for index in np.argsort(((corners.mean(1) - point) ** 2).sum(1))[:60]:
        a, b, c = corners[index]
        gram = np.array([[(b - a) @ (b - a), (b - a) @ (c - a)], [(b - a) @ (c - a), (c - a) @ (c - a)]])
        if abs(np.linalg.det(gram)) < 1e-14:
            continue
        v, w = np.maximum(0, np.linalg.solve(gram, [(point - a) @ (b - a), (point - a) @ (c - a)]))
        if v + w > 1:
            v, w = v / (v + w), w / (v + w)
        weights = np.array([1 - v - w, v, w])
        distance = np.linalg.norm(weights @ corners[index] - point)
        if distance < best[0]:
            best = (distance, index, weights)
    return best[1], best[2], best[0]


class HeadMarks:
    """The landmarks on the CC0 head, each lip's on its own skin."""

    def __init__(self, head, skin):
        self.head = head
        self.marks, self.weights = head.marks.copy(), head.mark_weights.astype(float).copy()
        rest = self.on(head.vertices)
        for rows, start in ((UPPER_LIP, 0), (LOWER_LIP, 17)):
            faces = self.lip(head.faces[head.materials == skin], rest, start)
            corners = head.vertices[faces].astype(float)
            for landmark in sum(rows, []):
                triangle, weights, distance = closest(rest[landmark], corners)
                if distance > LIP_REACH:
                    raise ValueError(f"landmark {landmark} is {distance:.2f} cm from its lip")
                self.marks[landmark], self.weights[landmark] = faces[triangle], weights

    def lip(self, faces, rest, start):
        """The skin between the mouth's corners that hangs together with a landmark: one lip."""
        v = self.head.vertices
        middle = rest[[13, 14]].mean(0)
        reach = abs(rest[78, 0]) * .97
        near = (
            (np.abs(v[faces][:, :, 0]) < reach) & (np.abs(v[faces][:, :, 1] - middle[1]) < 2.2)
            & (v[faces][:, :, 2] > middle[2] - 1.6)).all(1)
        faces = faces[near]
        owners = {}
        for index, face in enumerate(faces):
            for vertex in face:
                owners.setdefault(int(vertex), []).append(index)
        first = int(((v[faces].mean(1) - rest[start]) ** 2).sum(1).argmin())
        seen, queue = {first}, [first]
        while queue:
            for vertex in faces[queue.pop()]:
                for other in owners[int(vertex)]:
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
        return faces[sorted(seen)]

    def on(self, vertices):
        return (vertices[self.marks].astype(float) * self.weights[..., None]).sum(1)


def displacements(face, head, names, skin):
    """52 × 468 × 3 displacements at weight 1, the same on both sides."""
    marks = HeadMarks(head, skin)
    counts = np.zeros(len(face.positions))
    for landmark, weight in face.basis:
        counts[landmark] = weight
    scale, turn = similarity(marks.on(head.vertices), face.positions, counts)
    fields = np.zeros((len(names), len(face.positions), 3))
    for place in range(len(names)):
        moved = np.zeros(head.vertices.shape)
        for vertices, offsets in head.shapes[place]:
            moved[vertices] += offsets
        fields[place] = scale * marks.on(moved) @ turn.T
    twins = [names.index(twin(name)) for name in names]
    return (fields + fields[twins][:, face.mirror] * [-1, 1, 1]) / 2


def twin(name):
    return name.replace("Left", "@").replace("Right", "Left").replace("@", "Right")


def closed_lips(face, names, fields):
    """The canonical face with its lips closed: they are 5 mm apart in it.

    The jaw closes by what the middle of the lips asks for; what is left is shared by both lips.
    """
    rest = face.positions.copy()
    jaw = fields[names.index("jawOpen")]
    gap, fall = rest[13, 1] - rest[14, 1], jaw[13, 1] - jaw[14, 1]
    rest = rest - gap / fall * jaw
    return rest + meeting(rest)


def meeting(points, goal=0.0):
    """What moves the lips so that their rims are apart by `goal` (9 × 3)."""
    change = np.zeros_like(points)
    residual = (points[UPPER_LIP[0]] - points[LOWER_LIP[0]]) - goal
    for upper, lower, share in zip(UPPER_LIP, LOWER_LIP, ROW_SHARES):
        change[upper] -= share * residual / 2
        change[lower] += share * residual / 2
    return change


def fit_lids(face, names, rest, fields):
    """Lids that meet at eyeBlink 1, and that other coefficients move in proportion: the CC0 head's eyes
    are wider open than the canonical face's."""
    for side in ("Right", "Left"):
        def own(points):
            return points if side == "Right" else [int(face.mirror[i]) for i in points]
        upper, lower = own(UPPER_LID), own(LOWER_LID)
        blink = names.index("eyeBlink" + side)
        gap = rest[upper] - rest[lower]
        closing = fields[blink][lower] - fields[blink][upper]
        share = (gap * closing).sum() / (closing ** 2).sum()
        for name in LID_SHAPES:
            fields[names.index(name + side)] *= share
        residual = gap + fields[blink][upper] - fields[blink][lower]
        fields[blink][upper] -= residual
        fields[blink][own(UPPER_FOLD)] -= FOLD_SHARE * residual


def fit_lips(names, rest, fields):
    """Lips that jawOpen parts and mouthClose brings together again."""
    jaw, close = names.index("jawOpen"), names.index("mouthClose")
    gap = rest[UPPER_LIP[0]] - rest[LOWER_LIP[0]]
    fields[close] += meeting(rest + fields[jaw] + fields[close], gap)


def build(face, head, names, skin):
    """The face at rest (468 × 3) and the displacements (52 × 468 × 3)."""
    fields = displacements(face, head, names, skin)
    rest = closed_lips(face, names, fields)
    fit_lids(face, names, rest, fields)
    fit_lips(names, rest, fields)
    return rest, fields


def problems(names, rest, fields):
    """A list of what is wrong; empty for good fields."""
    out = []
    gap = np.linalg.norm(rest[UPPER_LIP[0]] - rest[LOWER_LIP[0]], axis=1).max()
    if gap > .01:
        out.append(f"the lips at rest are {gap:.2f} cm apart")
    blink = rest + fields[names.index("eyeBlinkRight")]
    gap = np.linalg.norm(blink[UPPER_LID] - blink[LOWER_LID], axis=1).max()
    if gap > .01:
        out.append(f"closed lids are {gap:.2f} cm apart")
    jaw = rest + fields[names.index("jawOpen")]
    if jaw[13, 1] - jaw[14, 1] < 2.5:
        out.append(f"jawOpen parts the lips by {jaw[13, 1] - jaw[14, 1]:.1f} cm only")
    for name, field in zip(names, fields):
        if name != "tongueOut" and np.linalg.norm(field, axis=1).max() < .05:
            out.append(f"{name} moves nothing")
    return out
