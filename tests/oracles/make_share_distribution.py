"""
Reference values for tests/statistics/intervals/share_distribution_test.ts: units that are sure to be counted, whose hits have the
Poisson binomial distribution. By mpmath with 60 digits, as SciPy loses those of small upper tails; both agree to 1e-13.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_share_distribution.py
"""

import json
import pathlib
import platform

import mpmath
import numpy
import scipy
from scipy.stats import poisson_binom

mpmath.mp.dps = 60
random = numpy.random.default_rng(52)


def chances(at, n):
    if at % 4 == 0:
        return random.uniform(0, 1, n)
    if at % 4 == 1:
        return random.uniform(0, 0.05, n)
    if at % 4 == 2:
        return random.choice([0.0, 1.0, 0.5, 0.1], n)
    return numpy.full(n, random.uniform(0.05, 0.95))


def tails(p):
    """The chance of at least k hits, for each k."""
    masses = [mpmath.mpf(1)]
    for hit in map(mpmath.mpf, p):
        masses = [
            (masses[k] * (1 - hit) if k < len(masses) else 0) + (masses[k - 1] * hit if k > 0 else 0)
            for k in range(len(masses) + 1)
        ]
    found = [float(sum(masses[k:])) for k in range(len(masses))]
    theirs = poisson_binom(p)
    assert all(abs(float(theirs.sf(k - 1)) - tail) < 1e-13 for k, tail in enumerate(found))
    return found


cases = []
for at in range(40):
    n = [1, 2, 3, 5, 8, 13, 30, 52, 80, 120][at % 10]
    p = numpy.round(chances(at, n), 6)
    cases.append(
        {
            "p": p.tolist(),
            "mean": float(numpy.mean(p)),
            "atLeast": tails(p.tolist()),
        }
    )
versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({"versions": versions, "cases": cases}) + "\n"
pathlib.Path(__file__).with_name("share_distribution.json").write_text(text)
