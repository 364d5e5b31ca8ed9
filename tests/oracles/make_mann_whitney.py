"""
Reference values for tests/statistics/tests/mann_whitney_test.ts, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_mann_whitney.py

For large groups both sides build the values: a[i] = (i * 7919 % 1009) / modulus, rounded down, and
b[i] = (i * 104729 % 1013) / modulus, rounded down, plus shift, for i = 0, 1, ....
"""

import json
import pathlib
import platform

import numpy
import scipy
from scipy.stats import mannwhitneyu

rng = numpy.random.default_rng(21)
PAIRS = [
    ([1], [2]), ([2], [1]), ([1, 2], [3]), ([1, 2, 3], [4, 5, 6]), ([1, 3, 5], [2, 4, 6]), ([1, 1], [1, 2]),
    ([0, 0, 1, 1], [0, 1, 1, 1, 1]), ([20, 11, 17, 12], [19, 22, 16, 29, 24]), ([5, 5, 5], [5, 5, 6]), ([1], [1, 2, 3]),
]
PAIRS += [
    (numpy.round(rng.normal(0, 1, n), digits).tolist(), numpy.round(rng.normal(shift, 1, m), digits).tolist())
    for n, m, digits, shift in [
        (8, 8, 6, 0), (8, 9, 6, 1), (9, 9, 6, 1), (9, 8, 6, -2), (8, 60, 6, 0.5), (60, 8, 6, -1), (2, 40, 6, 0), (40, 1, 6, 1),
        (8, 30, 6, 6), (20, 20, 0, 0.5), (20, 35, 1, 1), (7, 7, 0, 1), (30, 30, 6, 3), (50, 40, 6, -5), (12, 5, 1, 0),
    ]
]
LARGE = [
    {"n": n, "m": m, "modulus": modulus, "shift": shift}
    for n, m, modulus, shift in [
        (500, 500, 1, 0), (500, 500, 1, 100), (2000, 1000, 100, 1), (3000, 3000, 500, 0), (1000, 100, 1, 300),
        (1000, 1000, 1, 400), (8, 400, 1, 0.5), (300, 6, 1, 0.5),
    ]
]
# The exact method where auto would not take it; ties are not allowed.
EXACT = [
    (numpy.round(rng.normal(0, 1, n), 6).tolist(), numpy.round(rng.normal(shift, 1, m), 6).tolist())
    for n, m, shift in [(9, 9, 0), (12, 10, 1), (20, 15, -1), (25, 25, 2), (30, 40, 0.3), (15, 15, 9)]
]


def outcome(a, b, method):
    cases = {}
    for alternative in ["two-sided", "less", "greater"]:
        result = mannwhitneyu(b, a, alternative=alternative, method=method)
        cases[alternative] = float(result.pvalue)
    return {"statistic": float(result.statistic), "p": cases}


def large(n, m, modulus, shift):
    a = [i * 7919 % 1009 // modulus for i in range(n)]
    b = [i * 104729 % 1013 // modulus + shift for i in range(m)]
    return outcome(a, b, "auto")


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({
    "versions": versions,
    "cases": [{"a": a, "b": b, **outcome(a, b, "auto")} for a, b in PAIRS],
    "asymptotic": [{"a": a, "b": b, **outcome(a, b, "asymptotic")} for a, b in PAIRS],
    "exact": [{"a": a, "b": b, **outcome(a, b, "exact")} for a, b in EXACT],
    "large": [{**rule, **large(**rule)} for rule in LARGE],
}) + "\n"
pathlib.Path(__file__).with_name("mann_whitney.json").write_text(text)
