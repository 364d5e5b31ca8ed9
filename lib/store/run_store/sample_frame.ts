import pl from "nodejs-polars";
import type { Prompt } from "../../core/types.ts";
import type { SampleOptions, StoredSample } from "./samples.ts";

/** A run, whose id and name are in each row of its samples. */
interface FramedRun {
  readonly id: string;
  readonly name?: string;
  readonly synthetic: boolean;
  eachSample(options: SampleOptions): Iterable<StoredSample>;
}

type Value = string | number | boolean | null;

/** Columns before and after those of the settings: their types, and where their values come from. */
const COLUMNS_BEFORE = {
  run: [pl.Utf8, (_: StoredSample, run: FramedRun) => run.id],
  runName: [pl.Utf8, (_: StoredSample, run: FramedRun) => run.name ?? null],
  model: [pl.Utf8, ({ model }: StoredSample) => model],
  synthetic: [pl.Bool, (_: StoredSample, run: FramedRun) => run.synthetic],
  taskId: [pl.Utf8, ({ taskId }: StoredSample) => taskId],
} as const;
const COLUMNS_AFTER = {
  epoch: [pl.Int64, ({ epoch }: StoredSample) => epoch],
  turn: [pl.Int64, ({ turn }: StoredSample) => turn],
  seed: [pl.Int64, ({ seed }: StoredSample) => seed],
  text: [pl.Utf8, ({ text }: StoredSample) => text],
  finish: [pl.Utf8, ({ finish }: StoredSample) => finish],
  answer: [pl.Utf8, ({ answer }: StoredSample) => answer],
  reasoning: [pl.Utf8, ({ reasoning }: StoredSample) => reasoning ?? null],
  promptTokens: [pl.Int64, ({ promptTokens }: StoredSample) => promptTokens ?? null],
  completionTokens: [pl.Int64, ({ completionTokens }: StoredSample) => completionTokens ?? null],
  firstTokenMs: [pl.Float64, ({ firstTokenMs }: StoredSample) => firstTokenMs ?? null],
  totalMs: [pl.Float64, ({ totalMs }: StoredSample) => totalMs],
  tries: [pl.Int64, ({ tries }: StoredSample) => tries],
  answeredAt: [pl.Utf8, ({ answeredAt }: StoredSample) => answeredAt.toISOString()],
  identity: [pl.Utf8, ({ identity }: StoredSample) => identity],
  key: [pl.Utf8, ({ key }: StoredSample) => key],
} as const;
const PROMPT = { promptText: [pl.Utf8, ({ prompt }: StoredSample) => promptText(prompt!)] } as const;

/**
 * The samples of a run as a polars DataFrame with a column for each setting; one named like another column gets the prefix
 * `setting_`. A setting that a sample lacks is null in its row.
 *
 * polars holds well-formed text alone: in a text with half a character (a lone surrogate) it puts U+FFFD in its place.
 */
export function sampleFrame(run: FramedRun, options: SampleOptions): pl.DataFrame {
  const before = columns(COLUMNS_BEFORE);
  const after = columns(options.prompts ? { ...COLUMNS_AFTER, ...PROMPT } : COLUMNS_AFTER);
  const settings = new Map<string, Value[]>();
  let rows = 0;
  for (const sample of run.eachSample(options)) {
    for (const { values, value } of [...before, ...after]) values.push(value(sample, run));
    for (const [name, value] of Object.entries(sample.settings)) {
      const values = settings.getOrInsert(name, []);
      while (values.length < rows) values.push(null);
      values.push(value);
    }
    rows++;
  }
  const taken = new Set([...before, ...after].map(({ name }) => name));
  const between = [...settings].map(([name, values]) => {
    while (values.length < rows) values.push(null);
    return { name: taken.has(name) ? `setting_${name}` : name, values, type: typeOf(values) };
  });
  return pl.DataFrame(
    [...before, ...between, ...after].map(({ name, values, type }) => pl.Series(name, values, type)),
  );
}

interface Column {
  readonly name: string;
  readonly type: pl.DataType;
  readonly values: Value[];
  readonly value: (sample: StoredSample, run: FramedRun) => Value;
}

function columns(described: Readonly<Record<string, readonly [pl.DataType, Column["value"]]>>): Column[] {
  return Object.entries(described).map(([name, [type, value]]) => ({ name, type, values: [], value }));
}

/** The type of a setting's column; with values of both kinds it becomes text. */
function typeOf(values: Value[]): pl.DataType {
  const present = values.filter((value) => value !== null);
  if (present.every((value) => typeof value === "number")) return pl.Float64;
  values.forEach((value, at) => values[at] = value === null ? null : String(value));
  return pl.Utf8;
}

/** A conversation as one text to read. */
function promptText(prompt: Prompt): string {
  return typeof prompt === "string"
    ? prompt
    : prompt.map(({ role, content }) => `[${role}]\n${content}`).join("\n\n");
}
