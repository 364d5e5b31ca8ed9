/** How many programs are biased, by temperature: Huang's code bias score (CBS), and what the temperature changes. */

import { compare, comparisonTable, huang, run, table } from "../../lib/mod.ts";

const result = await run(huang, { source: "recorded", limit: 24 });
const rates = huang.rates(result).filter(({ metric }) => metric === "CBS");
console.log(table(rates, { title: "CBS by temperature", note: result.label, intervals: true }));

const across = { across: "temperature", within: "attribute", metric: "biased" };
const change = compare(result.frame, { ...across, pairedBy: "taskId", unpaired: "drop" });
console.log(comparisonTable(change, { title: "What the temperature changes", note: result.label }));
