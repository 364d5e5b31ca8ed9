"""
Reference values for tests/statistics/tests/shapiro_wilk_test.ts, by SciPy and, independently, by R's shapiro.test.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_shapiro_wilk.py        (needs Rscript on the path)
"""

import json
import pathlib
import platform
import subprocess

import numpy
import scipy
from scipy.stats import shapiro

# The test builds these from the same rule: with u_i = (7919 i mod 1009) / 1009, the i-th value is the mean of the
# first `terms` of u_i, u_3i, u_5i, and its square if `squared`.
LARGE = [(200, 3, False), (1000, 3, False), (1000, 1, False), (1000, 3, True), (4999, 2, True), (5000, 3, False)]


def small():
    random = numpy.random.default_rng(20240602)
    yield [1, 2, 3]
    yield [1, 2, 4]
    yield [1, 1, 2]
    yield [-3, 0.5, 100]
    yield [0, 1, 1000001]
    yield [1, 2, 3, 4]
    yield [0, 0, 0, 1]
    yield [1, 2, 3, 4, 5]
    yield [2, 2, 3, 9, 2]
    yield [1, 1, 1, 1, 1, 1, 99]
    yield [148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236]
    yield [0] * 11 + [1]
    yield [0] * 30 + [1]
    yield [1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 5, 1e9 + 9, 1e9 + 4]
    yield [1e-9, 2e-9, 5e-9, 3e-9, 4e-9, 8e-9, 1e-8]
    for n in [5, 6, 7, 8, 10, 11, 12, 13, 20, 35, 50, 99]:
        yield random.normal(size=n).round(3).tolist()
    for n in [6, 11, 12, 25, 60, 100]:
        yield random.exponential(size=n).round(3).tolist()
    for n in [9, 15, 40, 120]:
        yield random.integers(0, 6, n).tolist()
    for n in [20, 80, 150]:
        yield random.standard_cauchy(size=n).round(2).tolist()


def large(n, terms, squared):
    u = lambda i: (7919 * i % 1009) / 1009
    values = [sum(u(odd * i) for odd in [1, 3, 5][:terms]) / terms for i in range(1, n + 1)]
    return [value * value for value in values] if squared else values


def by_r(samples):
    """W and p of each sample, to 17 digits."""
    lines = [f"c({', '.join(repr(float(value)) for value in sample)})" for sample in samples]
    program = "f <- function(x) { r <- shapiro.test(x); cat(sprintf('%.17g %.17g\\n', r$statistic, r$p.value)) }\n"
    program += "".join(f"f({line})\n" for line in lines)
    out = subprocess.run(["Rscript", "-"], input=program, capture_output=True, text=True, check=True).stdout
    return [tuple(float(word) for word in line.split()) for line in out.splitlines()]


def r_version():
    program = "cat(as.character(getRversion()))"
    return subprocess.run(["Rscript", "-e", program], capture_output=True, text=True, check=True).stdout


data = [{"values": values} for values in small()]
data += [{"n": n, "terms": terms, "squared": squared} for n, terms, squared in LARGE]
samples = list(small()) + [large(*rule) for rule in LARGE]
cases = []
for stored, sample, (r_w, r_p) in zip(data, samples, by_r(samples), strict=True):
    w, p = shapiro(sample)
    print(len(sample), float(w), float(p), "R differs by", abs(r_w / w - 1), abs(r_p / p - 1) if p else r_p)
    cases.append({**stored, "w": float(w), "p": float(p), "rW": r_w, "rP": r_p})
versions = {"python": platform.python_version(), "scipy": scipy.__version__, "R": r_version()}
text = json.dumps({"versions": versions, "cases": cases}, indent=2) + "\n"
pathlib.Path(__file__).with_name("shapiro_wilk.json").write_text(text)
