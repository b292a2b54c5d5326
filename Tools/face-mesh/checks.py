"""What must hold of a finished mesh."""
import numpy as np

from surface import edges_of


def uv_areas(mesh):
    a, b, c = (mesh.uv[np.array(mesh.triangles)[:, i]] for i in range(3))
    return ((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1])
            - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])) / 2


def least_angle(positions, triangles):
    angles = []
    for i in range(3):
        a = positions[triangles[:, (i + 1) % 3]] - positions[triangles[:, i]]
        b = positions[triangles[:, (i + 2) % 3]] - positions[triangles[:, i]]
        cross = np.linalg.norm(np.cross(a, b), axis=1)
        angles.append(np.degrees(np.arctan2(cross, (a * b).sum(1))))
    return np.min(angles)


def problems(mesh, face):
    """A list of what is wrong; empty for a good mesh."""
    out = []

    def expect(name, found, wanted):
        if found != wanted:
            out.append(f"{name}: {found}, expected {wanted}")

    triangles = np.array(mesh.triangles)
    positions = mesh.weights @ face.positions
    edges = edges_of(mesh.triangles)
    expect("vertices", len(mesh.uv), 1220)
    expect("triangles", len(triangles), 2304)
    expect("boundary edges", sum(len(owners) == 1 for owners in edges.values()), 140)
    expect("edges of more than two triangles", sum(len(o) > 2 for o in edges.values()), 0)
    directed = {(t[i], t[(i + 1) % 3]) for t in mesh.triangles for i in range(3)}
    expect("oriented edges", len(directed), 3 * len(triangles))
    expect("used vertices", len(set(triangles.ravel())), len(mesh.uv))
    closed = edges_of(list(mesh.triangles) + list(mesh.fill))
    expect("boundary with fill", sum(len(o) == 1 for o in closed.values()), 36)
    expect("UV triangles turned over", int((uv_areas(mesh) <= 0).sum()), 0)
    m = mesh.mirror
    expect("mirror twice", bool((m[m] == np.arange(len(m))).all()), True)
    expect("mirrored places", bool(np.allclose(
        positions[m] * [-1, 1, 1], positions, atol=1e-9)), True)
    kept = {tuple(sorted(t)) for t in triangles.tolist()}
    expect("mirrored triangles", {tuple(sorted(m[list(t)].tolist())) for t in kept} == kept, True)
    if least_angle(positions, triangles) < 20:
        out.append(f"least angle {least_angle(positions, triangles):.1f} degrees, expected 20")
    if np.abs(mesh.weights).sum(1).max() > 1.5:
        out.append("weights amplify noise")
    return out
