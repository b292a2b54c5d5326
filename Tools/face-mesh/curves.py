"""Curves of landmarks that the mesh keeps, for the person's right half (x < 0) and the middle."""
from dataclasses import dataclass

EYE = [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246]  # lower lid first
CREASE = [130, 25, 110, 24, 23, 22, 26, 112, 243, 190, 56, 28, 27, 29, 30, 247]  # ring round the lids
MOUTH = [13, 82, 81, 80, 191, 78, 95, 88, 178, 87, 14]  # rim of the inner lips
LIP = [0, 37, 39, 40, 185, 61, 146, 91, 181, 84, 17]  # outer line of the lips
OUTLINE = [10, 109, 67, 103, 54, 21, 162, 127, 234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152]
MIDDLE_UPPER = [10, 151, 9, 8, 168, 6, 197, 195, 5, 4, 1, 19, 94, 2, 164, 0, 11, 12, 13]
MIDDLE_LOWER = [14, 15, 16, 17, 18, 200, 199, 175, 152]
BROW_UPPER = [70, 63, 105, 66, 107]  # outer to inner end
BROW_LOWER = [46, 53, 52, 65, 55]
NOSE_WING = [2, 97, 98, 64, 102, 49, 131, 198, 236, 3]
NOSE_TIP = [5, 4, 1, 2]
NOSE_BRIDGE = [168, 6, 197, 195, 5]
MOUTH_CORNER = [78, 61]

# Landmarks that stay vertices wherever the mesh is relaxed.
PINNED = {1, 4, 10, 152, 13, 14, 0, 17, 61, 130, 243, 70, 107, 46, 55}
# Corners of the holes: the curved surface is not rounded there.
SHARP = {33, 133, 263, 362, 78, 308}


@dataclass
class Curve:
    """A line of landmarks; edges on it are never flipped and its vertices slide along it only."""

    name: str
    points: list
    closed: bool
    fixed: bool  # no vertex may slide or be added after the start


CURVES = [
    Curve("eye", EYE, True, True), Curve("mouth", MOUTH, False, True),
    Curve("outline", OUTLINE, False, True), Curve("middle", MIDDLE_UPPER, False, False),
    Curve("middle", MIDDLE_LOWER, False, False), Curve("lip", LIP, False, False),
    Curve("crease", CREASE, True, False), Curve("brow", BROW_UPPER, False, False),
    Curve("brow", BROW_LOWER, False, False),
]
