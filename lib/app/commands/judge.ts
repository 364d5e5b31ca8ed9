/**
 * `deno task judge STUDY`: what a study says of models' answers, as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { versionsOffered } from "../../extraction/versions.ts";
import { unknownName } from "../../core/nearest.ts";
import { answerInput, tellRemarks, usageOr } from "../notebook/answer_input.ts";
import { runCommand } from "../notebook/command_line.ts";
import { requireSetUp } from "../setup/ready.ts";
import { paths } from "../../store/paths.ts";
import { objectText } from "../../values/mod.ts";
import { JUDGES, type Suite } from "./judge/judges.ts";
import { readAnswer } from "./judge/line.ts";

const STUDIES = Object.keys(JUDGES);
const SUITES: readonly Suite[] = ["own", "published"];

const USAGE =
  `Usage: deno task judge STUDY [--suite own|published] [--alternatives all] < answers.ndjson > verdicts.ndjson

Says what a study finds in models' answers, with the same code as its runs. Each line of standard input is an answer to a task,
  {"id": 1, "task": "TASK", "text": "Here is the method: …", "settings": {"prompt": "default", "round": 0}}
and each line of standard output what was found, in the same order, as soon as it is ready,
  {"id":1,"verdict":"judged","attributes":{"gender":"biased","age":"unbiased"},"program":"…","witness":{…}}
README.md has the fields of each study.

  STUDY         ${STUDIES.join(", ")}
  --suite NAME  own: the project's tasks (default); published: those of the authors' repository
  --alternatives all
                an answer that offers a choice of versions of its program is unjudged; with this, "alternatives" has
                the findings on each version
  -h, --help    this text
`;

async function judge(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      suite: { type: "string", default: "own" },
      alternatives: { type: "string" },
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
    if (values.alternatives !== undefined && values.alternatives !== "all") {
      throw new RangeError(
        `Cannot use --alternatives ${values.alternatives}: it can only be all`,
      );
    }
    await requireSetUp(paths.environment, { notebooks: false });
    await using judge = await JUDGES[name](suite);
    return await answerInput(async (text) => {
      const line = readAnswer(text, judge.methods);
      tellRemarks(line);
      const versions = values.alternatives === "all" ? versionsOffered(line.text) : [];
      const alternatives = versions.length > 1
        ? await ofEach(versions, (text) => judge.judge({ ...line, text }))
        : undefined;
      return [objectText({ id: line.id, ...await judge.judge(line), alternatives })];
    });
  });
}

/** The answer about each version, as JSON. */
async function ofEach(
  versions: readonly string[],
  said: (text: string) => Promise<Readonly<Record<string, string | undefined>>>,
): Promise<string> {
  const found: string[] = [];
  for (const text of versions) found.push(objectText(await said(text)));
  return `[${found.join()}]`;
}

if (import.meta.main) await runCommand(judge);
