"""
Reference values for tests/statistics/tests/brown_forsythe_test.ts, by SciPy.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_brown_forsythe.py
"""

import json
import pathlib
import platform

import numpy
import scipy
from scipy.stats import levene

# The test builds these from the same rule: group g has the values scale_g (7919 i mod 1009) / 1009, i = 1 … n_g.
LARGE = [
    ([1000, 1000], [1, 1]),
    ([1000, 1000], [1, 1.25]),
    ([5000, 300], [1, 1.125]),
    ([400, 400, 4000], [1, 1.0625, 1.03125]),
    ([2000, 2000], [1, 2]),
]


def small():
    random = numpy.random.default_rng(20240603)
    yield [[1, 2, 3], [2, 5, 8]]
    yield [[1, 2, 4], [3, 3]]
    yield [[1, 2, 3, 4], [1, 2, 3, 4]]
    yield [[5, 5, 5, 5], [1, 2, 3, 5]]
    yield [[0, 0, 0, 1], [0, 1, 1, 1, 0]]
    yield [[0, 0, 1, 0, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0, 1]]
    yield [[1e9 + 1, 1e9 + 2, 1e9 + 4], [1e9 + 1, 1e9 + 3, 1e9 + 9, 1e9 + 2]]
    yield [[1e-9, 2e-9, 4e-9], [1e-9, 3e-9, 9e-9, 2e-9]]
    for sizes in [[5, 5], [4, 11], [20, 20], [50, 10], [3, 4, 5], [10, 10, 10, 10], [7, 30, 12, 4, 9]]:
        yield [random.normal(size=n).round(3).tolist() for n in sizes]
    for sizes in [[12, 15], [40, 40], [6, 8, 30]]:
        yield [random.integers(0, 5, n).tolist() for n in sizes]
    for sizes in [[15, 15], [30, 8, 21]]:
        yield [((i + 1) * random.exponential(size=n)).round(3).tolist() for i, n in enumerate(sizes)]
    yield [random.normal(size=60).round(3).tolist(), (9 * random.normal(size=60)).round(3).tolist()]


def large(sizes, scales):
    return [[scale * ((7919 * i % 1009) / 1009) for i in range(1, n + 1)] for n, scale in zip(sizes, scales)]


def case(stored, groups, center):
    f, p = levene(*groups, center=center)
    df = len(groups) - 1
    within = sum(len(group) for group in groups) - len(groups)
    return {**stored, "center": center, "f": float(f), "df": df, "dfWithin": within, "p": float(p)}


cases = []
for center in ["median", "mean"]:
    cases += [case({"groups": groups}, groups, center) for groups in small()]
    cases += [case({"sizes": sizes, "scales": scales}, large(sizes, scales), center) for sizes, scales in LARGE]
versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({"versions": versions, "cases": cases}, indent=2) + "\n"
pathlib.Path(__file__).with_name("brown_forsythe.json").write_text(text)
print(min(c["p"] for c in cases), len(cases))
