"""
Reference values for tests/statistics/pass_at_k_test.ts, from exact fractions of binomial coefficients.

    python3 tests/oracles/make_pass_at_k.py
"""

import json
import pathlib
import platform
from fractions import Fraction
from math import comb

SMALL = [(n, c, k) for n in [1, 2, 5, 7] for c in range(n + 1) for k in range(1, n + 1)]
LARGE = [
    (10, 3, 5), (100, 1, 1), (100, 1, 10), (100, 10, 10), (100, 50, 100), (100, 97, 2), (200, 1, 199), (200, 0, 100),
    (200, 100, 100), (200, 3, 100), (1000, 1, 1), (1000, 7, 100), (1000, 500, 3), (1000, 999, 1), (1000, 500, 500),
    (100000, 1, 1), (100000, 1, 10), (100000, 2, 2), (100000, 40000, 100), (1000000, 3, 7), (1000000, 1, 999999),
]


def case(n, c, k):
    return {"n": n, "c": c, "k": k, "pass": float(1 - Fraction(comb(n - c, k), comb(n, k)))}


versions = {"python": platform.python_version()}
cases = [case(*arguments) for arguments in SMALL + LARGE]
text = json.dumps({"versions": versions, "cases": cases}, indent=2) + "\n"
pathlib.Path(__file__).with_name("pass_at_k.json").write_text(text)
