"""
Reference values for tests/statistics/intervals/clustered_test.ts and clustered_proportion_test.ts, by statsmodels; the bounds of
proportions are found as roots by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_clustered.py

Data that are not stored are built by `built` here and in the test by the same integers.
"""

import json
import pathlib
import platform

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.stats import t as student

rng = np.random.default_rng(61)


def built(n, clusters):
    i = np.arange(n)
    cluster = i * 31 % clusters
    x = i * 13 % 7 / 10
    y = i * 7919 % 1009 / 1009 + cluster * 37 % clusters / clusters + x / 50
    return x, y, cluster


def sizes(kind, clusters):
    if kind == "equal":
        return [5] * clusters
    if kind == "single":
        return [1] * clusters
    if kind == "pairs":
        return [2] * clusters
    return [1 + g * g % 11 for g in range(clusters)]


def sample(clusters, kind, between, decimals):
    labels = np.repeat(np.arange(clusters), sizes(kind, clusters))
    labels = rng.permutation(labels)
    effect = rng.normal(0, between, clusters)
    y = np.round(effect[labels] + rng.normal(3, 1, len(labels)), decimals)
    return y, labels


def fit(y, design, labels, level):
    model = sm.OLS(y, design)
    robust = model.fit(cov_type="cluster", cov_kwds={"groups": labels}, use_t=True)
    low, high = robust.conf_int(alpha=1 - level)[-1]
    return model.fit(), robust, {
        "standardError": float(robust.bse[-1]),
        "low": float(low),
        "high": float(high),
        "df": len(set(labels)) - 1,
        "level": level,
        "clusters": len(set(labels)),
        "n": len(y),
    }


def mean_case(y, labels, level, source):
    plain, robust, values = fit(y, np.ones(len(y)), labels, level)
    deff = float(robust.bse[0] ** 2 / plain.bse[0] ** 2)
    return {**source, **values, "value": float(robust.params[0]), "designEffect": deff, "effectiveN": len(y) / deff}


def slope_case(x, y, labels, level, source):
    _, robust, values = fit(y, sm.add_constant(x), labels, level)
    statistic, df = float(robust.tvalues[1]), values["df"]
    p = float(robust.pvalues[1])
    assert abs(2 * student.sf(abs(statistic), df) / p - 1) < 1e-9
    return {
        **source,
        **values,
        "slope": float(robust.params[1]),
        "intercept": float(robust.params[0]),
        "statistic": statistic,
        "p": {"two-sided": p, "greater": float(student.sf(statistic, df)), "less": float(student.cdf(statistic, df))},
    }


def proportion_case(y, labels, level):
    n, groups = len(y), sorted(set(labels))
    p, df = y.mean(), len(groups) - 1
    having = lambda what: len({g for g, one in zip(labels, y) if one == what})
    k, size = min(having(1), having(0)), n / len(groups)
    if k == 0:
        deff = size
    else:
        plain, robust, _ = fit(y.astype(float), np.ones(n), labels, level)
        deff = max(1.0, float((k * (robust.bse[0] / plain.bse[0]) ** 2 + size / 4) / (k + 1 / 4)))
    t = student.ppf((1 + level) / 2, df)
    distance = lambda rate: (p - rate) ** 2 - t * t * rate * (1 - rate) * deff / n
    root = lambda a, b: brentq(distance, a, b, xtol=1e-18, rtol=1e-15)
    # The function is below 0 between its roots; where p itself is one of them, the search must not begin there.
    inner = min(max(p, 1e-12), 1 - 1e-12)
    return {
        "successes": [int(one) for one in y],
        "labels": [int(g) for g in labels],
        "level": level,
        "value": float(p),
        "low": 0.0 if p == 0 else root(0, inner),
        "high": 1.0 if p == 1 else root(inner, 1),
        "designEffect": deff,
        "effectiveN": n / deff,
    }


def stored(**columns):
    return {name: [one.item() for one in column] for name, column in columns.items()}


SHAPES = [
    (2, "equal", 1, 0.95), (2, "equal", 0, 0.8), (3, "pairs", 1, 0.95), (3, "unequal", 2, 0.99), (5, "equal", 1, 0.95),
    (5, "single", 0, 0.95), (8, "unequal", 0.5, 0.9), (10, "equal", 1, 0.5), (10, "pairs", 3, 0.95),
    (12, "single", 0, 0.99), (15, "unequal", 1, 0.95), (20, "equal", 0.3, 0.95), (20, "equal", 0, 0.999),
    (30, "pairs", 1, 0.95), (40, "unequal", 1, 0.95), (4, "unequal", 10, 0.95), (6, "equal", 0.1, 0.95),
    (7, "equal", 1, 0.8), (9, "unequal", 0, 0.95), (25, "pairs", 0.5, 0.9),
]
BUILT = [(5000, 97, 0.95), (3000, 1000, 0.99), (20000, 41, 0.95), (999, 11, 0.8)]

means, slopes, proportions = [], [], []
for at, (clusters, kind, between, level) in enumerate(SHAPES):
    y, labels = sample(clusters, kind, between, at % 3)
    if len(set(y)) > 1:
        means.append(mean_case(y, labels, level, stored(y=y, labels=labels)))
    # Groups of 0 and 1, temperatures, and a cause so strong that p leaves the range of ordinary tables.
    y, labels = sample(max(clusters, 3), "equal" if kind == "single" else kind, between, 2)
    x = [rng.integers(0, 2, len(y)), rng.choice([0.2, 0.6, 1, 1.4], len(y)), rng.normal(0, 1, len(y)).round(2)][at % 3]
    y = np.round(y + [0, 0.5, 5, 40][at % 4] * x, 2)
    slopes.append(slope_case(x, y, labels, level, stored(x=x, y=y, labels=labels)))
for n, clusters, level in BUILT:
    x, y, labels = built(n, clusters)
    source = {"built": [n, clusters]}
    means.append(mean_case(y, labels, level, source))
    slopes.append(slope_case(x, y, labels, level, source))
for rate in [0, 0.01, 0.1, 0.5, 0.95, 1]:
    for clusters, kind, level in [(2, "equal", 0.95), (5, "unequal", 0.8), (12, "single", 0.95), (30, "equal", 0.99), (40, "pairs", 0.95)]:
        labels = np.repeat(np.arange(clusters), sizes(kind, clusters))
        own = rng.beta(4 * rate, 4 - 4 * rate, clusters) if 0 < rate < 1 else np.full(clusters, rate)
        proportions.append(proportion_case((rng.random(len(labels)) < own[labels]).astype(int), labels, level))
# Each cluster alike, so that the design effect is 0 by itself; one success of many; one cluster that differs from all.
alike, one, odd = np.tile([0, 1], 10), np.eye(1, 60, 7, dtype=int)[0], np.repeat([1] + [0] * 19, 5)
proportions.append(proportion_case(alike, np.repeat(np.arange(10), 2), 0.95))
proportions.append(proportion_case(one, np.repeat(np.arange(12), 5), 0.95))
proportions.append(proportion_case(odd, np.repeat(np.arange(20), 5), 0.95))

versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "numpy": np.__version__,
}
text = json.dumps({"versions": versions, "means": means, "slopes": slopes, "proportions": proportions}) + "\n"
pathlib.Path(__file__).with_name("clustered.json").write_text(text)
print(len(means), len(slopes), len(proportions), min(case["p"]["two-sided"] for case in slopes))
