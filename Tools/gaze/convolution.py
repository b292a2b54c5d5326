"""A small convolution network for both eyes at once, with numpy alone."""
import math

import numpy as np

WIDE, HIGH = 40, 26             # pixels of an eye that the network looks at
FILTERS = (5, 2, 16), (3, 2, 32)       # size, step and number of each convolution's filters
EYE, HIDDEN = 48, 64            # values told of each eye, and of both
LEAK = .1                       # slope of the rectifiers below zero
FARTHEST = 5                    # values beside the patches count up to this many deviations


def sizes():
    """Width and height after each convolution."""
    w, h, result = WIDE, HIGH, []
    for size, step, _ in FILTERS:
        w, h = (w - size) // step + 1, (h - size) // step + 1
        result.append((w, h))
    return result


def columns(x, size, step):
    """What each filter sees: pictures (… × height × width × channels) → … × rows × columns × size² × channels."""
    n, h, w, c = x.shape
    rows, cols = (h - size) // step + 1, (w - size) // step + 1
    result = np.empty((n, rows, cols, size * size, c), np.float32)
    for i in range(size):
        for j in range(size):
            result[:, :, :, i * size + j] = x[:, i:i + step * rows:step, j:j + step * cols:step][:, :rows, :cols]
    return result.reshape(n, rows, cols, -1)


def spread(d, shape, size, step):
    """The slopes of pictures by those of `columns`."""
    result = np.zeros(shape, np.float32)
    n, rows, cols, _ = d.shape
    d = d.reshape(n, rows, cols, size * size, shape[3])
    for i in range(size):
        for j in range(size):
            result[:, i:i + step * (rows - 1) + 1:step, j:j + step * (cols - 1) + 1:step] += d[:, :, :, i * size + j]
    return result


def rectified(x):
    return np.maximum(x, np.float32(LEAK) * x)


def slope(x):
    """Of the rectifier, by its answer."""
    return np.where(x > 0, np.float32(1), np.float32(LEAK))


class Network:
    """Parameters: weights and biases of the convolutions, of what is told of an eye, and of two layers."""

    def __init__(self, rng, beside, outputs=2):
        """`beside`: rows of values beside the patches, to normalise by."""
        self.mean, self.scale = beside.mean(0), 1 / (beside.std(0) + 1e-3)
        places, before = [], 1
        for size, _, count in FILTERS:
            places.append((size * size * before, count, 1))
            before = count
        w, h = sizes()[-1]
        places += [(w * h * before, EYE, 1), (2 * EYE + beside.shape[1], HIDDEN, 1), (HIDDEN, outputs, .3)]
        self.parameters = []
        for n, m, gain in places:
            self.parameters += [(rng.standard_normal((n, m)) * math.sqrt(1.7 / n) * gain).astype(np.float32),
                                np.zeros(m, np.float32)]

    def normal(self, beside):
        return np.clip((beside - self.mean) * self.scale, -FARTHEST, FARTHEST).astype(np.float32)

    def forward(self, eyes, beside, keep=1.):
        """Turns of both eyes; `eyes`: n × 2 × HIGH × WIDE of mean 0 and deviation 1; `beside` normalised."""
        p, n = self.parameters, len(eyes)
        states, x = [], eyes.reshape(2 * n, HIGH, WIDE, 1)
        for k, (size, step, _) in enumerate(FILTERS):
            seen = columns(x, size, step)
            y = rectified(seen @ p[2 * k] + p[2 * k + 1])
            states.append((x.shape, seen, y))
            x = y
        k = 2 * len(FILTERS)
        flat = x.reshape(2 * n, -1)
        eye = rectified(flat @ p[k] + p[k + 1])
        told = np.concatenate([eye.reshape(n, -1) * keep, beside], 1)
        hidden = rectified(told @ p[k + 2] + p[k + 3])
        return hidden @ p[k + 4] + p[k + 5], (states, flat, eye, keep, told, hidden)

    def gradients(self, known, d):
        """By the slope of the answers."""
        states, flat, eye, keep, told, hidden = known
        p, n, k = self.parameters, len(d), 2 * len(FILTERS)
        result = [hidden.T @ d, d.sum(0)]
        d = (d @ p[k + 4].T) * slope(hidden)
        result = [told.T @ d, d.sum(0)] + result
        d = (d @ p[k + 2][:2 * EYE].T) * keep
        d = d.reshape(2 * n, EYE) * slope(eye)
        result = [flat.T @ d, d.sum(0)] + result
        d = d @ p[k].T
        for i in reversed(range(len(FILTERS))):
            size, step, count = FILTERS[i]
            shape, seen, y = states[i]
            d = d.reshape(y.shape) * slope(y)
            flat_d = d.reshape(-1, count)
            result = [seen.reshape(len(flat_d), -1).T @ flat_d, flat_d.sum(0)] + result
            if i:
                d = spread(d @ p[2 * i].T, shape, size, step)
        return result
