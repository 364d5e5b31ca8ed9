"""
Reference values for tests of how reviewers agree: tests/statistics/agreement/percent_agreement_test.ts, cohens_kappa_test.ts,
fleiss_kappa_test.ts and krippendorff_alpha_test.ts.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.17.1 numpy==2.4.6 \
        krippendorff==0.9.0 scikit-learn==1.9.1
    /tmp/oracles/bin/python tests/oracles/make_agreement.py

`published` are facts that others printed: Fleiss (1971) and what R's irr finds in his patients, all six and the first three
diagnoses of each, and in its data on anxiety, as statsmodels' tests record it; SAS' example of a kappa;
Krippendorff's four observers. All else is computed here: Cohen's kappa by statsmodels and scikit-learn, Fleiss' kappa by
statsmodels and its error by the formula in fractions, alpha by the package krippendorff and by its definition in fractions,
shares of pairs in fractions, their bounds as roots by SciPy. `bootstrap` is REFERENCE resamples by NumPy; since another
generator draws others, there are for each bound the quantiles within which that of DRAWS resamples lies but for 5 standard
errors, both samples' errors added.
"""

import itertools
import json
import math
import pathlib
import platform
from fractions import Fraction

import krippendorff
import numpy as np
import scipy
import sklearn
import statsmodels
from scipy.optimize import brentq
from scipy.stats import norm
from scipy.stats import t as student
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.tests import test_inter_rater as recorded

rng = np.random.default_rng(19)
LEVEL, REFERENCE, DRAWS = 0.95, 40_000, 2_000


def ratings_of(reviewers, items, labels, agreement, skip):
    """Labels 1, 2, ...; a reviewer gives an item's own label, or with the rest of the probability any; 0 is none."""
    shares = rng.dirichlet(np.full(len(labels), 2))
    own = rng.choice(labels, items, p=shares)
    anything = rng.choice(labels, (reviewers, items), p=shares)
    ratings = np.where(rng.random((reviewers, items)) < agreement, own, anything)
    return np.where(rng.random((reviewers, items)) < skip, 0, ratings)


def stored(ratings):
    return [[int(one) or None for one in row] for row in ratings]


def score_roots(p, n, z):
    distance = lambda rate: (p - rate) ** 2 - z * z * rate * (1 - rate) / n
    inner = min(max(p, 1e-12), 1 - 1e-12)
    root = lambda a, b: brentq(distance, a, b, xtol=1e-18, rtol=1e-15)
    return 0.0 if p == 0 else root(0, inner), 1.0 if p == 1 else root(inner, 1)


def percent_case(ratings, level):
    shares, pairs = [], []
    for item in ratings.T:
        given = item[item > 0]
        if len(given) < 2:
            continue
        both = [int(a == b) for a, b in itertools.combinations(given, 2)]
        shares.append(Fraction(sum(both), len(both)))
        pairs.append(len(both))
    n, p = len(shares), sum(shares) / len(shares)
    if max(pairs) == 1:
        low, high = proportion_confint(int(sum(shares)), n, alpha=1 - level, method="wilson")
    else:
        k = min(sum(a > 0 for a in shares), sum(a < 1 for a in shares))
        ratio = Fraction(1)
        if k > 0:
            variance = sum((a - p) ** 2 for a in shares) / (n - 1)
            quarter = Fraction(1, 4)
            ratio = max(Fraction(n, sum(pairs)), (k * variance / (p * (1 - p)) + quarter) / (k + quarter))
        low, high = score_roots(float(p), float(n / ratio), student.ppf((1 + level) / 2, n - 1))
    return {"ratings": stored(ratings), "level": level, "value": float(p), "low": float(low), "high": float(high), "n": n}


def cohen_case(ratings, labels, level):
    a, b = ratings[:, (ratings > 0).all(axis=0)]
    table = np.array([[np.sum((a == i) & (b == j)) for j in labels] for i in labels])
    result = cohens_kappa(table)
    assert abs(cohen_kappa_score(a, b, labels=labels) - result.kappa) < 1e-12
    p = table / table.sum()
    reach = norm.isf((1 - level) / 2) * result.std_kappa
    if level == 0.95:
        assert abs(result.kappa - reach - result.kappa_low) < 1e-12
    return {
        "ratings": stored(ratings),
        "level": level,
        "value": float(result.kappa),
        "standardError": float(result.std_kappa),
        "low": float(result.kappa - reach),
        "high": float(result.kappa + reach),
        "observed": float(np.trace(p)),
        "expected": float(p.sum(axis=1) @ p.sum(axis=0)),
        "n": len(a),
    }


def fleiss_parts(ratings):
    """Kappa by statsmodels, and its error at zero from p_c and q_c = 1 - p_c in fractions."""
    table, _ = aggregate_raters(ratings.T)
    n, m = table.shape[0], int(table[0].sum())
    shares = [Fraction(int(total), n * m) for total in table.sum(axis=0)]
    s = sum(p * (1 - p) for p in shares)
    error = Fraction(2, n * m * (m - 1)) * (s * s - sum(p * (1 - p) * (1 - 2 * p) for p in shares)) / (s * s)
    return float(fleiss_kappa(table)), math.sqrt(error)


def fleiss_case(ratings):
    value, error = fleiss_parts(ratings)
    z = value / error
    p = float(2 * norm.sf(abs(z)))
    return {"ratings": stored(ratings), "value": value, "standardErrorAtZero": error, "z": z, "p": p}


def alpha_by_definition(ratings):
    units = [[int(one) for one in item[item > 0]] for item in ratings.T]
    units = [unit for unit in units if len(unit) > 1]
    values = [one for unit in units for one in unit]
    n = len(values)
    pairs = ((a, b, len(unit) - 1) for unit in units for a, b in itertools.permutations(unit, 2))
    observed = sum(Fraction(a != b, others) for a, b, others in pairs) / n
    expected = sum(values.count(a) * values.count(b) for a, b in itertools.permutations(set(values), 2))
    return 1 - observed / Fraction(expected, n * (n - 1))


def alpha_case(ratings):
    data = np.where(ratings == 0, np.nan, ratings)
    value = float(alpha_by_definition(ratings))
    assert abs(krippendorff.alpha(data, level_of_measurement="nominal") - value) < 1e-12
    labelled = (ratings > 0).sum(axis=0)
    return {
        "ratings": stored(ratings),
        "value": value,
        "n": int((labelled > 1).sum()),
        "pairable": int(labelled[labelled > 1].sum()),
    }


def bootstrap_case(ratings, name):
    """`name` is fleiss or nominal, which is alpha; the tails are widened for the number of items as by Hesterberg."""
    ratings = ratings[:, (ratings > 0).sum(axis=0) > 1]
    n = ratings.shape[1]

    def statistic(some):
        if name == "fleiss":
            return fleiss_kappa(aggregate_raters(some.T)[0])
        return krippendorff.alpha(np.where(some == 0, np.nan, some), level_of_measurement=name)

    def drawn():
        while True:
            some = ratings[:, rng.integers(0, n, n)]
            if len(np.unique(some[some > 0])) > 1:
                return statistic(some)

    replicates = np.array([drawn() for _ in range(REFERENCE)])
    scale = 5 * np.sqrt(1 / DRAWS + 1 / REFERENCE)

    def within(share):
        error = scale * np.sqrt(share * (1 - share))
        return np.quantile(replicates, [max(0, share - error), min(1, share + error)]).tolist()

    tail = float(norm.sf(student.isf((1 - LEVEL) / 2, n - 1) * np.sqrt(n / (n - 1))))
    sd = float(np.std(replicates, ddof=1))
    kurtosis = np.mean((replicates - replicates.mean()) ** 4) / sd**4
    return {
        "ratings": stored(ratings),
        "name": name,
        "level": LEVEL,
        "draws": DRAWS,
        "low": within(tail),
        "high": within(1 - tail),
        "standardError": [float(sd * (1 + sign * scale * np.sqrt((kurtosis - 1) / 4))) for sign in (-1, 1)],
    }


SIZES = [(2, 8, 2), (2, 30, 2), (2, 200, 3), (2, 400, 5), (3, 12, 2), (3, 60, 3), (4, 25, 5), (6, 100, 4), (9, 40, 2)]
LEVELS = [0.8, 0.95, 0.99]
percent, cohen, fleiss, alpha = [], [], [], []
for at, (reviewers, items, k) in enumerate(SIZES):
    labels = list(range(1, k + 1))
    for skip in [0, 0.3]:
        agreement = [0.2, 0.5, 0.8, 0.95][at % 4]
        ratings = ratings_of(reviewers, items, labels, agreement, skip)
        percent.append(percent_case(ratings, LEVELS[at % 3]))
        alpha.append(alpha_case(ratings))
        if skip == 0:
            fleiss.append(fleiss_case(ratings))
percent.append(percent_case(np.ones((3, 8), int), 0.95))
for at, (items, labels) in enumerate([(12, [1, 2]), (40, [1, 2]), (40, [1, 2, 3]), (150, [1, 2, 4, 5, 9]), (400, [1, 2, 3, 4])]):
    for skip, agreement in [(0, 0.6), (0.2, 0.3), (0.1, 0.05)]:
        ratings = ratings_of(2, items, labels, agreement, skip)
        cohen.append(cohen_case(ratings, labels, LEVELS[at % 3]))

boot = [
    bootstrap_case(ratings_of(3, 40, [1, 2, 3], 0.7, 0), "fleiss"),
    bootstrap_case(ratings_of(4, 30, [1, 2], 0.6, 0.2), "nominal"),
]

OBSERVERS = np.array([
    [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
    [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
])
published = {
    # Fleiss (1971): 30 patients, 6 diagnoses each; kappa to three digits there, kappa and z to seven by R's irr.
    "fleiss": {
        "ratings": stored(recorded.diagnoses.T),
        "value": 0.430,
        "irr": {"value": 0.4302445, "z": 17.65183},
        "irrOfThree": {"value": 0.534, "z": 9.89},
    },
    # R's irr, kappa2(anxiety[, 2:3]).
    "anxiety": {
        "ratings": stored(recorded.anxiety[:, 1:].T),
        "none": -0.006289308,
    },
    # SAS, PROC FREQ: kappa, its error and the bounds of 95 %.
    "sas": {
        "table": recorded.table10,
        "none": [0.4842, 0.1380, 0.2137, 0.7547],
    },
    "krippendorff": {
        "ratings": stored(OBSERVERS),
        "nominal": 0.743,
        "pairable": 40,
    },
}
assert round(fleiss_parts(recorded.diagnoses.T)[0], 7) == published["fleiss"]["irr"]["value"]

versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "numpy": np.__version__,
    "krippendorff": "0.9.0",
    "scikit-learn": sklearn.__version__,
}
oracle = {
    "versions": versions,
    "published": published,
    "percent": percent,
    "cohen": cohen,
    "fleiss": fleiss,
    "alpha": alpha,
    "bootstrap": boot,
}
pathlib.Path(__file__).with_name("agreement.json").write_text(json.dumps(oracle, allow_nan=False) + "\n")
print({name: len(value) for name, value in oracle.items()})
