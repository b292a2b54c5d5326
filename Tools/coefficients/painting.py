"""Skin, lips, brows, beards and hair painted on a head's texture, and the folds that expressions cut."""
import cv2
import numpy as np

from head import EYE, LASH, MOUTH, SKIN, TEETH, TONGUE, GLASSES
from names import PLACE

WIDTH, HEIGHT = 440, 492        # texels: 220° × 30 cm
TONES = np.array([(238, 202, 180), (226, 184, 156), (210, 164, 132), (186, 136, 104), (150, 104, 76),
                  (112, 74, 54), (82, 54, 42)], float)
HAIRS = np.array([(28, 22, 20), (60, 40, 28), (96, 66, 42), (168, 132, 84), (140, 140, 142)], float)
IRISES = np.array([(70, 46, 28), (96, 70, 40), (92, 104, 70), (90, 120, 150), (50, 34, 24)], float)


def clouds(rng, height, width, sizes, fall=.6):
    """Noise of several sizes, texels."""
    sum_, gain = np.zeros((height, width), np.float32), 1.
    for size in sizes:
        small = rng.normal(0, 1, (max(2, height // size), max(2, width // size))).astype(np.float32)
        sum_ += gain * cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        gain *= fall
    return sum_


def character(rng):
    """What a person's surface looks like."""
    u = rng.uniform
    q = rng.random() * (len(TONES) - 1.01)
    i = int(q)
    skin = (TONES[i] * (1 - q + i) + TONES[i + 1] * (q - i)) * u(.92, 1.06, 3)
    hair = HAIRS[rng.integers(len(HAIRS))] * u(.8, 1.2)
    lip = skin * [.86, .58, .58] * u(.85, 1.1)
    if rng.random() < .3:
        lip = np.array([u(130, 200), u(20, 90), u(40, 100)])
    return dict(
        skin=skin, hair=hair, lip=lip, blotch=u(.3, 2.2), pores=u(.3, 1.8), blush=u(0, 1.3),
        bags=u(0, 1.2) * (rng.random() < .6), moles=int(rng.integers(0, 8)), age=u(.1, .8) * (rng.random() < .45),
        beard=u(.2, .9) * (rng.random() < .25), beard_kind=int(rng.integers(0, 3)), lip_share=u(.3, 1),
        lip_soft=u(0, 1), lip_gloss=u(.5, 4), brow_width=u(.12, .34), brow_height=u(-.25, .25),
        brow_share=u(.35, 1.), brow=hair * u(.6, 1.1), makeup=u(.2, .7) * (rng.random() < .2),
        makeup_color=u(20, 140, 3), hairline=u(8.2, 11.5) if rng.random() < .85 else 20, sides=u(0, 1),
        long=u(0, 1) * (rng.random() < .5), iris=IRISES[rng.integers(len(IRISES))] * u(.8, 1.2),
        white=np.array([232, 226, 222]) * u(.82, 1.05), folds=u(.1, .5) * (rng.random() < .7))


def colors(rng, c):
    """Colour and shine by material."""
    u = rng.uniform
    color = np.zeros((7, 3), np.float32)
    color[LASH] = c["hair"] * .5 + 10
    color[MOUTH] = np.array([150, 66, 64]) * u(.7, 1.2)
    color[TEETH] = np.array([232, 222, 200]) * u(.75, 1.02)
    # From deep red to the grey pink of a dry tongue in cool light.
    red, share = u(150, 225), u(.4, .78)
    color[TONGUE] = np.array([red, red * share, red * share * u(.92, 1.15)]) * u(.8, 1.1)
    color[GLASSES] = u(5, 90, 3) if rng.random() < .8 else u(80, 220, 3)
    shine = np.zeros(7, np.float32)
    shine[[SKIN, EYE, LASH, MOUTH, TEETH, TONGUE, GLASSES]] = [u(.02, .22), .9, .02, .25, .3, u(.1, .5), .5]
    return color, shine


class Painter:
    """Paints textures of one head model."""

    def __init__(self, head, places):
        """`places`: the place on the head at rest of each texel, −99 where there is none."""
        self.head, self.places = head, places
        x, y = places[..., 0], places[..., 1]
        self.folds = {name: cv2.GaussianBlur(m.astype(np.float32), (0, 0), 1.2) for name, m in self.lines(x, y).items()}

    @staticmethod
    def lines(x, y):
        """Where expressions fold the skin."""
        def line(d, width):
            return np.exp(-(d / width) ** 2)

        forehead = sum(line(y - (6.7 + .75 * k + .12 * np.sin(1.3 * x + k)), .1) for k in range(4))
        result = {"browInnerUp": forehead * (abs(x) < 3)}
        for side, s in (("Left", 1), ("Right", -1)):
            result[f"browOuterUp{side}"] = forehead * (s * x > 1.5) * (s * x < 6)
            result[f"browDown{side}"] = line(s * x - .55, .12) * (y > 4.1) * (y < 6) * (s * x > 0)
            result[f"noseSneer{side}"] = sum(
                line(y - (2.2 + .45 * k) - .5 * (s * x), .1) for k in range(3)) * (s * x > 0) * (s * x < 1.3)
            naso = line(s * x - (1.9 + .3 * (.2 - y)), .16) * (y < .3) * (y > -3.2)
            result[f"mouthSmile{side}"] = naso
            result[f"cheekSquint{side}"] = sum(
                line(y - (1.9 - .4 * k) + .15 * (s * x - 3), .1) for k in range(2)) * (s * x > 1.6) * (s * x < 4.6)
        return result

    def texture(self, rng, c):
        """Red, green, blue (0…255) and shine of each texel."""
        head, shape = self.head, (HEIGHT, WIDTH)
        x, y, z = (self.places[..., i] for i in range(3))
        t = np.empty((*shape, 4), np.float32)
        t[..., :3], t[..., 3] = c["skin"], 1
        wide, fine = clouds(rng, *shape, (106, 53, 27, 13)), clouds(rng, *shape, (5, 3, 2), .8)
        red = clouds(rng, *shape, (133, 60, 27))
        t[..., :3] *= (1 + c["blotch"] * .025 * wide + c["pores"] * .022 * fine)[..., None]
        t[..., 0] *= 1 + .02 * red
        t[..., 1] *= 1 - .025 * red * c["blotch"]
        blush = np.exp(-(((abs(x) - 5) / 2.2) ** 2 + ((y - .2) / 2) ** 2))
        blush += .6 * np.exp(-((x / 1.5) ** 2 + ((y - .5) / 1.3) ** 2))
        t[..., 1:3] *= (1 - c["blush"] * .16 * blush)[..., None]
        ex, ey = head.eye_place
        bags = np.exp(-(((abs(x) - ex) / 1.8) ** 2 + ((y - ey + 1.2) / .7) ** 2))
        t[..., :3] *= (1 - c["bags"] * .2 * bags)[..., None]
        self.moles(rng, c, t)
        if c["age"] > 0:
            folds = sum(np.exp(-((x - s * (2.1 + .28 * (.2 - y))) / .12) ** 2) * ((y < .3) & (y > -3.3)) for s in (-1, 1))
            folds += sum(.7 * np.exp(-((y - (7.2 + q * .8 + .1 * np.sin(x + q))) / .07) ** 2) * (abs(x) < 4) for q in range(3))
            t[..., :3] *= (1 - c["age"] * .35 * cv2.GaussianBlur(np.float32(folds), (0, 0), 1.4))[..., None]
        if c["beard"] > 0:
            self.beard(rng, c, t, fine)
        self.lips(c, t, fine)
        self.brows(rng, c, t)
        if c["makeup"] > 0:
            m = np.exp(-(((abs(x) - ex) / 1.9) ** 2 + ((y - ey - .7) / .55) ** 2)) * (z > 5) * c["makeup"]
            blend(t, c["makeup_color"], m)
        if c["hairline"] < 14:
            line = c["hairline"] - .264 * np.clip(np.abs(x) - 3.5, 0, 9) ** 1.35 + .35 * clouds(rng, *shape, (40, 13))
            m = (y > line) | ((z < 1.5 + .5 * c["sides"]) & (y > 1.5 - 6 * c["long"]))
            m = cv2.GaussianBlur(m.astype(np.float32), (0, 0), 2.7)
            blend(t, c["hair"] * (1 + .35 * clouds(rng, *shape, (4, 2)))[..., None], m)
        return np.clip(t, 0, 255)

    @staticmethod
    def moles(rng, c, t):
        picture = np.ascontiguousarray(t[..., :3])
        for _ in range(c["moles"]):
            at = int(rng.uniform(.25, .75) * WIDTH), int(rng.uniform(.2, .8) * HEIGHT)
            cv2.circle(picture, at, int(rng.integers(1, 3)), (c["skin"] * .5).tolist(), -1, cv2.LINE_AA)
        t[..., :3] = picture

    def beard(self, rng, c, t, fine):
        x, y, z = (self.places[..., i] for i in range(3))
        m = (y < -1.3) & (y > -9.5) & (z > -1) & ~((abs(x) < 1.2) & (y > -1.8))
        m &= ((abs(x) > 6) & (y < 1)) | (y < -1.5)
        if c["beard_kind"] == 1:
            m &= abs(x) < 3.2
        if c["beard_kind"] == 2:
            m &= (y > -3) & (abs(x) < 3.4)
        m = cv2.GaussianBlur(m.astype(np.float32), (0, 0), 6)
        m *= np.clip(.75 + .45 * clouds(rng, HEIGHT, WIDTH, (3, 2)), .1, 1) * c["beard"]
        blend(t, c["hair"] * (1 + .2 * fine[..., None]), m)
        t[..., 3] *= 1 - .7 * m

    def lips(self, c, t, fine):
        x, y, z = (self.places[..., i] for i in range(3))
        m = np.zeros((800, 800), np.uint8)
        cv2.fillPoly(m, [np.round(self.head.lip_outline * 40 + [400, 400]).astype(np.int32)], 255)
        m = cv2.GaussianBlur(m, (0, 0), 3 + 4 * c["lip_soft"]).astype(np.float32) / 255
        m = cv2.remap(m, x * 40 + 400, y * 40 + 400, cv2.INTER_LINEAR) * (z > 7)
        blend(t, c["lip"] * (1 + .07 * fine[..., None]), m * c["lip_share"])
        t[..., 3] = t[..., 3] * (1 - m) + m * c["lip_gloss"]

    def brows(self, rng, c, t):
        x, y, z = (self.places[..., i] for i in range(3))
        m = np.zeros((1600, 1600), np.float32)
        for line in self.head.brows:
            for _ in range(200):
                u = rng.uniform(0, len(line) - 1.001)
                i = int(u)
                p = line[i] * (1 - u + i) + line[i + 1] * (u - i)
                width = c["brow_width"] * (1 if abs(p[0]) < 4.2 else .6)
                p = p + [0, c["brow_height"] + rng.uniform(-width, width)]
                d = np.array([np.sign(p[0]) * rng.uniform(.15, .45), rng.uniform(.05, .3)])
                d *= 1 if rng.random() < .85 else -.5
                a, b = (tuple(np.round(q * 80 + 800).astype(int).tolist()) for q in (p, p + d))
                cv2.line(m, a, b, float(rng.uniform(.5, 1)), int(rng.integers(3, 9)), cv2.LINE_AA)
        window = m[1000:1500]
        m[1000:1500] = np.clip(cv2.GaussianBlur(window, (0, 0), 3.5) * 1.15, 0, 1)
        m = cv2.remap(m, x * 80 + 800, y * 80 + 800, cv2.INTER_LINEAR) * (z > 5) * c["brow_share"]
        blend(t, c["brow"], m)

    def folded(self, t, c, weights):
        """The texture with the folds of an expression."""
        if c["folds"] <= 0:
            return t
        depth = sum(weights[PLACE[name]] * m for name, m in self.folds.items() if weights[PLACE[name]] > .05)
        if isinstance(depth, int):
            return t
        result = t.copy()
        result[..., :3] *= (1 - c["folds"] * np.minimum(depth, 1))[..., None]
        return result


def blend(t, color, share):
    t[..., :3] += (np.asarray(color, np.float32) - t[..., :3]) * share[..., None]
