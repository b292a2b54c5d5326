"""Cameras, lights and surroundings at random, and what a cheap camera does to a picture."""
import math

import cv2
import numpy as np

from drawing import CROP, rotation

FRAME = 640, 480        # pixels of the camera's picture


class View:
    """One picture's camera, pose and lights."""

    def __init__(self, rng, studio=None, calm=1.):
        """A view in a studio (lights, lens and surroundings that persist); `calm` < 1 turns less."""
        studio = studio or Studio(rng)
        self.studio = studio
        self.lights, self.ambient, self.shadow = studio.lights, studio.ambient, studio.shadow

        def bounded(sigma, most):
            return math.radians(float(np.clip(rng.normal(0, sigma), -most, most))) * calm

        self.yaw, self.pitch, self.roll = bounded(18, 42), bounded(12, 28), bounded(8, 22)
        if rng.random() < .12:
            self.yaw = math.radians(rng.uniform(-40, 40)) * calm
        self.focal = FRAME[1] / 2 / math.tan(math.radians(studio.angle) / 2)
        share = math.exp(rng.uniform(math.log(.28), math.log(.85)))
        self.distance = 22 * self.focal / (share * FRAME[1])
        room = max(0, .5 - .55 * share)
        self.offset = rng.uniform(-1, 1, 2) * [room + .1, room * .8] * FRAME[1] * self.distance / self.focal
        self.jitter = rng.normal(0, 1, 4) * [.012, .012, .02, .025]

    def camera(self, v):
        """Vertices in the camera (+y up, −z forward), and the turn."""
        turn = rotation(self.yaw, self.pitch, self.roll).astype(np.float32)
        p = (v - np.float32([0, .3, 4])) @ turn.T
        return p + np.float32([*self.offset, -self.distance]), turn

    def pixels(self, p):
        """Places in the camera's picture."""
        middle = np.array(FRAME) / 2
        return middle + self.focal * p[:, :2] / -p[:, 2:] * [1, -1]

    def region(self, marks):
        """The region that a tracker would look at: middle, size and angle. `marks`: points of the
        face and the outer corners of the right and the left eye."""
        points, corners = marks
        p = self.pixels(self.camera(points)[0])
        right, left = self.pixels(self.camera(corners)[0])
        low, high = p.min(0), p.max(0)
        size = max(high - low) * 1.5
        x, y, scale, turn = self.jitter
        middle = (low + high) / 2 + [x * size, y * size]
        angle = math.atan2(left[1] - right[1], left[0] - right[0]) + turn
        return middle[0], middle[1], size * (1 + scale), angle

    def in_region(self, p, region, size):
        """Pixel places and depths in the drawn region."""
        x, y, width, angle = region
        c, s = math.cos(angle), math.sin(angle)
        d = (self.pixels(p) - [x, y]) @ np.array([[c, -s], [s, c]]) / width
        return np.ascontiguousarray(np.column_stack([(d + .5) * size, -p[:, 2]]), np.float32)


class Studio:
    """Lights, lens and surroundings of a few pictures."""

    def __init__(self, rng):
        u = rng.uniform
        self.angle = u(34, 62)      # vertical, degrees
        key = rng.normal(size=3) * [1., .6, .4] + [0, .45, .9]
        warmth, lights = u(-.12, .12), []
        for i in range(int(rng.integers(1, 4))):
            d = key if i == 0 else rng.normal(size=3) + [0, .2, .3]
            power = u(.45, 1) if i == 0 else u(.05, .4)
            tint = np.array([1 + warmth, 1, 1 - warmth]) * u(.92, 1.08, 3)
            lights.append(np.r_[d / np.linalg.norm(d), power * tint, u(.3, 1.2)])
        self.lights = np.array(lights, np.float32)
        a = u(.25, .7)
        self.ambient = np.r_[a * np.array([1 - warmth, 1, 1 + warmth]), a * u(.4, .9) * np.ones(3)]
        self.shadow = u(.3, .9) if rng.random() < .75 else 0.
        self.background = background(rng)


def background(rng):
    """Blurred boxes and discs."""
    n, u = CROP, rng.uniform
    b = np.empty((n, n, 3), np.float32)
    b[:] = u(20, 220, 3) * np.linspace(u(.6, 1), u(.6, 1), n)[:, None, None]
    for _ in range(int(rng.integers(0, 14))):
        (x, y), (w, h), color = rng.integers(0, n, 2), rng.integers(10, n // 2, 2), u(0, 255, 3).tolist()
        if rng.random() < .7:
            cv2.rectangle(b, (int(x), int(y)), (int(x + w), int(y + h)), color, -1)
        else:
            cv2.circle(b, (int(x), int(y)), int(w // 2), color, -1)
    b = cv2.GaussianBlur(b, (0, 0), u(.5, 8))
    return np.clip(b + np.float32(8 * rng.random()) * rng.standard_normal(b.shape, np.float32), 0, 255)


def occlude(picture, rng):
    """A hand, cup or microphone before a part of the lower face."""
    n = CROP
    at = np.array([n / 2, n * .62]) + rng.normal(0, 30, 2)
    color = rng.uniform(10, 230, 3) if rng.random() < .5 else np.array([200, 150, 125]) * rng.uniform(.5, 1.1)
    m = np.zeros((n, n), np.float32)
    for k in range(int(rng.integers(1, 5))):
        p = at + [k * 12 - 18, rng.normal(0, 5)]
        axes = int(rng.integers(7, 14)), int(rng.integers(20, 50))
        cv2.ellipse(m, (int(p[0]), int(p[1] + 16)), axes, float(rng.uniform(-40, 40)), 0, 360, 1., -1, cv2.LINE_AA)
    m = cv2.GaussianBlur(m, (0, 0), 1.2)[..., None]
    return picture * (1 - m) + m * color


def photograph(picture, covered, region, view, rng):
    """The drawn region as the camera would have seen it, and as the tracker would crop it."""
    share = covered[..., None]
    im = picture + view.studio.background * (1 - share)
    if rng.random() < .04:
        im = occlude(im, rng)
    seen = int(min(CROP, max(48, region[2])))
    if seen < CROP:
        im = cv2.resize(im, (seen, seen), interpolation=cv2.INTER_AREA)
    im = np.float32(im) * np.float32(rng.uniform(.7, 1.25) * rng.uniform(.92, 1.08, 3))
    im = 255 * np.clip(im / 255, 0, 1) ** rng.uniform(.8, 1.25)
    if rng.random() < .4:
        im = cv2.GaussianBlur(im, (0, 0), rng.uniform(.3, 1.3))
    if rng.random() < .15:
        im = cv2.filter2D(im, -1, streak(rng))
    im = im + np.float32(rng.uniform(0, 6)) * rng.standard_normal(im.shape, np.float32)
    im = np.clip(im, 0, 255).astype(np.uint8)
    if rng.random() < .6:
        code = cv2.imencode(".jpg", im[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])[1]
        im = cv2.imdecode(code, 1)[:, :, ::-1]
    if rng.random() < .04:
        im = np.repeat(im.mean(2, keepdims=True), 3, 2).astype(np.uint8)
    return cv2.resize(np.ascontiguousarray(im), (CROP, CROP), interpolation=cv2.INTER_LINEAR)


def streak(rng):
    """A short movement of the camera as a kernel."""
    k, a = int(rng.integers(3, 8)), rng.uniform(0, np.pi)
    kernel, c = np.zeros((k, k), np.float32), (k - 1) / 2
    d = int(round(c * np.cos(a))), int(round(c * np.sin(a)))
    cv2.line(kernel, (int(c) - d[0], int(c) - d[1]), (int(c) + d[0], int(c) + d[1]), 1., 1)
    return kernel / kernel.sum()
