import assert from "node:assert/strict";
import { join } from "node:path";
import { denoCommand } from "codebias/app/commands/start/deno_command.ts";
import { type Command, COMMANDS, type Rights } from "codebias/app/commands/start/permissions.ts";
import { exists } from "codebias/store/files/files.ts";
import type { Attempts } from "./attempts.ts";
import { descendants } from "./processes.ts";
import { ROOT, startTask, task, withFolder } from "./task.ts";

/** The command line of a command. */
const commandLine = (name: string, args: readonly string[]) => denoCommand(name, COMMANDS[name], args);

/** The flags with which a command is started; places of this machine by their names. */
function flags(name: string, args: readonly string[] = []): string[] {
  const [, run, quiet, frozen, ...rest] = commandLine(name, args);
  assert.deepEqual([run, quiet, frozen], ["run", "--quiet", "--frozen"]);
  assert.deepEqual(rest.splice(rest.indexOf(join(ROOT, `lib/app/commands/${name}.ts`))).slice(1), args);
  return rest.map((flag) =>
    flag.replace(/^--allow-run=.*/, (programs) => programs.replaceAll(/\/[^,]*\//g, "…/"))
      .replace(/^--allow-ffi=.*\/npm\/[^/,]+$/, "--allow-ffi=npm packages")
      .replace(ROOT, "./")
  );
}

const SECURITY = join(ROOT, "docs/SECURITY.md");

/** What a command may do, in the words of docs/SECURITY.md. */
function inWords({ setUp, rights, why }: Command): string[] {
  const { programs = true, notebooks, lab } = setUp ?? { programs: false, notebooks: false };
  const prepared = [programs && "programs", notebooks && "notebooks", lab && "JupyterLab"].filter(Boolean);
  return [prepared.join(", "), rights === "all" ? "everything" : besidesReading(rights).join("; "), why];
}

function besidesReading({ write, env, sys, run, ffi, net }: Rights): string[] {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  return [
    ...write ? [`write ${write.join(", ")}`] : [],
    ...env ? [`read the variables ${code(env)}`] : [],
    ...sys ? [`ask the system for ${code(sys)}`] : [],
    ...run ? [`start ${run.join(", ")}`] : [],
    ...ffi ? ["load the native libraries of packages"] : [],
    ...net ? [`connect to ${net.join(", ")}`] : [],
  ];
}

type Task = { readonly command: string };

async function config(): Promise<
  { readonly tasks: Readonly<Record<string, Task>>; readonly lock?: unknown }
> {
  return JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
}

/** The command that a task starts with its own rights; undefined for what only those need who change the toolkit. */
function startedBy({ command }: Task): string | undefined {
  const [, name] =
    /^deno run -A --quiet --frozen (?:lib\/app\/commands\/start\.ts (\w+)|tests\/\S+\.ts(?: --(?:long|model))?)$/
      .exec(command)!;
  return name;
}

Deno.test({
  name: "docs/SECURITY.md says of every command what it may do (needs docs/SECURITY.md)",
  ignore: !exists(SECURITY),
  async fn() {
    const text = await Deno.readTextFile(SECURITY);
    const said = text.split("\n").map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
    for (const [name, command] of Object.entries(COMMANDS)) {
      const task = `\`${name}\``;
      assert.deepEqual(said.find(([cell]) => cell === task), [task, ...inWords(command)]);
    }
    const { tasks } = await config();
    const others = Object.keys(tasks).filter((name) => startedBy(tasks[name]) === undefined);
    const [, named] = /keeps all rights[^:]*:([^.]*)\./.exec(text)!;
    assert.deepEqual(named.match(/[\w:]+(?=`)/g)!.toSorted(), others.toSorted());
  },
});

const READ = ["--no-prompt", "--deny-import", "--allow-read"];
const POLARS = ["--allow-sys=uid,cpus,networkInterfaces,hostname", "--allow-ffi=npm packages"];

Deno.test("every task starts a command with the rights of the table, and the table has no other", async () => {
  const { tasks, lock } = await config();
  // Were it frozen here, the kernel of a notebook that imports another package would end without a word.
  assert.equal(lock, undefined);
  const commands = Object.values(tasks).map(startedBy).filter((name) => name !== undefined);
  assert.deepEqual(new Set(commands), new Set(Object.keys(COMMANDS)));
});

Deno.test("commands that run programs read, and start bubblewrap and Python; no more", () => {
  const more: Readonly<Record<string, string>> = { judge: ",LOG_TOKENS,LOG_STREAM,CODEBIAS_ARTIFACTS" };
  for (const name of ["execute", "probe", "score", "fit", "judge"]) {
    const [programs] = flags(name).splice(-1);
    assert.match(programs, /^--allow-run=(?:…\/(?:bwrap|setpriv|python[\d.]*),?)+$/);
    assert.deepEqual(flags(name).slice(0, -1), [
      ...READ,
      `--allow-env=INIT_CWD,LOG,CODEBIAS_PYTHON,CODEBIAS_NOT_SET_UP${more[name] ?? ""}`,
      "--allow-sys=uid",
    ]);
  }
});

Deno.test("commands that compute read, and load polars; train writes what it learned", () => {
  assert.deepEqual(flags("compare"), [...READ, "--allow-env=INIT_CWD", ...POLARS]);
  assert.deepEqual(flags("verify"), [...READ, "--allow-env=INIT_CWD,LOG", ...POLARS]);
  assert.deepEqual(flags("train", ["--out", "/a/model.json"]), [
    ...READ,
    "--allow-write=./outputs,/a",
    "--allow-env=INIT_CWD,LOG,CODEBIAS_ARTIFACTS",
    ...POLARS,
  ]);
});

Deno.test("generate reaches the server that is named, whichever way, and no other", () => {
  const ENV = "--allow-env=INIT_CWD,OLLAMA_HOST,OPENAI_BASE_URL,CODEBIAS_API_KEY,OPENAI_API_KEY," +
    "HTTP_PROXY,http_proxy,HTTPS_PROXY,https_proxy,ALL_PROXY,all_proxy,NO_PROXY,no_proxy";
  const SERVERS: readonly (readonly [string, string, string | undefined])[] = [
    ["ollama/m", "gpu-box", "gpu-box:11434"],
    ["ollama/m", "http://gpu-box/path", "gpu-box:80,gpu-box:443"],
    ["ollama/m", "https://user:secret@gpu-box", "gpu-box:443"],
    ["ollama/m", "0.0.0.0:8080", "127.0.0.1:8080"],
    ["ollama/m", "[::1]:8080", "[::1]:8080"],
    ["openai/m", "http://[::1]:8000/v1", "[::1]:8000"],
    ["openai/m", "https://models.example/v1", "models.example:443"],
    ["ollama/m", "gpu-1, http://gpu-2,gpu-3:8080", "gpu-1:11434,gpu-2:80,gpu-2:443,gpu-3:8080"],
    ["openai/m", "http://a:8000/v1,https://b/v1", "a:8000,b:443"],
    ["openai/m", "http://a:8000/v1,file:///etc", undefined],
    ["openai/m", "file:///etc", undefined],
    ["recorded/answers.csv", "http://gpu-box", undefined],
    ["calibration", "http://gpu-box", undefined],
    ["nothing known", "http://gpu-box", undefined],
  ];
  for (const [model, url, net] of SERVERS) {
    assert.deepEqual(flags("generate", ["--model", model, `--url=${url}`]), [
      ...READ,
      "--allow-write=./outputs",
      ENV,
      ...POLARS,
      ...net === undefined ? [] : [`--allow-net=${net}`],
    ]);
  }
  const batch = [
    "--model",
    "openai/m",
    "--url=http://a/v1",
    "--engine",
    "vllm",
    "--write-batch",
    "/b/c.jsonl",
  ];
  assert.deepEqual(flags("generate", batch), [...READ, "--allow-write=./outputs,/b", ENV, ...POLARS]);
  assert.ok(!flags("generate", ["--", "--model", "ollama/m"]).some((flag) => flag.startsWith("--allow-net")));
});

Deno.test("a store that is there may be written, of one that is to be made its folder", async () => {
  await withFolder(async (folder) => {
    const written = (name: string) => flags("generate", ["--store", join(folder, name)])[READ.length];
    await Deno.writeTextFile(join(folder, "there"), "");
    assert.equal(written("there"), `--allow-write=./outputs,${folder}/there`);
    assert.equal(written("new"), `--allow-write=./outputs,${folder}`);
    assert.equal(written("a/b"), `--allow-write=./outputs,${folder}/a`);
    assert.equal(written("odd,name/new"), `--allow-write=./outputs,${folder}/odd,,name`);
  });
});

/** What a program could do with the rights of a command, in order. */
async function couldDo(name: string, args: readonly string[], attempts: Attempts): Promise<string[]> {
  const line = commandLine(name, args);
  const rights = line.slice(1, line.indexOf(join(ROOT, `lib/app/commands/${name}.ts`)));
  const { stdout, stderr } = await new Deno.Command(line[0], {
    args: [...rights, join(ROOT, "tests/app/commands/attempts.ts"), JSON.stringify(attempts)],
    cwd: ROOT,
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "");
  return JSON.parse(new TextDecoder().decode(stdout));
}

const listening = (answer: string) =>
  Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(answer, { headers: { "Content-Type": "text/javascript" } }),
  );

Deno.test("what a command has no right to is refused, and what it has a right to can be done", async () => {
  await withFolder(async (folder) => {
    await using named = listening("");
    await using other = listening("");
    const [url, elsewhere] = [named, other].map(({ addr }) => `http://127.0.0.1:${addr.port}`);
    const store = join(folder, "runs.sqlite");
    await Deno.writeTextFile(store, "");
    await Deno.mkdir(join(ROOT, "outputs"), { recursive: true });
    const output = await Deno.makeTempFile({ dir: join(ROOT, "outputs") });
    const bubblewrap = ["/usr/local/bin/bwrap", "/usr/bin/bwrap", "/bin/bwrap"].find(exists);
    const attempts: Attempts = {
      write: {
        "write below outputs": output,
        "write the store": store,
        "write beside it": `${store}.txt`,
        "write the source": join(ROOT, "deno.json"),
      },
      env: { "read HOME": "HOME", "read PATH": "PATH" },
      run: {
        "start Python": join(ROOT, ".venv/bin/python"),
        ...bubblewrap && { "start bubblewrap": bubblewrap },
        "start a shell": "/bin/sh",
        "start Deno": Deno.execPath(),
      },
      ffi: { "load the C library": "libc.so.6" },
      net: { "ask the named server": url, "ask another server": elsewhere },
    };
    const PROGRAMS = ["start Python", ...bubblewrap ? ["start bubblewrap"] : []];
    const SYSTEM = ["ask for the user's number", "ask for the host's name", "ask for the network's cards"];
    const MAY: Readonly<Record<string, readonly string[]>> = {
      execute: ["ask for the user's number", ...PROGRAMS],
      compare: SYSTEM,
      generate: [...SYSTEM, "write below outputs", "write the store", "ask the named server"],
    };
    try {
      for (const [name, may] of Object.entries(MAY)) {
        const args = ["--model", "ollama/m", "--url", url, "--store", store];
        assert.deepEqual(await couldDo(name, args, attempts), ["read a file", ...may], name);
      }
    } finally {
      await Deno.remove(output);
    }
  });
});

Deno.test("deno task becomes the command, with its rights and nothing in between", async () => {
  const args = ["--rule", "published"];
  const process = startTask("fit", args);
  const output = process.stdout.getReader();
  const input = process.stdin.getWriter();
  await input.write(new TextEncoder().encode('{"id":1,"n":[],"t":[]}\n'));
  assert.match(new TextDecoder().decode((await output.read()).value), /^{"id":1,/); // so it has become the command
  const [first, second, ...others] = await descendants(process.pid);
  const commands = [first, second].map(({ command }) => command);
  assert.equal(commands.at(-1), commandLine("fit", args).join(" "));
  assert.match(commands[0], / task --quiet fit /);
  assert.deepEqual(others, []);
  await input.close();
  output.releaseLock();
  await Promise.all([process.stdout.cancel(), process.stderr.cancel()]);
  assert.equal((await process.status).code, 0);
});

Deno.test("a command has all of its input, and says what it says when it is started without deno task", async () => {
  const id = "x".repeat(2_000_000);
  const stdin = `{"id":"${id}","n":[],"t":[]}\n{"id":2}\n`;
  const { code, stdout, stderr } = await task("fit", [], { stdin });
  assert.equal(code, 1, stderr);
  assert.ok(stdout.startsWith(`{"id":"${id}",`) && /\n{"line":2,/.test(stdout));
  const direct = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", join(ROOT, "lib/app/commands/execute.ts")],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const line = { id: 1, source: "def f(): return 1", entryPoint: "f", calls: [{}] };
  await new Response(JSON.stringify(line)).body!.pipeTo(direct.stdin);
  const output = await direct.output();
  assert.deepEqual([output.code, JSON.parse(new TextDecoder().decode(output.stdout)).outcomes[0].value], [
    0,
    1,
  ]);
});
