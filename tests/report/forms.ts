import { complexityCurves, estimates, heatMap, lines, residuals } from "codebias";
import type { Figure } from "codebias/report/figures/figure.ts";

const SIZES = [10, 20, 50, 100, 200, 500, 1000];
const LINES = { x: "temperature", y: "value", low: "low", high: "high", series: "attribute" } as const;
const TITLE = "Bias by protected attribute and temperature";

/** Made-up rates of some attributes over temperature, with bounds and true values, one row each. */
export function rates(
  models: readonly string[],
  attributes: readonly string[] = ["age", "gender", "race", "economic status"],
) {
  return models.flatMap((model, m) =>
    attributes.flatMap((attribute, a) =>
      [0.2, 0.4, 0.6, 0.8, 1].map((temperature) => {
        const value = Math.round(1000 * (0.12 + 0.11 * a + 0.05 * m + (a % 2 ? 0.2 : -0.06) * temperature)) /
          1000;
        return {
          model,
          attribute,
          temperature,
          value,
          low: value - 0.06,
          high: value + 0.08,
          truth: value + 0.02,
        };
      })
    )
  );
}

/** Made-up costs of about 3 n log₂ n. */
export const COSTS = SIZES.flatMap((n) =>
  [0.94, 1, 1.09].map((factor) => ({ n, cost: Math.round(3 * n * Math.log2(n) * factor) }))
);

/** Complexity classes fitted to them. */
export const CURVES = [
  { name: "O(n log n)", cost: (n: number) => 3 * n * Math.log2(n) },
  { name: "O(n)", cost: (n: number) => 28 * n },
  { name: "O(n²)", cost: (n: number) => 0.031 * n * n },
];

const CHINESE: Readonly<Record<string, string>> = {
  "age": "年龄",
  "gender": "性别",
  "race": "种族",
  "economic status": "经济状况",
};

/** A picture of each form, by the name of its golden file. */
export const FORMS: Readonly<Record<string, () => Figure>> = {
  lines: () =>
    lines(rates(["A"]), {
      ...LINES,
      title: TITLE,
      subtitle: "numbers made up for a test",
      xLabel: "Temperature",
      yLabel: "Share of biased samples",
      note: "Bands: 95 % Wilson intervals over tasks",
    }),
  lines_panels: () =>
    lines(rates(["CodeGen", "CodeLlama-13B-Instruct", "Qwen2.5-Coder"]), {
      ...LINES,
      panel: "model",
      truth: "truth",
      truthLabel: "rate of the calibration model",
      title: TITLE,
      yLabel: "Share of biased samples",
    }),
  lines_chinese: () =>
    lines(rates(["A"]).map((row) => ({ ...row, attribute: CHINESE[row.attribute] })), {
      ...LINES,
      title: "按受保护属性和温度划分的偏差（测试数据）",
      subtitle: "数据由人工编写：没有任何模型生成过这些数据，它们仅用于测试图形",
      xLabel: "温度",
      yLabel: "有偏差的样本所占的比例",
    }),
  estimates: () =>
    estimates(rates(["A"]), {
      x: "temperature",
      color: "attribute",
      reference: "truth",
      referenceLabel: "printed in the paper",
      title: TITLE,
      yLabel: "Share of biased samples",
    }),
  estimates_panels: () =>
    estimates(rates(["CodeGen", "CodeLlama"]), {
      x: "attribute",
      color: "temperature",
      panel: "model",
      yLabel: "Share of biased samples",
    }),
  heat_map: () =>
    heatMap(
      rates(["CodeGen", "CodeLlama-13B-Instruct", "Qwen2.5-Coder"])
        .filter(({ temperature }) => temperature === 1)
        .map((row) => row.model === "CodeGen" && row.attribute === "race" ? { ...row, value: null } : row),
      {
        x: "attribute",
        y: "model",
        value: "value",
        title: "Share of biased samples at t = 1",
        valueLabel: "Share of biased samples",
      },
    ),
  heat_map_diverging: () =>
    heatMap(
      rates(["CodeGen", "CodeLlama-13B-Instruct"], [
        "age",
        "gender",
        "race",
        "economic status",
        "marital status",
      ])
        .filter(({ temperature }) => temperature === 1)
        .map((row) => ({ ...row, change: row.value - 0.4 })),
      { x: "attribute", y: "model", value: "change", midpoint: 0, title: "Change from t = 0.2 to t = 1" },
    ),
  complexity_curves: () =>
    complexityCurves(COSTS, CURVES, { title: "sort_records", xLabel: "Size of the input", yLabel: "Steps" }),
  residuals: () =>
    residuals(COSTS, CURVES, { title: "sort_records: residuals", xLabel: "Size of the input" }),
  complexity_curves_log: () =>
    complexityCurves(COSTS, CURVES, { log: true, xLabel: "Size of the input", yLabel: "Steps" }),
};
