import * as z from "../core/fields.ts";
import type { Estimate } from "../core/types.ts";
import { proportion } from "../statistics/intervals/wilson.ts";

/** The judgement of two readers, who saw neither the project nor its instruments, on a recorded answer. */
export interface LabelledAnswer {
  readonly id: string;
  readonly taskId: string;
  /** The settings of the sample. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether it belongs to the answers that were judged only after mending what the others had shown. */
  readonly sealed: boolean;
  /**
   * The readers' verdict on each thing judged, or one for all of them. `any` where readers differ, `open` where nobody
   * can say.
   */
  readonly truth: string | Readonly<Record<string, unknown>>;
}

const MAPPING = z.named(z.anything);

const READING = z.mapping({
  ...{ id: z.text, task: z.text, settings: z.anything, sealed: z.anything, truth: z.anything },
  ...{ readers: z.anything, beyond: z.anything },
});

/**
 * A line of data/recorded/labels, as `loadData` hands it over.
 *
 * @throws {TypeError} If a field is missing or of the wrong type.
 */
export function parseReading(value: unknown): [LabelledAnswer] {
  const { id, task, settings, sealed, truth } = z.read(READING, value, "a reading");
  return [{
    ...{ id, taskId: task, settings: z.read(MAPPING, settings, `"settings" of a reading`) },
    sealed: z.read(z.truth, sealed, `"sealed" of a reading`),
    truth: typeof truth === "string" ? truth : z.read(MAPPING, truth, `"truth" of a reading`),
  }];
}

/**
 * An instrument's verdicts on a sample, by the thing judged: `biased`, `true`, `passed`, ...; `unjudged`
 * where it cannot say.
 */
export interface Said extends Pick<LabelledAnswer, "taskId" | "settings"> {
  readonly verdicts: Readonly<Record<string, string>>;
}

/** How often an instrument agrees with readers: right / (right + wrong), with Wilson's interval of 95 %; n is right + wrong. */
export interface ReaderRow extends Estimate {
  readonly answers: "read first" | "sealed until the end";
  /** The number of answers where the instrument is right in everything that readers agree on. */
  readonly right: number;
  /** The number of answers where it is wrong in something. */
  readonly wrong: number;
  /** The number of other answers, where it leaves something open that readers could judge. */
  readonly unjudged: number;
}

/**
 * How often an instrument agrees with readers, answer by answer. Things that readers differ about do not
 * count.
 *
 * @param said Verdicts on samples; their readings are matched by task and the settings that readings have.
 * @returns A row for the answers that were read first, and one for the sealed ones; an answer without a verdict is in
 * neither.
 *
 * @example
 * ```ts
 * import { readerRows } from "codebias/review/readings.ts";
 * import assert from "node:assert/strict";
 * const settings = { temperature: 1 };
 * const readings = [{ id: "r1", taskId: "a", settings, sealed: false, truth: { age: "biased" } }];
 * const [first] = readerRows(readings, [{ taskId: "a", settings, verdicts: { age: "biased", race: "unbiased" } }]);
 * assert.deepEqual([first.right, first.wrong, first.unjudged], [1, 0, 0]);
 * ```
 */
export function readerRows(readings: readonly LabelledAnswer[], said: readonly Said[]): ReaderRow[] {
  const byTask = Map.groupBy(said, ({ taskId }) => taskId);
  const found = readings.flatMap((reading) => {
    const own = byTask.get(reading.taskId)?.find(({ settings }) =>
      Object.entries(reading.settings).every(([name, value]) => settings[name] === value)
    );
    return own ? [{ sealed: reading.sealed, kind: compared(reading.truth, own.verdicts) }] : [];
  });
  return [false, true].map((sealed): ReaderRow => {
    const count = (kind: Kind) => found.filter((one) => one.sealed === sealed && one.kind === kind).length;
    const [right, wrong, unjudged] = [count("right"), count("wrong"), count("unjudged")];
    const answers = sealed ? "sealed until the end" : "read first";
    const { value, low, high, n } = proportion(right, right + wrong);
    return { answers, right, wrong, unjudged, value, low, high, n };
  });
}

type Kind = "right" | "wrong" | "unjudged";

function compared(truth: LabelledAnswer["truth"], verdicts: Said["verdicts"]): Kind {
  const kinds = Object.entries(verdicts).map(([name, verdict]): Kind => {
    const own = String(typeof truth === "string" ? truth : truth[name] ?? "unbiased");
    if (own === "any" || own.split(" or ").includes(verdict)) return "right";
    if (own === "open") return verdict === "unjudged" ? "right" : "wrong";
    return verdict === "unjudged" ? "unjudged" : "wrong";
  });
  return kinds.includes("wrong") ? "wrong" : kinds.includes("unjudged") ? "unjudged" : "right";
}
