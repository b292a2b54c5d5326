#!/usr/bin/env python3
"""Draws people who look somewhere, and writes down what the tracker sees of their eyes.

    generate.py OUT MODELS [--seed N] [--people N] [--pictures N] [--ict FOLDER] [--sheet FILE]

OUT gets one file a person (person-SEED.npz); people that are there already are left alone, so that a
long run can be broken off and taken up again. --ict draws the ICT head instead, for tests. --sheet
writes a sheet of patches of the people in OUT instead: look at it before using them.
"""
import argparse
import glob
import math
import os
import sys
import time

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "coefficients"))

from drawing import CROP, Renderer  # noqa: E402
from eyes import seen  # noqa: E402
from head import SIDEWAYS, UPWARDS, PersonHead  # noqa: E402
from names import PLACE  # noqa: E402
from network import CROP_SIZE, Reader  # noqa: E402
from view import FRAME, Studio, View  # noqa: E402

DETAIL = 384            # pixels of a drawn region: cameras see eyes better than the networks do
STRAIGHT = 3            # pictures of each person that look into the camera, for a calibration
FARTHEST = np.radians([32, 26])     # how far eyes turn sideways, and up or down
MOVED = ("mouthSmileLeft", "mouthSmileRight", "jawOpen", "browInnerUp", "browDownLeft", "browDownRight")


class EyeReader(Reader):
    """Reads a picture as the tracker does: twice, the second time where the first says."""

    def twice(self, picture, region, focal):
        """What is known of a face, with its landmarks in the picture."""
        p = self.once(picture, region, focal)["landmarks"][:, :2]
        low, high = p.min(0), p.max(0)
        across = p[263] - p[33]
        return self.once(
            picture, (*(low + high) / 2, max(high - low) * 1.5, math.atan2(across[1], across[0])), focal)

    def once(self, picture, region, focal):
        crop = cv2.warpAffine(
            picture, region_transform(region, CROP_SIZE), (CROP_SIZE, CROP_SIZE),
            flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return self.read(crop, region, FRAME, focal)

    def known(self, landmarks, *arguments):
        return dict(super().known(landmarks, *arguments), landmarks=landmarks)


def region_transform(region, pixels):
    """The picture's place of a place in a region of so many pixels."""
    x, y, size, angle = region
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) * size / pixels
    return np.column_stack([turn, [x, y] - turn @ [pixels / 2, pixels / 2]])


def look(rng, weights, yaw, pitch):
    """Turns both eyes: to the person's left and down, radians; and acts something with the lids."""
    for side, outwards in (("Left", 1), ("Right", -1)):
        weights[PLACE["eyeLookOut" + side]] = max(yaw * outwards / SIDEWAYS, 0)
        weights[PLACE["eyeLookIn" + side]] = max(-yaw * outwards / SIDEWAYS, 0)
        weights[PLACE["eyeLookDown" + side]] = max(pitch / UPWARDS, 0)
        weights[PLACE["eyeLookUp" + side]] = max(-pitch / UPWARDS, 0)


def act(rng, weights):
    if rng.random() < .5:
        for name in MOVED:
            if rng.random() < .4:
                weights[PLACE[name]] = rng.uniform(0, .7)
    name, most = (("eyeBlink", .4), ("eyeSquint", .9), ("eyeWide", 1), ("", 0), ("", 0))[int(rng.integers(5))]
    if name:
        weights[PLACE[name + "Left"]] = weights[PLACE[name + "Right"]] = rng.uniform(0, most)


def straight(view):
    """Where eyes turn that look into the camera."""
    middle, turn = view.camera(np.float32([[0, 3.6, 8]]))
    x, y, z = turn.T @ (-middle[0] / np.linalg.norm(middle[0]))
    return math.atan2(x, z), -math.asin(y)


def filmed(drawn, covered, region, view, rng):
    """The whole picture of a camera."""
    picture = cv2.resize(view.studio.background.astype(np.float32), FRAME)
    into = cv2.invertAffineTransform(region_transform(region, DETAIL))
    shrinking = DETAIL / region[2]
    if shrinking > 1.1:
        drawn, covered = (cv2.GaussianBlur(a, (0, 0), .4 * shrinking) for a in (drawn, covered))
    flags = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
    drawn = cv2.warpAffine(drawn, into, FRAME, flags=flags)
    covered = cv2.warpAffine(covered, into, FRAME, flags=flags)[..., None]
    picture = drawn + picture * (1 - covered)
    picture = 255 * np.clip(picture * rng.uniform(.6, 1.3) / 255, 0, 1) ** rng.uniform(.75, 1.3)
    if rng.random() < .4:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(.3, .9))
    picture = picture + np.float32(rng.uniform(0, 5)) * rng.standard_normal(picture.shape, np.float32)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < .5:
        code = cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])[1]
        picture = cv2.imdecode(code, 1)[:, :, ::-1]
    return np.ascontiguousarray(picture)


def view_of(rng, studio, is_straight):
    view = View(rng, studio, calm=rng.uniform(.1, .5) if is_straight else rng.uniform(.3, 1))
    share = math.exp(rng.uniform(math.log(.28), math.log(.85)))
    view.distance = 22 * view.focal / (share * FRAME[1])
    room = max(0, .5 - .6 * share)
    view.offset = rng.uniform(-1, 1, 2) * [room + .1, room * .6] * FRAME[1] * view.distance / view.focal
    return view


def rows_of(renderer, reader, seed, pictures):
    """What the tracker sees of one person's eyes: two rows a picture, right and left."""
    rng = np.random.default_rng(seed)
    person, rows = renderer.person(rng), []
    studios = [Studio(rng), Studio(rng)]
    for k in range(pictures):
        view, weights = view_of(rng, studios[int(rng.integers(2))], k < STRAIGHT), np.zeros(52)
        yaw, pitch = rng.uniform(-1, 1, 2) * FARTHEST * (.25 if rng.random() < .2 else 1)
        if k < STRAIGHT:
            yaw, pitch = straight(view)
        else:
            act(rng, weights)
        look(rng, weights, yaw, pitch)
        drawn, covered, region = renderer.draw(person, weights, view)
        picture = filmed(drawn, covered, region, view, rng)
        focal = view.focal * math.exp(rng.normal(0, .04))       # The true one is seldom told.
        known = reader.twice(picture, region, focal)
        if known["presence"] < .5:
            continue
        _, turn = view.camera(np.zeros((1, 3), np.float32))
        gaze = turn @ [math.sin(yaw) * math.cos(pitch), -math.sin(pitch), math.cos(yaw) * math.cos(pitch)]
        for eye in seen(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), known["landmarks"], reader.fit, focal):
            rows.append(dict(
                metric=known["metric"], turn=known["turn"], fine=known["fine"], finest=known["finest"],
                head=np.float32([yaw, -pitch]),
                patch=eye["patch"], gaze=eye["frame"] @ gaze, ahead=eye["ahead"], iris=eye["iris"],
                mirror=np.linalg.det(eye["frame"]), density=eye["density"], gap=eye["gap"],
                straight=k < STRAIGHT, person=seed, picture=k, glasses=len(person["glasses"]) > 0,
                blink=weights[PLACE["eyeBlinkLeft"]]))
    return {name: np.array([r[name] for r in rows]) for name in rows[0]}


def sheet(folder, path):
    rows = [np.load(f)["patch"][:20] for f in sorted(glob.glob(os.path.join(folder, "person-*.npz")))[:16]]
    picture = np.vstack([np.hstack(list(r)) for r in rows if len(r) == 20])
    cv2.imwrite(path, cv2.resize(picture, None, fx=1.6, fy=1.6))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("models")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--pictures", type=int, default=24)
    parser.add_argument("--ict")
    parser.add_argument("--sheet")
    arguments = parser.parse_args()
    if arguments.sheet:
        return sheet(arguments.out, arguments.sheet)
    cv2.setNumThreads(1)
    if arguments.ict:
        from ict import FaceKitHead
        head = FaceKitHead(arguments.ict)
    else:
        head = PersonHead(os.path.join(arguments.models, "head"))
    renderer, reader = Renderer(head, crop=DETAIL), EyeReader(arguments.models)
    os.makedirs(arguments.out, exist_ok=True)
    start, made = time.time(), 0
    for seed in range(arguments.seed, arguments.seed + arguments.people):
        path = os.path.join(arguments.out, f"person-{seed}.npz")
        if os.path.exists(path):
            continue
        result = rows_of(renderer, reader, seed, arguments.pictures)
        np.savez(path + ".part.npz", **result)
        os.rename(path + ".part.npz", path)
        made += len(result["gaze"]) // 2
        print(f"{path}: {len(result['gaze']) // 2} pictures, {(time.time() - start) / made:.3f} s each", flush=True)


if __name__ == "__main__":
    main()
