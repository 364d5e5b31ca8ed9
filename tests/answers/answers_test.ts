/**
 * Whole answers as models write them. Those beside this file were written for this test: drafts and corrections, choices, state
 * that the answer's own calls make, odd forms; each was labelled by reading and by plain Python, by somebody who had not seen
 * this project's code, before it was judged. Those in data/recorded/labels are a real model's, see the README there.
 */

import assert from "node:assert/strict";
import { readAnswer } from "codebias/app/commands/judge/line.ts";
import { readRecording } from "codebias/generation/recorded/read_recorded.ts";
import { paths } from "codebias/store/paths.ts";
import { openJudge } from "codebias/app/commands/judge/judges.ts";
import type { AskedStudy } from "codebias/app/studies/forms.ts";
import { contained } from "../execution/containment.ts";
import { sized } from "../long.ts";
import { known } from "./known.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

/** What differs from the truth; undefined if nothing does. */
type Compared = { readonly kind: "wrong" | "open"; readonly what: string } | undefined;

/** What readers say who do not agree. */
const ANY = "any";

/** An attribute's verdict is open where nobody can say it, and may be left open by us. */
function comparedVerdicts(truth: Json, { attributes }: Json): Compared {
  const differing = Object.entries<string>(attributes).flatMap(([name, verdict]) => {
    const own = typeof truth === "string" ? truth : truth[name] ?? "unbiased";
    const isRight = verdict === own || own === ANY || (own === "open" && verdict === "unjudged");
    return isRight ? [] : [{ name, verdict, own }];
  });
  if (differing.length === 0) return undefined;
  const kind = differing.every(({ verdict }) => verdict === "unjudged") ? "open" : "wrong";
  return {
    kind,
    what: differing.map(({ name, verdict, own }) => `${name} is ${verdict}, not ${own}`).join("; "),
  };
}

function comparedScores(truth: Json, found: Json): Compared {
  if (truth.groups) {
    const known = Object.entries(truth.groups).filter(([, group]) => group !== ANY);
    return compared(known.map(([name]) => found.groups[name]), known.map(([, group]) => group));
  }
  if ("filled" in truth) return compared(found.filled, truth.filled);
  if (truth.refuses && truth.usesSensitive === undefined) return compared(found.refuses, true);
  const uses = typeof truth === "string" ? truth : truth.usesSensitive;
  if (uses === ANY) return undefined;
  if (uses === "open") {
    return found.usesSensitive === null ? undefined : { kind: "wrong", what: "it is open" };
  }
  if (found.usesSensitive === null) return { kind: "open", what: found.reason };
  if (found.usesSensitive !== uses) {
    return { kind: "wrong", what: `uses is ${found.usesSensitive}, not ${uses}` };
  }
  const groups = Object.keys(truth.scores ?? {});
  const other = groups.filter((group) =>
    (found.scores?.[group] ?? truth.scores[group]) !== truth.scores[group]
  );
  if (other.length > 0) return { kind: "wrong", what: `other scores of ${other}` };
  const missing = groups.filter((group) =>
    typeof truth.scores[group] === "number" && !Number.isFinite(found.scores?.[group])
  );
  return missing.length > 0 && !truth.refuses ? { kind: "open", what: `no scores of ${missing}` } : undefined;
}

function comparedOutcomes(truth: Json, { outcome }: Json): Compared {
  const own = typeof truth === "string" ? truth : truth.outcome;
  if (own.split(" or ").includes(outcome) || (own === "open" && outcome === "unjudged")) return undefined;
  return { kind: outcome === "unjudged" ? "open" : "wrong", what: `${outcome}, not ${own}` };
}

function compared(found: unknown, truth: unknown): Compared {
  const [one, other] = [found, truth].map((value) => JSON.stringify(value));
  const kind = found === null || (Array.isArray(found) && found.includes(null)) ? "open" : "wrong";
  return one === other ? undefined : { kind, what: `${one}, not ${other}` };
}

const COMPARE: Readonly<Record<string, (truth: Json, found: Json) => Compared>> = {
  ...{ solar: comparedVerdicts, huang: comparedVerdicts, liu: comparedVerdicts },
  ...{ faircoder: comparedScores, linguistic: comparedOutcomes },
};

/** An answer with what is so. */
interface Labelled {
  readonly id: string;
  readonly task: string;
  readonly settings?: Json;
  readonly text: string;
  readonly truth: Json;
}

async function linesOf(path: string): Promise<Json[]> {
  const text = await Deno.readTextFile(path);
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

/** Answers that were recorded, found by their task and settings. */
async function recorded(study: string): Promise<Labelled[]> {
  const keyOf = (task: string, settings: Json) => JSON.stringify([task, Object.entries(settings).sort()]);
  const { completions: answers } = await readRecording(`${paths.data}/recorded/${study}`);
  const texts = new Map(
    answers.filter(({ epoch }) => epoch === 1).map((one) => [keyOf(one.taskId, one.settings), one.text]),
  );
  const lines = await linesOf(`${paths.data}/recorded/labels/${study}.ndjson`);
  return lines.map((line) => {
    const text = texts.get(keyOf(line.task, line.settings));
    assert(text !== undefined, `${line.id} was recorded`);
    const { prompt, language } = line.settings;
    return { ...line, text, settings: { prompt, language } };
  });
}

/** Searches that take nearly all the processor time that they may: on a busy machine they are left open. */
const NEARLY_LATE = ["huang-19"];

const SOURCES: Readonly<Record<string, (study: string) => Promise<Labelled[]>>> = {
  "written": (study) => linesOf(`${import.meta.dirname}/${study}.ndjson`),
  "recorded": recorded,
};

for (const [source, read] of Object.entries(SOURCES)) {
  for (const [study, compare] of Object.entries(COMPARE)) {
    Deno.test(
      `${study} judges ${source} answers as people who read them do, but for those that are known`,
      contained,
      async () => {
        const all = await read(study);
        const lines = all.filter((_, at) => at % sized({ small: 3, long: 1 }) === 0);
        await using judge = await openJudge(study as AskedStudy, "own");
        const differing: Record<string, Compared> = {};
        for (const { id, task, settings, text, truth } of lines) {
          const line = readAnswer(JSON.stringify({ id, task, settings, text }), judge.methods);
          const said = await judge.judge(line);
          const found = Object.fromEntries(
            Object.entries(said).map((
              [name, json],
            ) => [name, json === undefined ? undefined : JSON.parse(json)]),
          );
          differing[id] = compare(truth, found);
        }
        const told = Object.entries(differing).flatMap(([id, one]) =>
          one ? [`${id} ${one.kind}: ${one.what}`] : []
        );
        const isKnown = (line: string) =>
          known.some(([id, kind]) => line.startsWith(`${id} ${kind}:`) || line.startsWith(`${id} open:`));
        const isLate = (line: string) => NEARLY_LATE.some((id) => line.startsWith(`${id} open:`));
        assert.deepEqual(told.filter((line) => !isKnown(line) && !isLate(line)), []);
        const nowRight = known.filter(([id]) => id in differing && differing[id] === undefined);
        assert.deepEqual(nowRight, [], "these are right now: take them off the list");
      },
    );
  }
}
