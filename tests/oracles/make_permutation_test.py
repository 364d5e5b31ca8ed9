"""
Reference values for tests/statistics/tests/permutation_test_test.ts, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_permutation_test.py

All arrangements are looked at by SciPy too. Values are rounded, so that means tie as they should.
"""

import json
import math
import pathlib
import platform

import numpy
import scipy
from scipy.stats import permutation_test

ALTERNATIVES = ["two-sided", "less", "greater"]
rng = numpy.random.default_rng(23)
GROUPS = [
    ([1, 2], [3, 4]), ([3, 4], [1, 2]), ([1, 2, 3], [4, 5, 6]), ([0, 0, 1, 1], [0, 1, 1, 1, 1]), ([0, 1], [1, 0, 1, 1, 1, 0, 1]),
    ([1, 2], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), ([9, 1], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), ([5, 5], [5, 5, 5]),
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [20, 30]), ([0, 0, 0, 0, 0], [1, 1, 1, 1, 1]),
]
GROUPS += [
    (numpy.round(rng.normal(0, 1, n), digits).tolist(), numpy.round(rng.normal(shift, 1, m), digits).tolist())
    for n, m, digits, shift in [
        (7, 7, 3, 0), (6, 8, 3, 1), (3, 12, 3, -1), (14, 2, 1, 1), (8, 8, 0, 1), (8, 7, 1, 0), (2, 60, 2, 1), (5, 9, 0, -1),
        (4, 4, 6, 5), (9, 5, 4, 2), (7, 7, 0, 3), (8, 8, 0, 0),
    ]
]
PAIRS = [
    ([1, 2], [3, 4]), ([3, 4, 1], [1, 2, 1]), ([1, 2, 3], [4, 5, 6]), ([0, 0, 1, 1], [0, 1, 1, 1]), ([5, 5], [5, 5]),
    ([1, 1, 1, 1, 1], [2, 3, 4, 5, 1]), ([0, 0, 0, 0, 0, 0], [1, 1, 1, -1, 1, 1]),
]
PAIRS += [
    (numpy.round(rng.normal(0, 1, n), digits).tolist(), numpy.round(rng.normal(shift, 1, n), digits).tolist())
    for n, digits, shift in [
        (5, 3, 0), (8, 3, 1), (10, 0, 1), (12, 3, 0.5), (12, 0, -1), (13, 3, -1), (13, 0, 0), (14, 4, 1), (14, 0, 1), (9, 1, 3),
        (11, 2, 0), (6, 6, 9), (7, 3, -0.5),
    ]
]


def difference(x, y, axis):
    return numpy.mean(x, axis=axis) - numpy.mean(y, axis=axis)


def case(a, b, kind):
    arrangements = math.comb(len(a) + len(b), len(b)) if kind == "independent" else 2 ** len(a)
    assert arrangements <= 20_000
    p = {}
    for each in ALTERNATIVES:
        result = permutation_test(
            (b, a), difference, permutation_type=kind, alternative=each, n_resamples=20_000, vectorized=True
        )
        p[each] = float(result.pvalue)
    return {"a": a, "b": b, "difference": float(result.statistic), "p": p}


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({
    "versions": versions,
    "independent": [case(a, b, "independent") for a, b in GROUPS],
    "paired": [case(a, b, "samples") for a, b in PAIRS],
}) + "\n"
pathlib.Path(__file__).with_name("permutation_test.json").write_text(text)
