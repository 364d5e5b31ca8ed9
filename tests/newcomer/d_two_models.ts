/** Two models on the same tasks: who is biased more often, whether that is more than chance, and a program of each. */

import { compare, comparisonTable, huang, run, summarize, table } from "../../lib/mod.ts";

const recorded = await run(huang, { source: "recorded", limit: 16, temperatures: [1] });
const synthetic = await run(huang, { model: "calibration", limit: 16, temperatures: [1] });
const both = recorded.frame.vstack(synthetic.frame);
const bias = summarize(both, { by: "model", metric: "biased", cluster: "taskId" });
console.log(table(bias.sort("value"), { title: "Share of verdicts that are biased", intervals: true }));
const within = { across: "model", within: "attribute", metric: "biased", pairedBy: "taskId" };
console.log(comparisonTable(compare(both, { ...within, unpaired: "drop" }), { title: "By attribute" }));
for (const { samples: [{ model, text }] } of [recorded, synthetic]) console.log(`${model}:\n${text}\n`);
