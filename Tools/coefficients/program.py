"""What the program makes of the networks' answers: ScoreShare, lids and tongue, as in its Swift sources."""
import numpy as np

from inputs import angles
from names import PLACE, SCORE_PLACE

# ScoreShare.swift: how much is left to the blend-shape network's own score, at most.
SHARES = {"jawOpen": .4, "mouthSmile": .4, "eyeBlink": .6, "mouthLeft": .3, "mouthRight": .3}
# CoefficientReader.swift
LID_POWER = 1.5
OVERREAD, LEAST_TRUST = ("eyeLookUp", "eyeSquint"), .3


def share_of(answer, turn):
    """How much of each coefficient is the blend-shape network's, on faces turned by `turn`."""
    yaw, pitch = np.degrees(np.abs(angles(turn)[:, :2])).T
    front = np.clip((30 - yaw) / 15, 0, 1) * np.clip((25 - pitch) / 12, 0, 1)
    left, right = answer[:, PLACE["eyeBlinkLeft"]], answer[:, PLACE["eyeBlinkRight"]]
    even = np.clip(1 - np.abs(left - right) / np.maximum(np.maximum(left, right), .1), 0, 1)
    share = np.zeros_like(answer)
    for name, place in PLACE.items():
        for begin, most in SHARES.items():
            if name.startswith(begin):
                share[:, place] = most * front * (even if begin == "eyeBlink" else 1)
    return share


def joined(answer, tongue, data, rest_scores, known):
    """The program's answer before smoothing; `rest_scores` and `known` by row."""
    relative = np.clip((data["scores"] - rest_scores) / np.maximum(1 - rest_scores, .3), 0, 1)
    relative = relative[:, np.maximum(SCORE_PLACE, 0)]
    result = answer + share_of(answer, data["turn"]) * (relative - answer)
    for name, place in PLACE.items():
        if name.startswith("eyeBlink"):
            result[:, place] = 1 - (1 - np.clip(result[:, place], 0, 1)) ** LID_POWER
        elif name.startswith(OVERREAD):
            result[:, place] *= LEAST_TRUST + (1 - LEAST_TRUST) * known
    gap = data["metric"][:, 13, 1] - data["metric"][:, 14, 1]
    result[:, PLACE["tongueOut"]] = np.clip((tongue * np.clip((gap - .06) / .12, 0, 1) - .42) / .2, 0, 1)
    return result
