"""
Reference values for tests/statistics/distributions/student_t_test.ts: tails and quantiles of the distributions under the p-values.

The regularised incomplete beta and gamma functions are summed as series of positive terms in multiple precision, with
so many digits that a difference from 1 keeps its own; SciPy's values are compared with them where it is precise.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_distributions.py
"""

import json
import math
import pathlib
import platform

import mpmath as mp
import scipy
from scipy import stats

from lenth_series import beta_series

SMALLEST = mp.mpf("1e-305")


def beta(x, y, a, b):
    return beta_series(x, y, a, b) if x < y else 1 - beta_series(y, x, b, a)


def gamma_upper(a, x):
    total = term = mp.mpf(1)
    k = 0
    while term > total * mp.eps:
        k += 1
        term *= x / (a + k)
        total += term
    return 1 - mp.exp(a * mp.log(x) - x - mp.loggamma(a + 1)) * total


def t_tail(t, df):
    mp.mp.dps = 360 if t > 6 and t * t < df else 50
    t, df = mp.mpf(t), mp.mpf(df)
    return beta(df / (df + t * t), t * t / (df + t * t), df / 2, mp.mpf(1) / 2) / 2


def chi_tail(x, df):
    mp.mp.dps = 360 if x > df + 8 * math.sqrt(2 * df) else 50
    return gamma_upper(mp.mpf(df) / 2, mp.mpf(x) / 2)


def f_tail(x, df1, df2):
    mp.mp.dps = 360
    x, df1, df2 = mp.mpf(x), mp.mpf(df1), mp.mpf(df2)
    return beta(df2 / (df2 + df1 * x), df1 * x / (df2 + df1 * x), df2 / 2, df1 / 2)


def binomial(k, n, p):
    """P(X <= k) and P(X >= k), as sums of the probabilities."""
    mp.mp.dps = 50
    p = mp.mpf(p)
    one = lambda i: mp.binomial(n, i) * p**i * (1 - p) ** (n - i)
    return mp.fsum(one(i) for i in range(0, k + 1)), mp.fsum(one(i) for i in range(k, n + 1))


def t_cases():
    for df in [0.5, 1, 1.5, 2, 3.7, 10, 30, 100, 999.5, 1e4, 1e5, 1e6, 1e7]:
        for t in [1e-3, 0.1, 0.5, 1, 2, 3, 5, 8, 12, 20, 30, 37, 1e3, 1e10, 1e100, 1e155, 1e200, 1e290]:
            value = t_tail(t, df)
            if value > SMALLEST:
                yield {"t": t, "df": df, "p": float(value)}


def chi_cases():
    for df in [1, 2, 3, 7.5, 30, 200, 1e4, 1e6]:
        for z in [-6, -1, 0, 0.5, 2, 5, 10, 20, 35, 60]:
            x = round(df + z * math.sqrt(2 * df), 3) if df > 100 else round(df * math.exp(z / 8), 3)
            if x > 0 and (value := chi_tail(x, df)) > SMALLEST:
                yield {"x": x, "df": df, "p": float(value)}


def f_cases():
    for df1 in [1, 2, 5, 40, 1000]:
        for df2 in [1, 3.5, 12, 100, 5e4]:
            for x in [1e-3, 0.3, 1, 2.5, 8, 50, 1200]:
                value = f_tail(x, df1, df2)
                if value > SMALLEST:
                    yield {"x": x, "df1": df1, "df2": df2, "p": float(value)}


def binomial_cases():
    for n in [1, 2, 7, 30, 400, 3000]:
        for p in [1e-6, 0.02, 0.3, 0.5, 0.9]:
            for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
                most, least = binomial(k, n, p)
                if min(most, least) > SMALLEST:
                    yield {"k": k, "n": n, "p": p, "atMost": float(most), "atLeast": float(least)}


def normal_cases():
    mp.mp.dps = 50
    for z in [-8, -2.5, -1, -0.01, 0.01, 0.3, 1, 1.96, 3, 6, 9, 15, 25, 37]:
        yield {"z": z, "p": float(mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2)}


def compare(cases, scipy_value, tolerance):
    """SciPy is a second witness: it must say the same wherever p is not extreme."""
    for case in cases:
        other = scipy_value(case)
        assert case["p"] < 1e-200 or abs(other / case["p"] - 1) < tolerance, (case, other)


tables = {
    "t": list(t_cases()),
    "chiSquare": list(chi_cases()),
    "f": list(f_cases()),
    "binomial": list(binomial_cases()),
    "normal": list(normal_cases()),
}
compare([c for c in tables["t"] if c["t"] < 1e100], lambda c: stats.t.sf(c["t"], c["df"]), 1e-11)
compare(tables["chiSquare"], lambda c: stats.chi2.sf(c["x"], c["df"]), 1e-9)
compare(tables["f"], lambda c: stats.f.sf(c["x"], c["df1"], c["df2"]), 1e-10)
compare(tables["normal"], lambda c: stats.norm.sf(c["z"]), 1e-12)
versions = {"python": platform.python_version(), "scipy": scipy.__version__, "mpmath": mp.__version__}
text = '{\n  "versions": ' + json.dumps(versions)
for name, cases in tables.items():
    text += f',\n  "{name}": [\n    ' + ",\n    ".join(json.dumps(case) for case in cases) + "\n  ]"
pathlib.Path(__file__).with_name("distributions.json").write_text(text + "\n}\n")
