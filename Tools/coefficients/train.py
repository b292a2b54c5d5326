#!/usr/bin/env python3
"""Learns the coefficient networks from the pictures of generate.py.

    train.py TRAIN[,TRAIN…] WEIGHTS.npz [--check FOLDER ...] [--epochs N] [--most PEOPLE] [--seed N]

--check reports on folders of pictures that are not learnt from. Weights are for
pack.py. The tongue's network is for comparison: the program's own was learnt from more tongues.
"""
import argparse
import time

import numpy as np

from blocks import LANDMARKS, PARTS
from inputs import Neutrals, Observations, auc, load, network_answer, score
from learning import Network, learn
from names import NAMES

# What each block is brought down to: landmarks and scores, then the parts.
WIDTHS = (96, 48, 32, 32, 32)
HIDDEN = (96,)


def joint(rng, data, observations, neutrals, epochs, report, options):
    rows = np.arange(len(data["truth"]))
    neutral = neutrals.draw(rng)
    sample = neutrals.inputs(rng.choice(rows, min(len(rows), 6000), replace=False), neutral)
    network = Network(rng, [b.shape[1] for b in sample], WIDTHS, HIDDEN, len(NAMES))
    network.standardise(sample)
    state = {}

    def inputs(epoch, chosen):
        if state.get("epoch") != epoch:
            state.update(epoch=epoch, neutral=neutrals.draw(rng))
        return network.normal(neutrals.inputs(chosen, state["neutral"]))

    # The neutral pictures of a person are also what is subtracted: they count less.
    weights = np.where(data["kind"] == "neutral", .5, 1)[:, None].astype(np.float32)
    learn(rng, network, rows, inputs, data["truth"], weights, epochs, report=lambda e: report(network, e), **options)
    return network


def tongue(rng, data, observations, epochs):
    x = observations.tongue
    network = Network(rng, [x.shape[1]], (24,), (), 1)
    network.standardise([x])
    z = network.normal([x])[0]
    # One picture in eight shows a tongue: they count as much as the others.
    weights = np.where(data["truth"][:, 51:] > .1, 5, 1).astype(np.float32)
    learn(rng, network, np.arange(len(x)), lambda _, chosen: [z[chosen]], data["truth"][:, 51:], weights, epochs,
          noise=.25, drop=.3, decay=.1)
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
        unknown = n.draw(np.random.default_rng(0), unknown=1)
        return {"network": network_answer(self.data), "own": network.answer(n.inputs(self.rows, n.own())),
                "unknown": network.answer(n.inputs(self.rows, unknown))}

    def report(self, network):
        for name, answer in self.answers(network).items():
            line = []
            for label, chosen in self.sets.items():
                error, r = score(self.data["truth"][chosen], answer[chosen])
                line.append(f"{label} r {np.nanmean(r):.3f} error {error.mean():.3f}")
            print(f"   {self.name:8} {name:8} " + " | ".join(line), flush=True)


def save(path, joint_network, tongue_network, neutrals, extra):
    out = dict(names=np.array(NAMES), geo_points=np.array(LANDMARKS), parts=np.array(list(PARTS)))
    for name, network in (("joint", joint_network), ("tongue", tongue_network)):
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
    """The joint network, the tongue's, and the mean neutral."""
    z, networks = np.load(path), []
    for name in ("joint", "tongue"):
        n = Network.__new__(Network)
        count = sum(k.startswith(f"{name}_mean") for k in z.files)
        n.mean = [z[f"{name}_mean{k}"] for k in range(count)]
        n.scale = [z[f"{name}_scale{k}"] for k in range(count)]
        n.first = [[z[f"{name}_first_w{k}"], z[f"{name}_first_b{k}"]] for k in range(count)]
        depth = sum(k.startswith(f"{name}_rest_w") for k in z.files)
        n.rest = [[z[f"{name}_rest_w{k}"], z[f"{name}_rest_b{k}"]] for k in range(depth)]
        networks.append(n)
    return (*networks, {k[8:]: z[k] for k in z.files if k.startswith("neutral_")})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train")
    parser.add_argument("weights")
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--most", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--noise", type=float, default=.3)
    parser.add_argument("--drop", type=float, default=.3)
    parser.add_argument("--decay", type=float, default=.05)
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
        print(f"epoch {epoch + 1}, {time.time() - start:.0f} s", flush=True)
        for check in checks:
            check.report(network)

    options = dict(noise=arguments.noise, drop=arguments.drop, decay=arguments.decay)
    network = joint(rng, data, observations, neutrals, arguments.epochs, report, options)
    tongue_network = tongue(rng, data, observations, 24)
    for check in checks:
        answer = tongue_network.answer([check.observations.tongue])[:, 0]
        truth = check.data["truth"][:, 51]
        clear = (truth > .4) | (truth < .02)
        print(f"   {check.name:8} tongue AUC {auc(truth[clear] > .4, answer[clear]):.3f}, joint "
              f"{auc(truth[clear] > .4, check.answers(network)['own'][clear, 51]):.3f}")
    save(arguments.weights, network, tongue_network, neutrals, {})


if __name__ == "__main__":
    main()
