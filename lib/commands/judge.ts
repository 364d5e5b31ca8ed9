/**
 * `deno task judge STUDY`: what a study says of models' answers, as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { unknownName } from "../nearest.ts";
import { answerInput, tellRemarks, usageOr } from "../notebook/answer_input.ts";
import { runCommand } from "../notebook/command_line.ts";
import { requireSetUp } from "../setup/ready.ts";
import { paths } from "../store/paths.ts";
import { objectText } from "../values/json.ts";
import { JUDGES, type Suite } from "./judge/judges.ts";
import { readAnswer } from "./judge/line.ts";

const STUDIES = Object.keys(JUDGES);
const SUITES: readonly Suite[] = ["own", "published"];

const USAGE = `Usage: deno task judge STUDY [--suite own|published] < answers.ndjson > verdicts.ndjson

Says what a study finds in models' answers, by the same code as its runs. Each line of standard input is an answer to a task,
  {"id": 1, "task": "TASK", "text": "Here is the method: …", "settings": {"prompt": "default", "round": 0}}
and each line of standard output what was found, in the same order, as soon as it is there,
  {"id":1,"verdict":"judged","attributes":{"gender":"biased","age":"unbiased"},"program":"…","witness":{…}}
README.md has the fields of each study.

  STUDY         ${STUDIES.join(", ")}
  --suite NAME  own: the project's tasks (default); published: those of the authors' repository
  -h, --help    this text
`;

async function judge(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      suite: { type: "string", default: "own" },
      help: { type: "boolean", short: "h", default: false },
    },
    allowPositionals: true,
  });
  return await usageOr(USAGE, values.help, async () => {
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) throw new RangeError(`Name one study: ${STUDIES.join(", ")}`);
    if (!STUDIES.includes(name)) throw unknownName("study", name, STUDIES);
    const suite = SUITES.find((one) => one === values.suite);
    if (!suite) throw unknownName("suite", values.suite, SUITES);
    await requireSetUp(paths.environment, { notebooks: false });
    await using judge = await JUDGES[name](suite);
    return await answerInput(async (text) => {
      const line = readAnswer(text, judge.methods);
      tellRemarks(line);
      return [objectText({ id: line.id, ...await judge.judge(line) })];
    });
  });
}

if (import.meta.main) await runCommand(judge);
