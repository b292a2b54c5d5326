#!/usr/bin/env python3
"""Measures networks on pictures that nothing was learnt from, beside the blend-shape network.

    measure.py WEIGHTS.npz [--sets FOLDER ...] [--singles FOLDER ...] [--keep] [--table]

"own" and "unknown" are the networks' answers with and without the person's own rest, "program" and
"program own" what the program makes of them. --keep writes how far each coefficient follows the truth (the mean of r of the program over the sets, without an own
neutral) into WEIGHTS.npz as `reliability`. --table prints a Markdown table of every coefficient.
"""
import argparse

import numpy as np

from acting import single_cases
from inputs import auc, network_answer, score
from names import MIRROR, NAMES, PLACE
from program import joined
from train import Check, restore


def all_answers(check, networks):
    """The blend-shape network's, ours, and the program's."""
    answers, n = check.answers(networks[0]), check.neutrals
    tongue = networks[1].answer(check.observations.tongue)[:, 0]
    for name, of, (rest, known) in (("program", "unknown", n.none()), ("program own", "own", n.own())):
        answers[name] = joined(answers[of], tongue, check.data, rest["scores"][n.of_row], known[n.of_row])
    return answers


def winks(data, answers):
    """Pictures with one eye shut (≥ .6) and the other open (≤ .35): is the gap clear, does the gaze fall?"""
    truth = data["truth"]
    left, right = truth[:, PLACE["eyeBlinkLeft"]], truth[:, PLACE["eyeBlinkRight"]]
    for name, answer in answers.items():
        gaps, fall = [], []
        for shut, open_, a, b in ((left, right, "Left", "Right"), (right, left, "Right", "Left")):
            rows = (shut >= .6) & (open_ <= .35)
            gaps += list(answer[rows, PLACE["eyeBlink" + a]] - answer[rows, PLACE["eyeBlink" + b]])
            look = [PLACE["eyeLookDown" + s] for s in ("Left", "Right")]
            fall += list((answer[rows][:, look] - truth[rows][:, look]).mean(1))
        gaps = np.array(gaps)
        print(f"  winks    {name:11} {len(gaps)}: clear (gap > .25) {100 * (gaps > .25).mean():.0f} %, "
              f"mean gap {gaps.mean():.2f}, eyeLookDown too high by {np.mean(fall):.2f}")


def tongues(check, networks, data):
    truth, clear = data["truth"][:, 51], (data["truth"][:, 51] > .4) | (data["truth"][:, 51] < .02)
    own = networks[1].answer(check.observations.tongue)[:, 0]
    gap = data["metric"][:, 13, 1] - data["metric"][:, 14, 1]
    for name, answer in (("network", data["tongue"]), ("ours", own), ("gated", own * np.clip((gap - .06) / .12, 0, 1))):
        shown, hidden = answer[truth > .4], answer[truth < .02]
        print(f"  tongue   {name:11} AUC {auc(truth[clear] > .4, answer[clear]):.3f}, shown: median {np.median(shown):.2f}, "
              f"> .5 {100 * (shown > .5).mean():.0f} %; hidden > .45 {100 * (hidden > .45).mean():.1f} %, > .6 {100 * (hidden > .6).mean():.1f} %")


def report_set(folder, networks, table):
    check = Check(folder, networks[2])
    data, answers = check.data, all_answers(check, networks)
    print(f"{check.name}: {len(data['truth'])} pictures, {len(check.neutrals.person)} people")
    result = {}
    near = (abs(data["pose"][:, 0]) < .3) & (abs(data["pose"][:, 1]) < .22)
    for label, chosen in {**check.sets, "front": near & (data["kind"] != "neutral")}.items():
        for name, answer in answers.items():
            error, r = score(data["truth"][chosen], answer[chosen])
            result[label, name] = error, r
        line = " | ".join(
            f"{n} r {np.nanmean(result[label, n][1]):.3f} error {result[label, n][0].mean():.3f}" for n in answers)
        print(f"  {label:6} {chosen.sum():4} | {line}")
    winks(data, answers)
    tongues(check, networks, data)
    chosen = data["kind"] != "neutral"
    both = {n: score(data["truth"][chosen], a[chosen]) for n, a in answers.items()}
    better = ", ".join(f"{n} {np.nansum(both[n][1] > both['network'][1]):.0f}" for n in answers if n != "network")
    print(f"  better r than the network's, of {len(NAMES)}: {better}")
    if table:
        for k, name in enumerate(NAMES):
            cells = [f"{both[n][1][k]:.2f} / {both[n][0][k]:.3f}" for n in ("network", "program own", "program")]
            print(f"| `{name}` | " + " | ".join(cells) + " |")
    return both["program"][1]


def report_singles(folder, networks, table):
    check = Check(folder, networks[2])
    cases = dict(single_cases())
    data, answers = check.data, all_answers(check, networks)
    for name, answer in answers.items():
        own_rises, wrong_rises, rows = [], [], []
        for person in check.neutrals.person:
            of = data["person"] == person
            rest = answer[of & (data["kind"] == "neutral")].mean(0)
            for row in np.flatnonzero(of & (data["kind"] != "neutral")):
                kind = str(data["kind"][row])
                rise = answer[row] - rest
                own = [PLACE[n] for n in cases[kind]]
                others = rise.copy()
                others[own] = -1
                own_rises.append(rise[own].max())
                wrong_rises.append(others.max())
                rows.append(f"    {kind:22} own {rise[own].max():.2f}, wrong {NAMES[int(others.argmax())]} {others.max():+.2f}")
        own_rises, wrong_rises = np.array(own_rises), np.array(wrong_rises)
        people = len(check.neutrals.person)
        print(f"  singles {check.name} {name:11} cases {len(cases)} × {people}: own rises most in "
              f"{(own_rises > wrong_rises).sum() / people:.1f}, own ≥ .5 in {(own_rises >= .5).sum() / people:.1f}, "
              f"wrong > .3 in {(wrong_rises > .3).sum() / people:.1f}; mean own {own_rises.mean():.2f}, wrong {wrong_rises.mean():.2f}")
        if table:
            print("\n".join(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--sets", nargs="*", default=[])
    parser.add_argument("--singles", nargs="*", default=[])
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    networks = restore(arguments.weights)
    follows = [report_set(folder, networks, arguments.table) for folder in arguments.sets]
    for folder in arguments.singles:
        report_singles(folder, networks, arguments.table)
    if arguments.keep:
        z = dict(np.load(arguments.weights))
        follow = np.clip(np.nan_to_num(np.nanmean(follows, 0)), 0, 1)
        z["reliability"] = ((follow + follow[MIRROR]) / 2).astype(np.float32)
        np.savez(arguments.weights, **z)


if __name__ == "__main__":
    main()
