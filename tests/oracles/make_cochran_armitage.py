"""
Reference values for tests/statistics/tests/cochran_armitage_test.ts, by R, statsmodels and SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5 statsmodels==0.15.0
    /tmp/oracles/bin/python tests/oracles/make_cochran_armitage.py

R's prop.trend.test gives X-squared, Table.test_ordinal_association z with N - 1 in place of N, and R's weighted lm the
slope. R (Rscript, version 4 or later) must be on the path.
"""

import json
import math
import pathlib
import platform
import subprocess

import numpy
import scipy
import statsmodels
from scipy.stats import norm
from statsmodels.stats.contingency_tables import Table

# Scores, successes and numbers of units.
LEVELS = [
    ([0, 1, 2], [2, 4, 6], [10, 10, 10]), ([0, 1, 2], [6, 4, 2], [10, 10, 10]), ([1, 2, 3, 4], [83, 90, 129, 70], [86, 93, 136, 82]),
    ([0, 1], [3, 7], [10, 12]), ([0, 1, 2, 3], [1, 0, 0, 1], [2, 1, 1, 2]), ([1, 10, 100], [5, 9, 20], [20, 20, 25]),
    ([-1, 0, 1], [10, 10, 10], [20, 20, 20]), ([0.5, 1.5, 4], [0, 1, 5], [5, 5, 5]), ([3, 1, 2], [7, 2, 4], [9, 9, 9]),
    ([0, 1, 2, 3, 4], [100, 130, 160, 190, 220], [400, 400, 400, 400, 400]), ([0, 1, 2], [0, 500, 1000], [1000, 1000, 1000]),
    ([0, 1, 2], [40, 20, 5], [50, 50, 50]), ([0, 1, 2, 3], [19, 29, 24, 12], [516, 589, 292, 75]), ([0, 1, 2], [1, 1, 2], [3, 40, 500]),
    ([0, 2, 2, 5], [1, 2, 3, 4], [6, 6, 6, 6]), ([1000000, 1000001, 1000002], [10, 15, 25], [50, 50, 50]),
    ([0, 0.001, 0.002], [10, 15, 25], [50, 50, 50]), ([0, 1], [0, 1], [1, 1]), ([0, 1, 2, 3], [50, 55, 61, 64], [100, 101, 99, 98]),
    ([1, 2, 3], [12000, 12100, 12500], [50000, 50000, 50000]), ([1, 2], [300, 20], [400, 400]), ([0, 5, 10], [900, 600, 300], [1000, 1000, 1000]),
]


def vector(values):
    return "c(" + ",".join(repr(float(value)) for value in values) + ")"


def from_r(scores, successes, n):
    program = f"""
        s <- {vector(scores)}; x <- {vector(successes)}; n <- {vector(n)}
        square <- suppressWarnings(prop.trend.test(x, n, s))$statistic
        cat(sprintf("%.17g", c(square, coef(lm(x / n ~ s, weights = n))[[2]])), as.character(getRversion()))"""
    square, slope, version = subprocess.check_output(["Rscript", "-e", program], text=True).split()
    return float(square), float(slope), version


def case(scores, successes, n):
    square, slope, version = from_r(scores, successes, n)
    table = numpy.array([successes, [all_ - good for all_, good in zip(n, successes)]], dtype=float)
    other = Table(table, shift_zeros=False).test_ordinal_association(
        row_scores=numpy.array([1.0, 0.0]), col_scores=numpy.array(scores, dtype=float) - numpy.mean(scores)
    ).zscore
    total = sum(n)
    z = math.copysign(math.sqrt(square), slope) if square > 1e-20 else 0.0
    assert math.isclose(other * math.sqrt(total / (total - 1)), z, rel_tol=1e-8, abs_tol=1e-9), (scores, other, z)
    p = {"two-sided": 2 * norm.sf(abs(z)), "less": norm.cdf(z), "greater": norm.sf(z)}
    levels = [{"score": score, "successes": good, "n": units} for score, good, units in zip(scores, successes, n)]
    return {
        "levels": levels,
        "square": square,
        "slope": slope,
        "ordinal": float(other),
        "p": {each: float(value) for each, value in p.items()},
    }, version


found = [case(*levels) for levels in LEVELS]
versions = {
    "python": platform.python_version(),
    "R": found[0][1],
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "numpy": numpy.__version__,
}
text = json.dumps({"versions": versions, "cases": [each for each, _ in found]}) + "\n"
pathlib.Path(__file__).with_name("cochran_armitage.json").write_text(text)
