"""
Reference values for tests/statistics/distributions/noncentral_t_test.ts, by Lenth's series in multiple precision.

SciPy's `stats.nct` is compared with them only from 1e-6 on: its lower tail is wrong by orders of magnitude
(P(T <= -5.2970585) with 2 degrees of freedom and noncentrality 10 is 5.2e-27, SciPy 1.18.1 says 2.2e-18).

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_noncentral_t.py
"""

import json
import pathlib
import platform

import mpmath as mp
import scipy
from scipy.stats import nct

from lenth_series import noncentral_t_cdf

mp.mp.dps = 360

DFS = [1, 2, 3.5, 5, 10, 30, 100, 1000, 12345.6, 1e6]
DELTAS = [0, 0.01, -1, 1, 3, -5, 10, 20, 37, 50, 60]
Z = [-8, -1, 0.5, 3]


def case(df, delta, z):
    t = round(delta + z * (1 + delta * delta / (2 * df)) ** 0.5, 6)
    cdf = noncentral_t_cdf(t, df, delta)
    found = {"t": t, "df": df, "delta": delta, "cdf": float(cdf), "tail": float(1 - cdf)}
    if found["cdf"] > 1e-6:
        assert abs(nct.cdf(t, df, delta) / found["cdf"] - 1) < 1e-8, (found, nct.cdf(t, df, delta))
    return found


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "mpmath": mp.__version__}
cases = [case(df, delta, z) for df in DFS for delta in DELTAS for z in Z]
lines = ",\n    ".join(json.dumps(case) for case in cases)
text = '{\n  "versions": ' + json.dumps(versions) + ',\n  "cases": [\n    ' + lines + "\n  ]\n}\n"
pathlib.Path(__file__).with_name("noncentral_t.json").write_text(text)
