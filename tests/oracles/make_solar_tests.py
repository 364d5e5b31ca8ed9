"""
Makes data/solar/recorded_tests.json: what Solar's notebooks recorded of its t-tests, and per-task counts that give them.

The notebooks' outputs hold, for each attribute, t and p of Welch's test over tasks, where a task's value is its number of
biased completions of five. Only their sums are printed otherwise. But t depends on the counts through their number, sum
and sum of squares alone, and the latter are integers: t, known to 16 digits, fits one pair of sums of squares (to 1e-11,
the next best is off by 1e-4), and p, which was not used to find it, then agrees to 1e-13. This script finds them, in the
folder of golden figures named by CODEBIAS_GOLDEN, and likewise the sum and sum of squares of the paired differences. What is
written are not the recorded counts, but some with these moments, so that any t-test of them gives the same result.

    python3 -m venv /tmp/oracles && /tmp/oracles/bin/pip install scipy==1.18.1
    CODEBIAS_GOLDEN=DIR /tmp/oracles/bin/python tests/oracles/make_solar_tests.py
"""

import json
import os
import pathlib

from scipy import stats

golden = json.loads((pathlib.Path(os.environ["CODEBIAS_GOLDEN"]) / "solar.json").read_text())
counts = golden["cbs_from_recorded_per_task_counts"]
recorded = golden["welch_recorded_in_notebooks"]

COMPARISONS = [
    ("temperature", "GPT-3.5, temperature 0.2 and 1.0", "gpt_T1.0_vs_T0.2", "gpt_T1.0_default_hyp", "gpt_T0.2_default_hyp",
     ("RQ2.2_gpt_temperature_vs_gpt_10", "gpt_02"), "gpt_T1.0_vs_T0.2"),
    ("prompt", "GPT-3.5, chain of thought and the default prompt on 236 tasks", "gpt_default_styles_vs_COT",
     "gpt_T1.0_default_styles", "gpt_T1.0_COT_styles", ("RQ2.1_gpt_styles_vs_styles_default", "gpt_COT"), None),
    ("prompt on all tasks", "GPT-3.5, chain of thought and the default prompt on all 343 tasks", "gpt_default_hyp(343)_vs_COT",
     "gpt_T1.0_default_hyp", "gpt_T1.0_COT_styles", None, "gpt_default_hyp_vs_COT"),
]
LABELS = {"general": "general_bias", "age": "age_bias", "gender": "gender_bias", "religion": "religion_bias",
          "race": "race_bias", "employment_status": "employment_status_bias", "marital_status": "marital_status_bias",
          "education": "education_bias"}
known = {}


def total(run, attribute):
    return counts[run]["biased"] if attribute == "general" else round(counts[run][attribute] * counts[run]["total"] / 100)


def variance(n, s, q):
    return (q - s * s / n) / (n - 1)


def squares(b, a, attribute, t):
    """Sums of squares of both runs that give t, b minus a."""
    nb, na, sb, sa = counts[b]["tasks"], counts[a]["tasks"], total(b, attribute), total(a, attribute)
    error = ((sb / nb - sa / na) / t) ** 2
    best = []
    for qb in range(sb, 5 * sb + 1, 2):
        if (b, attribute) in known and known[b, attribute] != qb:
            continue
        qa = (error - variance(nb, sb, qb) / nb) * na * (na - 1) + sa * sa / na
        whole = round(qa)
        if sa <= whole <= 5 * sa and (whole - sa) % 2 == 0:
            best.append((abs(qa - whole), qb, whole))
    off, qb, qa = min(best)
    assert off < 1e-9, (attribute, off)
    known[b, attribute], known[a, attribute] = qb, qa
    return {"n": nb, "sum": sb, "squares": qb}, {"n": na, "sum": sa, "squares": qa}


def pairs(run, other, attribute, n, t, p):
    s0, best = total(run, attribute) - total(other, attribute), []
    for s in range(s0 - 15 if n < counts[run]["tasks"] else s0, s0 + 1):  # up to three tasks are left out
        if s * t <= 0:
            continue
        q = (s / n) ** 2 * n / t**2 * (n - 1) + s * s / n
        if (round(q) - s) % 2 == 0:
            best.append((abs(q - round(q)), s, round(q)))
    off, s, q = min(best)
    assert off < 1e-9 and abs(2 * stats.t.sf(abs(t), n - 1) / p - 1) < 1e-12
    return {"n": n, "sum": s, "squares": q}


def counts_with(n, s, q, most=5):
    """How many tasks have which count, the largest first, so that number, sum and sum of squares are these."""
    if most == 2:
        twos = (q - s) // 2
        ones = s - 2 * twos
        fits = (q - s) % 2 == 0 and twos >= 0 and ones >= 0 and twos + ones <= n
        return [[2, twos], [1, ones], [0, n - twos - ones]] if fits else None
    for times in range(min(n, q // most**2), -1, -1):
        rest = counts_with(n - times, s - times * most, q - times * most**2, most - 1)
        if rest:
            return [[most, times], *rest]


def differences_with(n, s, q):
    """Likewise of differences of either sign, twos and ones."""
    twos = max(0, -((n - q) // 3))
    ones = q - 4 * twos
    assert ones >= 0 and twos + ones <= n
    left, sign, found = 2 * twos + ones - abs(s), -1 if s < 0 else 1, []
    for size, times in ((2, twos), (1, ones)):
        turned = min(times, max(0, left // (2 * size)))
        left -= 2 * size * turned
        found += [[-sign * size, turned], [sign * size, times - turned]]
    assert left == 0
    return [*found, [0, n - twos - ones]]


def runs(values):
    assert values is not None
    return [run for run in values if run[1] > 0]


def spelled(moments, make):
    return runs(make(moments["n"], moments["sum"], moments["squares"]))


out = []
for kind, name, key, b, a, source, paired in COMPARISONS:
    rows = []
    for attribute, (t, p) in golden["welch_recomputed"][key].items():
        moments_b, moments_a = squares(b, a, attribute, t)
        va, vb = (variance(m["n"], m["sum"], m["squares"]) / m["n"] for m in (moments_a, moments_b))
        df = (va + vb) ** 2 / (va**2 / (moments_a["n"] - 1) + vb**2 / (moments_b["n"] - 1))
        assert abs(2 * stats.t.sf(abs(t), df) / p - 1) < 1e-12, attribute
        row = {"attribute": "overall" if attribute == "general" else attribute, "a": spelled(moments_a, counts_with), "b": spelled(moments_b, counts_with)}
        if source:
            found = next(r for r in recorded[source[0]] if (r["label"], r["column"]) == (source[1], LABELS[attribute]))
            row["recorded"] = {"t": found["t"], "p": found["p"]}
        if paired:
            block = golden["paired_recomputed_for_comparison"][paired]
            row["pairs"] = spelled(pairs(b, a, attribute, block["n"], *block[attribute]), differences_with)
        rows.append(row)
    out.append({"kind": kind, "name": name, "rows": rows})

about = ("Welch's t-tests recorded in the notebooks of the paper Bias Unveiled (Solar), t of b minus a, and counts of "
         "biased completions of five per task that give them: [count, how many tasks]. They have the number, sum and sum of squares "
         "of the recorded ones, and so their t-tests; `pairs` are the tasks' differences, b minus a. Made by "
         "tests/oracles/make_solar_tests.py, which says how.")


def written(comparison):
    rows = ",\n".join(f"    {json.dumps(row)}" for row in comparison["rows"])
    return f'  {{"kind": {json.dumps(comparison["kind"])}, "name": {json.dumps(comparison["name"])}, "rows": [\n{rows}\n  ]}}'


path = pathlib.Path(__file__).parents[2] / "data/solar/recorded_tests.json"
comparisons = ",\n".join(map(written, out))
path.write_text(f'{{\n "about": {json.dumps(about)},\n "perTask": 5,\n "comparisons": [\n{comparisons}\n ]\n}}\n')
