"""
Reference values for tests/comparison/compare_test.ts: whole comparisons, from tables to rows, by pandas, SciPy and
statsmodels. What is compared is drawn here with fixed seeds and stored with the values.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1 statsmodels==0.15.0 pandas
    /tmp/oracles/bin/python tests/oracles/make_compare.py
"""

import itertools
import json
import pathlib
import platform
import random

import numpy as np
import pandas as pd
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep

LEVELS = [0.2, 0.6, 1.0]


def samples(seed, tasks, epochs, kind):
    """A row for each group, level, task and epoch; some cannot be judged."""
    draw = random.Random(seed)
    difficulty = [draw.random() for _ in range(tasks)]
    rows = []
    for group, (at, level), task, epoch in itertools.product("pq", enumerate(LEVELS), range(tasks), range(epochs)):
        base = 0.15 + 0.5 * difficulty[task] + 0.12 * at * (1 if group == "p" else 0.2)
        value = draw.random()
        metric = {
            "boolean": bool(value < base),
            "number": round(base + 0.6 * value, 6),
            "count": int(8 * base * value),
        }[kind]
        unjudged = epochs > 1 and draw.random() < 0.05
        rows.append({"model": group, "temperature": level, "task": f"t{task}", "epoch": epoch + 1,
                     "metric": None if unjudged else metric})
    return pd.DataFrame(rows)


def row(test, a, b, statistic, df, p, low, high, n_a, n_b, unjudged):
    number = lambda value: None if value is None else float(value)
    return {"test": test, "estimate_a": number(np.mean(a)), "estimate_b": number(np.mean(b)),
            "difference": number(np.mean(b) - np.mean(a)), "statistic": number(statistic), "df": number(df), "p": number(p),
            "low": number(low), "high": number(high), "n_a": int(n_a), "n_b": int(n_b), "unjudged": int(unjudged)}


def sides(frame, low, high):
    return frame[frame.temperature == low], frame[frame.temperature == high]


def judged(frame):
    return frame.metric.dropna().astype(float).to_numpy()


def pairs(frame, low, high):
    means = frame.dropna(subset=["metric"]).assign(metric=lambda f: f.metric.astype(float))
    means = means.groupby(["task", "temperature"]).metric.mean().unstack()
    both = means[[low, high]].dropna()
    return both[low].to_numpy(), both[high].to_numpy()


def compare(frame, low, high, test):
    left, right = sides(frame, low, high)
    unjudged = left.metric.isna().sum() + right.metric.isna().sum()
    a, b = judged(left), judged(right)
    if test in ("paired", "wilcoxon"):
        a, b = pairs(frame, low, high)
        result = stats.ttest_rel(b, a)
        interval = result.confidence_interval()
        if test == "wilcoxon":
            ranks = stats.wilcoxon(b, a)
            return row(test, a, b, ranks.statistic, None, ranks.pvalue, *interval, len(a), len(b), unjudged)
        return row(test, a, b, result.statistic, result.df, result.pvalue, *interval, len(a), len(b), unjudged)
    if test == "fisher":
        table = [[b.sum(), len(b) - b.sum()], [a.sum(), len(a) - a.sum()]]
        result = stats.fisher_exact(table)
        interval = confint_proportions_2indep(b.sum(), len(b), a.sum(), len(a), method="newcomb", compare="diff")
        return row(test, a, b, result.statistic, None, result.pvalue, *interval, len(a), len(b), unjudged)
    result = stats.ttest_ind(b, a, equal_var=test == "pooled")
    interval = result.confidence_interval()
    if test == "mann-whitney":
        welch = stats.ttest_ind(b, a, equal_var=False).confidence_interval()
        ranks = stats.mannwhitneyu(b, a)
        return row(test, a, b, ranks.statistic, None, ranks.pvalue, *welch, len(a), len(b), unjudged)
    return row(test, a, b, result.statistic, result.df, result.pvalue, *interval, len(a), len(b), unjudged)


def clustered(frame, low, high):
    left, right = sides(frame, low, high)
    rows = pd.concat([left, right]).dropna(subset=["metric"])
    x = sm.add_constant((rows.temperature == high).astype(float).to_numpy())
    fit = sm.OLS(rows.metric.astype(float).to_numpy(), x).fit(
        cov_type="cluster", cov_kwds={"groups": pd.factorize(rows.task)[0]}, use_t=True)
    low_, high_ = fit.conf_int()[1]
    unjudged = left.metric.isna().sum() + right.metric.isna().sum()
    clusters = rows.task.nunique()
    return row("welch, clustered", judged(left), judged(right), fit.tvalues[1], clusters - 1, fit.pvalues[1], low_, high_,
               len(judged(left)), len(judged(right)), unjudged)


def one_epoch_mcnemar(frame, low, high):
    first = frame[frame.epoch == 1].dropna(subset=["metric"])
    wide = first.assign(metric=first.metric.astype(float)).pivot(index="task", columns="temperature", values="metric")
    wide = wide[[low, high]].dropna()
    a, b = wide[low].to_numpy(), wide[high].to_numpy()
    table = [[((a == 1) & (b == 1)).sum(), ((a == 1) & (b == 0)).sum()],
             [((a == 0) & (b == 1)).sum(), ((a == 0) & (b == 0)).sum()]]
    result = mcnemar(table, exact=True)
    left, right = sides(frame[frame.epoch == 1], low, high)
    return row("mcnemar", a, b, result.statistic, None, result.pvalue, None, None, len(a), len(b),
               left.metric.isna().sum() + right.metric.isna().sum())


PLANS = [(1, 7, 1, "number"), (2, 30, 1, "number"), (3, 25, 4, "boolean"), (4, 12, 5, "count"), (5, 40, 1, "boolean")]
cases = []
for seed, tasks, epochs, kind in PLANS:
    frame = samples(seed, tasks, epochs, kind)
    tests = ["welch", "pooled", "paired", "mann-whitney", "wilcoxon"] + (["fisher"] if kind == "boolean" else [])
    results = {}
    for test in tests + ["clustered"] + (["mcnemar"] if kind == "boolean" else []):
        rows = []
        for group, (low, high) in itertools.product("pq", itertools.combinations(LEVELS, 2)):
            part = frame[frame.model == group]
            found = {"clustered": clustered, "mcnemar": one_epoch_mcnemar}.get(test)
            result = found(part, low, high) if found else compare(part, low, high, test)
            rows.append({"model": group, "level_a": low, "level_b": high, **result})
        results[test] = rows
    cases.append({"plan": {"seed": seed, "tasks": tasks, "epochs": epochs, "kind": kind},
                  "columns": {name: [None if pd.isna(cell) else cell for cell in frame[name].tolist()] for name in frame.columns},
                  "results": results})

versions = {"python": platform.python_version(), "scipy": scipy.__version__, "statsmodels": statsmodels.__version__,
            "pandas": pd.__version__}
text = json.dumps({"versions": versions, "cases": cases}, separators=(",", ":")) + "\n"
pathlib.Path(__file__).with_name("compare.json").write_text(text)
