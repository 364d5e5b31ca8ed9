import pl from "nodejs-polars";
import type { Prompt, Settings } from "../../core/types.ts";
import type { SampleOptions, StoredSample } from "./samples.ts";

/** The part of a run that its frame needs; the run's id and name are in each row. */
interface FramedRun {
  readonly id: string;
  readonly name?: string;
  readonly synthetic: boolean;
  eachSample(options: SampleOptions): Iterable<StoredSample>;
}

type Cell = string | number | boolean | null;

/** The types of the columns before and after the columns of the settings. */
const BEFORE = { run: pl.Utf8, runName: pl.Utf8, model: pl.Utf8, synthetic: pl.Bool, taskId: pl.Utf8 };
const AFTER = {
  ...{ epoch: pl.Int64, turn: pl.Int64, seed: pl.Int64 },
  ...{ text: pl.Utf8, finish: pl.Utf8, answer: pl.Utf8, reasoning: pl.Utf8 },
  ...{ promptTokens: pl.Int64, completionTokens: pl.Int64, firstTokenMs: pl.Float64, totalMs: pl.Float64 },
  ...{ tries: pl.Int64, answeredAt: pl.Utf8, identity: pl.Utf8, key: pl.Utf8 },
};

/**
 * The samples of a run as a polars DataFrame with a column for each setting; a setting with the name of another column gets
 * the prefix `setting_`. A setting that a sample lacks is null in its row.
 *
 * polars holds only well-formed text: it replaces a lone surrogate, i.e. half a character, by U+FFFD.
 */
export function sampleFrame(run: FramedRun, options: SampleOptions): pl.DataFrame {
  const types: Readonly<Record<string, pl.DataType>> = {
    ...{ ...BEFORE, ...AFTER },
    ...(options.prompts && { promptText: pl.Utf8 }),
  };
  const cells = new Map(Object.keys(types).map((name): [string, Cell[]] => [name, []]));
  const settings: Settings[] = [];
  const own = { run: run.id, runName: run.name, synthetic: run.synthetic };
  for (const sample of run.eachSample(options)) {
    const row: Readonly<Record<string, unknown>> = {
      ...{ ...sample, ...own, answeredAt: sample.answeredAt.toISOString() },
      ...(sample.prompt !== undefined && { promptText: promptText(sample.prompt) }),
    };
    for (const [name, values] of cells) values.push((row[name] ?? null) as Cell);
    settings.push(sample.settings);
  }
  const columns = [...cells].map(([name, values]) => pl.Series(name, values, types[name]));
  const names = new Set([...new Set(settings)].flatMap((one) => Object.keys(one)));
  const between = [...names].map((name) =>
    settingColumn(cells.has(name) ? `setting_${name}` : name, settings.map((one) => one[name] ?? null))
  );
  return pl.DataFrame(columns.toSpliced(Object.keys(BEFORE).length, 0, ...between));
}

/** The column of a setting: numbers, or texts if any of the values is a text. */
function settingColumn(name: string, values: (string | number | null)[]): pl.Series {
  const isNumber = values.every((value) => value === null || typeof value === "number");
  if (isNumber) return pl.Series(name, values, pl.Float64);
  return pl.Series(name, values.map((value) => value === null ? null : String(value)), pl.Utf8);
}

/** A prompt as one text for reading: the messages of a conversation with their roles. */
function promptText(prompt: Prompt): string {
  return typeof prompt === "string"
    ? prompt
    : prompt.map(({ role, content }) => `[${role}]\n${content}`).join("\n\n");
}
