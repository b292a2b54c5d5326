"""Small networks learnt with numpy alone: blocks of inputs, each with its own first layer, joined."""
import numpy as np

LEAK = .1           # slope of the rectifiers below zero
FARTHEST = 5        # inputs count up to this many deviations


class Network:
    """Standardised blocks → one layer each → joined → layers → logistic outputs."""

    def __init__(self, rng, sizes, widths, hidden, outputs):
        """`sizes`: inputs of each block; `widths`: what each is brought down to."""
        self.mean = [np.zeros(n, np.float32) for n in sizes]
        self.scale = [np.ones(n, np.float32) for n in sizes]

        def layer(n, m, gain=1.):
            return [(rng.normal(0, np.sqrt(1.6 / n) * gain, (n, m))).astype(np.float32), np.zeros(m, np.float32)]

        self.first = [layer(n, m) for n, m in zip(sizes, widths)]
        places = [sum(widths), *hidden, outputs]
        self.rest = [layer(a, b, .3 if k == len(hidden) else 1) for k, (a, b) in enumerate(zip(places, places[1:]))]
        self.rest[-1][1] -= 2

    def standardise(self, blocks):
        self.mean = [np.nanmean(b, 0) for b in blocks]
        # What hardly moves must not be blown up: a tenth of the block's typical deviation is the least.
        deviations = [np.nanstd(b, 0) for b in blocks]
        self.scale = [1 / np.maximum(d, .1 * np.median(d) + 1e-6) for d in deviations]

    def normal(self, blocks):
        """Standardised inputs; what is missing (NaN) is as in the mean."""
        return [np.nan_to_num(x) for x in self.clipped(blocks)]

    def clipped(self, blocks):
        return [np.clip((b - m) * s, -FARTHEST, FARTHEST) for b, m, s in zip(blocks, self.mean, self.scale)]

    def parameters(self):
        return [p for layer in self.first + self.rest for p in layer]

    def forward(self, blocks, keep=False):
        sums = [b @ w + c for b, (w, c) in zip(blocks, self.first)]
        x = np.concatenate(sums, 1)
        states = []
        for w, c in self.rest:
            y = np.where(x > 0, x, LEAK * x)
            states.append((x, y))
            x = y @ w + c
        return (x, states) if keep else x

    def answer(self, blocks):
        return 1 / (1 + np.exp(-self.forward(self.normal(blocks))))

    def gradients(self, blocks, states, slope):
        """Gradients in the order of `parameters`; `slope`: of the loss by the last sums."""
        rest = []
        for (w, _), (x, y) in zip(self.rest[::-1], states[::-1]):
            rest = [y.T @ slope, slope.sum(0)] + rest
            slope = (slope @ w.T) * np.where(x > 0, np.float32(1), np.float32(LEAK))
        first, start = [], 0
        for b, (w, _) in zip(blocks, self.first):
            part = slope[:, start:start + w.shape[1]]
            first += [b.T @ part, part.sum(0)]
            start += w.shape[1]
        return first + rest


def slope(sums, truth, weights):
    """The loss's slope by the last sums: soft cross entropy + 2 squares + ½ absolute error."""
    p = 1 / (1 + np.exp(-sums))
    e = p - truth
    return weights * (e + (4 * e + .5 * np.sign(e)) * p * (1 - p)) / sums.size


class Adam:
    """Kingma and Ba 2015, with decoupled decay of the weights."""

    def __init__(self, parameters, decay):
        self.parameters, self.decay, self.step = parameters, decay, 0
        self.m = [np.zeros_like(p) for p in parameters]
        self.v = [np.zeros_like(p) for p in parameters]

    def move(self, gradients, rate):
        self.step += 1
        rate_ = rate * np.sqrt(1 - .999 ** self.step) / (1 - .9 ** self.step)
        for p, g, m, v in zip(self.parameters, gradients, self.m, self.v):
            m += .1 * (g - m)
            v += .001 * (g * g - v)
            if p.ndim == 2:
                p *= 1 - rate * self.decay
            p -= rate_ * m / (np.sqrt(v) + 1e-8)


def learn(rng, network, rows, batch_inputs, truth, weights, epochs, rate=2e-3, noise=.1, drop=.1, decay=.02,
          batch=256, report=None):
    """Learns; `batch_inputs(epoch, rows)` gives standardised blocks of rows."""
    optimiser = Adam(network.parameters(), decay)
    for epoch in range(epochs):
        order = rng.permutation(rows)
        now = rate * .5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start:start + batch]
            blocks = []
            for b in batch_inputs(epoch, chosen):
                b = b + np.float32(noise) * rng.standard_normal(b.shape, np.float32)
                blocks.append(b * (rng.random(b.shape, np.float32) >= drop) / np.float32(1 - drop))
            sums, states = network.forward(blocks, keep=True)
            optimiser.move(network.gradients(blocks, states, slope(sums, truth[chosen], weights[chosen])), now)
        if report and (epoch % 10 == 9 or epoch == epochs - 1):
            report(epoch)
