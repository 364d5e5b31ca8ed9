"""
Reference values for tests/statistics/tests/ranks_test.ts, by SciPy and NumPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_ranks.py
"""

import json
import pathlib
import platform

import numpy
import scipy
from scipy.stats import rankdata

rng = numpy.random.default_rng(20)
SETS = [[], [3.5], [1, 1], [2, 1], [1, 2, 3], [3, 2, 1], [5, 5, 5, 5], [-1.5, 0, 1.5, 0], [1e300, -1e300, 1e-300, 0]]
SETS += [[0.1 + 0.2, 0.3, 0.3], [2, 1, 2, 1, 2, 1], [10, 9, 1, 2, 100, 20]]
SETS += [rng.integers(0, most, n).tolist() for most, n in [(2, 20), (3, 7), (5, 50), (10, 31), (100, 60), (1000, 100)]]
SETS += [numpy.round(rng.normal(0, 1, n), digits).tolist() for n, digits in [(10, 0), (25, 1), (60, 2), (80, 6)]]


def case(values):
    counts = numpy.unique(values, return_counts=True)[1]
    return {
        "values": values,
        "ranks": rankdata(values).tolist(),
        "counts": counts.tolist(),
        "term": int((counts**3 - counts).sum()),
    }


versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({"versions": versions, "cases": [case(values) for values in SETS]}) + "\n"
pathlib.Path(__file__).with_name("ranks.json").write_text(text)
