"""
Reference values for tests/statistics/effect_size_test.ts.

d comes from NumPy; its bounds are found by bisection on Lenth's series of the noncentral t distribution in multiple
precision, Hedges' factor by mpmath's gamma function; h and the odds ratio by statsmodels, whose table has group b first.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_effect_size.py
"""

import json
import pathlib
import platform

import mpmath as mp
import numpy
import scipy
import statsmodels
from scipy.optimize import brentq
from scipy.stats import norm
from statsmodels.stats.contingency_tables import Table2x2
from statsmodels.stats.proportion import proportion_effectsize

from lenth_series import noncentral_t_cdf
from t_data import data

mp.mp.dps = 40
LEVELS = [0.95, 0.8, 0.999]
# Groups hundreds of standard deviations apart, for which the series is too long.
FAR = 15
PROPORTIONS = [0, 1e-9, 0.01, 0.2, 0.5, 0.75, 1]
TABLES = [
    [[10, 20], [30, 20]], [[1, 1], [1, 1]], [[0, 20], [5, 20]], [[5, 20], [0, 20]], [[5, 0], [3, 9]], [[0, 4], [6, 0]],
    [[3, 0], [0, 2]], [[1, 0], [4, 5]], [[1, 2], [3, 4]], [[100, 1], [1, 100]], [[1, 1000000], [3, 1000000]],
    [[123456, 654321], [222222, 333333]], [[7, 7], [7, 7]], [[7, 9], [9, 7]], [[50, 2], [40, 12]], [[2, 50], [12, 40]],
    [[1, 9], [9, 1]], [[36400, 36400], [36000, 36800]], [[12, 5], [0, 8]], [[8, 1], [2, 3]], [[1000, 3], [5, 2]],
]


def solve(below, t, df):
    """The noncentrality with which T is at most t with a probability."""
    spread = (1 + float(t) ** 2 / (2 * df)) ** 0.5
    guess, width = float(t) - norm.ppf(float(below)) * spread, spread / 8
    excess = lambda delta: float(noncentral_t_cdf(t, df, delta) - below)
    low, high = guess - width, guess + width
    while excess(low) < 0:
        low, width = low - width, width * 2
    while excess(high) > 0:
        high, width = high + width, width * 2
    return brentq(excess, low, high, xtol=1e-13, rtol=1e-14)


def standardized(t, df, units, level):
    tail = (1 - mp.mpf(level)) / 2
    root = float(units) ** 0.5
    hedges = 1 if df < 2 else mp.gamma(mp.mpf(df) / 2) / mp.sqrt(mp.mpf(df) / 2) / mp.gamma(mp.mpf(df - 1) / 2)
    low, high = solve(1 - tail, t, df) / root, solve(tail, t, df) / root
    return {"estimate": float(t) / root, "low": low, "high": high, "df": df, "factor": float(hedges)}


def case(number, stored, a, b):
    a, b = numpy.array(a, dtype=float), numpy.array(b, dtype=float)
    level = LEVELS[number % 3]
    df = len(a) + len(b) - 2
    spread = (((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / df) ** 0.5
    units = 1 / (1 / len(a) + 1 / len(b))
    found = {**stored, "level": level}
    found["pooled"] = standardized((b.mean() - a.mean()) / spread * units**0.5, df, units, level)
    if len(a) == len(b):
        paired = (b - a).mean() / (b - a).std(ddof=1)
        found["paired"] = standardized(paired * len(a) ** 0.5, len(a) - 1, len(a), level)
    found["mean"] = round(float(a.mean()), 1)
    if b.std() > 0:
        one = (b.mean() - found["mean"]) / b.std(ddof=1)
        found["one"] = standardized(one * len(b) ** 0.5, len(b) - 1, len(b), level)
    return found


def odds(number, table):
    level = LEVELS[number % 3]
    fixed = numpy.array(table, dtype=float)
    if (fixed == 0).any():
        fixed += 0.5
    found = Table2x2(fixed[::-1], shift_zeros=False)
    low, high = found.oddsratio_confint(1 - level)
    return {
        "table": table,
        "level": level,
        "estimate": float(found.oddsratio),
        "standardError": float(found.log_oddsratio_se),
        "low": float(low),
        "high": float(high),
    }


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "mpmath": mp.__version__,
}
tables = {
    "d": [case(number, *entry) for number, entry in enumerate(data()) if number != FAR],
    "h": [{"a": a, "b": b, "h": float(proportion_effectsize(b, a))} for a in PROPORTIONS for b in PROPORTIONS],
    "odds": [odds(number, table) for number, table in enumerate(TABLES)],
}
text = '{\n  "versions": ' + json.dumps(versions)
for name, cases in tables.items():
    text += f',\n  "{name}": [\n    ' + ",\n    ".join(json.dumps(case) for case in cases) + "\n  ]"
pathlib.Path(__file__).with_name("effect_size.json").write_text(text + "\n}\n")
