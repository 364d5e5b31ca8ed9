"""
Reference values for tests/statistics/distributions/beta_quantile_test.ts, by SciPy: quantiles of beta distributions and 1 less them.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.17.1
    /tmp/oracles/bin/python tests/oracles/make_beta_quantile.py
"""

import json
import pathlib
import platform

import scipy
from scipy.special import betaincinv

SHAPES = [
    (1, 1), (7, 1), (1, 0.2), (0.5, 0.5), (0.3, 0.7), (0.28, 3.72), (2, 30), (120, 80), (600, 400), (1500, 8500),
    (300000, 700000), (0.001, 5), (5, 0.001), (0.0001, 0.0001), (0.000001, 2), (1e-9, 0.001), (0.01, 1000), (1000, 0.01),
]
LEVELS = [2**-40, 0.001, 0.25, 0.5, 0.9, 0.999, 1 - 2**-40]

cases = [
    {"u": u, "a": a, "b": b, "value": float(betaincinv(a, b, u)), "complement": float(betaincinv(b, a, 1 - u))}
    for a, b in SHAPES
    for u in LEVELS
]
versions = {"python": platform.python_version(), "scipy": scipy.__version__}
text = json.dumps({"versions": versions, "cases": cases}, indent=2) + "\n"
pathlib.Path(__file__).with_name("beta_quantile.json").write_text(text)
