#!/usr/bin/env python3
"""Runs ORB-SLAM3 over a folder of pictures as `bifrons benchmark world` runs ours.

  peer-world.py vocabulary OUT FOLDER...      learn a vocabulary from pictures of other places
  peer-world.py track FOLDER FX,FY,CX,CY VOCABULARY OUT.tum [--rate 30]
  peer-world.py trajectory FILE               make lines of a time and a matrix lines of TUM's

The first writes a DBoW2 text vocabulary: the peer's own cannot be had without its download. The
second feeds the pictures at their true rate, writes the poses as they were given live (TUM, times
are the pictures' seconds) and prints one JSON line: pictures, tracked, the first pose, and the whole
process's processor time a picture, decoding left out.
"""
import json, os, sys, time
import cv2
import numpy as np

BRANCHES, LEVELS, ROUNDS, DESCRIPTORS = 10, 5, 6, 60_000


def pictures(folder):
    names = sorted(n for n in os.listdir(folder) if n.lower().endswith((".jpg", ".jpeg", ".png")))
    return [os.path.join(folder, n) for n in names]


def descriptors(folders):
    orb, found = cv2.ORB_create(800), []
    for folder in folders:
        for path in pictures(folder)[::5]:
            _, d = orb.detectAndCompute(cv2.imread(path, cv2.IMREAD_GRAYSCALE), None)
            if d is not None:
                found.append(d)
    every = np.concatenate(found)
    return np.random.default_rng(1).permutation(every)[:DESCRIPTORS]


def cluster(bits, draw):
    """k-medians of ±1 rows: the centres and each row's centre."""
    centres = bits[draw.choice(len(bits), BRANCHES, replace=False)]
    for _ in range(ROUNDS):
        owner = np.argmax(bits @ centres.T, axis=1)
        sums = np.stack([bits[owner == k].sum(axis=0) for k in range(BRANCHES)])
        centres = np.where(sums >= 0, 1, -1).astype(np.float32)
    return centres, np.argmax(bits @ centres.T, axis=1)


def learn(out, folders):
    rows = np.unpackbits(descriptors(folders), axis=1).astype(np.float32) * 2 - 1
    draw, lines = np.random.default_rng(2), []
    # (parent, level, rows): a node is written before its children, so numbers follow the lines.
    waiting = [(0, 1, rows)]
    while waiting:
        parent, level, bits = waiting.pop(0)
        centres, owner = cluster(bits, draw)
        for k in range(BRANCHES):
            own = bits[owner == k]
            if len(own) == 0:
                continue
            is_leaf = level == LEVELS or len(own) < 2 * BRANCHES
            code = np.packbits(centres[k] > 0)
            # The weight is that of a rare word: how many of all rows it has.
            weight = np.log(len(rows) / len(own)) if is_leaf else 0
            lines.append(f"{parent} {int(is_leaf)} {' '.join(map(str, code))} {weight:.6f}")
            if not is_leaf:
                waiting.append((len(lines), level + 1, own))
    with open(out, "w") as file:
        file.write(f"{BRANCHES} {LEVELS} 0 0\n" + "\n".join(lines) + "\n")


SETTINGS = """%YAML:1.0
File.version: "1.0"
Camera.type: "PinHole"
Camera1.fx: {0}
Camera1.fy: {1}
Camera1.cx: {2}
Camera1.cy: {3}
Camera1.k1: 0.0
Camera1.k2: 0.0
Camera1.p1: 0.0
Camera1.p2: 0.0
Camera.width: {4}
Camera.height: {5}
Camera.newWidth: {4}
Camera.newHeight: {5}
Camera.fps: {6}
Camera.RGB: 0
ORBextractor.nFeatures: 1000
ORBextractor.scaleFactor: 1.2
ORBextractor.nLevels: 8
ORBextractor.iniThFAST: 20
ORBextractor.minThFAST: 7
Viewer.KeyFrameSize: 0.05
Viewer.KeyFrameLineWidth: 1.0
Viewer.GraphLineWidth: 0.9
Viewer.PointSize: 2.0
Viewer.CameraSize: 0.08
Viewer.CameraLineWidth: 3.0
Viewer.ViewpointX: 0.0
Viewer.ViewpointY: -0.7
Viewer.ViewpointZ: -1.8
Viewer.ViewpointF: 500.0
"""


def quaternion(r):
    """x, y, z, w of a rotation matrix."""
    w = np.sqrt(max(0, 1 + r[0, 0] + r[1, 1] + r[2, 2])) / 2
    x = np.copysign(np.sqrt(max(0, 1 + r[0, 0] - r[1, 1] - r[2, 2])) / 2, r[2, 1] - r[1, 2])
    y = np.copysign(np.sqrt(max(0, 1 - r[0, 0] + r[1, 1] - r[2, 2])) / 2, r[0, 2] - r[2, 0])
    z = np.copysign(np.sqrt(max(0, 1 - r[0, 0] - r[1, 1] + r[2, 2])) / 2, r[1, 0] - r[0, 1])
    return x, y, z, w


def track(folder, lens, vocabulary, out, rate):
    import pyorbslam3

    images = [cv2.imread(p, cv2.IMREAD_GRAYSCALE) for p in pictures(folder)]
    height, width = images[0].shape
    settings = out + ".yaml"
    with open(settings, "w") as file:
        # The peer takes whole rates only.
        file.write(SETTINGS.format(*lens, width, height, round(rate)))
    slam = pyorbslam3.Slam(vocabulary, settings, pyorbslam3.Sensor.MONOCULAR)
    lines, first = [], None
    begin, cpu = time.monotonic(), time.process_time()
    for i, image in enumerate(images):
        pause = begin + i / rate - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        result = slam.track_monocular(image, i / rate)
        if result.pose_valid:
            first = i if first is None else first
            pose = np.asarray(result.pose_wc)
            numbers = [*pose[:3, 3], *quaternion(pose[:3, :3])]
            lines.append(" ".join([f"{i / rate:.6f}"] + [f"{v:.9f}" for v in numbers]))
    cpu = time.process_time() - cpu
    slam.shutdown()
    with open(out, "w") as file:
        file.write("\n".join(lines) + "\n")
    print(json.dumps({
        "pictures": len(images), "tracked": len(lines), "firstPose": first,
        "cpuMillisecondsPerFrame": 1000 * cpu / len(images)}))


def rewrite(path):
    rows = [line.split() for line in open(path)]
    with open(path, "w") as file:
        for row in rows:
            pose = np.array(row[1:17], float).reshape(4, 4)
            numbers = [*pose[:3, 3], *quaternion(pose[:3, :3])]
            file.write(" ".join([row[0]] + [f"{v:.9f}" for v in numbers]) + "\n")


if __name__ == "__main__":
    words = sys.argv[1:]
    if len(words) >= 3 and words[0] == "vocabulary":
        learn(words[1], words[2:])
    elif len(words) in (5, 7) and words[0] == "track":
        rate = float(words[6]) if len(words) == 7 and words[5] == "--rate" else 30.0
        track(words[1], [float(v) for v in words[2].split(",")], words[3], words[4], rate)
    elif len(words) == 2 and words[0] == "trajectory":
        rewrite(words[1])
    else:
        sys.exit(__doc__)
