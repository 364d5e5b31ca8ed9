"""
Reference values for tests/complexity/nonnegative_test.ts, by SciPy's non-negative least squares.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_nonnegative.py
"""

import json
import pathlib
import platform

import numpy
import scipy
from scipy.optimize import nnls

random = numpy.random.default_rng(7)
cases = []
for at in range(60):
    rows, columns = int(random.integers(4, 20)), int(random.integers(1, 5))
    n = numpy.sort(random.choice(numpy.arange(2, 3000), rows, replace=False)).astype(float)
    shapes = [numpy.ones(rows), numpy.log(n), n, n * numpy.log(n), n**2][:columns]
    matrix = numpy.column_stack(shapes if at % 2 else [random.normal(size=rows) for _ in shapes])
    y = matrix @ random.normal(size=columns) / numpy.abs(matrix).max(axis=0).mean() + 0.1 * random.normal(size=rows)
    found, norm = nnls(matrix, y, maxiter=1000)
    cases.append({"columns": matrix.T.tolist(), "y": y.tolist(), "coefficients": found.tolist(), "residual": norm**2})
versions = {"python": platform.python_version(), "scipy": scipy.__version__, "numpy": numpy.__version__}
text = json.dumps({"versions": versions, "cases": cases}) + "\n"
pathlib.Path(__file__).with_name("nonnegative.json").write_text(text)
