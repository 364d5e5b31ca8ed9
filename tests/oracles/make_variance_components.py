"""
Reference values for tests/statistics/intervals/variance_components_test.ts.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install statsmodels==0.15.0 scipy==1.18.1 numpy==2.5.5 pandas==3.1.1
    /tmp/oracles/bin/python tests/oracles/make_variance_components.py

`balanced`: mean squares by statsmodels, made into components with the textbook's divisors. `unbalanced`: mean squares as
quadratic forms y'Ay of projections; their expectations are traces, tr(A Z Z') for each random effect, and the components
solve the linear equations. No formula for coefficients is shared with the library.
"""

import json
import pathlib
import platform

import numpy as np
import pandas
import scipy
import statsmodels
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

rng = np.random.default_rng(15)


def simulated(counts, spreads):
    """counts: of each task, of each of its generations, the number of reruns."""
    rows = []
    for task, generations in enumerate(counts):
        of_task = rng.normal(10, spreads[0])
        for generation, reruns in enumerate(generations):
            of_generation = of_task + rng.normal(0, spreads[1])
            for rerun in range(reruns):
                value = round(float(of_generation + rng.normal(0, spreads[2])), 2)
                rows.append({"task": task, "generation": generation, "rerun": rerun, "value": value})
    return rows


def described(rows, df, squares, raw):
    kept = [None if one is None else max(0.0, one) for one in raw]
    total = sum(one for one in kept if one is not None)
    clear = kept[0] is not None and kept[1] is not None
    return {
        "rows": [[row["task"], row["generation"], row["rerun"], row["value"]] for row in rows],
        "df": df,
        "meanSquares": squares,
        "variances": kept,
        "negative": [one is not None and one < 0 for one in raw],
        "intraclassCorrelation": kept[0] / total if clear else None,
    }


def balanced(tasks, generations, reruns, spreads):
    rows = simulated([[reruns] * generations] * tasks, spreads)
    table = anova_lm(ols("value ~ C(task) + C(task):C(generation)", pandas.DataFrame(rows)).fit(), typ=1)
    between, within, rest = (table.loc[name] for name in ("C(task)", "C(task):C(generation)", "Residual"))
    squares = [float(one["mean_sq"]) for one in (between, within, rest)]
    raw = [
        (squares[0] - squares[1]) / (generations * reruns),
        (squares[1] - squares[2]) / reruns,
        squares[2],
    ]
    return described(rows, [int(one["df"]) for one in (between, within, rest)], squares, raw)


def projection(columns):
    return columns @ np.linalg.pinv(columns)


def unbalanced(counts, spreads):
    rows = simulated(counts, spreads)
    y = np.array([row["value"] for row in rows])
    dummies = lambda names: (np.array(names)[:, None] == np.array(sorted(set(names)))[None, :]).astype(float)
    tasks = dummies([row["task"] for row in rows])
    generations = dummies([row["task"] * 1000 + row["generation"] for row in rows])
    n = len(y)
    spaces = [np.full((n, n), 1 / n), projection(tasks), projection(generations), np.eye(n)]
    effects = [tasks, generations, np.eye(n)]
    df, squares, expected = [], [], []
    for inner, outer in zip(spaces, spaces[1:]):
        form = outer - inner
        rank = round(float(np.trace(form)))
        df.append(rank)
        squares.append(float(y @ form @ y) / rank if rank else None)
        expected.append([float(np.trace(form @ z @ z.T)) / rank if rank else None for z in effects])
    # Without degrees of freedom a level has no equation, and its variance no place of its own.
    levels = [at for at in range(3) if df[at]]
    solved = np.linalg.solve([[expected[i][j] for j in levels] for i in levels], [squares[i] for i in levels])
    raw = [float(solved[levels.index(at)]) if at in levels else None for at in range(3)]
    return described(rows, df, squares, raw)


cases = {
    "balanced": [
        balanced(*shape, spreads)
        for shape in [(2, 2, 2), (3, 4, 2), (5, 3, 3), (10, 5, 2), (8, 2, 4)]
        for spreads in [(2, 1, 0.5), (0, 1, 1), (1, 0, 1), (0.1, 0.1, 3), (5, 0.01, 0.01)]
    ],
    "unbalanced": [
        unbalanced(counts, spreads)
        for counts in [
            [[1], [1, 1], [1, 1, 1], [1] * 6],  # no reruns: the one-way case
            [[1] * 5, [1] * 2, [1] * 9, [1], [1] * 3],
            [[3], [1], [4], [2]],  # one generation a task
            [[2, 1], [3], [1, 1, 1], [2, 5]],
            [[1, 2, 3, 4], [1, 1], [7], [2, 2, 2], [1], [1, 6]],
            [[2, 3, 1, 4]],  # one task
            [[1] * 10],
            [[1 + (i * j) % 4 for j in range(1 + i % 5)] for i in range(20)],
        ]
        for spreads in [(2, 1, 0.5), (0, 0.5, 2), (0.3, 2, 0.1)]
    ],
}
versions = {
    "python": platform.python_version(),
    "statsmodels": statsmodels.__version__,
    "scipy": scipy.__version__,
    "numpy": np.__version__,
    "pandas": pandas.__version__,
}
pathlib.Path(__file__).with_name("variance_components.json").write_text(json.dumps({"versions": versions, **cases}) + "\n")
print({name: (len(some), sum(any(case["negative"]) for case in some)) for name, some in cases.items()}, versions)
