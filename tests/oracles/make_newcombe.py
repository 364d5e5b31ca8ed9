"""
Reference values for tests/statistics/intervals/newcombe_test.ts: independent proportions by statsmodels; paired ones in exact
fractions and 40 digits from Wilson's equation (p - k/n)^2 = z^2 p (1 - p) / n, whose roots the bounds are, and R's
prop.test for the same.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1 mpmath==1.4.1
    /tmp/oracles/bin/python tests/oracles/make_newcombe.py        (needs Rscript on the path)
"""

import json
import pathlib
import platform
import subprocess

import mpmath
import scipy
import statsmodels
from statsmodels.stats.proportion import confint_proportions_2indep

mpmath.mp.dps = 40
LEVELS = [0.8, 0.95, 0.999]
INDEPENDENT = [
    (0, 1, 0, 1), (0, 1, 1, 1), (1, 1, 0, 1), (1, 2, 2, 3), (0, 10, 0, 20), (10, 10, 0, 20), (10, 10, 20, 20),
    (48, 80, 56, 70), (9, 10, 3, 10), (6, 7, 2, 7), (5, 56, 0, 29), (0, 10, 0, 10), (10, 10, 0, 10),
    (37, 52, 13, 52), (1, 1000, 999, 1000), (500, 1000, 501, 1000), (3, 1000, 4, 72800), (50, 100, 5, 10),
    (123456, 1000000, 124000, 1000000), (0, 72800, 5, 164), (82, 164, 90, 164),
]
# both, only a, only b, neither
PAIRED = [
    (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 1, 1, 1), (5, 0, 0, 5), (0, 5, 5, 0), (0, 10, 0, 0),
    (1, 1, 7, 12), (14, 0, 5, 22), (36, 2, 12, 0), (36, 2, 14, 0), (19, 3, 1, 2), (20, 10, 3, 17), (3, 20, 17, 10),
    (54, 0, 0, 0), (53, 0, 1, 0), (53, 1, 0, 0), (30, 1, 8, 13), (82, 3, 11, 68), (100, 20, 40, 4), (164, 0, 0, 0),
    (500, 30, 60, 410), (100000, 2000, 3000, 95000), (1, 999, 998, 2),
]


def independent(successes_a, n_a, successes_b, n_b, level):
    counts = (successes_b, n_b, successes_a, n_a)
    low, high = confint_proportions_2indep(*counts, method="newcomb", compare="diff", alpha=1 - level)
    return {"counts": [successes_a, n_a, successes_b, n_b], "level": level, "low": float(low), "high": float(high)}


def roots(k, n, z):
    """Wilson's bounds, from (n + z^2) p^2 - (2 k + z^2) p + k^2 / n = 0."""
    quarter = z**2 * (z**2 + 4 * k * (1 - mpmath.mpf(k) / n))
    middle, reach = 2 * k + z**2, mpmath.sqrt(quarter)
    return (middle - reach) / (2 * (n + z**2)), (middle + reach) / (2 * (n + z**2))


def paired(both, only_a, only_b, neither, level):
    n, z = both + only_a + only_b + neither, mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(level))
    a, b = both + only_a, both + only_b
    # The covariance of the judgements in counts: n * both - a * b equals both * neither - only_a * only_b.
    covariance = mpmath.mpf(n * both - a * b)
    if covariance > 0:
        covariance = max(mpmath.mpf(0), covariance - mpmath.mpf(n) / 2)
    product = a * (n - a) * b * (n - b)
    phi = covariance / mpmath.sqrt(product) if product else mpmath.mpf(0)
    pa, pb = mpmath.mpf(a) / n, mpmath.mpf(b) / n
    (la, ua), (lb, ub) = roots(a, n, z), roots(b, n, z)
    # |v - w| by the law of cosines, with cos = phi.
    distance = lambda v, w: mpmath.sqrt((v - w) ** 2 + 2 * (1 - phi) * v * w)
    low, high = pb - pa - distance(pb - lb, ua - pa), pb - pa + distance(ub - pb, pa - la)
    return {"counts": [both, only_a, only_b, neither], "level": level, "low": float(low), "high": float(high)}


R = """
interval <- function(both, onlyA, onlyB, neither, level) {
  n <- both + onlyA + onlyB + neither
  wilson <- function(k) suppressWarnings(prop.test(k, n, conf.level = level, correct = FALSE))$conf.int
  a <- wilson(both + onlyA); b <- wilson(both + onlyB); pa <- (both + onlyA) / n; pb <- (both + onlyB) / n
  table <- matrix(c(both, onlyA, onlyB, neither), 2, byrow = TRUE)
  phi <- det(table)
  if (phi > 0) phi <- max(0, phi - n / 2)
  margins <- prod(rowSums(table), colSums(table))
  phi <- if (margins == 0) 0 else phi / sqrt(margins)
  low <- pb - pa - sqrt((pb - b[1])^2 - 2 * phi * (pb - b[1]) * (a[2] - pa) + (a[2] - pa)^2)
  high <- pb - pa + sqrt((b[2] - pb)^2 - 2 * phi * (b[2] - pb) * (pa - a[1]) + (pa - a[1])^2)
  cat(sprintf("%.17g %.17g\\n", low, high))
}
"""


def confirm_in_r(cases):
    calls = "".join(f"interval({', '.join(map(str, case['counts']))}, {case['level']})\n" for case in cases)
    out = subprocess.run(["Rscript", "-"], input=R + calls, capture_output=True, text=True, check=True).stdout
    for case, line in zip(cases, out.splitlines(), strict=True):
        low, high = (float(word) for word in line.split())
        assert abs(low - case["low"]) < 1e-7 and abs(high - case["high"]) < 1e-7, (case, low, high)


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "mpmath": mpmath.__version__,
}
pairs = [paired(*counts, level) for level in LEVELS for counts in PAIRED]
confirm_in_r(pairs)
cases = [independent(*counts, level) for level in LEVELS for counts in INDEPENDENT]
text = json.dumps({"versions": versions, "independent": cases, "paired": pairs}, indent=2) + "\n"
pathlib.Path(__file__).with_name("newcombe.json").write_text(text)
