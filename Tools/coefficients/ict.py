"""The ICT-FaceKit head (MIT), another sculptor's, on which the networks are tested and never trained.

The folder holds generic_neutral_mesh.obj.gz, ict_deltas_sparse.npz (NAME__idx, NAME__delta) and
vertex_indices.json.
"""
import gzip
import json
import os

import numpy as np

from head import EYE, LASH, MOUTH, SKIN, TEETH, TONGUE, Head
from names import DIRECTIONS, NAMES

BOTH = ("browInnerUp", "cheekPuff")
HIDDEN = ("M_IrisLeft", "M_IrisRight", "M_LacrimalFluid", "M_EyeBlend", "M_EyeOcclusion")


class FaceKitHead(Head):
    """With ten modes of identity."""

    def __init__(self, folder):
        self.name = "ict"
        vertices, faces, names = [], [], []
        material = ""
        for line in gzip.open(os.path.join(folder, "generic_neutral_mesh.obj.gz"), "rt"):
            word = line.split()
            if not word:
                continue
            if word[0] == "v":
                vertices.append([float(x) for x in word[1:4]])
            elif word[0] == "usemtl":
                material = word[1]
            elif word[0] == "f":
                corners = [int(w.split("/")[0]) - 1 for w in word[1:]]
                for i in range(1, len(corners) - 1):
                    faces.append([corners[0], corners[i], corners[i + 1]])
                    names.append(material)
        v, faces, names = np.array(vertices, np.float32), np.array(faces, np.int32), np.array(names)
        materials = np.full(len(faces), SKIN, np.uint8)
        materials[np.char.startswith(names, "M_Sclera")] = EYE
        for name, kind in (("M_EyeLashes", LASH), ("M_Teeth", TEETH), ("M_GumsTongue", MOUTH)):
            materials[names == name] = kind
        materials[(names == "M_BackHead") & (faces.min(1) >= 11248)] = MOUTH
        tongue = (v[:, 2] < 9.75) & (v[:, 2] > 3.3) & (abs(v[:, 0]) < 1.95) & (v[:, 1] < -2.95) & (v[:, 1] > -5.3)
        tongue[:14062] = tongue[17039:] = False
        materials[(materials == MOUTH) & tongue[faces].all(1)] = TONGUE
        keep = ~np.isin(names, HIDDEN)
        self.vertices, self.faces, self.materials = v, np.ascontiguousarray(faces[keep]), materials[keep]
        deltas = np.load(os.path.join(folder, "ict_deltas_sparse.npz"))

        def shape(name):
            key = name + "__idx"
            return (deltas[key], deltas[name + "__delta"].astype(np.float32)) if key in deltas else None

        self.shapes = [[s for s in map(shape, self.keys(n)) if s] for n in NAMES]
        self.modes = [shape(f"identity{i:03d}") for i in range(10)]
        self.eyes = [np.arange(21451, 22221), np.arange(23021, 23791)]
        marks = np.array(json.load(open(os.path.join(folder, "vertex_indices.json")))["idx_to_landmark_verts"])
        self.marks, self.lips = marks, (marks[62], marks[66])
        self.lip_outline = v[marks[48:60], :2]
        self.brows = [v[marks[a:a + 5], :2] + [0, -.75] for a in (17, 22)]
        self.face = np.flatnonzero((abs(v[:, 0]) < 7.2) & (v[:, 1] > -9) & (v[:, 1] < 8.3) & (v[:, 2] > 1.5))
        self.root, self.glasses_depth, self.eye_place = (0, -4.3, 4.5), 10.9, (3.09, 3.61)
        self.finish()

    @staticmethod
    def keys(name):
        if name in BOTH:
            return [name + "_L", name + "_R"]
        return [name if name in DIRECTIONS else name.replace("Left", "_L").replace("Right", "_R")]

    def frame_marks(self, v):
        """Points whose bounds make a region, and the outer corners of the right and the left eye."""
        return v[self.face], v[self.marks[[36, 45]]]

    def identity(self, rng):
        """A person at rest; the shapes are the model's own."""
        v = self.vertices.copy()
        for vertices, offsets in self.modes:
            v[vertices] += np.float32(rng.normal()) * offsets
        return v * np.float32(rng.uniform(.93, 1.07)), self.shapes
