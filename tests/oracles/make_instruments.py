"""
Reference values for tests of imperfect instruments: tests/statistics/intervals/rogan_gladen_test.ts and confusion_test.ts.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.17.1 numpy==2.4.6 \
        scikit-learn==1.9.1
    /tmp/oracles/bin/python tests/oracles/make_instruments.py

`published` are the five examples of Lang and Reiczigel (2014), as the manual of R's asht repeats them. `corrected` has their
interval by the error of a quotient, with values in fractions; `confusion` has rates by scikit-learn, Wilson's bounds by
statsmodels, and those of F1 as roots by SciPy.
"""

import json
import math
import pathlib
import platform
from fractions import Fraction

import numpy
import scipy
import sklearn
import statsmodels
from scipy.optimize import brentq
from scipy.stats import norm
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score
from statsmodels.stats.proportion import proportion_confint


def corrected_case(positives, n, tp, known_positive, tn, known_negative, level, effective):
    """Lang and Reiczigel's interval, as the error of a quotient."""
    observed = Fraction(positives, n)
    z = norm.isf((1 - level) / 2)
    share = lambda k, size: Fraction(k + 1, size + 2)
    s, t = share(tp, known_positive), share(tn, known_negative)
    raw = Fraction(tp, known_positive) + Fraction(tn, known_negative) - 1
    value = min(max((observed + Fraction(tn, known_negative) - 1) / raw, Fraction(0)), Fraction(1))
    n_plus = effective + z**2
    a = (float(observed) * effective + z**2 / 2) / n_plus
    numerator, denominator = a + float(t) - 1, float(s + t) - 1
    p = numerator / denominator
    var = lambda share, size: float(share) * float(1 - share) / size
    var_a, var_s, var_t = a * (1 - a) / n_plus, var(s, known_positive + 2), var(t, known_negative + 2)
    spread = (var_a + var_t) / denominator**2 + numerator**2 * (var_s + var_t) / denominator**4
    spread -= 2 * numerator * var_t / denominator**3
    middle = p + 2 * z**2 * (p * var_s - (1 - p) * var_t)
    low, high = (min(max(middle + sign * z * math.sqrt(spread), 0.0), 1.0) for sign in (-1, 1))
    names = ["positives", "n", "truePositives", "actualPositives", "trueNegatives", "actualNegatives"]
    return {
        "counts": dict(zip(names, [positives, n, tp, known_positive, tn, known_negative])),
        "level": level,
        "effectiveN": effective,
        "value": float(value),
        "low": min(low, float(value)),
        "high": max(high, float(value)),
    }


def confusion_case(tp, fn, fp, tn, level):
    actual = [1] * (tp + fn) + [0] * (fp + tn)
    predicted = [1] * tp + [0] * fn + [1] * fp + [0] * tn
    wilson = lambda k, n: [float(bound) for bound in proportion_confint(k, n, alpha=1 - level, method="wilson")]
    values = {
        "precision": (precision_score(actual, predicted), wilson(tp, tp + fp)),
        "recall": (recall_score(actual, predicted), wilson(tp, tp + fn)),
        "specificity": (recall_score(actual, predicted, pos_label=0), wilson(tn, tn + fp)),
        "falsePositiveRate": (1 - recall_score(actual, predicted, pos_label=0), wilson(fp, tn + fp)),
        "accuracy": (accuracy_score(actual, predicted), wilson(tp + tn, len(actual))),
    }
    # The F1 of which F1 / (2 - F1) is a bound of the share of right ones.
    f1 = [brentq(lambda f: f / (2 - f) - bound, 0, 1, xtol=1e-16) for bound in wilson(tp, tp + fp + fn)]
    values["f1"] = (f1_score(actual, predicted), f1)
    return {
        "matrix": {"tp": tp, "fn": fn, "fp": fp, "tn": tn},
        "level": level,
        "rates": {name: {"value": float(v), "low": low, "high": high} for name, (v, (low, high)) in values.items()},
    }


INSTRUMENTS = [
    (0, 50, 30, 30, 30, 30), (50, 50, 30, 30, 30, 30), (12, 50, 24, 30, 28, 30), (3, 200, 80, 100, 199, 200),
    (100, 200, 7, 10, 9, 10), (640, 1000, 95, 100, 180, 200), (5, 100, 60, 100, 60, 100), (90, 100, 60, 100, 60, 100),
    (1, 7, 2, 3, 3, 4), (30000, 100000, 800, 1000, 900, 1000), (10, 40, 19, 20, 1, 8),
]
corrected = [
    corrected_case(*counts, level, effective(counts[1]))
    for counts in INSTRUMENTS
    for level, effective in [(0.95, lambda n: n), (0.8, lambda n: n / 3), (0.99, lambda n: 0.7 * n)]
]
MATRICES = [(6, 2, 4, 88), (50, 0, 0, 50), (1, 9, 3, 7), (0, 5, 5, 90), (300, 20, 45, 1200), (1, 0, 0, 1), (7, 3, 0, 10)]
confusion = [confusion_case(*matrix, level) for matrix in MATRICES for level in [0.8, 0.95]]

# Examples 1, 2, 3 and both of 4: positives, n, true positives and negatives with their totals, and the bounds with as many
# digits as printed. Example 3 gives the share 0.06 of 11862 items.
published = [
    {"counts": [4060, 11284, 178, 179, 358, 359], "low": "0.349", "high": "0.372"},
    {"counts": [51, 2971, 32, 33, 20, 20], "low": "0.000", "high": "0.053"},
    {"counts": [712, 11862, 8, 10, 12, 12], "low": "0.000", "high": "0.147"},
    {"counts": [259, 509, 84, 127, 96, 109], "low": "0.58", "high": "0.87"},
    {"counts": [51, 509, 23, 41, 187, 195], "low": "0.037", "high": "0.195"},
]

versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "numpy": numpy.__version__,
    "scikit-learn": sklearn.__version__,
}
oracle = {"versions": versions, "published": published, "corrected": corrected, "confusion": confusion}
text = json.dumps(oracle, allow_nan=False) + "\n"
pathlib.Path(__file__).with_name("instruments.json").write_text(text)
