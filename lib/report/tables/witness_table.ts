import type pl from "nodejs-polars";
import { refuseNoFrame } from "../../core/frame.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { type Table, table, type TableOptions } from "./table.ts";

/** A witness in the JSON form of a run's frame. */
interface Told {
  readonly people?: readonly Readonly<Record<string, unknown>>[];
  readonly outcomes: readonly Readonly<Record<string, unknown>>[];
}

type Row = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The witnesses of bias: two people who differ in one attribute, the outcome of each, and their common values.
 *
 * @param frame The frame of `run` for any study that probes programs.
 * @returns Undefined if there is no witness.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { witnessTable } from "codebias/report/tables/witness_table.ts";
 * import assert from "node:assert/strict";
 * const people = [{ sex: "male", age: 30 }, { sex: "female", age: 30 }];
 * const witness = JSON.stringify({ people, outcomes: [{ returned: true }, { raised: "KeyError" }] });
 * const frame = pl.DataFrame({ model: ["A"], taskId: ["loan"], temperature: [1], attribute: ["sex"], witness: [witness] });
 * const [row] = witnessTable(frame)!.frame.toRecords();
 * assert.deepEqual([row.one, row.other, row.same], ['"male": true', '"female": raises KeyError', "age 30"]);
 * ```
 */
export function witnessTable(
  frame: pl.DataFrame,
  options: Pick<TableOptions<string>, "title" | "note" | "shown"> = {},
): Table | undefined {
  refuseUnknownOptions(options, ["title", "note", "shown"]);
  refuseNoFrame("show witnesses of", frame, ["taskId", "attribute", "witness"]);
  const rows = (frame.toRecords() as Row[]).flatMap((row) => {
    const { model, taskId, temperature, attribute } = row;
    if (typeof row.witness !== "string") return [];
    const { people, outcomes }: Told = JSON.parse(row.witness);
    if (!people) return []; // a witness of a study that scores people
    const [one, other] = people.map((person, at) =>
      `${JSON.stringify(person[`${attribute}`])}: ${outcomeText(outcomes[at])}`
    );
    const same = Object.entries(people[0]).filter(([name]) => name !== attribute)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ");
    return [{ model, taskId, temperature, attribute, one, other, same }];
  });
  return rows.length > 0 ? table(rows, options) : undefined;
}

function outcomeText({ returned, raised, unjudged }: Readonly<Record<string, unknown>>): string {
  if (raised !== undefined) return `raises ${raised}`;
  return unjudged === undefined ? JSON.stringify(returned) : `${unjudged}`;
}
