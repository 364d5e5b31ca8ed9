"""
Reference values for tests/statistics/entropy_test.ts, by SciPy to 15 decimals and by mpmath to all digits: SciPy loses
some where nearly all is in one category.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_entropy.py
"""

import json
import pathlib
import platform

import mpmath
import numpy
import scipy
from scipy.stats import entropy

mpmath.mp.dps = 60
BASES = [2, 2.718281828459045, 10, 1.5]


def families():
    random = numpy.random.default_rng(20240605)
    yield [1]
    yield [1, 1]
    yield [5, 5, 0, 0]
    yield [7, 0, 0]
    yield [1, 2, 3, 4]
    yield [0.1, 0.2, 0.7]
    yield [1000000, 1]
    yield [1, 1000000000000]
    yield [1e-300, 2e-300]
    yield [1] * 52
    yield [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
    yield [0.5, 0.25, 0.125, 0.125]
    for n in [2, 3, 5, 8, 20, 100]:
        yield random.integers(0, 50, n).tolist()
    for n in [3, 10, 60]:
        yield random.exponential(size=n).round(4).tolist()


def precise(counts, base):
    weights = [mpmath.mpf(count) for count in counts if count]
    total = sum(weights)
    value = float(-sum(w / total * mpmath.log(w / total) for w in weights) / mpmath.log(base))
    assert abs(value - entropy(counts, base=base)) < 2e-15 * max(1, value), (counts, base)
    return value


cases = [
    {"counts": counts, "base": base, "entropy": precise(counts, base), "categories": len(counts)}
    for counts in families()
    for base in BASES
]
versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({"versions": versions, "cases": cases}, indent=2) + "\n"
pathlib.Path(__file__).with_name("entropy.json").write_text(text)
