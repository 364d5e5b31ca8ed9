"""
Reference values for tests/complexity/authors_rule_test.ts: the class that big_O 0.11.0, of which the authors' script is a
copy, finds for made-up series, with its residual, coefficients and formula.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install big-O==0.11.0 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_published_fits.py
"""

import importlib.metadata
import json
import pathlib
import platform
import random

import big_o
import numpy

# The order of the authors' copy, which is not the package's.
NAMES = "Constant Logarithmic Linear Linearithmic Quadratic Cubic Polynomial Exponential".split()
CLASSES = [getattr(big_o.complexities, name) for name in NAMES]

GROWTH = {
    "constant": lambda n, k: 0.0,
    "logarithmic": lambda n, k: numpy.log(n),
    "linear": lambda n, k: n,
    "linearithmic": lambda n, k: n * numpy.log(n),
    "quadratic": lambda n, k: n**2,
    "cubic": lambda n, k: n**3,
    "power": lambda n, k: n**k,
    "exponential": lambda n, k: numpy.exp(k * n / n[-1] * 4),
}


def series(kind, chance):
    """Sizes and costs: a class with noise, some fast, some slow, some with sizes beyond 10,000, some falling."""
    largest = chance.choice([50, 200, 2000, 10_000, 40_000, 100_000])
    count = chance.choice([5, 12, 30])
    n = numpy.array(sorted({-(-largest * i // count) for i in range(1, count + 1)}), dtype=float)
    growth = GROWTH[kind](n, chance.uniform(0.3, 2.7))
    top = numpy.max(growth) or 1.0
    slope = chance.choice([1e-4, 3e-3, 0.1, 2.0]) * (1 if chance.random() < 0.9 else -0.5)
    level = (0.0 if kind == "power" else chance.choice([1e-5, 1e-3, 0.05])) + max(0.0, -slope * 1.01)
    noise = numpy.array([chance.gauss(0, chance.choice([0, 0.01, 0.2])) for _ in n])
    t = (level + slope * growth / top) * numpy.exp(noise)
    return n, t


def main():
    chance = random.Random(4)
    cases = []
    for at in range(160):
        kind = list(GROWTH)[at % len(GROWTH)]
        n, t = series(kind, chance)
        t = numpy.array([float(f"{value:.8g}") for value in t])
        scaled = n * 1e4 / n[-1] if n[-1] > 1e4 else n
        best, fitted = big_o.infer_big_o_class(scaled, t, CLASSES)
        cases.append(
            {
                "n": n.tolist(),
                "t": t.tolist(),
                "class": type(best).__name__.lower(),
                "residual": float(fitted[best]),
                "coefficients": [float(value) for value in best.coefficients()],
                "formula": str(best),
            }
        )
    versions = {name: importlib.metadata.version(name) for name in ("big-O", "numpy")}
    found = {"versions": {"python": platform.python_version(), **versions}, "cases": cases}
    target = pathlib.Path(__file__).with_name("published_fits.json")
    target.write_text(json.dumps(found, indent=None) + "\n")


main()
