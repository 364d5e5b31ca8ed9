"""
Reference values for tests/comparison/tests/trend_test.ts: slopes of true and false over temperatures with cluster-robust
errors, by statsmodels.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1 numpy==2.5.5
    /tmp/oracles/bin/python tests/oracles/make_trend_clustered.py

The samples are built here and in the test by the same integers: sample i is of task i mod tasks, at level
(i div tasks) mod 5, and true where (7919 i + 31 (i mod tasks)²) mod 1009 is below `base` + `rise` times the level's number.
"""

import json
import pathlib
import platform

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy.stats import t as student

LEVELS = np.array([0.2, 0.4, 0.6, 0.8, 1.0])


def case(tasks, epochs, base, rise, scores):
    i = np.arange(tasks * 5 * epochs)
    task, at = i % tasks, i // tasks % 5
    y = ((7919 * i + 31 * task**2) % 1009 < base + rise * at).astype(float)
    x = (LEVELS if scores == "numbers" else np.arange(5.0))[at]
    fit = sm.OLS(y, sm.add_constant(x)).fit(cov_type="cluster", cov_kwds={"groups": task}, use_t=True)
    low, high = fit.conf_int()[1]
    assert fit.bse[1] > 1e-6, (tasks, epochs, base, rise)
    t = float(fit.tvalues[1])
    return {
        "tasks": tasks, "epochs": epochs, "base": base, "rise": rise, "scores": scores,
        "statistic": t, "df": tasks - 1, "p": float(fit.pvalues[1]), "greater": float(student.sf(t, tasks - 1)),
        "slope": float(fit.params[1]), "low": float(low), "high": float(high),
        "first": float(y[at == 0].mean()), "last": float(y[at == 4].mean()),
    }


cases = [case(tasks, epochs, base, rise, scores)
         for tasks, epochs in [(9, 1), (12, 2), (50, 1), (50, 10), (164, 3)]
         for base, rise in [(300, 20), (500, 0), (900, -150)]
         for scores in ["numbers", "texts"]]

versions = {"python": platform.python_version(), "statsmodels": statsmodels.__version__, "scipy": scipy.__version__,
            "numpy": np.__version__}
text = json.dumps({"versions": versions, "cases": cases}, separators=(",", ":")) + "\n"
pathlib.Path(__file__).with_name("trend_clustered.json").write_text(text)
print(len(cases), min(one["p"] for one in cases), max(one["p"] for one in cases))
