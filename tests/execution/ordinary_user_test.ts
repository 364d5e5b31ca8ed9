import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { LONG, sized } from "../long.ts";
import { ONE_OF_EACH } from "./attacks.ts";
import { asUser, canRun, contained } from "./containment.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

/** What the tests of execution need of the checkout. */
const PARTS = [
  ...[
    "data/hostile",
    "lib/core/types.ts",
    "lib/core/fields.ts",
    "lib/core/errors.ts",
    "lib/core/kinds.ts",
    "lib/core/nearest.ts",
    "lib/core/visible.ts",
    "lib/values",
    "lib/execution",
    "lib/store/environment.ts",
  ],
  ...[
    "lib/store/files/files.ts",
    "lib/store/paths.ts",
    "tests/pythons.ts",
    "tests/long.ts",
    "tests/execution",
  ],
];

/** The packages that read the table of hostile programs, by the modules of theirs that need no other. */
const PACKAGES = {
  "fastest-levenshtein": "esm/mod.js",
  "yaml": "browser/index.js",
  "zod/mini": "mini/index.js",
};

/** The tests to run again. */
const FILES = sized({
  small: ["hostile", "protection/launch"],
  long: [
    ...["calls", "hostile", "isolation", "pool", "sandbox"],
    ...["protection/container", "protection/interpreter", "protection/launch"],
  ],
}).map((name) => `tests/execution/${name}_test.ts`);

/** Of the short version: at each level one program for each kind of attack, and what is said of the level. */
const ATTACKS = ONE_OF_EACH.map(({ name }) => name.replace(/\W/g, ".")).join("|");
const CHOSEN = sized({
  small: [
    `--filter=/ contains: (${ATTACKS})$|^(full|without-\\S+) (lets|leaves|neither)|^openSandbox|^programs/`,
  ],
  long: [],
});

/** So many tests there are at least. */
const LEAST = sized({ small: 200, long: 1_200 });

/** Somebody who owns nothing on this machine. */
const USER = 65533;

/** The system's own programs, Python among them: an ordinary user cannot run what root has at home. */
const PATH = "/usr/local/bin:/usr/bin:/bin";

const ignore = contained.ignore || Deno.uid() !== 0 ||
  !await canRun("env", `PATH=${PATH}`, "python3", "--version");

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true });
  if (!(await Deno.stat(from)).isDirectory) return await Deno.copyFile(from, to);
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(from)) await copy(`${from}/${name}`, `${to}/${name}`);
}

Deno.test("what the sandbox's tests say of hostile programs and levels holds for an ordinary user", {
  ignore,
}, async () => {
  const folder = await Deno.makeTempDir({ prefix: "codebias-test-" });
  try {
    for (const part of PARTS) await copy(CHECKOUT + part, `${folder}/${part}`);
    const imports: Record<string, string> = { "codebias/": "./lib/" };
    for (const [name, module] of Object.entries(PACKAGES)) {
      const [bare] = name.split("/");
      const [root] = fileURLToPath(import.meta.resolve(name)).match(`.*/${bare}/[^/]+`)!;
      await copy(root, `${folder}/packages/${bare}`);
      imports[name] = `./packages/${bare}/${module}`;
    }
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ imports }));
    await Deno.copyFile(Deno.execPath(), `${folder}/deno`);
    for (const own of ["home", "tmp"]) {
      await Deno.mkdir(`${folder}/${own}`);
      await Deno.chown(`${folder}/${own}`, USER, USER);
    }
    await new Deno.Command("chmod", { args: ["-R", "a+rX", folder] }).output();

    const [command, ...args] = asUser(USER);
    const { success, stdout, stderr } = await new Deno.Command(command, {
      args: [...args, `${folder}/deno`, "test", "-A", "--no-check", "--no-lock", ...CHOSEN, ...FILES],
      cwd: folder,
      clearEnv: true,
      env: {
        PATH,
        HOME: `${folder}/home`,
        TMPDIR: `${folder}/tmp`,
        DENO_DIR: `${folder}/home/deno`,
        NO_COLOR: "1",
        ...(LONG && { CODEBIAS_LONG: "1" }),
      },
    }).output();
    const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    const [, passed, failed] = out.match(/(\d+) passed \| (\d+) failed/) ?? [];
    assert(success && failed === "0", `${out.slice(-8_000)}\n${err.slice(-2_000)}`);
    assert(Number(passed) > LEAST, `only ${passed} tests ran`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
