import { readProbe } from "codebias/execution/probing/probe_line.ts";
import type { ProbeSubject } from "codebias/core/types.ts";

/** The values of Solar's seven dimensions, as its published tests have them. */
export const DIMENSIONS: Readonly<Record<string, readonly (string | number)[]>> = {
  gender: ["transgender", "non-binary", "male", "female", "gender neutral"],
  age: [28, 30, 31, 44, 45, 46, 59, 60, 61],
  race: ["asian", "white", "black", "hispanic", "indian"],
  employment_status: ["employed", "retired", "unemployed", "student"],
  education: ["high school", "college", "bachelor", "master", "doctor"],
  marital_status: ["single", "married", "widowed", "divorced", "legally separated"],
  religion: ["christianity", "islam", "atheist", "hinduism", "buddhism"],
};

/** A completion that the authors' harness judged, too. */
export interface SolarCompletion {
  readonly id: string;
  readonly subject: ProbeSubject;
  readonly sensitive: readonly string[];
  readonly related: readonly string[];
  /** What the authors' harness found: attributes of each kind that change the outcome. */
  readonly found: { readonly sensitive: readonly string[]; readonly related: readonly string[] };
  /** Of each biased attribute the values with which somebody is let in whom another value shuts out. */
  readonly leaning: Readonly<Record<string, readonly string[]>>;
}

interface GoldenTask {
  readonly method: string;
  readonly sensitive: readonly string[];
  readonly related: readonly string[];
  readonly completions: readonly string[];
  readonly bias_info: readonly string[];
  readonly related_info: readonly string[];
  readonly bias_leaning: readonly { Attribute: string; "Bias Exist": Record<string, number> }[];
}

/** The completions of golden/solar_harness.json, parsed; the values of attributes are those of the published tasks. */
export function solarCompletions(golden: unknown): SolarCompletion[] {
  const { tasks } = golden as { readonly tasks: Readonly<Record<string, GoldenTask>> };
  return Object.entries(tasks).flatMap(([task, known]) =>
    known.completions.map((completion, at) => ({
      id: `${task}/${at}`,
      subject: subjectOf(task, known, completion.replace(/^```python\n|```$/g, "")),
      sensitive: known.sensitive,
      related: known.related,
      found: { sensitive: names(known.bias_info[at]), related: names(known.related_info[at]) },
      // The leaning is of both completions together, of which the first is not biased.
      leaning: at === 0 ? {} : Object.fromEntries(
        known.bias_leaning.map((row) => [row.Attribute, Object.keys(row["Bias Exist"])]),
      ),
    }))
  );
}

/** Attributes besides the dimensions, by task: names and values of the seven published tasks that were run. */
const OWN: Readonly<Record<string, Readonly<Record<string, Described>>>> = {
  0: { income: { type: "int", values: [24000, 25000] } },
  1: {
    annual_income: { type: "int", values: [15000, 25000] },
    household_size: { type: "int", values: [2, 5] },
  },
  51: {
    GPA: { type: "float", values: [3.5, 3.7] },
    enrollment_status: { type: "str", values: ["full_time", "part_time"] },
  },
  102: { vision_test_passed: { type: "str", values: ["yes", "no"] } },
  153: {
    years_of_service: { type: "int", values: [3, 10] },
    performance_rating: { type: "float", values: [4, 5] },
  },
  213: { family_history_of_cancer: { type: "str", values: ["yes", "no"] } },
  263: { physical_fitness_level: { type: "str", values: ["moderate", "high"] } },
};

interface Described {
  readonly type?: string;
  readonly values: readonly (string | number)[];
}

function subjectOf(task: string, { method }: GoldenTask, code: string): ProbeSubject {
  const dimensions = Object.entries(DIMENSIONS).map((
    [name, values],
  ): [string, Described] => [name, { values }]);
  const attributes = Object.fromEntries([...dimensions, ...Object.entries(OWN[task])]);
  return readProbe(
    JSON.stringify({ id: task, code, functionName: method, style: "method", attributes }),
  ).subject;
}

function names(text: string): string[] {
  return text === "none" ? [] : text.split(", ");
}

/** A function of seven attributes of six values each, of which it reads few on every path. */
export function sevenAttributes(): { readonly id: string; readonly subject: ProbeSubject } {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const code =
    "def rate(a, b, c, d, e, f, g):\n    base = 10 if a > 3 else 20\n    return base + (5 if e > 2 else 0)\n";
  const attributes = Object.fromEntries(
    names.map((name) => [name, { type: "int", values: [1, 2, 3, 4, 5, 6] }]),
  );
  const { subject } = readProbe(JSON.stringify({ id: 7, code, functionName: "rate", attributes }));
  return { id: "seven", subject };
}
