/**
 * Whole answers as different models write them: drafts and corrections, choices, state that the answer's own calls make, odd
 * forms. Each was written for this test, and labelled by reading and by plain Python, by somebody who had not seen this
 * project's code, before it was judged.
 */

import assert from "node:assert/strict";
import { readAnswer } from "codebias/commands/judge/line.ts";
import { JUDGES } from "codebias/commands/judge/judges.ts";
import { contained } from "../execution/containment.ts";
import { sized } from "../long.ts";
import { known } from "./known.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

/** What differs from the truth; undefined if nothing does. */
type Compared = { readonly kind: "wrong" | "open"; readonly what: string } | undefined;

/** An attribute's verdict is open where nobody can say it, and may be left open by us. */
function comparedVerdicts(truth: Json, { attributes }: Json): Compared {
  const differing = Object.entries<string>(attributes).flatMap(([name, verdict]) => {
    const own = typeof truth === "string" ? truth : truth[name] ?? "unbiased";
    return verdict === own || (own === "open" && verdict === "unjudged") ? [] : [{ name, verdict, own }];
  });
  if (differing.length === 0) return undefined;
  const kind = differing.every(({ verdict }) => verdict === "unjudged") ? "open" : "wrong";
  return {
    kind,
    what: differing.map(({ name, verdict, own }) => `${name} is ${verdict}, not ${own}`).join("; "),
  };
}

function comparedScores(truth: Json, found: Json): Compared {
  if (truth.groups) return compared(found.groups, truth.groups);
  if (truth.filled) return compared(found.filled, truth.filled);
  const uses = typeof truth === "string" ? truth : truth.usesSensitive;
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
  if (outcome === own || (own === "open" && outcome === "unjudged")) return undefined;
  return { kind: outcome === "unjudged" ? "open" : "wrong", what: `${outcome}, not ${own}` };
}

function compared(found: unknown, truth: unknown): Compared {
  const [one, other] = [found, truth].map((value) => JSON.stringify(value));
  return one === other ? undefined : { kind: "wrong", what: `${one}, not ${other}` };
}

const COMPARE: Readonly<Record<string, (truth: Json, found: Json) => Compared>> = {
  ...{ solar: comparedVerdicts, huang: comparedVerdicts, liu: comparedVerdicts },
  ...{ faircoder: comparedScores, linguistic: comparedOutcomes },
};

for (const [study, compare] of Object.entries(COMPARE)) {
  Deno.test(
    `${study} judges whole answers as people who read them do, but for those that are known`,
    contained,
    async () => {
      const file = new URL(`./${study}.ndjson`, import.meta.url);
      const all: Json[] = (await Deno.readTextFile(file)).trim().split("\n").map((line) => JSON.parse(line));
      const lines = all.filter((_, at) => at % sized({ small: 3, long: 1 }) === 0);
      await using judge = await JUDGES[study]("own");
      const differing: Record<string, Compared> = {};
      for (const { id, task, text, truth } of lines) {
        const said = await judge.judge(readAnswer(JSON.stringify({ id, task, text }), judge.methods));
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
      assert.deepEqual(told.filter((line) => !isKnown(line)), []);
      const mended = known.filter(([id]) => id in differing && differing[id] === undefined);
      assert.deepEqual(mended, [], "these are right now: take them off the list");
    },
  );
}
