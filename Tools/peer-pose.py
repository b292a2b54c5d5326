#!/usr/bin/env python3
"""Compares the head's pose with MediaPipe's on the same pixels: jitter at rest, lag on a step, half a face.

    peer-pose.py BIFRONS MODELS PICTURE ... [--noise N]

Needs Tools/peer-requirements.txt. Each picture of one person becomes three series of 30 pictures a second,
640 × 480, with noise of a sensor: at rest; after a second moved by 24 pixels and turned by 12 degrees at
once; and slid out of the picture until half of the face is outside. Prints a table: jitter is the
deviation of the attitude at rest from picture to picture; lag is the time until 63 % of the step in roll
is done.
"""
import argparse
import json
import math
import os
import subprocess
import tempfile
import zipfile

os.environ["GLOG_minloglevel"] = "3"

import cv2  # noqa: E402
import numpy as np  # noqa: E402

MEMBERS = ("face_detector.tflite", "face_landmarks_detector.tflite", "face_blendshapes.tflite",
           "geometry_pipeline_metadata_landmarks.binarypb")
SIZE = 640, 480
RATE, REST, STEP = 30, 75, 30
SHIFT, TURN = 24, 12


def placed(picture, shift, turn):
    """The picture in the middle of SIZE, moved and turned."""
    h, w = picture.shape[:2]
    scale = SIZE[1] / h
    m = cv2.getRotationMatrix2D((w / 2, h / 2), turn, scale)
    m[:, 2] += [SIZE[0] / 2 - w / 2 + shift, SIZE[1] / 2 - h / 2]
    return cv2.warpAffine(picture, m, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)


def noisy(picture, sigma, rng):
    return np.clip(picture + sigma * rng.standard_normal(picture.shape), 0, 255).round().astype(np.uint8)


def series(picture, sigma, rng):
    """Three series of pictures by name."""
    still, moved = placed(picture, 0, 0), placed(picture, SHIFT, TURN)
    return {
        "rest": [noisy(still, sigma, rng) for _ in range(REST)],
        "step": [noisy(still if i < STEP else moved, sigma, rng) for i in range(2 * STEP)],
        "edge": [noisy(placed(picture, SIZE[0] / 2 * i / 60, 0), sigma, rng) for i in range(61)],
    }


def ours(program, models, pictures, folder):
    os.makedirs(os.path.join(folder, "p"))
    for i, p in enumerate(pictures):
        cv2.imwrite(os.path.join(folder, "p", f"{i:04d}.bmp"), p)
    config, events = os.path.join(folder, "c.yaml"), os.path.join(folder, "e.jsonl")
    # The peer's lens: 63° from top to bottom.
    angle = math.degrees(2 * math.atan(math.tan(math.radians(31.5)) * SIZE[0] / SIZE[1]))
    open(config, "w").write(
        "version: 1\nsession: { configuration: face }\ncameras:\n  front: { source: images, path: p, rate: "
        f"{RATE}, intrinsics: {{ horizontal-fov-degrees: {angle:.4f} }} }}\n")
    subprocess.run([program, "run", config, "--as-fast-as-possible", "--events", events],
                   env=dict(os.environ, BIFRONS_MODELS=models), check=True, stderr=subprocess.DEVNULL)
    found, time = {}, None
    frames = []
    for line in open(events):
        e = json.loads(line)
        if e["event"] == "frame":
            frames.append(e["time"])
        if e["event"] in ("anchorAdded", "anchorUpdated") and e["anchor"]["kind"] == "face" and e["anchor"]["isTracked"]:
            found[e["time"]] = np.array(e["anchor"]["transform"]).reshape(4, 4).T
    return [found.get(t) for t in frames]


def peer(models, pictures, vision, mp, bundle, BaseOptions):
    options = vision.FaceLandmarkerOptions(
        base_options=BaseOptions(model_asset_path=bundle), running_mode=vision.RunningMode.VIDEO, num_faces=1,
        output_facial_transformation_matrixes=True)
    result = []
    with vision.FaceLandmarker.create_from_options(options) as landmarker:
        for i, p in enumerate(pictures):
            image = mp.Image(image_format=mp.ImageFormat.SRGB, data=cv2.cvtColor(p, cv2.COLOR_BGR2RGB))
            r = landmarker.detect_for_video(image, round(i * 1000 / RATE))
            result.append(r.facial_transformation_matrixes[0] if r.face_landmarks else None)
    return result


def angle(a, b):
    c = (np.trace(turn(a).T @ turn(b)) - 1) / 2
    return math.degrees(math.acos(min(1, max(-1, c))))


def turn(m):
    u, _, v = np.linalg.svd(np.asarray(m)[:3, :3])
    return u @ v


def roll(m):
    r = turn(m)
    return math.degrees(math.atan2(r[1, 0], r[1, 1]))


def measures(poses):
    rest = [p for p in poses["rest"][REST // 3:] if p is not None]
    jitter = np.sqrt(np.mean([angle(a, b) ** 2 for a, b in zip(rest, rest[1:])])) / math.sqrt(2)
    depth = np.array([np.asarray(p)[2, 3] for p in rest])
    rolls = np.array([roll(p) for p in poses["step"]])
    before, after = rolls[STEP - 10:STEP].mean(), rolls[-10:].mean()
    share = (rolls[STEP:] - before) / (after - before)
    # The first picture after the step comes a picture's time after it.
    done = int(np.argmax(share >= .63))
    previous = share[done - 1] if done else 0
    lag = (done + (.63 - previous) / (share[done] - previous)) * 1000 / RATE
    edge = poses["edge"]
    lost = next((i for i, p in enumerate(edge) if p is None), len(edge))
    base = edge[0]
    return dict(jitter=jitter, depth=100 * depth.std() / abs(depth.mean()), lag=lag, lost=lost / 60,
                half=angle(base, edge[min(lost, 60) - 1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bifrons")
    parser.add_argument("models")
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("--noise", type=float, default=3)
    arguments = parser.parse_args()
    import mediapipe as mp
    from mediapipe.tasks.python import BaseOptions, vision
    cv2.setNumThreads(1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bundle = os.path.join(folder, "face_landmarker.task")
        with zipfile.ZipFile(bundle, "w", zipfile.ZIP_STORED) as out:
            for name in MEMBERS:
                out.write(os.path.join(arguments.models, name), name)
        for k, path in enumerate(arguments.pictures):
            rng = np.random.default_rng(k)
            picture = cv2.imread(path)
            if picture is None:
                parser.error(f"{path}: no picture that can be read")
            shown = series(picture, arguments.noise, rng)
            own = {n: ours(arguments.bifrons, arguments.models, p, tempfile.mkdtemp(dir=folder)) for n, p in shown.items()}
            other = {n: peer(arguments.models, p, vision, mp, bundle, BaseOptions) for n, p in shown.items()}
            rows.append((measures(own), measures(other)))
            print(os.path.basename(path), *({k: round(float(v), 3) for k, v in m.items()} for m in rows[-1]), flush=True)
    for name, text in (("jitter", "attitude at rest, deviation, degrees"), ("depth", "distance at rest, deviation, %"),
                       ("lag", "lag of a step, ms"), ("lost", "lost when so much of half the width is slid, share"),
                       ("half", "attitude changed by, at the edge, degrees")):
        print(f"| {text} | {np.mean([r[0][name] for r in rows]):.3f} | {np.mean([r[1][name] for r in rows]):.3f} |")


if __name__ == "__main__":
    main()
