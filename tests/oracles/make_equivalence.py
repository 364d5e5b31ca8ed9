"""
Reference values for tests/statistics/tests/equivalence_test.ts, by statsmodels.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1
    /tmp/oracles/bin/python tests/oracles/make_equivalence.py
"""

import pathlib
import platform

import numpy
import scipy
import statsmodels
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW, ttost_ind, ttost_paired

from t_data import data, text

MARGINS = [0.05, 0.5, 2.5]
ALPHAS = [0.05, 0.01, 0.2]


def result(tests, bounds):
    p, above, below = tests
    return {
        "p": float(p),
        "above": [float(value) for value in above[:2]],
        "below": [float(value) for value in below[:2]],
        "df": float(above[2]),
        "low": float(bounds[0]),
        "high": float(bounds[1]),
    }


def case(number, stored, a, b):
    a, b = numpy.array(a, dtype=float), numpy.array(b, dtype=float)
    margin, alpha = MARGINS[number // 3 % 3], ALPHAS[number % 3]
    found = {**stored, "margin": margin, "alpha": alpha}
    compare = CompareMeans(DescrStatsW(b), DescrStatsW(a))
    for kind, variance in (("welch", "unequal"), ("pooled", "pooled")):
        bounds = compare.tconfint_diff(alpha=2 * alpha, usevar=variance)
        found[kind] = result(ttost_ind(b, a, -margin, margin, usevar=variance), bounds)
    if len(a) == len(b):
        bounds = DescrStatsW(b - a).tconfint_mean(alpha=2 * alpha)
        found["paired"] = result(ttost_paired(b, a, -margin, margin), bounds)
    return found


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
}
cases = [case(number, *entry) for number, entry in enumerate(data())]
pathlib.Path(__file__).with_name("equivalence.json").write_text(text(versions, cases))
