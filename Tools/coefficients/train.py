#!/usr/bin/env python3
"""Learns the coefficient networks from the pictures of generate.py.

    train.py TRAIN[,TRAIN…] WEIGHTS.npz [--check FOLDER ...] [--most PEOPLE] [--seed N]

--check reports on folders of pictures that are not learnt from. Weights are for
pack.py.
"""
import argparse
import time

import numpy as np

from blocks import LANDMARKS, PARTS
from inputs import Neutrals, Observations, auc, load, network_answer, score
from learning import Network, Networks, learn
from names import NAMES

# What each block is brought down to: landmarks and scores, then the parts.
WIDTHS = (192, 96, 64, 64, 64, 96, 48, 48)
HIDDEN = (192,)
# How each network is learnt. They differ, so that their errors do: `bold` ones answer single shapes best,
# those of few steps a take. Two more, which looked less wide, made r .01 better on a take, for .1 ms a picture.
RECIPES = (
    dict(epochs=30, batch=96, rate=1.2e-3, noise=.4, drop=.4, inner=.15, mix=.3, bold=1),
    dict(epochs=22, batch=192, rate=2e-3, noise=.3, drop=.3, inner=.3, mix=.3, bold=0),
)
# The same for the tongue's networks.
TONGUE_WIDTHS = (24, 24)


def joint(seed, data, neutrals, report, recipe, like=None):
    """One network by one of RECIPES; `like`: another whose standardisation it shares."""
    rng = np.random.default_rng(seed)
    rows = np.arange(len(data["truth"]))
    neutral = neutrals.draw(rng)
    sample = neutrals.inputs(rng.choice(rows, min(len(rows), 6000), replace=False), neutral)
    network = Network(rng, [b.shape[1] for b in sample], WIDTHS, HIDDEN, len(NAMES), like)
    if like is None:
        network.standardise(sample)
    state = {}

    def inputs(epoch, chosen):
        if state.get("epoch") != epoch:
            state.update(epoch=epoch, neutral=neutrals.draw(rng))
        return network.normal(neutrals.inputs(chosen, state["neutral"]))

    # The neutral pictures of a person are also what is subtracted: they count less.
    weights = np.where(data["kind"] == "neutral", .5, 1)[:, None].astype(np.float32)
    learn(rng, network, rows, inputs, data["truth"], weights, **recipe)
    report(network, -1)
    return network


def tongue(seed, data, observations, epochs, like=None):
    """One of the tongue's networks, from the rows that have all its maps."""
    rng = np.random.default_rng(seed)
    rows = np.flatnonzero(~np.any([np.isnan(b).any(1) for b in observations.tongue], 0))
    blocks = [b[rows] for b in observations.tongue]
    network = Network(rng, [b.shape[1] for b in blocks], TONGUE_WIDTHS, (), 1, like)
    if like is None:
        network.standardise(blocks)
    z, truth = network.normal(blocks), data["truth"][rows, 51:]
    # One picture in ten shows a tongue: they count as much as the others.
    weights = np.where(truth > .1, 5, 1).astype(np.float32)
    learn(rng, network, np.arange(len(truth)), lambda _, chosen: [b[chosen] for b in z], truth, weights, epochs,
          noise=.35, drop=.3, mix=.3, decay=.1)
    return network


class Check:
    """Pictures that nothing is learnt from."""

    def __init__(self, folder, mean):
        self.name = folder.rstrip("/").split("/")[-1]
        self.data = load(folder)
        self.observations = Observations(self.data)
        self.neutrals = Neutrals(self.observations, self.data, mean)
        kind = self.data["kind"]
        self.sets = {"take": kind == "take", "other": ~np.isin(kind, ["take", "neutral"])}
        self.rows = np.arange(len(kind))

    def answers(self, network):
        n = self.neutrals
        return {"network": network_answer(self.data), "own": self.answer(network, n.own()),
                "unknown": self.answer(network, n.none())}

    def answer(self, network, neutral, share=1000):
        return np.concatenate([
            network.answer(self.neutrals.inputs(self.rows[i:i + share], neutral)) for i in range(0, len(self.rows), share)])

    def report(self, network):
        for name, answer in self.answers(network).items():
            line = []
            for label, chosen in self.sets.items():
                error, r = score(self.data["truth"][chosen], answer[chosen])
                line.append(f"{label} r {np.nanmean(r):.3f} error {error.mean():.3f}")
            print(f"   {self.name:8} {name:8} " + " | ".join(line), flush=True)


def save(path, joint_networks, tongue_networks, neutrals, extra):
    out = dict(names=np.array(NAMES), geo_points=np.array(LANDMARKS), parts=np.array(list(PARTS)))
    named = [(f"joint{i}", n) for i, n in enumerate(joint_networks.networks)]
    named += [(f"tongue{i}", n) for i, n in enumerate(tongue_networks.networks)]
    for name, network in named:
        for k, (mean, scale) in enumerate(zip(network.mean, network.scale)):
            out[f"{name}_mean{k}"], out[f"{name}_scale{k}"] = mean, scale
        for k, (w, b) in enumerate(network.first):
            out[f"{name}_first_w{k}"], out[f"{name}_first_b{k}"] = w, b
        for k, (w, b) in enumerate(network.rest):
            out[f"{name}_rest_w{k}"], out[f"{name}_rest_b{k}"] = w, b
    out.update({"neutral_" + k: v for k, v in neutrals.mean.items()})
    out.update(extra)
    np.savez(path, **{k: v.astype(np.float32) if v.dtype == np.float64 else v for k, v in out.items()})


def restore(path):
    """The joint networks, the tongue's, and the mean neutral."""
    z = np.load(path)

    def network(name):
        n = Network.__new__(Network)
        count = sum(k.startswith(f"{name}_mean") for k in z.files)
        n.mean = [z[f"{name}_mean{k}"] for k in range(count)]
        n.scale = [z[f"{name}_scale{k}"] for k in range(count)]
        n.first = [[z[f"{name}_first_w{k}"], z[f"{name}_first_b{k}"]] for k in range(count)]
        depth = sum(k.startswith(f"{name}_rest_w") for k in z.files)
        n.rest = [[z[f"{name}_rest_w{k}"], z[f"{name}_rest_b{k}"]] for k in range(depth)]
        return n

    def networks(name):
        count = sum(k.startswith(name) and k.endswith("_mean0") for k in z.files)
        return Networks([network(f"{name}{i}") for i in range(count)])

    return networks("joint"), networks("tongue"), {k[8:]: z[k] for k in z.files if k.startswith("neutral_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train")
    parser.add_argument("weights")
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--most", type=int)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    data = load(arguments.train, arguments.most)
    observations = Observations(data)
    neutrals = Neutrals(observations, data)
    checks = [Check(folder, neutrals.mean) for folder in arguments.check]
    people = len(neutrals.person)
    print(f"{len(data['truth'])} pictures of {people} people", flush=True)
    start = time.time()

    def report(network, epoch):
        network = network if isinstance(network, Networks) else Networks([network])
        print(f"{time.time() - start:.0f} s", flush=True)
        for check in checks:
            check.report(network)

    networks = []
    for k, recipe in enumerate(RECIPES):
        networks.append(joint(arguments.seed + k, data, neutrals, report, recipe, networks[0] if networks else None))
    network = Networks(networks)
    print("all together", flush=True)
    report(network, -1)
    tongues = []
    for k in range(3):
        tongues.append(tongue(arguments.seed + k, data, observations, 30, tongues[0] if tongues else None))
    for check in checks:
        answer = Networks(tongues).answer(check.observations.tongue)[:, 0]
        truth = check.data["truth"][:, 51]
        clear = (truth > .4) | (truth < .02)
        print(f"   {check.name:8} tongue AUC {auc(truth[clear] > .4, answer[clear]):.3f}")
    save(arguments.weights, network, Networks(tongues), neutrals, {})


if __name__ == "__main__":
    main()
