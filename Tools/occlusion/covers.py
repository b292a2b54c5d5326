"""Things before a face: hands, masks, cups, phones, scarves; drawn over a picture of 256 × 256 pixels."""
import cv2
import numpy as np

N = 256


def cloth(rng, textures):
    """A surface of one colour, stripes, or a piece of a photograph."""
    u = rng.uniform
    color = rng.uniform(5, 250, 3)
    if rng.random() < .35:
        texture = textures[int(rng.integers(len(textures)))]
        y, x = (int(rng.integers(0, s - N)) for s in texture.shape[:2])
        surface = texture[y:y + N, x:x + N].astype(np.float32) * u(.5, 1.2)
    else:
        surface = np.full((N, N, 3), color, np.float32)
        if rng.random() < .3:
            a, period = u(0, np.pi), u(5, 40)
            yy, xx = np.mgrid[:N, :N]
            stripes = np.sin((xx * np.cos(a) + yy * np.sin(a)) * 2 * np.pi / period)[..., None]
            surface = surface + stripes * rng.uniform(-40, 40, 3)
    # Folds and shade.
    noise = cv2.GaussianBlur(rng.standard_normal((N, N)).astype(np.float32), (0, 0), u(3, 25))
    surface = surface * (1 + noise / (noise.std() + 1e-6) * u(0, .25))[..., None]
    return surface + rng.standard_normal(surface.shape).astype(np.float32) * u(0, 4)


def skin(rng, picture, marks):
    """The face's own skin, or another's, shaded like something round."""
    if rng.random() < .7:
        p = marks[[50, 280, 151]].mean(0) if rng.random() < .5 else marks[int(rng.choice([50, 280, 151, 205, 425]))]
        x, y = np.clip(p, 6, N - 7).astype(int)
        color = picture[y - 6:y + 6, x - 6:x + 6].reshape(-1, 3).mean(0) * rng.uniform(.75, 1.2)
    else:
        color = np.array([205, 155, 130]) * rng.uniform(.25, 1.15) * rng.uniform(.93, 1.07, 3)
    return color.astype(np.float32)


def hand(rng, picture, marks, at, reach):
    """Fingers and a palm, from somewhere beside or below."""
    color = skin(rng, picture, marks)
    mask, shade = np.zeros((N, N), np.float32), np.zeros((N, N), np.float32)
    a = rng.uniform(0, 2 * np.pi)
    out = np.array([np.cos(a), abs(np.sin(a)) if rng.random() < .7 else np.sin(a)])
    side = np.array([-out[1], out[0]])
    width = reach * rng.uniform(.28, .42)
    for k in range(int(rng.integers(1, 6))):
        tip = at + side * (k - 1.5) * width * rng.uniform(.95, 1.15) - out * rng.uniform(0, .5) * reach
        root = tip + out * reach * rng.uniform(1.2, 2.6) + side * rng.normal(0, .1) * reach
        one = np.zeros((N, N), np.float32)
        cv2.line(one, tuple(int(v) for v in tip), tuple(int(v) for v in root), 1., max(3, int(width)), cv2.LINE_AA)
        round_ = cv2.GaussianBlur(one, (0, 0), width / 3 + .5)
        shade = np.maximum(shade * (one < .5), round_ * (one >= .5))
        mask = np.maximum(mask, one)
    if rng.random() < .7:
        palm = np.zeros((N, N), np.float32)
        c = at + out * reach * rng.uniform(1, 2)
        cv2.ellipse(palm, tuple(int(v) for v in c), (int(reach * rng.uniform(.7, 1.1)), int(reach * rng.uniform(.8, 1.3))),
                    np.degrees(a), 0, 360, 1., -1, cv2.LINE_AA)
        shade = np.maximum(shade, cv2.GaussianBlur(palm, (0, 0), reach / 4) * palm)
        mask = np.maximum(mask, palm)
    light = .45 + .65 * shade
    surface = color * light[..., None]
    noise = cv2.GaussianBlur(rng.standard_normal((N, N)).astype(np.float32), (0, 0), 2)
    return mask, surface * (1 + .08 * noise / (noise.std() + 1e-6))[..., None]


def face_mask(rng, marks, textures):
    """A mask or scarf from the nose to the chin, now and then below the nose."""
    top = [6, 197, 195, 5][int(rng.integers(4))] if rng.random() < .75 else 2
    edge = [234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323, 454]
    low = int(rng.integers(0, 4)) if rng.random() < .8 else 5
    points = marks[edge[low:len(edge) - low]].copy()
    middle = marks[4]
    points = middle + (points - middle) * rng.uniform(.8, 1.2)
    shape = np.vstack([points, marks[[346 if top != 2 else 426]], marks[[top]], marks[[117 if top != 2 else 206]]])
    mask = np.zeros((N, N), np.float32)
    cv2.fillPoly(mask, [np.int32(cv2.convexHull(np.float32(shape)).reshape(-1, 2))], 1., cv2.LINE_AA)
    surface = cloth(rng, textures)
    if rng.random() < .4:
        surface = np.full((N, N, 3), rng.uniform(120, 250) * np.array([.95, 1, 1.05]), np.float32) * (surface.mean(2, keepdims=True) / surface.mean() * .3 + .7)
    return mask, surface


def thing(rng, at, reach, textures):
    """A cup, phone, book or microphone."""
    mask = np.zeros((N, N), np.float32)
    size = (reach * rng.uniform(.8, 2.6), reach * rng.uniform(.8, 2.6))
    if rng.random() < .5:
        box = cv2.boxPoints(((float(at[0]), float(at[1])), size, float(rng.uniform(0, 180))))
        cv2.fillPoly(mask, [np.int32(box)], 1., cv2.LINE_AA)
    else:
        cv2.ellipse(mask, ((float(at[0]), float(at[1])), size, float(rng.uniform(0, 180))), 1., -1, cv2.LINE_AA)
    return mask, cloth(rng, textures)


def cover(rng, picture, marks, textures):
    """The picture (RGB floats) with something before it, and the share of each pixel that is covered."""
    width = np.ptp(marks[:468, 0])
    where = int(rng.choice([13, 13, 13, 4, 159, 386, 205, 425, 152, 9]))
    at = marks[where] + rng.normal(0, .12 * width, 2)
    reach = width * rng.uniform(.16, .4)
    kind = rng.random()
    if kind < .5:
        mask, surface = hand(rng, picture, marks, at, reach)
    elif kind < .75:
        mask, surface = face_mask(rng, marks, textures)
    else:
        mask, surface = thing(rng, at, reach, textures)
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(.5, 1.5))
    # Lit like the picture.
    surface = surface * np.clip(picture.mean() / 120, .4, 1.3)
    return picture * (1 - mask[..., None]) + np.clip(surface, 0, 255) * mask[..., None], mask


def shares(mask, marks, outlines):
    """How much of each part is covered."""
    result = []
    for outline in outlines.values():
        part = np.zeros((N, N), np.uint8)
        cv2.fillPoly(part, [np.int32(cv2.convexHull(np.float32(marks[outline])).reshape(-1, 2))], 1)
        result.append(float(mask[part > 0].mean()) if part.any() else 0)
    return result
