"""
Reference values for tests/statistics/tests/chi_square_test.ts, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_chi_square.py
"""

import json
import pathlib
import platform

import numpy
import scipy
from scipy.stats import chi2_contingency, chisquare

TABLES = [
    [[10, 20], [30, 40]], [[1, 1], [1, 1]], [[5, 5], [5, 6]], [[0, 5], [5, 0]], [[3, 1], [1, 3]], [[100, 1], [90, 12]],
    [[500, 500], [400, 600]], [[5000, 5000], [4600, 5400]], [[10, 10, 20], [20, 20, 20]], [[1, 2, 3], [3, 2, 1]],
    [[12, 0, 4], [5, 9, 1], [7, 7, 7]], [[30, 10], [20, 20], [10, 30]], [[100, 100, 100, 100], [90, 110, 80, 120]],
    [[7, 3, 1, 0], [2, 6, 5, 4], [1, 1, 8, 9], [0, 2, 3, 12]], [[1000000, 1000000], [1001000, 999000]],
    [[20, 30, 50], [21, 29, 51], [19, 31, 49]], [[1, 0], [0, 1], [1, 1]], [[300, 10], [10, 300]], [[2, 1], [1, 50]],
    [[60, 2, 9, 11, 5], [3, 50, 8, 2, 7]], [[10, 10], [10, 10]], [[10, 11], [11, 12]],
]
FITS = [
    ([10, 20], [0.5, 0.5]), ([15, 15], [0.5, 0.5]), ([1, 0], [0.5, 0.5]), ([3, 7, 10], [0.2, 0.3, 0.5]), ([0, 0, 9], [0.25, 0.25, 0.5]),
    ([10, 10, 10, 10], [0.25] * 4), ([16, 18, 16, 14, 12, 12], [1 / 6] * 6), ([44, 56], [0.4, 0.6]), ([900, 100], [0.9, 0.1]),
    ([850, 150], [0.9, 0.1]), ([700, 300], [0.9, 0.1]), ([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4]), ([4, 3, 2, 1], [0.1, 0.2, 0.3, 0.4]),
    ([100000, 101000], [0.5, 0.5]), ([12, 8, 20, 5, 5], [0.2] * 5), ([30, 1], [0.99, 0.01]), ([5, 5, 5], [1 / 3] * 3),
    ([1000, 1], [0.999, 0.001]), ([2, 2, 2, 2, 2, 2, 2, 2, 2, 30], [0.1] * 10), ([333, 333, 334], [1 / 3] * 3),
]


def independence(table, yates):
    result = chi2_contingency(table, correction=yates)
    return {
        "table": table,
        "yates": yates,
        "statistic": float(result.statistic),
        "p": float(result.pvalue),
        "df": int(result.dof),
        "expected": result.expected_freq.tolist(),
    }


def fit(counts, shares):
    result = chisquare(counts, sum(counts) * numpy.array(shares))
    return {"counts": counts, "shares": shares, "statistic": float(result.statistic), "p": float(result.pvalue)}


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({
    "versions": versions,
    "independence": [independence(table, yates) for table in TABLES for yates in [True, False]],
    "fits": [fit(counts, shares) for counts, shares in FITS],
}) + "\n"
pathlib.Path(__file__).with_name("chi_square.json").write_text(text)
