"""
Reference values for tests/statistics/intervals/clopper_pearson_test.ts, by statsmodels and, independently, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1
    /tmp/oracles/bin/python tests/oracles/make_clopper_pearson.py
"""

import json
import pathlib
import platform

import scipy
import statsmodels
from scipy.stats import binomtest
from statsmodels.stats.proportion import proportion_confint

LEVELS = [0.5, 0.8, 0.95, 0.99, 0.999999]
COUNTS = [
    (0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (1, 3), (3, 7), (0, 10), (1, 10), (5, 10), (9, 10), (10, 10),
    (0, 52), (13, 52), (26, 52), (37, 52), (51, 52), (52, 52), (1, 1000), (500, 1000), (999, 1000),
    (72, 72800), (123456, 1000000), (999998, 1000000), (0, 72800),
]


def case(successes, n, level):
    low, high = proportion_confint(successes, n, alpha=1 - level, method="beta")
    other = binomtest(successes, n).proportion_ci(confidence_level=level, method="exact")
    assert abs(low - other.low) < 1e-10 and abs(high - other.high) < 1e-10, (successes, n, level)
    return {"successes": successes, "n": n, "level": level, "low": float(low), "high": float(high)}


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
}
cases = [case(successes, n, level) for level in LEVELS for successes, n in COUNTS]
text = json.dumps({"versions": versions, "cases": cases}, indent=2) + "\n"
pathlib.Path(__file__).with_name("clopper_pearson.json").write_text(text)
