"""
Reference values for tests/statistics/tests/t_test_test.ts, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1
    /tmp/oracles/bin/python tests/oracles/make_t_test.py
"""

import pathlib
import platform

import numpy
import scipy
from scipy.stats import ttest_1samp, ttest_ind, ttest_rel

from t_data import data, text

SCIPY = {
    "welch": lambda a, b, alternative: ttest_ind(b, a, equal_var=False, alternative=alternative),
    "pooled": lambda a, b, alternative: ttest_ind(b, a, alternative=alternative),
    "paired": lambda a, b, alternative: ttest_rel(b, a, alternative=alternative),
}
LEVELS = [0.95, 0.8, 0.999]


def result(test, level):
    two_sided = test("two-sided")
    bounds = two_sided.confidence_interval(level)
    return {
        "statistic": float(two_sided.statistic),
        "df": float(two_sided.df),
        "p": [float(test(alternative).pvalue) for alternative in ("two-sided", "less", "greater")],
        "low": float(bounds.low),
        "high": float(bounds.high),
    }


def case(number, stored, a, b):
    a, b = numpy.array(a, dtype=float), numpy.array(b, dtype=float)
    level = LEVELS[number % 3]
    found = {**stored, "level": level, "difference": float(b.mean() - a.mean())}
    for kind, test in SCIPY.items():
        if kind != "paired" or len(a) == len(b):
            found[kind] = result(lambda alternative: test(a, b, alternative), level)
    tested = round(float(a.mean()), 1)
    found["mean"] = tested
    if b.std() > 0:
        found["one"] = result(lambda alternative: ttest_1samp(b, tested, alternative=alternative), level)
    return found


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
cases = [case(number, *entry) for number, entry in enumerate(data())]
pathlib.Path(__file__).with_name("t_test.json").write_text(text(versions, cases))
