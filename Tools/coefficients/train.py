#!/usr/bin/env python3
"""Learns the coefficient networks from the pictures of generate.py.

    train.py TRAIN[,TRAIN…] WEIGHTS.npz [--check FOLDER ...] [--most PEOPLE] [--seed N]

--check reports on folders of pictures that are not learnt from. Weights are for
pack.py.
"""
import argparse
import multiprocessing
import time

import numpy as np

from blocks import LANDMARKS, PARTS
from inputs import Neutrals, Observations, auc, load, network_answer, score
from learning import FARTHEST, Network, Networks, learn
from names import NAMES
from regions import REGIONS, Material, RegionView

# How the networks are learnt: regions, and the steps. They differ, so that their errors do: those of
# regions answer single shapes best, those of the whole face a take.
RECIPES = (
    (("whole",), dict(noise=.3, drop=.2, inner=.3, mix=.5)),
    (("lower", "upper", "left eye", "right eye", "brows", "nose"), dict(noise=.3, drop=.25, inner=.2, single=2)),
)
TONGUES = 3
# The same for the tongue's networks.
TONGUE_WIDTHS = (24, 24)


def weights_of(data, single):
    """How much rows count. The pictures at rest are also what is subtracted: they count less."""
    kind = data["kind"]
    weights = np.where(kind == "neutral", .5, 1)
    weights = np.where(np.isin(kind, ["single", "pair"]), single, weights)
    return np.where(np.isin(kind, ["wink", "winks", "weak"]), (1 + single) / 2, weights)[:, None].astype(np.float32)


def joint(seed, material, data, name, single=1, **recipe):
    """One region's network: it, the places of its blocks and of its outputs."""
    rng = np.random.default_rng([seed, list(REGIONS).index(name)])
    region, view = REGIONS[name], RegionView(material, REGIONS[name])
    rows, state = np.arange(len(data["truth"])), {}

    def inputs(epoch, chosen):
        if state.get("epoch") != epoch:
            state.update(epoch=epoch, rest=view.rest(rng))
        return view.inputs(chosen, state["rest"])

    widths = [region.width] + [width for _, width in region.parts.values()]
    sizes = [b.shape[1] for b in inputs(0, rows[:2])]
    network = Network(rng, sizes, widths, region.hidden, len(view.outputs))
    learn(rng, network, rows, inputs, data["truth"][:, view.outputs], weights_of(data, single),
          **{"epochs": 30, "batch": 128, "mix": .3, **recipe})
    return *view.fold(network)[::-1], view.outputs


def standard_of(blocks):
    """Mean and scale of blocks, from the rows that have all of them."""
    rows = ~np.any([np.isnan(b).any(1) for b in blocks], 0)
    scales = []
    for block in blocks:
        deviation = block[rows].std(0)
        scales.append(1 / np.maximum(deviation, .1 * np.median(deviation) + 1e-6))
    return [b[rows].mean(0) for b in blocks], scales


def tongue(seed, data, observations, epochs):
    """One of the tongue's networks, from the rows that have all its maps."""
    rng = np.random.default_rng(seed)
    rows = np.flatnonzero(~np.any([np.isnan(b).any(1) for b in observations.tongue], 0))
    standard = standard_of(observations.tongue)
    z = [np.clip((b[rows] - m) * s, -FARTHEST, FARTHEST) for b, m, s in zip(observations.tongue, *standard)]
    network = Network(rng, [b.shape[1] for b in z], TONGUE_WIDTHS, (), 1)
    truth = data["truth"][rows, 51:]
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

    def report(self, network, tongues):
        for name, answer in self.answers(network).items():
            line = []
            for label, chosen in self.sets.items():
                error, r = score(self.data["truth"][chosen], answer[chosen])
                line.append(f"{label} r {np.nanmean(r):.3f} error {error.mean():.3f}")
            print(f"   {self.name:8} {name:8} " + " | ".join(line), flush=True)
        answer, truth = tongues.answer(self.observations.tongue)[:, 0], self.data["truth"][:, 51]
        clear = (truth > .4) | (truth < .02)
        print(f"   {self.name:8} tongue AUC {auc(truth[clear] > .4, answer[clear]):.3f}")


def save(path, joint_networks, tongue_networks, neutrals, extra):
    out = dict(names=np.array(NAMES), geo_points=np.array(LANDMARKS), parts=np.array(list(PARTS)))
    for kind, networks in (("joint", joint_networks), ("tongue", tongue_networks)):
        for k, (mean, scale) in enumerate(zip(networks.mean, networks.scale)):
            out[f"{kind}_mean{k}"], out[f"{kind}_scale{k}"] = mean, scale
        for i, (network, places, outputs) in enumerate(networks.members):
            name = f"{kind}{i}"
            out[f"{name}_places"], out[f"{name}_outputs"] = np.array(places), np.array(outputs)
            for k, (w, b) in zip(places, network.first):
                out[f"{name}_first_w{k}"], out[f"{name}_first_b{k}"] = w, b
            for k, (w, b) in enumerate(network.rest):
                out[f"{name}_rest_w{k}"], out[f"{name}_rest_b{k}"] = w, b
    out.update({"neutral_" + k: v for k, v in neutrals.mean.items()})
    out.update(extra)
    np.savez(path, **{k: v.astype(np.float32) if v.dtype == np.float64 else v for k, v in out.items()})


def restore(path):
    """The joint networks, the tongue's, and the mean neutral."""
    z = np.load(path)

    def networks(kind, outputs):
        blocks = sum(key.startswith(f"{kind}_mean") for key in z.files)
        members = []
        while f"{kind}{len(members)}_places" in z.files:
            name, n = f"{kind}{len(members)}", Network.__new__(Network)
            places = z[name + "_places"].tolist()
            n.first = [[z[f"{name}_first_w{k}"], z[f"{name}_first_b{k}"]] for k in places]
            depth = sum(key.startswith(f"{name}_rest_w") for key in z.files)
            n.rest = [[z[f"{name}_rest_w{k}"], z[f"{name}_rest_b{k}"]] for k in range(depth)]
            members.append((n, places, z[name + "_outputs"].tolist()))
        standard = [[z[f"{kind}_{what}{k}"] for k in range(blocks)] for what in ("mean", "scale")]
        return Networks(*standard, members, outputs)

    return networks("joint", len(NAMES)), networks("tongue", 1), {k[8:]: z[k] for k in z.files if k.startswith("neutral_")}


# What the forked processes see without copying it.
SHARED = {}


def learn_one(what, seed, recipe):
    start = time.process_time()
    if what == "tongue":
        result = tongue(seed, SHARED["data"], SHARED["observations"], **recipe)
    else:
        result = joint(seed, SHARED["material"], SHARED["data"], what, **recipe)
    print(f"{what}: {time.process_time() - start:.0f} s of CPU", flush=True)
    return result


def learn_all(seed, jobs):
    """The joint networks' members and the tongue's networks."""
    work = [(name, seed, recipe) for names, recipe in RECIPES for name in names]
    work += [("tongue", seed + k, dict(epochs=30)) for k in range(TONGUES)]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        learnt = pool.starmap(learn_one, work, chunksize=1)
    return learnt[:-TONGUES], learnt[-TONGUES:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train")
    parser.add_argument("weights")
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--most", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="how many networks are learnt at once")
    arguments = parser.parse_args()
    start = time.time()
    data = load(arguments.train, arguments.most)
    observations = Observations(data)
    neutrals = Neutrals(observations, data)
    print(f"{len(data['truth'])} pictures of {len(neutrals.person)} people", flush=True)
    material = Material(data, observations, neutrals)
    SHARED.update(data=data, observations=observations, material=material)
    members, tongues = learn_all(arguments.seed, arguments.jobs)
    network = Networks(*material.standard(), members, len(NAMES))
    mean, scale = standard_of(observations.tongue)
    tongues = Networks(mean, scale, [(n, [0, 1], [0]) for n in tongues], 1)
    save(arguments.weights, network, tongues, neutrals, {})
    print(f"{time.time() - start:.0f} s", flush=True)
    for folder in arguments.check:
        Check(folder, neutrals.mean).report(network, tongues)


if __name__ == "__main__":
    main()
