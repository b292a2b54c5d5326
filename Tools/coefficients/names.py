"""The 52 coefficients in the project's order, and how they belong together."""

NAMES = """
eyeBlinkLeft eyeLookDownLeft eyeLookInLeft eyeLookOutLeft eyeLookUpLeft eyeSquintLeft eyeWideLeft
eyeBlinkRight eyeLookDownRight eyeLookInRight eyeLookOutRight eyeLookUpRight eyeSquintRight
eyeWideRight jawForward jawRight jawLeft jawOpen mouthClose mouthFunnel mouthPucker mouthRight
mouthLeft mouthSmileLeft mouthSmileRight mouthFrownLeft mouthFrownRight mouthDimpleLeft
mouthDimpleRight mouthStretchLeft mouthStretchRight mouthRollLower mouthRollUpper mouthShrugLower
mouthShrugUpper mouthPressLeft mouthPressRight mouthLowerDownLeft mouthLowerDownRight
mouthUpperUpLeft mouthUpperUpRight browDownLeft browDownRight browInnerUp browOuterUpLeft
browOuterUpRight cheekPuff cheekSquintLeft cheekSquintRight noseSneerLeft noseSneerRight tongueOut
""".split()
PLACE = {name: place for place, name in enumerate(NAMES)}
# Left and right of these are two directions, not two sides.
DIRECTIONS = ("jawLeft", "jawRight", "mouthLeft", "mouthRight")


def mirrored(name):
    """The name of the other side."""
    if "Left" in name:
        return name.replace("Left", "Right")
    return name.replace("Right", "Left")


MIRROR = [PLACE[mirrored(name)] for name in NAMES]

# The blend-shape network's outputs in its order; the first is the neutral face.
SCORES = """
_neutral browDownLeft browDownRight browInnerUp browOuterUpLeft browOuterUpRight cheekPuff
cheekSquintLeft cheekSquintRight eyeBlinkLeft eyeBlinkRight eyeLookDownLeft eyeLookDownRight
eyeLookInLeft eyeLookInRight eyeLookOutLeft eyeLookOutRight eyeLookUpLeft eyeLookUpRight
eyeSquintLeft eyeSquintRight eyeWideLeft eyeWideRight jawForward jawLeft jawOpen jawRight mouthClose
mouthDimpleLeft mouthDimpleRight mouthFrownLeft mouthFrownRight mouthFunnel mouthLeft
mouthLowerDownLeft mouthLowerDownRight mouthPressLeft mouthPressRight mouthPucker mouthRight
mouthRollLower mouthRollUpper mouthShrugLower mouthShrugUpper mouthSmileLeft mouthSmileRight
mouthStretchLeft mouthStretchRight mouthUpperUpLeft mouthUpperUpRight noseSneerLeft noseSneerRight
""".split()
# Where each coefficient stands among the scores; tongueOut, which has none, is −1.
SCORE_PLACE = [SCORES.index(name) if name in SCORES else -1 for name in NAMES]
