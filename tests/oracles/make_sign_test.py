"""
Reference values for tests/statistics/tests/sign_test_test.ts, by statsmodels and, independently, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5 statsmodels==0.15.0
    /tmp/oracles/bin/python tests/oracles/make_sign_test.py
"""

import json
import pathlib
import platform

import numpy
import scipy
import statsmodels
from scipy.stats import binomtest
from statsmodels.stats.descriptivestats import sign_test

# Numbers of pairs with b above a, below a, and equal to a.
COUNTS = [
    (1, 0, 0), (0, 1, 0), (1, 1, 0), (4, 0, 1), (0, 5, 0), (5, 2, 3), (2, 5, 0), (8, 8, 8), (10, 1, 0), (9, 12, 30),
    (30, 10, 5), (10, 30, 5), (50, 50, 0), (50, 51, 1), (60, 40, 0), (100, 20, 7), (0, 60, 0), (300, 100, 0), (1000, 1100, 50),
    (5000, 5200, 0), (3000, 2000, 100), (0, 900, 3), (20000, 20500, 0),
]


def case(positive, negative, ties):
    n = positive + negative
    p = {
        each: float(binomtest(positive, n, 0.5, alternative=each).pvalue) for each in ["two-sided", "less", "greater"]
    }
    m, other = sign_test([1] * positive + [-1] * negative + [0] * ties)
    assert abs(other / p["two-sided"] - 1) < 1e-9, (positive, negative)
    return {"positive": positive, "negative": negative, "ties": ties, "m": float(m), "p": p}


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "numpy": numpy.__version__,
}
text = json.dumps({"versions": versions, "cases": [case(*counts) for counts in COUNTS]}) + "\n"
pathlib.Path(__file__).with_name("sign_test.json").write_text(text)
