"""
Reference values for tests/statistics/tests/fisher_test.ts, by SciPy and, independently, in integers.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_fisher.py

Up to 250 000 units p is counted from binomial coefficients, in integers, and SciPy's must agree to 1e-9 relatively;
beyond that it is SciPy's. For billions of units and more, p is a sum of ratios of neighbouring probabilities to 50 digits.
"""

import json
import math
import pathlib
import platform
from fractions import Fraction

import mpmath
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


HUGE = [
    [[10**9, 10**9], [10**9, 10**9]], [[10**9, 10**9 + 200_000], [10**9 + 3, 10**9]], [[10**9 + 400_000, 10**9], [10**9, 10**9]],
    [[3, 10**12], [9, 10**12]], [[2 * 10**12, 40], [2 * 10**12, 5]], [[10**6, 10**10], [10**6 + 9_000, 10**10]],
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


def summed(table):
    """As counted, but of weights that are multiples of the observed table's, as far as they are above 1e-45 of their sum."""
    (a, b), (c, d) = table
    up = lambda k: mpmath.mpf((a + b - k) * (a + c - k)) / ((k + 1) * (d - a + k + 1))
    observed = {a: mpmath.mpf(1)}
    for step in (1, -1):
        k, weight, largest = a, mpmath.mpf(1), mpmath.mpf(1)
        while True:
            weight = weight * up(k) if step == 1 else weight / up(k - 1) if k > max(0, a - d) else 0
            k += step
            largest = max(largest, weight)
            if weight < largest * mpmath.mpf(10) ** -45:
                break
            observed[k] = weight
    total = mpmath.fsum(observed.values())
    of = lambda chosen: float(mpmath.fsum(weight for k, weight in observed.items() if chosen(k, weight)) / total)
    same = 1 + mpmath.mpf(10) ** -35
    return {"two-sided": of(lambda k, weight: weight <= same), "less": of(lambda k, _: k <= a), "greater": of(lambda k, _: k >= a)}


def huge(table):
    (a, b), (c, d) = table
    return {"table": table, "oddsRatio": float(Fraction(a * d, b * c)), "p": summed(table)}


def case(table):
    few = sum(map(sum, table)) <= 250_000
    others = {each: fisher_exact(table, alternative=each) for each in ALTERNATIVES}
    p = counted(table) if few else {each: float(other.pvalue) for each, other in others.items()}
    for each, other in others.items():
        assert math.isclose(other.pvalue, p[each], rel_tol=1e-9), (table, each, float(other.pvalue), p[each])
    ratio = float(others["less"].statistic)
    return {"table": table, "oddsRatio": None if math.isinf(ratio) else ratio, "p": p}


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__, "mpmath": mpmath.__version__}
mpmath.mp.dps = 50
text = json.dumps({"versions": versions, "cases": [case(table) for table in TABLES], "huge": [huge(table) for table in HUGE]}) + "\n"
pathlib.Path(__file__).with_name("fisher.json").write_text(text)
