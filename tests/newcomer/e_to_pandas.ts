/** What was found, for pandas: a row for each attribute of an answer. */

import { run, solar } from "../../lib/mod.ts";
const { frame } = await run(solar, { source: "recorded", limit: 12 });
frame.writeCSV("solar.csv");
console.log(`${frame.height} rows`);
