"""Differences of proportions in different clusters, for tests/statistics/intervals/clustered_difference_test.ts.

    python tests/oracles/make_clustered_difference.py > tests/oracles/clustered_difference.json

The errors are those of statsmodels, the roots of the score equations are found by SciPy.
"""

import json

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.stats import t

SEED = 20261129


def share(trials, clusters, level):
    """The proportion, its effective number of trials, and its bounds."""
    trials, n, count = np.array(trials, float), len(trials), len(set(clusters))
    p = trials.mean()
    having = [len({c for c, y in zip(clusters, trials) if y == what}) for what in (1, 0)]
    k = min(having)
    effect = n / count
    if k > 0:
        groups = np.unique(clusters, return_inverse=True)[1]
        fit = sm.OLS(trials, np.ones(n)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
        plain = fit.bse[0] ** 2 / (p * (1 - p) / (n - 1))
        effect = max(1, (k * plain + n / count / 4) / (k + 1 / 4))
    m = n / effect
    square = t.isf((1 - level) / 2, count - 1) ** 2
    off = lambda x: (p - x) ** 2 - square * x * (1 - x) / m
    # Where p is a root itself, the other one is what the equation leaves when it is divided by p - x.
    low = 0 if p == 0 else 1 / (1 + square / m) if p == 1 else brentq(off, 0, p, xtol=1e-15)
    high = 1 if p == 1 else 1 / (1 + m / square) if p == 0 else brentq(off, p, 1, xtol=1e-15)
    return p, m, low, high, count - 1


def case(a, b, level):
    pa, ma, la, ua, da = share(*a, level)
    pb, mb, lb, ub, db = share(*b, level)
    difference = pb - pa
    found = {
        "low": difference - np.sqrt((pb - lb) ** 2 + (ua - pa) ** 2),
        "high": difference + np.sqrt((ub - pb) ** 2 + (pa - la) ** 2),
        "statistic": None,
        "p": None,
    }
    if not pa == pb in (0, 1):
        mean = np.average([pa, pb], weights=[ma, mb])
        statistic = difference / np.sqrt(mean * (1 - mean) * (1 / ma + 1 / mb))
        df = min(da, db)
        sides = {"less": t.cdf(statistic, df), "greater": t.sf(statistic, df)}
        found |= {"statistic": statistic, "p": {**sides, "two-sided": 2 * min(sides.values())}}
    return {"a": {"successes": a[0], "clusters": a[1]}, "b": {"successes": b[0], "clusters": b[1]}, "level": level} | found


def drawn(random, count, rate, name):
    clusters = [f"{name}{g}" for g in range(count) for _ in range(int(random.integers(1, 6)))]
    rates = {f"{name}{g}": random.beta(rate, 1 - rate) if 0 < rate < 1 else rate for g in range(count)}
    return [int(random.random() < rates[c]) for c in clusters], clusters


random = np.random.default_rng(SEED)
cases = []
for sizes in [(2, 2), (2, 9), (5, 5), (8, 40), (12, 3)]:
    for rates in [(0, 0), (0, 1), (1, 1), (0, 0.3), (0.05, 0.05), (0.2, 0.6), (0.5, 0.5)]:
        a, b = (drawn(random, size, rate, name) for size, rate, name in zip(sizes, rates, "ab"))
        if min(len(a[0]), len(b[0])) > 1:
            cases.append(case(a, b, [0.8, 0.95, 0.99][len(cases) % 3]))
versions = {"numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__}
print(json.dumps({"seed": SEED, "versions": versions, "cases": cases}))
