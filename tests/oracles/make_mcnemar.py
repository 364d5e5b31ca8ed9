"""
Reference values for tests/statistics/tests/mcnemar_test.ts, by statsmodels and, independently, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5 statsmodels==0.15.0
    /tmp/oracles/bin/python tests/oracles/make_mcnemar.py
"""

import json
import math
import pathlib
import platform

import numpy
import scipy
import statsmodels
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

# Numbers of pairs with success in a only and in b only.
COUNTS = [
    (0, 0), (0, 1), (1, 0), (1, 1), (2, 8), (8, 2), (0, 5), (6, 0), (10, 10), (10, 11), (3, 30), (30, 3), (25, 40), (100, 60),
    (0, 60), (60, 0), (100, 300), (1000, 1100), (5000, 4700), (1, 400), (400, 1), (20000, 20500), (0, 900),
]
LEVELS = [0.8, 0.95, 0.999]


def odds(share):
    return None if share == 1 else share / (1 - share)


def bounds(k, n, level):
    # The upper bound is taken from the failures, so that it is precise also where the share is near 1.
    if n == 0:
        return 0.0, None
    low = proportion_confint(k, n, alpha=1 - level, method="beta")[0]
    other = proportion_confint(n - k, n, alpha=1 - level, method="beta")[0]
    if k == 0:
        low = 0.0
    if k == n:
        other = 0.0
    check = binomtest(k, n).proportion_ci(confidence_level=level, method="exact")
    assert abs(check.low - low) < 1e-9 and abs(check.high - (1 - other)) < 1e-9, (k, n, level)
    return odds(float(low)), None if other == 0 else float((1 - other) / other)


def case(only_a, only_b):
    n = only_a + only_b
    p = {
        each: float(binomtest(only_b, n, 0.5, alternative=each).pvalue) if n > 0 else 1.0
        for each in ["two-sided", "less", "greater"]
    }
    other = mcnemar([[7, only_a], [only_b, 9]], exact=True)
    assert math.isclose(other.pvalue, p["two-sided"], rel_tol=1e-9), (only_a, only_b)
    intervals = [dict(zip(["level", "low", "high"], [level, *bounds(only_b, n, level)])) for level in LEVELS]
    return {"onlyA": only_a, "onlyB": only_b, "statistic": float(other.statistic), "p": p, "intervals": intervals}


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "numpy": numpy.__version__,
}
text = json.dumps({"versions": versions, "cases": [case(*counts) for counts in COUNTS]}) + "\n"
pathlib.Path(__file__).with_name("mcnemar.json").write_text(text)
