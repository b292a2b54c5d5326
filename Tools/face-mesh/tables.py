"""Writes the mesh as C tables."""
import os
import re

import numpy as np

HEADER_NOTE = """\
// Written by Tools/generate-face-mesh; do not edit.
//
// The canonical face (positions, pose weights) is MediaPipe's, Copyright The MediaPipe Authors,
// Apache-2.0; the mesh is built from it as Tools/face-mesh/README.md describes.
"""


def numbers(values, form):
    """Values as lines of C of at most 100 columns."""
    lines, line = [], "   "
    for value in values:
        text = " " + form(value) + ","
        if len(line) + len(text) > 100:
            lines.append(line)
            line = "   "
        line += text
    return "\n".join(lines + [line])


def whole(value):
    return str(int(value))


def decimal(value):
    text = f"{value:.6g}"
    return text if re.search(r"[.e]", text) else text + ".0"


def array(kind, name, values, form):
    return f"static const {kind} {name}[] = {{\n{numbers(values, form)}\n}};\n"


def write(folder, face, mesh, offset):
    """Writes `tables.c` for the C target."""
    starts, columns, values = [0], [], []
    for row in mesh.weights.astype(np.float32):
        used = np.flatnonzero(row)
        columns += used.tolist()
        values += row[used].tolist()
        starts.append(len(columns))
    names = list(mesh.groups)
    group_starts = np.cumsum([0] + [len(mesh.groups[n]) for n in names])
    members = [v for n in names for v in mesh.groups[n]]
    basis = sorted(face.basis)
    parts = [
        HEADER_NOTE, '#include "CFaceMesh.h"\n',
        array("uint16_t", "triangles", np.ravel(mesh.triangles), whole),
        array("uint16_t", "fill", np.ravel(mesh.fill), whole),
        array("float", "texture", np.ravel(mesh.uv), decimal),
        array("uint16_t", "mirror", mesh.mirror, whole),
        array("uint16_t", "weight_starts", starts, whole),
        array("uint16_t", "weight_landmarks", columns, whole),
        array("float", "weights", values, decimal),
        array("char *const", "group_names", names, lambda n: f'"{n}"'),
        array("uint16_t", "group_starts", group_starts, whole),
        array("uint16_t", "group_members", members, whole),
        array("float", "canonical", np.ravel(face.positions), decimal),
        array("uint16_t", "basis_landmarks", [i for i, _ in basis], whole),
        array("float", "basis_weights", [w for _, w in basis], decimal),
        f"""\
const bifrons_face_mesh bifrons_face_mesh_tables = {{
    .vertex_count = {len(mesh.uv)},
    .triangle_count = {len(mesh.triangles)},
    .fill_count = {len(mesh.fill)},
    .group_count = {len(names)},
    .canonical_count = {len(face.positions)},
    .basis_count = {len(basis)},
    .triangles = triangles,
    .fill = fill,
    .texture = texture,
    .mirror = mirror,
    .weight_starts = weight_starts,
    .weight_landmarks = weight_landmarks,
    .weights = weights,
    .group_names = group_names,
    .group_starts = group_starts,
    .group_members = group_members,
    .canonical = canonical,
    .basis_landmarks = basis_landmarks,
    .basis_weights = basis_weights,
    .offset = {{{", ".join(decimal(x) for x in offset)}}},
}};
""",
    ]
    with open(os.path.join(folder, "tables.c"), "w") as file:
        file.write("\n".join(parts))
