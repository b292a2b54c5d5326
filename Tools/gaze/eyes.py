"""The eyes of a picture as the tracker sees them: patches, and the frames that directions are told in."""
import math

import cv2
import numpy as np

# Pixels of a patch, and how many of them show a centimetre of an adult's face.
WIDTH, HEIGHT, DENSITY = 48, 32, 10.0
# Of each eye: 1 for the person's left; corners, middles of the lids, middle of the iris.
EYES = [dict(side=-1, outer=33, inner=133, upper=159, lower=145, iris=468),
        dict(side=1, outer=263, inner=362, upper=386, lower=374, iris=473)]
# From the middle of the corners to the ball's centre (outwards, up, forwards), and to the pupil, as in
# EyeEstimator.
CENTRE, PUPIL = np.array([.2, .22, -.75]), 1.05


def camera_frame(eye, roll):
    """Rows: x, y, z of a frame at an eye that looks into the camera (z), level with the face in the picture."""
    z = -eye / np.linalg.norm(eye)
    x = np.array([math.cos(roll), -math.sin(roll), 0])
    x -= z * (x @ z)
    x /= np.linalg.norm(x)
    return np.array([x, np.cross(z, x), z])


def patch(grey, middle, roll, mirror, density):
    """Grey values round an eye: the person's right one, or the left one mirrored."""
    step = density / DENSITY
    fine = max(1, round(step))
    step /= fine
    c, s = math.cos(roll) * step, math.sin(roll) * step
    turn = np.array([[c * mirror, -s], [s * mirror, c]])
    start = middle - turn @ [(WIDTH * fine - 1) / 2, (HEIGHT * fine - 1) / 2]
    result = cv2.warpAffine(
        grey, np.column_stack([turn, start]), (WIDTH * fine, HEIGHT * fine),
        flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(result, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)


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


def seen(grey, landmarks, fit, focal):
    """What is known of both eyes, right and left: a dictionary each."""
    middle = np.array(grey.shape[::-1]) / 2
    placed, turn, _, _ = fit.place(landmarks, focal, middle)
    across = landmarks[263, :2] - landmarks[33, :2]
    roll = math.atan2(across[1], across[0])
    result = []
    for eye in EYES:
        place = (placed[eye["outer"]] + placed[eye["inner"]]) / 2
        density = focal / -place[2]
        mirror = np.array([-eye["side"], 1, 1])
        frame = camera_frame(place, roll) * mirror[:, None]
        result.append(dict(
            patch=patch(grey, (landmarks[eye["outer"], :2] + landmarks[eye["inner"], :2]) / 2, roll, mirror[0], density),
            frame=frame, ahead=frame @ turn[:, 2], density=density,
            iris=frame @ iris_direction(landmarks, placed, turn, eye, focal, middle),
            gap=np.linalg.norm(placed[eye["upper"]] - placed[eye["lower"]])
            / np.linalg.norm(placed[eye["outer"]] - placed[eye["inner"]])))
    return result
