"""Frames of glasses."""
import numpy as np

from head import GLASSES


def tube(path, radius, around=6, closed=True):
    """A tube round a polyline: points and triangles."""
    path = np.asarray(path, float)
    n = len(path)
    t = np.roll(path, -1, 0) - np.roll(path, 1, 0) if closed else np.gradient(path, axis=0)
    t /= np.linalg.norm(t, axis=1, keepdims=True)
    x = np.cross(t, [.13, .21, .97])
    x /= np.linalg.norm(x, axis=1, keepdims=True) + 1e-9
    a = np.linspace(0, 2 * np.pi, around, endpoint=False)[None, :, None]
    v = (path[:, None] + radius * (x[:, None] * np.cos(a) + np.cross(t, x)[:, None] * np.sin(a))).reshape(-1, 3)
    faces = []
    for i in range(n if closed else n - 1):
        for j in range(around):
            p, q = i * around + j, i * around + (j + 1) % around
            r, s = (i + 1) % n * around + j, (i + 1) % n * around + (j + 1) % around
            faces += [[p, q, r], [q, s, r]]
    return v.astype(np.float32), np.array(faces, np.int32)


def frame(rng, head, rest):
    """Rims, temples and bridge as parts: points, triangles, material, attributes."""
    u = rng.uniform
    ex = head.eye_place[0] * np.ptp(rest[:, 0]) / np.ptp(head.vertices[:, 0])
    ey, rx, ry = head.eye_place[1] + u(-.5, .2), u(2.2, 2.9), u(1.5, 2.2)
    a = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    corner, z = u(1, 3), head.glasses_depth + u(-.2, .5)
    middle, thick, parts = max(ex, rx + .6), u(.1, .22), []
    for s in (-1, 1):
        x = s * middle + np.sign(np.cos(a)) * np.abs(np.cos(a)) ** (1 / corner) * rx
        y = ey + np.sign(np.sin(a)) * np.abs(np.sin(a)) ** (1 / corner) * ry
        rim = np.stack([x, y, z - .045 * (np.abs(x) - 1) ** 2], 1)
        parts.append(tube(rim, thick))
        o = rim[np.argmax(s * rim[:, 0])]
        temple = np.array([o, o + [s * .6, .1, -1.], [s * 7.9, ey + .2, 2.5], [s * 8., ey, 0]])
        parts.append(tube(temple, .15, closed=False))
    bridge = np.array([[rx - middle, ey + .3, z - .1], [0, ey + .55, z + .15], [middle - rx, ey + .3, z - .1]])
    parts.append(tube(bridge, .12, closed=False))
    lit = np.float32([0, 0, 1, 0])
    return [(v, f, GLASSES, np.tile(lit, (len(v), 1))) for v, f in parts]
