"""
Reference values for tests/statistics/tests/multiplicity_test.ts, by statsmodels.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_multiplicity.py
"""

import json
import pathlib
import platform

import numpy
import statsmodels
from statsmodels.stats.multitest import multipletests

METHODS = {"bonferroni": "bonferroni", "holm": "holm", "benjaminiHochberg": "fdr_bh"}


def families():
    random = numpy.random.default_rng(20240604)
    yield [0.03]
    yield [0.0]
    yield [1.0]
    yield [0.0, 1.0]
    yield [0.02, 0.02]
    yield [0.04, 0.01, 0.03]
    yield [0.01, 0.04, 0.03, 0.005]
    yield [0.05, 0.05, 0.05, 0.05]
    yield [0.2, 0.2, 0.1, 0.1, 0.3, 1.0]
    yield [1e-300, 1e-30, 1e-12, 0.5]
    yield [5e-324, 0.9, 0.9]
    yield [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1]
    for n in [2, 3, 5, 10, 20, 50, 100]:
        yield random.uniform(size=n).round(4).tolist()
    for n in [6, 12, 40, 200]:
        yield (random.uniform(size=n) ** 4).tolist()


def case(ps):
    expected = {name: multipletests(ps, method=method)[1].tolist() for name, method in METHODS.items()}
    return {"ps": ps, **expected}


versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "numpy": numpy.__version__,
}
text = json.dumps({"versions": versions, "cases": [case(ps) for ps in families()]}, indent=2) + "\n"
pathlib.Path(__file__).with_name("multiplicity.json").write_text(text)
