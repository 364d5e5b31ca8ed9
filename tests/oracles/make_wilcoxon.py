"""
Reference values for tests/statistics/tests/wilcoxon_test.ts, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_wilcoxon.py

For many pairs both sides build the values: a[i] = (i * 7919 % 1009) / modulus, rounded down, and
b[i] = (i * 104729 % 1013) / modulus, rounded down, plus shift, for i = 0, 1, .... An exact p with tied ranks is counted
here from the sums of all subsets of the doubled ranks, in integers.
"""

import json
import pathlib
import platform
from collections import Counter
from fractions import Fraction

import numpy
import scipy
from scipy.stats import rankdata, wilcoxon

ALTERNATIVES = ["two-sided", "less", "greater"]
rng = numpy.random.default_rng(22)
PAIRS = [
    ([1], [2]), ([2], [1]), ([1, 2], [2, 4]), ([1, 1, 1], [2, 3, 1]), ([1, 1, 1, 1], [2, 0, 2, 1]), ([0, 0, 0], [1, 1, 1]),
    ([0, 0], [0, 1]), ([1, 1, 1, 1, 1], [2, 3, 4, 5, 1]), ([3, 1, 4, 1, 5], [9, 2, 6, 5, 3]),
]
PAIRS += [
    (numpy.round(rng.normal(0, 1, n), digits).tolist(), numpy.round(rng.normal(shift, 1, n), digits).tolist())
    for n, digits, shift in [
        (10, 6, 0), (13, 0, 1), (13, 6, 1), (14, 0, 1), (14, 6, -1), (12, 0, 0), (20, 0, -1), (30, 6, 0.3), (50, 6, 0.5),
        (51, 6, 0.5), (50, 1, 0.5), (49, 6, 9), (13, 0, 9), (60, 1, -3), (80, 6, 4), (100, 0, 0),
    ]
]
LARGE = [
    {"n": n, "modulus": modulus, "shift": shift}
    for n, modulus, shift in [(200, 1, 0), (1000, 1, 0), (1000, 100, 1), (1000, 100, 0), (3000, 1, -100), (1000, 1, 300)]
]
EXACT = [
    (numpy.round(rng.normal(0, 1, n), digits).tolist(), numpy.round(rng.normal(shift, 1, n), digits).tolist())
    for n, digits, shift in [(15, 0, 1), (20, 0, 0), (30, 0, -1), (40, 1, 0.2), (70, 6, 0.5), (100, 6, 0), (60, 0, 1), (90, 1, 3)]
]


def outcome(a, b, method):
    results = {each: wilcoxon(b, a, alternative=each, method=method) for each in ALTERNATIVES}
    return {
        "statistic": {each: float(result.statistic) for each, result in results.items()},
        "p": {each: float(result.pvalue) for each, result in results.items()},
    }


def counted(a, b):
    differences = [y - x for x, y in zip(a, b) if y != x]
    ranks = [int(2 * rank) for rank in rankdata(numpy.abs(differences))]
    up = sum(rank for rank, difference in zip(ranks, differences) if difference > 0)
    ways = Counter({0: 1})
    for rank in ranks:
        longer = Counter(ways)
        for total, number in ways.items():
            longer[total + rank] += number
        ways = longer
    less = Fraction(sum(number for total, number in ways.items() if total <= up), 2 ** len(ranks))
    greater = Fraction(sum(number for total, number in ways.items() if total >= up), 2 ** len(ranks))
    p = {"two-sided": min(1, 2 * min(less, greater)), "less": less, "greater": greater}
    return {"p": {each: float(value) for each, value in p.items()}}


def large(n, modulus, shift):
    a = [i * 7919 % 1009 // modulus for i in range(n)]
    b = [i * 104729 % 1013 // modulus + shift for i in range(n)]
    return outcome(a, b, "auto")


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({
    "versions": versions,
    "cases": [{"a": a, "b": b, **outcome(a, b, "auto")} for a, b in PAIRS],
    "asymptotic": [{"a": a, "b": b, **outcome(a, b, "asymptotic")} for a, b in PAIRS],
    "exact": [{"a": a, "b": b, **counted(a, b)} for a, b in EXACT],
    "large": [{**rule, **large(**rule)} for rule in LARGE],
}) + "\n"
pathlib.Path(__file__).with_name("wilcoxon.json").write_text(text)
