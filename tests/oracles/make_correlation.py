"""
Reference values for tests/statistics/correlation_test.ts: r and p by SciPy, t from exact fractions, the interval of
Pearson's r by SciPy, that of Spearman's (Bonett and Wright's) from its formula in 40 digits.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_correlation.py
"""

import json
import pathlib
import platform
from fractions import Fraction

import mpmath
import numpy
import scipy
from scipy.stats import pearsonr, rankdata, spearmanr

mpmath.mp.dps = 40
LEVELS = [0.95, 0.8, 0.99]
ALTERNATIVES = ["two-sided", "less", "greater"]
# The test builds these from the same rule: x_i = (7919 i mod 1009) / 1009, y_i = w x_i + (104729 i mod 997) / 997.
LARGE = [(500, 0.0), (500, 0.25), (2000, 0.05), (2000, -0.5), (5000, 0.03125)]


def small():
    random = numpy.random.default_rng(20240601)
    yield [1, 2, 3], [2, 1, 3]
    yield [1, 2, 4], [9, 5, 6]
    yield [1, 2, 3, 4], [1, 3, 2, 4]
    yield [0, 0, 1, 1], [0, 1, 1, 1]
    yield [1, 2, 3, 4, 5], [5, 3, 4, 1, 2]
    yield [1, 1, 2, 2, 3, 3], [3, 1, 2, 2, 3, 9]
    yield [0, 0, 0, 0, 0, 1, 0], [1, 2, 3, 4, 5, 60, 7]
    yield [1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 5], [0.1, 0.3, 0.2, 0.9]
    yield [1e-9, 2e-9, 5e-9, 3e-9, 4e-9], [-7e7, 2e7, 3e7, 9e7, 1e7]
    for n in [5, 8, 10, 12, 15, 20, 30, 50]:
        x = random.normal(size=n).round(3)
        yield x.tolist(), (random.uniform(-1, 1) * x + random.normal(size=n)).round(3).tolist()
    for n in [10, 25, 60]:
        yield random.integers(0, 4, n).tolist(), random.integers(0, 3, n).tolist()
    for n, noise in [(40, 0.1), (40, 0.02), (60, 0.3)]:
        x = random.normal(size=n).round(3)
        yield x.tolist(), (-2 * x + noise * random.normal(size=n)).round(4).tolist()


def large(n, w):
    x = [(7919 * i % 1009) / 1009 for i in range(1, n + 1)]
    return x, [w * x[i - 1] + (104729 * i % 997) / 997 for i in range(1, n + 1)]


def exact(x, y):
    """r and t in 40 digits."""
    x, y, n = [Fraction(v) for v in x], [Fraction(v) for v in y], len(x)
    mx, my = sum(x) / n, sum(y) / n
    sxy = sum((a - mx) * (b - my) for a, b in zip(x, y))
    square = sxy**2 / (sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y))
    sign = (sxy > 0) - (sxy < 0)
    root = lambda value: mpmath.sqrt(mpmath.mpf(value.numerator) / value.denominator)
    return sign * root(square), sign * root((n - 2) * square / (1 - square))


def by_fisher(r, n, level, slack):
    if n == 3:
        return -1.0, 1.0
    z = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(level))
    reach = z * mpmath.sqrt(slack / (n - 3))
    return float(mpmath.tanh(mpmath.atanh(r) - reach)), float(mpmath.tanh(mpmath.atanh(r) + reach))


def results(x, y, alternative, level):
    n = len(x)
    pearson, spearman = pearsonr(x, y, alternative=alternative), spearmanr(x, y, alternative=alternative)
    r, t = exact(x, y)
    rs, ts = exact(rankdata(x).tolist(), rankdata(y).tolist())
    assert abs(r - pearson.statistic) < 1e-12 and abs(rs - spearman.statistic) < 1e-12
    low, high = pearsonr(x, y).confidence_interval(level)
    mine = by_fisher(r, n, level, mpmath.mpf(1))
    assert abs(mine[0] - low) < 1e-12 and abs(mine[1] - high) < 1e-12, (mine, low, high)
    slow, shigh = by_fisher(rs, n, level, 1 + rs**2 / 2)
    return {
        "pearson": {"r": float(r), "t": float(t), "p": float(pearson.pvalue), "low": float(low), "high": float(high)},
        "spearman": {"r": float(rs), "t": float(ts), "p": float(spearman.pvalue), "low": slow, "high": shigh},
    }


def cases():
    data = [({"x": x, "y": y}, x, y) for x, y in small()]
    data += [({"n": n, "w": w}, *large(n, w)) for n, w in LARGE]
    for number, (stored, x, y) in enumerate(data):
        for at, alternative in enumerate(ALTERNATIVES):
            level = LEVELS[(number + at) % 3]
            yield {"data": number, "alternative": alternative, "level": level, **results(x, y, alternative, level)}


data = [{"x": x, "y": y} for x, y in small()] + [{"n": n, "w": w} for n, w in LARGE]
versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({"versions": versions, "data": data, "cases": list(cases())}, indent=2) + "\n"
pathlib.Path(__file__).with_name("correlation.json").write_text(text)
