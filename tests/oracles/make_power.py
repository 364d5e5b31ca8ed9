"""
Reference values for tests/statistics/power_test.ts, by statsmodels.

Where statsmodels 0.15.0 has NaN or a power below 1e-6, both of which come from SciPy's `stats.nct`, the value is that of
Lenth's series in multiple precision instead.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_power.py
"""

import json
import math
import pathlib
import platform

import mpmath as mp
import scipy
import statsmodels
from scipy.optimize import brentq
from scipy.stats import t as student
from statsmodels.stats.power import NormalIndPower, TTestIndPower, TTestPower
from statsmodels.stats.proportion import proportion_effectsize

from lenth_series import noncentral_t_cdf

ALTERNATIVES = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}
EFFECTS = [0.01, -0.05, 0.2, 0.5, -0.8, 1.3, 3]
SIZES = [(2, None), (5, 9), (20, None), (64, None), (50, 300), (1000, None), (36400, None), (1000000, None)]
ALPHAS = [0.05, 0.001, 0.2]
KINDS = ["two-sample", "paired", "one-sample"]
POWERS = [0.8, 0.9, 0.3, 0.999]


def power_of(kind, d, n, n_b, alpha, alternative):
    side = ALTERNATIVES[alternative]
    if kind == "two-sample":
        found = float(TTestIndPower().power(d, n, alpha, ratio=(n_b or n) / n, alternative=side))
    else:
        found = float(TTestPower().power(d, n, alpha, alternative=side))
    return found if found >= 1e-6 else series_power(kind, d, n, n_b or n, alpha, alternative)


def series_power(kind, d, n, n_b, alpha, alternative):
    """NaN where the series would be too long; such cases are left out."""
    df, units = (n + n_b - 2, 1 / (1 / n + 1 / n_b)) if kind == "two-sample" else (n - 1, n)
    delta = d * units**0.5
    if abs(delta) > 150:
        return math.nan
    mp.mp.dps = 400
    critical = float(student.isf(alpha / 2 if alternative == "two-sided" else alpha, df))
    below, above = noncentral_t_cdf(-critical, df, delta), 1 - noncentral_t_cdf(critical, df, delta)
    return float({"two-sided": below + above, "less": below, "greater": above}[alternative])


def designs():
    number = 0
    for n, n_b in SIZES:
        for alternative in ALTERNATIVES:
            kind = "two-sample" if n_b else KINDS[number % 3]
            yield {"kind": kind, "n": n, "nB": n_b, "alpha": ALPHAS[number % 3 if n > 2 else 0], "alternative": alternative}
            number += 1


def powers():
    for design in designs():
        arguments = (design["n"], design["nB"], design["alpha"], design["alternative"])
        for d in EFFECTS:
            power = power_of(design["kind"], d, *arguments)
            if power > 1e-290:
                yield {**design, "d": d, "power": power}


def detectable():
    for number, design in enumerate(designs()):
        power = POWERS[number % 4]
        arguments = (design["n"], design["nB"], design["alpha"], design["alternative"])
        sign = -1 if design["alternative"] == "less" else 1
        excess = lambda d: power_of(design["kind"], sign * d, *arguments) - power
        high = 1e-4
        while excess(high) < 0:
            high *= 1.3
        yield {**design, "power": power, "d": sign * brentq(excess, high / 1.3 if high > 1e-4 else 0, high, xtol=1e-16)}


def needed():
    for number, d in enumerate(EFFECTS * 4):
        kind, alpha, power = KINDS[number % 3], ALPHAS[number // 3 % 3], POWERS[number % 4]
        alternative = "two-sided" if number % 2 else "greater" if d > 0 else "less"
        enough = lambda n: power_of(kind, d, n, None, alpha, alternative) >= power
        high = 2
        while not enough(high):
            high *= 2
        low = 1 if high == 2 else high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        yield {"kind": kind, "d": d, "alpha": alpha, "power": power, "alternative": alternative, "n": high}


def proportions():
    pairs = [(0.3, 0.5), (0.5, 0.45), (0, 1), (0.01, 0.02), (0.9, 0.7), (0.5, 0.501), (1, 0.98)]
    for number, (a, b) in enumerate(pairs * 3):
        n, n_b = [(100, 100), (10, 70), (36400, 36400), (1, 5)][number % 4]
        alternative, alpha = list(ALTERNATIVES)[number // 7], ALPHAS[number % 3]
        h = proportion_effectsize(b, a)
        power = NormalIndPower().power(h, n, alpha, ratio=n_b / n, alternative=ALTERNATIVES[alternative])
        yield {"a": a, "b": b, "n": n, "nB": n_b, "alpha": alpha, "alternative": alternative, "power": float(power)}


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
}
tables = {
    "powers": list(powers()),
    "detectable": list(detectable()),
    "needed": list(needed()),
    "proportions": list(proportions()),
}
text = '{\n  "versions": ' + json.dumps(versions)
for name, cases in tables.items():
    text += f',\n  "{name}": [\n    ' + ",\n    ".join(json.dumps(case) for case in cases) + "\n  ]"
pathlib.Path(__file__).with_name("power.json").write_text(text + "\n}\n")
