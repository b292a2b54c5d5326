#!/usr/bin/env python3
"""Draws people under known lights and compares what the program says of the light with the truth.

    measure.py BIFRONS MODELS [--pictures N] [--ict FOLDER] [--sheet FILE]

BIFRONS is the program. Each picture is shown to it for a few seconds of session time, since it evens
light out. Light is added linearly and the picture is encoded as sRGB; the camera's own exposure and
white balance are left out, so that strength and colour are those of the picture. Prints a table.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "coefficients"))

from drawing import Renderer  # noqa: E402
from head import PersonHead  # noqa: E402
from view import FRAME, Studio, View  # noqa: E402

SHOWN, APART = 5, 1.5           # each picture is shown so often, seconds apart
LUMINANCE = np.array([.2126, .7152, .0722])


def planckian(kelvin):
    """Linear sRGB of a black body's light, luminance 1 (Krystek's chromaticity, 1985)."""
    t = kelvin
    u = (.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
    v = (.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
    x, y = 3 * u / (2 * u - 8 * v + 4), 2 * v / (2 * u - 8 * v + 4)
    xyz = np.array([x / y, 1, (1 - x - y) / y])
    rgb = np.array([[3.2406, -1.5372, -.4986], [-.9689, 1.8758, .0415], [.0557, -.204, 1.057]]) @ xyz
    return np.clip(rgb, 0, None)


def encoded(linear):
    """sRGB bytes of linear light, 0…1."""
    x = np.clip(linear, 0, 1)
    return (255 * np.where(x <= .0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - .055)).round().astype(np.uint8)


class Light:
    """One lamp and light from everywhere, of one colour."""

    def __init__(self, rng):
        self.kelvin = float(np.exp(rng.uniform(np.log(2800), np.log(9000))))
        turn, height = rng.uniform(-75, 75), rng.uniform(-20, 60)
        a, b = math.radians(turn), math.radians(height)
        self.direction = np.array([math.sin(a) * math.cos(b), math.sin(b), math.cos(a) * math.cos(b)])
        self.lamp, self.everywhere = rng.uniform(.25, 1), rng.uniform(.08, .45)
        self.color = planckian(self.kelvin)

    def studio(self, rng):
        studio = Studio(rng)
        studio.lights = np.array([np.r_[self.direction, self.lamp * self.color, .5]], np.float32)
        studio.ambient = np.r_[self.everywhere * self.color, self.everywhere * self.color]
        studio.shadow = .6
        return studio

    def card(self, normals):
        """What a white matt card shows, by its normals."""
        return self.everywhere + self.lamp * np.clip(normals @ self.direction, 0, None)


def backdrop(rng, light):
    """Grey and coloured things, lit like a card that faces the camera."""
    picture = np.full((FRAME[1], FRAME[0], 3), rng.uniform(.1, .5), np.float32)
    for _ in range(8):
        at, size = rng.integers(0, FRAME[0], 2), rng.integers(40, 260, 2)
        grey = np.full(3, rng.uniform(.05, .7)) if rng.random() < .6 else rng.uniform(.03, .8, 3)
        cv2.rectangle(picture, (int(at[0]), int(at[1])), (int(at[0] + size[0]), int(at[1] + size[1])), grey.tolist(), -1)
    return cv2.GaussianBlur(picture, (0, 0), 2) * light.card(np.array([0, 0, 1.])) * light.color


def drawn(renderer, person, rng, light):
    view = View(rng, light.studio(rng), calm=.6)
    view.distance = 22 * view.focal / (rng.uniform(.45, .7) * FRAME[1])
    view.offset = np.zeros(2)
    head, covered, (x, y, size, angle) = renderer.draw(person, np.zeros(52), view)
    c, s = math.cos(angle) * size / len(head), math.sin(angle) * size / len(head)
    turn = np.array([[c, -s], [s, c]])
    into = np.column_stack([turn, [x, y] - turn @ np.array([len(head) / 2, len(head) / 2])])
    # Skin of this renderer is drawn in bytes of its own brightness; as a share of light it is half that.
    head, covered = (cv2.warpAffine(a, into, FRAME, flags=cv2.INTER_LINEAR) for a in (head / 255 * .5, covered))
    linear = head + backdrop(rng, light) * (1 - covered[..., None])
    return linear


def harmonics(n):
    x, y, z = n.T
    return np.stack([np.full(len(n), .282095), .488603 * y, .488603 * z, .488603 * x, 1.092548 * x * y, 1.092548 * y * z,
                     .315392 * (3 * z * z - 1), 1.092548 * x * z, .546274 * (x * x - y * y)], 1)


MATT = np.array([math.pi] + [2 * math.pi / 3] * 3 + [math.pi / 4] * 5)


def answers(program, models, folder, count):
    config, events = os.path.join(folder, "light.yaml"), os.path.join(folder, "events.jsonl")
    with open(config, "w") as file:
        file.write("version: 1\nsession: { configuration: face }\ncameras:\n  front: { source: images, path: pictures, "
                   "timestamps: times.txt }\n")
    subprocess.run([program, "run", config, "--as-fast-as-possible", "--events", events],
                   env=dict(os.environ, BIFRONS_MODELS=models), check=True, stderr=subprocess.DEVNULL)
    frames = [json.loads(line) for line in open(events) if '"event":"frame"' in line[:20]]
    assert len(frames) == count * SHOWN, len(frames)
    return frames[SHOWN - 1::SHOWN]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bifrons")
    parser.add_argument("models")
    parser.add_argument("--pictures", type=int, default=60)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--ict")
    parser.add_argument("--sheet")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.ict:
        from ict import FaceKitHead
        head = FaceKitHead(arguments.ict)
    else:
        head = PersonHead(os.path.join(arguments.models, "head"))
    renderer, rng = Renderer(head), np.random.default_rng(arguments.seed)
    lights, pictures, means = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "pictures"))
        times, person = [], None
        for k in range(arguments.pictures):
            if k % 4 == 0:
                person = renderer.person(rng)
                person["glasses"] = []
            light = Light(rng)
            linear = drawn(renderer, person, rng, light)
            lights.append(light)
            means.append((np.clip(linear, 0, 1) @ LUMINANCE).mean())
            pictures.append(encoded(linear))
            for i in range(SHOWN):
                cv2.imwrite(os.path.join(folder, "pictures", f"{k:04d}-{i}.png"), pictures[-1][:, :, ::-1])
                times.append((k * SHOWN + i) * APART)
        with open(os.path.join(folder, "times.txt"), "w") as file:
            file.write("".join(f"{t}\n" for t in times))
        if arguments.sheet:
            cv2.imwrite(arguments.sheet, cv2.resize(np.vstack([np.hstack(pictures[i:i + 6]) for i in (0, 6, 12)]), None, fx=.35, fy=.35)[:, :, ::-1])
        found = answers(arguments.bifrons, arguments.models, folder, len(pictures))
    report(lights, means, found)


def report(lights, means, found):
    rows = [(l, m, f) for l, m, f in zip(lights, means, found) if f.get("directionalLight")]
    normals = np.random.default_rng(1).normal(size=(2000, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals[normals[:, 2] > .3]
    turns, sides, heights, shapes, strengths, truths = [], [], [], [], [], []
    for light, _, frame in rows:
        d = np.array(frame["directionalLight"]["primaryLightDirection"])
        turns.append(math.degrees(math.acos(np.clip(d @ light.direction, -1, 1))))
        sides.append(math.degrees(math.atan2(d[0], d[2]) - math.atan2(light.direction[0], light.direction[2])))
        heights.append(math.degrees(math.asin(np.clip(d[1], -1, 1)) - math.asin(light.direction[1])))
        sh = np.array(frame["directionalLight"]["sphericalHarmonics"]).reshape(3, 9)
        shade = harmonics(normals) @ (MATT * (LUMINANCE @ sh)) / math.pi
        shapes.append(np.corrcoef(shade, light.card(normals))[0, 1])
        strengths.append(frame["directionalLight"]["primaryLightIntensity"])
        truths.append(1000 * (light.everywhere + light.lamp))
    strengths, truths = np.array(strengths), np.array(truths)
    ratio = np.median(strengths / truths)
    kelvins = np.array([f["light"]["ambientColorTemperature"] for _, _, f in rows])
    true_kelvins = np.array([l.kelvin for l, _, _ in rows])
    mired = np.abs(1e6 / kelvins - 1e6 / true_kelvins)
    intensity = np.array([f["light"]["ambientIntensity"] for _, _, f in rows])
    true_intensity = 1000 * np.array([m for _, m, _ in rows]) / .18

    def line(name, value):
        print(f"| {name} | {value} |")
    line("pictures with a face and a light on it", f"{len(rows)} of {len(found)}")
    line("main direction, mean / median error", f"{np.mean(turns):.0f}° / {np.median(turns):.0f}°")
    line("to the side / in height, mean absolute error", f"{np.mean(np.abs(sides)):.0f}° / {np.mean(np.abs(heights)):.0f}°")
    line("mean signed error in height", f"{np.mean(heights):+.0f}°")
    line("shading of a card by its direction, r, mean / least tenth", f"{np.mean(shapes):.2f} / {np.quantile(shapes, .1):.2f}")
    line("strength: r with the truth, median ratio", f"{np.corrcoef(strengths, truths)[0, 1]:.2f}, {ratio:.2f}")
    line("strength: mean error", f"{100 * np.mean(np.abs(strengths / truths - 1)):.0f} %")
    line("ambient intensity: mean error", f"{100 * np.mean(np.abs(intensity / true_intensity - 1)):.0f} %")
    line("colour temperature: mean / median error", f"{np.mean(np.abs(kelvins - true_kelvins)):.0f} / {np.median(np.abs(kelvins - true_kelvins)):.0f} K")
    line("colour temperature: mean error in mired, r", f"{mired.mean():.0f}, {np.corrcoef(1e6 / kelvins, 1e6 / true_kelvins)[0, 1]:.2f}")


if __name__ == "__main__":
    main()
