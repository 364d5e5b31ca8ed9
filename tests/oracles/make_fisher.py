"""
Reference values for tests/statistics/fisher_test.ts, by SciPy and, independently, in integers.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_fisher.py

Up to 250 000 units p is counted from binomial coefficients, in integers, and SciPy's must agree to 1e-9 relatively;
beyond that it is SciPy's.
"""

import json
import math
import pathlib
import platform
from fractions import Fraction

import numpy
import scipy
from scipy.stats import fisher_exact

ALTERNATIVES = ["two-sided", "less", "greater"]
TABLES = [
    [[1, 0], [0, 1]], [[8, 2], [1, 5]], [[1, 5], [8, 2]], [[3, 1], [1, 3]], [[0, 3], [5, 0]], [[5, 0], [0, 3]], [[0, 5], [3, 2]],
    [[2, 3], [4, 5]], [[10, 10], [10, 10]], [[10, 11], [11, 10]], [[1, 9], [11, 3]], [[7, 2], [4, 40]], [[0, 10], [1, 9]],
    [[50, 50], [30, 70]], [[30, 70], [50, 50]], [[100, 2], [1000, 5]], [[2, 7], [8, 2]], [[5, 1], [10, 10]], [[1, 99], [0, 300]],
    [[200, 300], [300, 200]], [[40, 0], [0, 40]], [[60, 5], [10, 70]], [[500, 500], [450, 550]], [[1000, 9000], [1200, 8800]],
    [[120, 880], [1200, 8800]], [[3, 40000], [20, 39983]], [[33000, 17000], [33500, 16500]], [[100000, 100000], [101000, 99000]],
    [[12345, 100000], [12000, 100345]], [[100, 99900], [250, 120000]], [[2000, 98000], [2600, 97400]],
]


def counted(table):
    (a, b), (c, d) = table
    low, high = max(0, a - d), min(a + b, a + c)
    weight = math.comb(a + b, low) * math.comb(c + d, a + c - low)
    total = math.comb(a + b + c + d, a + c)
    sums = dict.fromkeys(ALTERNATIVES, 0)
    observed = math.comb(a + b, a) * math.comb(c + d, c)
    for k in range(low, high + 1):
        sums["less"] += weight if k <= a else 0
        sums["greater"] += weight if k >= a else 0
        sums["two-sided"] += weight if weight <= observed else 0
        weight = weight * (a + b - k) * (a + c - k) // ((k + 1) * (d - a + k + 1))
    return {each: float(Fraction(count, total)) for each, count in sums.items()}


def case(table):
    few = sum(map(sum, table)) <= 250_000
    others = {each: fisher_exact(table, alternative=each) for each in ALTERNATIVES}
    p = counted(table) if few else {each: float(other.pvalue) for each, other in others.items()}
    for each, other in others.items():
        assert math.isclose(other.pvalue, p[each], rel_tol=1e-9), (table, each, float(other.pvalue), p[each])
    ratio = float(others["less"].statistic)
    return {"table": table, "oddsRatio": None if math.isinf(ratio) else ratio, "p": p}


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({"versions": versions, "cases": [case(table) for table in TABLES]}) + "\n"
pathlib.Path(__file__).with_name("fisher.json").write_text(text)
