"""
Reference values for tests/statistics/bootstrap/cluster_bootstrap_test.ts and bootstrap_bounds_test.ts.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_paired_bootstrap.py

`exact`: all n^n resamples of tiny samples in fractions, with the BCa interval of scipy.stats.bootstrap for just these
replicates. `drawn`: REFERENCE resamples by NumPy; since another generator draws others, there are for each bound the
quantiles within which that of DRAWS resamples lies but for 5 standard errors, both samples' errors added. `bounds`: the
formulas of the percentile, expanded and BCa intervals for replicates that `replicates` builds here and in the test.
"""

import itertools
import json
import pathlib
import platform
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import scipy
from scipy.stats import bootstrap, norm
from scipy.stats import t as student

rng = np.random.default_rng(7)
LEVEL, REFERENCE, DRAWS = 0.95, 200_000, 5_000


def difference(a, b, axis=-1):
    # Rounded so that equal differences are equal, as in fractions: the bias correction counts them.
    return np.round(np.mean(b, axis=axis) - np.mean(a, axis=axis), 12)


def scipy_bounds(a, b, replicates, level, method):
    given = SimpleNamespace(bootstrap_distribution=replicates)
    found = bootstrap(
        (a, b), difference, paired=True, vectorized=True, n_resamples=0, bootstrap_result=given, method=method,
        confidence_level=level,
    )
    return [float(found.confidence_interval.low), float(found.confidence_interval.high)]


def exact_case(quarters_a, quarters_b, level):
    a, b = ([Fraction(int(one), 4) for one in some] for some in (quarters_a, quarters_b))
    n = len(a)
    differences = [y - x for x, y in zip(a, b)]
    exact = [sum(some) / n for some in itertools.product(differences, repeat=n)]
    at_most, at_least = sum(one <= 0 for one in exact), sum(one >= 0 for one in exact)
    greater, less = Fraction(1 + at_most, 1 + len(exact)), Fraction(1 + at_least, 1 + len(exact))
    replicates = np.round(np.array([float(one) for one in exact]), 12)
    floats = [np.array([float(one) for one in some]) for some in (a, b)]
    return {
        "a": floats[0].tolist(),
        "b": floats[1].tolist(),
        "level": level,
        "statistic": float(sum(differences) / n),
        "standardError": float(np.std(replicates, ddof=1)),
        "draws": len(exact),
        "p": {"two-sided": float(min(1, 2 * min(greater, less))), "greater": float(greater), "less": float(less)},
        "percentile": scipy_bounds(*floats, replicates, level, "percentile"),
        "bca": scipy_bounds(*floats, replicates, level, "BCa"),
    }


def drawn_case(n, clusters, shift):
    a = np.round(rng.exponential(1, n), 2)
    b = np.round(a + rng.normal(shift, 1, n) + rng.exponential(0.5, n), 2)
    labels = np.arange(n) if clusters is None else rng.permutation(np.arange(n) % clusters)
    count = labels.max() + 1
    sums = np.bincount(labels, weights=b - a)
    sizes = np.bincount(labels)
    replicates = np.empty(REFERENCE)
    for start in range(0, REFERENCE, 10_000):
        drawn = rng.integers(0, count, (10_000, count))
        replicates[start:start + 10_000] = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    scale = 5 * np.sqrt(1 / DRAWS + 1 / REFERENCE)

    def within(share):
        error = scale * np.sqrt(share * (1 - share))
        return np.quantile(replicates, [max(0, share - error), min(1, share + error)]).tolist()

    below = np.mean(replicates <= 0)
    sd = float(np.std(replicates, ddof=1))
    kurtosis = np.mean((replicates - replicates.mean()) ** 4) / sd**4
    return {
        "a": a.tolist(),
        "b": b.tolist(),
        "labels": None if clusters is None else labels.tolist(),
        "level": LEVEL,
        "draws": DRAWS,
        "statistic": float(np.mean(b - a)),
        "low": within((1 - LEVEL) / 2),
        "high": within((1 + LEVEL) / 2),
        "standardError": [float(sd * (1 + sign * scale * np.sqrt((kurtosis - 1) / 4))) for sign in (-1, 1)],
        "greater": float(below),
        "greaterError": float(scale * np.sqrt(max(below * (1 - below), 1 / DRAWS)) + 1 / DRAWS),
    }


SHAPES = {
    "uniform": lambda x: x,
    "exponential": lambda x: -np.log(x),
    "square": lambda x: x * x - 0.3,
    "logit": lambda x: np.log(x / (1 - x)),
    "coarse": lambda x: np.floor(8 * x),
}


def replicates_of(shape, count):
    return SHAPES[shape]((np.arange(count) * 7919 % 1009 + 0.5) / 1009)


def bounds_case(shape, count, quantile, jackknife, level):
    replicates = replicates_of(shape, count)
    estimate = float(np.round(np.quantile(replicates, quantile), 2))
    share = (np.sum(replicates < estimate) + np.sum(replicates <= estimate)) / (2 * count)
    bias = norm.ppf(share)
    values = np.array(jackknife)
    d = values.mean() - values
    acceleration = np.sum(d**3) / (6 * np.sum(d**2) ** 1.5)
    z = norm.ppf((1 - level) / 2)
    at = lambda z: np.quantile(replicates, norm.cdf(bias + (bias + z) / (1 - acceleration * (bias + z))))
    n = len(jackknife)
    tail = norm.cdf(-np.sqrt(n / (n - 1)) * student.ppf((1 + level) / 2, n - 1))
    return {
        "shape": shape,
        "count": count,
        "estimate": estimate,
        "jackknife": jackknife,
        "level": level,
        "bca": [float(at(z)), float(at(-z))],
        "percentile": np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2]).tolist(),
        "expanded": np.quantile(replicates, [tail, 1 - tail]).tolist(),
    }


exact = []
for at in range(25):
    n = 2 + at % 5
    a = rng.integers(0, 12, n)
    b = a + rng.integers(-4, 9, n) if at % 3 else rng.integers(0, 12, n)
    if len(set(b - a)) > 2 or (n == 2 and len(set(b - a)) == 2):
        exact.append(exact_case(a, b, [0.95, 0.8][at % 2] if n > 3 else 0.5))
drawn = [
    drawn_case(n, clusters, shift)
    for n, clusters in [(8, None), (15, None), (40, None), (120, None), (30, 6), (60, 12), (80, 20)]
    for shift in (-0.5, 0, 0.8)
]
JACKKNIVES = [[1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 5.0], [3.0, 2.9, 3.1, 3.05, 1.0, 3.2], [i * i % 23 / 23 for i in range(40)]]
bounds = [
    bounds_case(shape, count, quantile, JACKKNIVES[(at + count) % 4], level)
    for at, shape in enumerate(SHAPES)
    for count, quantile, level in [(39, 0.5, 0.95), (200, 0.4, 0.9), (1000, 0.55, 0.95), (1009, 0.7, 0.99), (4000, 0.2, 0.8)]
]

versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": np.__version__}
text = json.dumps({"versions": versions, "exact": exact, "drawn": drawn, "bounds": bounds}) + "\n"
pathlib.Path(__file__).with_name("paired_bootstrap.json").write_text(text)
print(len(exact), len(drawn), len(bounds), json.dumps(exact)[:300])
