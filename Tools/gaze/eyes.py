"""The eyes of a picture as the tracker sees them: patches, and the frames that directions are told in."""
import math

import cv2
import numpy as np

from blocks import CLOSE, PARTS

# Pixels of a patch, and how many of them the outer corners of both eyes lie apart.
WIDTH, HEIGHT, APART = 48, 32, 90.0
# Of each eye: 1 for the person's left; corners, middles of the lids, middle of the iris.
EYES = [dict(side=-1, outer=33, inner=133, upper=159, lower=145, iris=468),
        dict(side=1, outer=263, inner=362, upper=386, lower=374, iris=473)]
# Where the finest and the middle feature map are sampled.
FINEST, FINE = CLOSE[:24], PARTS["eyes"][1]
# Corners, lids, irises, nose bridge and brows; places are told from the first.
MARKS = [33, 133, 159, 145, 468, 160, 158, 144, 153, 263, 362, 386, 374, 473, 387, 385, 373, 380, 9, 6, 105, 334]
# From the middle of the corners to the ball's centre (outwards, up, forwards), and to the pupil, as in
# EyeEstimator.
CENTRE, PUPIL = np.array([.2, .22, -.75]), 1.05


def patches(crop, landmarks):
    """Grey values round the right eye, and round the left one in the mirror, off the landmark network's
    crop (RGB) and its landmarks there, pixels."""
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY)
    across = landmarks[EYES[1]["outer"]] - landmarks[EYES[0]["outer"]]
    roll, step = math.atan2(across[1], across[0]), np.linalg.norm(across) / APART
    c, s = math.cos(roll) * step, math.sin(roll) * step
    result = []
    for eye in EYES:
        turn = np.array([[-c * eye["side"], -s], [-s * eye["side"], c]])
        middle = (landmarks[eye["outer"], :2] + landmarks[eye["inner"], :2]) / 2
        # Pixel centres of landmarks lie at halves.
        start = middle - .5 - turn @ [(WIDTH - 1) / 2, (HEIGHT - 1) / 2]
        result.append(cv2.warpAffine(
            grey, np.column_stack([turn, start]), (WIDTH, HEIGHT),
            flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.stack(result)


def iris_direction(landmarks, placed, turn, eye, focal, middle):
    """Where an eye looks by its iris's middle alone, in the camera's frame."""
    corners = (placed[eye["outer"]] + placed[eye["inner"]]) / 2
    centre = corners + turn @ (CENTRE * [eye["side"], 1, 1])
    x, y = (landmarks[eye["iris"], :2] - middle) / focal
    ray = np.array([x, -y, -1]) / math.hypot(x, y, 1)
    nearest = ray * (centre @ ray)
    half = math.sqrt(max(0, PUPIL ** 2 - ((nearest - centre) ** 2).sum()))
    direction = nearest - ray * half - centre
    return direction / np.linalg.norm(direction)


def seen(landmarks, fit, focal, size):
    """What is known of both eyes of a picture of that size, right and left: arrays."""
    middle = np.array(size) / 2
    placed, turn, _, _ = fit.place(landmarks, focal, middle)
    across = landmarks[263, :2] - landmarks[33, :2]
    roll = math.atan2(across[1], across[0])
    gaps, irises = [], []
    for eye in EYES:
        gaps.append(np.linalg.norm(placed[eye["upper"]] - placed[eye["lower"]])
                    / np.linalg.norm(placed[eye["outer"]] - placed[eye["inner"]]))
        irises.append(turn.T @ iris_direction(landmarks, placed, turn, eye, focal, middle))
    eyes = sum(placed[e[k]] for e in EYES for k in ("outer", "inner"))
    return dict(ray=np.float32(eyes / np.linalg.norm(eyes)), gap=np.float32(gaps), iris=np.float32(irises), density=np.float32(focal / -placed[9, 2]))
