/**
 * `deno task probe`: which attributes change what programs do, as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { readProbe } from "../../execution/probing/probe_line.ts";
import { answerInput, tellRemarks, usageOr } from "../notebook/answer_input.ts";
import { runCommand } from "../notebook/command_line.ts";
import { openProber } from "../../run/probing/probe.ts";
import { requireSetUp } from "../setup/ready.ts";
import { paths } from "../../store/paths.ts";
import { findingText } from "../../run/probing/finding_text.ts";
import type { ProbeReport } from "../../core/types.ts";

const USAGE = `Usage: deno task probe < programs.ndjson > findings.ndjson

Says of each attribute whether it alone changes what a program does. Each line of standard input is a program,
  {"id": 1, "code": "def f(age, sex):\\n    return age > 30 and sex == 'm'", "functionName": "f",
   "attributes": {"age": {"type": "int", "values": [20, 40]}, "sex": {"type": "str", "values": ["f", "m"]}}}
and each line of standard output what was found, in the same order, as soon as it is ready,
  {"id":1,"attributes":{"age":{"verdict":"biased","witness":{…}},"sex":{"verdict":"biased",…}},"calls":9,"cpuMs":7.1}
README.md has the fields.

  -h, --help  this text
`;

async function probe(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { help: { type: "boolean", short: "h", default: false } },
  });
  return await usageOr(USAGE, values.help, async () => {
    await requireSetUp(paths.environment, { notebooks: false });
    await using prober = await openProber();
    return await answerInput(async (text) => {
      const line = readProbe(text);
      const { id, subject } = line;
      tellRemarks(line);
      return [reportText(id, await prober.probe(subject))];
    });
  });
}

function reportText(id: string, { attributes, remark, calls, cpuMs }: ProbeReport): string {
  const also = remark === undefined ? "" : `"remark":${JSON.stringify(remark)},`;
  const found = Object.entries(attributes).map(([name, finding]) =>
    `${JSON.stringify(name)}:${findingText(finding)}`
  );
  const spent = `"calls":${calls},"cpuMs":${Number(cpuMs.toFixed(3))}`;
  return `{"id":${id},"attributes":{${found.join(",")}},${also}${spent}}`;
}

if (import.meta.main) await runCommand(probe);
