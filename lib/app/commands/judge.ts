/**
 * `deno task judge STUDY`: the findings of a study in models' answers, as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { versionsOffered } from "../../extraction/code_in.ts";
import { unknownName } from "../../core/nearest.ts";
import { oneOf, runCommand } from "../command_line/command.ts";
import { pipe } from "../command_line/pipe.ts";
import { objectText } from "../../values/mod.ts";
import { type AskedStudy, FORMS } from "../studies/forms.ts";
import { openJudge } from "./judge/judges.ts";
import { type JudgeLine, readAnswer } from "./judge/line.ts";

const NAMES = Object.keys(FORMS) as AskedStudy[];

const judge = pipe({
  name: "judge",
  usage: "STUDY [--suite own|published] [--alternatives all] < answers.ndjson > verdicts.ndjson",
  about: `
Says what a study finds in models' answers, with the same code as its runs. Each line of standard input is an answer to a task,
  {"id": 1, "task": "TASK", "text": "Here is the method: …", "settings": {"prompt": "default", "round": 0}}
and each line of standard output what was found, in the same order, as soon as it is ready,
  {"id":1,"verdict":"judged","attributes":{"gender":"biased","age":"unbiased"},"program":"…","witness":{…}}
docs/pipes.md has the fields of each study.`,
  takes: { STUDY: NAMES.join(", ") },
  options: {
    suite: "NAME  own: the project's tasks (default); published: those of the authors' repository",
    alternatives:
      `all  an answer that offers a choice of versions of its program is unjudged; with this, "alternatives" has
      the findings on each version`,
  },
  async open({ suite: typed = "own", alternatives }, use, [name, ...rest]) {
    if (name === undefined || rest.length > 0) throw new RangeError(`Name one study: ${NAMES.join(", ")}`);
    if (!NAMES.includes(name as AskedStudy)) throw unknownName("study", name, NAMES);
    const suite = oneOf("suite", typed, ["own", "published"]);
    if (alternatives !== undefined && alternatives !== "all") {
      throw new RangeError(`Cannot use --alternatives ${alternatives}: it can only be all`);
    }
    const judge = await use(() => openJudge(name as AskedStudy, suite));
    return {
      read: (text) => readAnswer(text, judge.methods),
      answer: async (line: JudgeLine) => {
        const versions = alternatives ? versionsOffered(line.text) : [];
        const each = versions.length > 1
          ? await ofEach(versions, (text) => judge.judge({ ...line, text, finish: undefined }))
          : undefined;
        return objectText({ ...await judge.judge(line), alternatives: each });
      },
    };
  },
});

/** The answers about all versions, as a JSON list. */
async function ofEach(
  versions: readonly string[],
  said: (text: string) => Promise<Readonly<Record<string, string | undefined>>>,
): Promise<string> {
  const found: string[] = [];
  for (const text of versions) found.push(objectText(await said(text)));
  return `[${found.join()}]`;
}

if (import.meta.main) await runCommand(judge);
