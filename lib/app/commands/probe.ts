/**
 * `deno task probe`: the attributes that change the results of programs, as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { type ProbeLine, readProbe } from "../../execution/probing/probe_line.ts";
import { runCommand } from "../command_line/command.ts";
import { pipe } from "../command_line/pipe.ts";
import { openProber } from "../../run/probing/probe.ts";
import { findingText } from "../../run/probing/finding_text.ts";
import type { ProbeReport } from "../../core/types.ts";

const probe = pipe({
  name: "probe",
  usage: "< programs.ndjson > findings.ndjson",
  about: String.raw`
Says of each attribute whether it alone changes what a program does. Each line of standard input is a program,
  {"id": 1, "code": "def f(age, sex):\n    return age > 30 and sex == 'm'", "functionName": "f",
   "attributes": {"age": {"type": "int", "values": [20, 40]}, "sex": {"type": "str", "values": ["f", "m"]}}}
and each line of standard output what was found, in the same order, as soon as it is ready,
  {"id":1,"attributes":{"age":{"verdict":"biased","witness":{…}},"sex":{"verdict":"biased",…}},"calls":9,"cpuMs":7.1}
docs/pipes.md has the fields.`,
  async open(_, use) {
    const prober = await use(openProber);
    return {
      read: readProbe,
      answer: async ({ subject }: ProbeLine) => reportText(await prober.probe(subject)),
    };
  },
});

function reportText({ attributes, remark, calls, cpuMs }: ProbeReport): string {
  const found = Object.entries(attributes).map(([name, finding]) =>
    `${JSON.stringify(name)}:${findingText(finding)}`
  );
  const rest = JSON.stringify({ remark, calls, cpuMs: Number(cpuMs.toFixed(3)) });
  return `{"attributes":{${found.join(",")}},${rest.slice(1)}`;
}

if (import.meta.main) await runCommand(probe);
