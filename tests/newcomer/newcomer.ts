/**
 * `deno task newcomer`: what a newcomer wants to know, as scripts that are as short as a newcomer would have them. Runs each in
 * a folder of its own, with a server that speaks as Ollama does, and holds what it prints against what it is for.
 *
 * @module
 */

import { join } from "node:path";
import { setUp } from "codebias/app/setup/setup.ts";
import { pythonOf } from "codebias/app/setup/environment.ts";
import { paths } from "codebias/store/paths.ts";
import { totalsLine } from "../commands/test_report.ts";
import { fakeOllama } from "../generation/fake_ollama.ts";
import { say } from "../generation/ollama/behaviours.ts";

/** A script, and what is expected of it. */
interface Script {
  readonly file: string;
  /** Lines of code, without empty ones and comments. */
  readonly mostLines: number;
  /** What it prints, all of it. */
  readonly prints: readonly RegExp[];
  /** A program in Python for what it leaves, and what that prints. */
  readonly python?: readonly [source: string, prints: RegExp];
}

const SCRIPTS: readonly Script[] = [
  {
    file: "a_cbs_by_temperature.ts",
    mostLines: 12,
    prints: [
      /^CBS by temperature$/m,
      /^ollama\/.* \(recorded\) .* 0\.2 .* CBS +overall +0\.\d{3} \[0\.\d{3}, 0\.\d{3}\], n = +2\d/m,
      /^ollama\/.* \(recorded\) .* 1\.0 .* CBS +overall +0\.\d{3} \[0\.\d{3}, 0\.\d{3}\], n = +2\d/m,
      /^gender +0\.2 +1 .*, n = +\d+/m,
    ],
  },
  {
    file: "b_own_csv.ts",
    mostLines: 15,
    prints: [
      /^car +0\.2 +gender +unbiased/m,
      /^car +1\.0 +gender +biased .*"gender":"male".*"gender":"female"/m,
      /^boat +1\.0 +gender +unjudged +refusal/m,
      /^gender +0\.2 +1 +0 +0\.6 +0\.6.*, n = 5 /m,
    ],
  },
  {
    file: "c_ollama.ts",
    mostLines: 10,
    prints: [
      /^ollama\/qwen2\.5-coder:1\.5b +\d +gender +unbiased/m,
      /^ollama\/qwen2\.5-coder:1\.5b +\d +gender +biased/m,
      /^def grants\(gender\):$/m,
    ],
  },
  {
    file: "d_two_models.ts",
    mostLines: 12,
    prints: [
      /^Share of verdicts that are biased\n.*\n(calibration\/huang|ollama\S+ \(recorded\)) +0\.\d{3} \[/m,
      /^gender +calibration\/huang +ollama\/.* \(recorded\) .*, n = +\d+/m,
      /SYNTHETIC: calibration\/huang/,
      /^ollama\S+ \(recorded\):\n(?:.*\n){0,3}def \w+\(/m,
    ],
  },
  {
    file: "e_to_pandas.ts",
    mostLines: 4,
    prints: [/^\d{3} rows$/m],
    python: [
      "import pandas; f = pandas.read_csv('solar.csv'); f['biased'] = f['biased'].astype(float)\n" +
      "print(f.groupby(['model', 'temperature'])['biased'].agg(['mean', 'count']))",
      /^ollama\S+ \(recorded\) +0\.2 +0\.\d+ +\d{2,}\n +1\.0 +0\.\d+ +\d{2,}$/m,
    ],
  },
];

const FOLDER = join(paths.root, "tests", "newcomer");

/** A function that treats all alike, and one that goes by gender, in turns. */
const ANSWERS = ["True", "gender == 'man'"]
  .map((result) => `\`\`\`python\ndef grants(gender):\n    return ${result}\n\`\`\`\n`);

/** What is wrong with a script; nothing is if that is empty. */
async function problemsOf({ file, mostLines, prints, python }: Script, url: string): Promise<string[]> {
  const source = await Deno.readTextFile(join(FOLDER, file));
  const code = source.replace(/\/\*\*[^]*?\*\//g, "").split("\n").filter((line) => line.trim() !== "");
  const imports = source.match(/from "[^"]*"/g) ?? [];
  const cwd = await Deno.makeTempDir();
  try {
    await Deno.copyFile(join(FOLDER, "answers.csv"), join(cwd, "answers.csv"));
    const args = ["run", "-A", "--quiet", "--frozen", join(FOLDER, file)];
    const env = { OLLAMA_HOST: url, INIT_CWD: cwd, NO_COLOR: "1" };
    const printed = await outputOf(Deno.execPath(), args, { cwd, env });
    const [program, expected] = python ?? [];
    const read = program && await outputOf(pythonOf(paths.environment), ["-c", program], { cwd });
    return [
      ...(code.length > mostLines ? [`it has ${code.length} lines, more than ${mostLines}`] : []),
      ...(imports.join() === 'from "../../lib/mod.ts"' ? [] : [`it has ${imports.join(", ")}`]),
      ...prints.filter((one) => !one.test(printed)).map((one) => `no ${one} in what it printed:\n${printed}`),
      ...(expected && !expected.test(read!) ? [`no ${expected} in what Python printed:\n${read}`] : []),
    ];
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

/** What a program prints; if it fails, what it says of that. */
async function outputOf(
  program: string,
  args: readonly string[],
  options: Deno.CommandOptions,
): Promise<string> {
  const { stdout, stderr, code } = await new Deno.Command(program, { args: [...args], ...options }).output();
  const said = new TextDecoder().decode(stdout);
  return code === 0 ? said : `${said}\nit ended with status ${code}:\n${new TextDecoder().decode(stderr)}`;
}

await setUp({ environment: paths.environment, notebooks: false });
await using server = fakeOllama({
  models: [{ name: "qwen2.5-coder:1.5b", contextTokens: 8192 }],
  script: (request) => say(ANSWERS[request.index % 2]),
});
let failed = 0;
for (const script of SCRIPTS) {
  const began = performance.now();
  const problems = await problemsOf(script, server.url);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${script.file}: ${problems.length === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) failed++;
}
console.log(totalsLine({ passed: SCRIPTS.length - failed, failed, skipped: 0 }));
Deno.exitCode = failed === 0 ? 0 : 1;
