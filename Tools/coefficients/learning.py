"""Small networks learnt with numpy alone: blocks of inputs, each with its own first layer, joined."""
import numpy as np

LEAK = .1           # slope of the rectifiers below zero
FARTHEST = 5        # inputs count up to this many deviations


class Network:
    """Blocks → one layer each → joined → layers → logistic outputs."""

    def __init__(self, rng, sizes, widths, hidden, outputs):
        """`sizes`: inputs of each block; `widths`: what each is brought down to."""
        def layer(n, m, gain=1.):
            return [(rng.normal(0, np.sqrt(1.6 / n) * gain, (n, m))).astype(np.float32), np.zeros(m, np.float32)]

        self.first = [layer(n, m) for n, m in zip(sizes, widths)]
        places = [sum(widths), *hidden, outputs]
        self.rest = [layer(a, b, .3 if k == len(hidden) else 1) for k, (a, b) in enumerate(zip(places, places[1:]))]
        self.rest[-1][1] -= 2

    def parameters(self):
        return [p for layer in self.first + self.rest for p in layer]

    def forward(self, blocks, mask=None):
        """The last sums, and each layer's sums, outputs and mask; `mask(shape)`: what is left out."""
        x = np.concatenate([b @ w + c for b, (w, c) in zip(blocks, self.first)], 1)
        states = []
        for w, c in self.rest:
            y = np.where(x > 0, x, LEAK * x)
            kept = mask(y.shape) if mask else np.float32(1)
            states.append((x, y * kept, kept))
            x = states[-1][1] @ w + c
        return x, states

    def gradients(self, blocks, states, slope):
        """Gradients in the order of `parameters`; `slope`: of the loss by the last sums."""
        rest = []
        for (w, _), (x, y, kept) in zip(self.rest[::-1], states[::-1]):
            rest = [y.T @ slope, slope.sum(0)] + rest
            slope = (slope @ w.T) * np.where(x > 0, np.float32(1), np.float32(LEAK)) * kept
        first, start = [], 0
        for b, (w, _) in zip(blocks, self.first):
            part = slope[:, start:start + w.shape[1]]
            first += [b.T @ part, part.sum(0)]
            start += w.shape[1]
        return first + rest


class Networks:
    """Networks of the same blocks, each of some of them and for some of the outputs: their mean answers.

    `members`: a network, the places of its blocks, and those of its outputs.
    """

    def __init__(self, mean, scale, members, outputs):
        self.mean, self.scale, self.members, self.outputs = mean, scale, members, outputs

    def answer(self, blocks):
        # What is missing (NaN) is as at rest.
        z = [np.nan_to_num(np.clip((b - m) * s, -FARTHEST, FARTHEST)) for b, m, s in zip(blocks, self.mean, self.scale)]
        sums = np.zeros((len(z[0]), self.outputs), np.float32)
        counts = np.zeros(self.outputs, np.float32)
        for network, places, outputs in self.members:
            sums[:, outputs] += network.forward([z[p] for p in places])[0]
            counts[outputs] += 1
        return 1 / (1 + np.exp(-sums / counts))


class Chance:
    """Normal noise and masks out of one store: drawing them anew would take most of the time."""

    def __init__(self, rng, size=6_000_000):
        self.rng, self.masks = rng, {}
        self.normal, self.uniform = rng.standard_normal(size, np.float32), rng.random(size, np.float32)

    def part(self, values, shape):
        start = int(self.rng.integers(0, len(values) - shape[0] * shape[1]))
        return values[start:start + shape[0] * shape[1]].reshape(shape)

    def noise(self, shape):
        return self.part(self.normal, shape)

    def mask(self, shape, drop):
        """0 for the share `drop`, else what makes up for it."""
        if drop not in self.masks:
            self.masks[drop] = ((self.uniform >= drop) / (1 - drop)).astype(np.float32)
        return self.part(self.masks[drop], shape)


def slope(sums, truth, weights, bold=0):
    """The loss's slope by the last sums: soft cross entropy + 2 squares + ½ absolute error. `bold`: how
    much more a whole coefficient counts than none, most being at rest most of the time."""
    p = 1 / (1 + np.exp(-sums))
    e = p - truth
    return weights * (1 + bold * truth) * (e + (4 * e + .5 * np.sign(e)) * p * (1 - p)) / sums.size


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
            m += np.float32(.1) * (g - m)
            v += np.float32(.001) * (g * g - v)
            if p.ndim == 2:
                p *= np.float32(1 - rate * self.decay)
            p -= np.float32(rate_) * m / (np.sqrt(v) + np.float32(1e-8))


def learn(rng, network, rows, batch_inputs, truth, weights, epochs, rate=2e-3, noise=.2, drop=.3, inner=.3, decay=.05,
          mix=.5, bold=0, batch=256, report=None):
    """Learns; `batch_inputs(epoch, rows)` gives standardised blocks of rows; `drop`: the share of the
    inputs that is left out, `inner`: of what is between the layers; `mix`: of the rows that are mixed with
    others of the batch, inputs and truth (Zhang et al. 2018): faces move nearly in proportion."""
    optimiser, chance = Adam(network.parameters(), decay), Chance(rng)
    mask = (lambda shape: chance.mask(shape, inner)) if inner else None
    for epoch in range(epochs):
        order = rng.permutation(rows)
        now = rate * .5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start:start + batch]
            other, share = rng.permutation(batch), np.where(rng.random(batch) < mix, rng.uniform(.5, 1, batch), 1)
            share = share.astype(np.float32)[:, None]

            def mixed(x):
                return share * x + (1 - share) * x[other]

            blocks = [(mixed(b) + np.float32(noise) * chance.noise(b.shape)) * chance.mask(b.shape, drop)
                      for b in batch_inputs(epoch, chosen)]
            sums, states = network.forward(blocks, mask)
            change = slope(sums, mixed(truth[chosen]), weights[chosen], bold).astype(np.float32)
            optimiser.move(network.gradients(blocks, states, change), now)
        if report and (epoch % 10 == 9 or epoch == epochs - 1):
            report(epoch)
