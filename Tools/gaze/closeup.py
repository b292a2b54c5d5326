"""Draws a head coarsely and its eyes finely: what the landmark network's crop would show of one face."""
import cv2
import numpy as np

from drawing import CROP, Renderer, floats
from head import LASH
from names import PLACE
from painting import IRISES, character

FINE = 2                # samples a pixel in each direction round the eyes
MARGIN = 1.7, 1.2       # how far an eye's window reaches from the ball's middle, in balls' radii
ONLY_LASHES = np.ones(7, np.uint8)
ONLY_LASHES[LASH] = 0
TEXTURES = 24           # skins that are kept, and how many people wear one before a new one is painted
WORN = 5
NEAR = 5.5              # centimetres from an eye within which triangles are drawn in its window


class EyeRenderer(Renderer):
    """Draws people of one head model who differ most round the eyes."""

    def __init__(self, head):
        super().__init__(head)
        self.skins, self.drawn = [], 0
        # Each eye's vertices among those that are used, and the triangles near enough to hide it.
        self.balls = [np.searchsorted(self.used, eye) for eye in head.eyes]
        middles = [head.vertices[eye].mean(0) for eye in head.eyes]
        corners = head.vertices[head.faces].mean(1)
        self.near = [np.flatnonzero(np.linalg.norm(corners - m, axis=1) < NEAR) for m in middles]

    def person(self, rng):
        """Someone to draw, mostly with the skin of an earlier one."""
        if len(self.skins) < 4 or self.drawn % WORN == 0:
            person = super().person(rng)
            self.skins = (self.skins + [person])[-TEXTURES:]
        else:
            skin = self.skins[int(rng.integers(len(self.skins)))]
            rest, shapes = self.head.identity(rng)
            person = dict(skin, rest=rest, shapes=shapes, lashes=rng.random() < .8, seed=int(rng.integers(0, 999)),
                          glasses=[])
            if rng.random() < .2:
                from glasses import frame
                person["glasses"] = frame(rng, self.head, rest)
        self.drawn += 1
        person = dict(
            person, shapes=self.following(rng, person["shapes"]), character=dict(person["character"], folds=0),
            eye=eye_paint(rng), shine=person["shine"].copy(), lash_share=rng.uniform(.25, 1),
            lashes_thick=int(rng.integers(1, 5)) if rng.random() < .4 else 0)
        person["shine"][1] = rng.uniform(.3, 1.2)
        person["rest"] = self.moved_eyes(rng, self.opened(rng, person["rest"]))
        return person

    def opened(self, rng, rest):
        """Lids at rest wider open than the others' of the head."""
        share = np.float32(rng.uniform(0, .4) * (rng.random() < .6))
        rest = rest.copy()
        for name in ("eyes/l-eye-height2-decr", "eyes/r-eye-height2-decr"):
            shape = self.head.identity_target(name)
            if shape is not None:
                rest[shape[0]] -= share * shape[1]
        return rest

    def following(self, rng, shapes):
        """Upper and lower lids follow the eyes down by shares of their own, and seldom hide them."""
        shapes, upper, lower = list(shapes), rng.uniform(.4, 1), rng.uniform(.3, 1.6)
        for name, eye in (("eyeLookDownLeft", self.head.eyes[0]), ("eyeLookDownRight", self.head.eyes[1])):
            middle = self.head.vertices[eye, 1].mean()
            shapes[PLACE[name]] = [
                (i, o * np.where(self.head.vertices[i, 1] > middle, upper, lower)[:, None].astype(np.float32))
                for i, o in shapes[PLACE[name]]]
        return shapes

    def moved_eyes(self, rng, rest):
        """Eyeballs that lie and measure otherwise than the head's sculptor had them, alike on both sides."""
        rest = rest.copy()
        shift = np.clip(rng.normal(0, 1, 3), -1.5, 1.5) * [.035, .03, .03] - [0, 0, .035]
        size = np.exp(np.clip(rng.normal(-.005, .02), -.04, .02))
        for eye, side in zip(self.head.eyes, (1, -1)):
            p = rest[eye]
            middle = p.mean(0)
            rest[eye] = (p - middle) * np.float32(size) + middle + np.float32(shift * [side, 1, 1])
        return rest

    def crop_of(self, person, weights, view):
        """The crop without its background, where it is covered, and its region."""
        placed = self.placed(person, weights, view)
        bald = placed["skip"].copy()
        bald[LASH] = 1
        whole = (0, 0, CROP, CROP)
        number = self.numbered(placed, CROP, whole, bald)[1]
        covered = (number >= 0).astype(np.float32).reshape(CROP, CROP)
        windows = list(self.windows(placed))
        for x, y, width, height in windows:
            number.reshape(CROP, CROP)[y:y + height, x:x + width] = -1
        picture = self.shaded(placed, CROP, whole, number)
        for near, window in zip(self.near, windows):
            x, y, width, height = window
            out, share = self.eye_window(person, self.nearby(placed, near), bald, tuple(v * FINE for v in window))
            picture[y:y + height, x:x + width] = cv2.resize(out, (width, height), interpolation=cv2.INTER_AREA)
            covered[y:y + height, x:x + width] = cv2.resize(share, (width, height), interpolation=cv2.INTER_AREA)
        return picture, covered, placed["region"]

    def nearby(self, placed, near):
        """The same with some of the head's triangles, and all that it wears."""
        keep = placed["keep"]
        chosen = np.concatenate([near, np.arange(len(self.faces), len(keep["triangles"]))])
        return dict(placed, keep=dict(
            keep, triangles=np.ascontiguousarray(keep["triangles"][chosen]),
            material=np.ascontiguousarray(keep["material"][chosen])))

    def eye_window(self, person, placed, bald, window):
        """An eye drawn finely, with lashes that let some light through."""
        size = CROP * FINE
        near, number = self.numbered(placed, size, window, bald)
        out = self.shaded(placed, size, window, number)
        if person["lashes"]:
            hair, above = self.numbered(placed, size, window, ONLY_LASHES)
            above[hair > near] = -1
            share = (above >= 0).reshape(out.shape[:2]).astype(np.float32) * np.float32(person["lash_share"])
            if person["lashes_thick"]:
                thick = cv2.dilate(share, np.ones((person["lashes_thick"], person["lashes_thick"]), np.uint8))
                out += (person["color"][LASH] * np.float32(.6) - out) * (thick - share)[..., None]
            out += (self.shaded(placed, size, window, above) - out) * share[..., None]
        return out, (number >= 0).astype(np.float32).reshape(window[3], window[2])

    def windows(self, placed):
        """Rectangles of whole pixels round both eyes."""
        for ball in self.balls:
            ball = placed["points"][ball, :2] * CROP
            middle, radius = ball.mean(0), np.ptp(ball[:, 1]) / 2
            low = np.clip(np.floor(middle - radius * np.array(MARGIN)), 0, CROP - 2).astype(int)
            high = np.clip(np.ceil(middle + radius * np.array(MARGIN)), low + 2, CROP).astype(int)
            yield (*low.tolist(), *(high - low).tolist())


def eye_paint(rng):
    """Iris and white, the radii of pupil and iris, and how dark the iris's rim is."""
    a, b = IRISES[rng.integers(len(IRISES), size=2)]
    share = rng.random()
    iris = (a * share + b * (1 - share)) * rng.uniform(.6, 1.3)
    return floats(np.r_[iris, character(rng)["white"] * rng.uniform(.85, 1.05),
                        rng.uniform(.26, .6), 1.06 * rng.uniform(.9, 1.12), rng.uniform(.1, 1.4)])
