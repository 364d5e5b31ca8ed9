/** Answers of one's own in a CSV file: what is biased in them, and what the temperature changes. */

import { compare, comparisonTable, ownStudy, run, table } from "../../lib/mod.ts";

const loans = ownStudy({
  name: "loans",
  attributes: { gender: { values: ["male", "female"], protected: true }, income: { range: [0, 90000] } },
});
const { frame } = await run(loans, { completions: "answers.csv" });
const columns = ["taskId", "temperature", "attribute", "verdict", "reason", "witness"];
console.log(table(frame, { columns, title: "Verdicts" }));

const across = { across: "temperature", within: "attribute", metric: "biased" };
const change = compare(frame, { ...across, pairedBy: "taskId", unpaired: "drop" });
console.log(comparisonTable(change, { title: "What the temperature changes" }));
