import assert from "node:assert/strict";
import plugin from "./layers.ts";

const PURE = [
  "lib/values/a.ts",
  "lib/extraction/a.ts",
  "lib/bias/a.ts",
  "lib/complexity/a.ts",
  "lib/statistics/a.ts",
  "lib/report/a.ts",
  "lib/review/a.ts",
  "lib/calibration/a.ts",
  "lib/studies/liu/a.ts",
];
const IMPURE = [
  "lib/store/a.ts",
  "lib/execution/a.ts",
  "lib/app/notebook/a.ts",
  "lib/run/run.ts",
  "tests/a_test.ts",
];

function messages(file: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, file, source).filter(({ id }) => id === "codebias/pure").map((
    { message },
  ) => message);
}

const BREACHES: Readonly<Record<string, string>> = {
  "async function": "async function f() {}",
  "async arrow": "const f = async () => 1;",
  "async method": "class A { async f() {} }",
  "async generator": "async function* f() {}",
  "await": "const a = await f();",
  "for await": "for await (const a of f()) a;",
  "await using": "await using a = f();",
  "Promise": "const f = () => Promise.resolve(1);",
  "Promise as a type": "export type A = Promise<number>;",
  "Deno": `const a = Deno.readTextFileSync("a");`,
  "Deno as a type": "export type A = Deno.DirEntry;",
  "fetch": `fetch("a");`,
  "WebSocket": `new WebSocket("a");`,
  "setTimeout": "setTimeout(f, 1);",
  "setInterval": "setInterval(f, 1);",
  "Date.now": "const a = Date.now();",
  "Date.now without a call": "const clock = Date.now;",
  "Date.now in brackets": `const a = Date["now"]();`,
  "Date.now taken apart": "const { now } = Date;",
  "new Date": "const a = new Date();",
  "Date as a function": "const a = Date();",
  "performance": "const a = performance.now();",
  "Math.random": "const a = Math.random();",
  "Math.random taken apart": "const { random: r } = Math;",
  "crypto.randomUUID": "const a = crypto.randomUUID();",
  "crypto.getRandomValues": "crypto.getRandomValues(a);",
  "randomUUID of node:crypto": `import { randomUUID } from "node:crypto"; randomUUID();`,
  "randomBytes under another name": `import { randomBytes as hash } from "node:crypto"; hash();`,
  "all of node:crypto": `import * as crypto from "node:crypto"; crypto.randomBytes(1);`,
  "console": "console.log(1);",
  "console handed on": "f(console);",
  "console as a shorthand": "f({ console });",
  "globalThis": "globalThis.fetch(1);",
  "globalThis in brackets": `const a = globalThis["Math"];`,
  "self": "self.fetch(1);",
  "dynamic import": `const a = import("jstat");`,
  "process": "const a = process.env;",
  "eval": `eval("1");`,
  "new Function": `new Function("return Deno");`,
  "let at the top level": "let count = 0;",
  "a memo at the top level": "const known = new Map<string, number>();",
  "an exported memo": "export const known = new WeakMap();",
  "exported let": "export let count = 0;",
  "var at the top level": "var count = 0;",
  "let of a pattern": "let { a, b } = f();",
  "another function's parameter of the same name": "function f(process) {} process.exit();",
  "another block's variable of the same name": "{ const fetch = 1; } fetch(1);",
};

for (const [name, source] of Object.entries(BREACHES)) {
  Deno.test(`pure forbids ${name} in every pure part and nowhere else`, () => {
    for (const file of PURE) {
      const found = messages(file, source);
      assert(found.length > 0, file);
      const part = file.replace(/\/a\.ts$/, "");
      for (const message of found) assert(message.startsWith(`${part} is pure and may not use `), message);
    }
    for (const file of IMPURE) assert.deepEqual(messages(file, source), [], file);
  });
}

Deno.test("pure says what is wrong with a name", () => {
  assert.deepEqual(messages("lib/report/a.ts", "const a = Math.random() + Date.now();"), [
    "lib/report is pure and may not use Math.random: it lets in chance",
    "lib/report is pure and may not use Date.now: it lets in the clock",
  ]);
  assert.deepEqual(messages("lib/studies/liu/a.ts", "console.log(Deno.args);"), [
    "lib/studies/liu is pure and may not use console: it lets in the outside world",
    "lib/studies/liu is pure and may not use Deno: it lets in the outside world",
  ]);
});

const GOOD: Readonly<Record<string, string>> = {
  "functions, classes and local state": `
    /** Adds up. Never use Math.random() or console.log here. */
    export function sum(values: readonly number[]): number {
      let total = 0;
      for (const value of values) total += value;
      return total;
    }
    export class Point { #x = 1; get x() { return this.#x; } static { let y = 1; y++; } }`,
  "a date that is given": "export const day = (text: string) => new Date(text).getTime();",
  "Date as a type": "export const f = (date: Date): Date => date;",
  "other functions of Math": "export const a = Math.max(1, Math.sqrt(2));",
  "hashes": `import { createHash } from "node:crypto"; export const a = createHash("sha256");`,
  "properties called like globals": `
    export interface Options { console: string; readonly fetch?: number; process(): void; performance: number }
    export const a = { console: 1, fetch: 2, process() { return 3; }, performance: 4 };
    export const b = a.console + a.fetch + a.process() + a?.performance;
    export enum Kind { process, fetch }`,
  "parameters and variables called like globals": `
    export const f = (prompt: string, { process, location: [self] }: Options, ...fetch: number[]) => {
      const performance = 1;
      for (const console of fetch) use(console, performance, process, self);
      try { return prompt; } catch (confirm) { throw confirm; }
    };
    export type F = (prompt: string, location: string) => void;
    export function later() { return crypto(); function crypto() { return 1; } }`,
  "imports called like globals":
    `import { prompt, type Request } from "./b.ts"; export const a: Request = prompt;`,
  "types of its own called like globals":
    "interface Worker { name: string } export const f = (a: Worker) => a.name;",
  "type parameters called like globals": "export const f = <Request>(a: Request): Request => a;",
  "re-exports called like globals": `export { prompt, a as fetch } from "./b.ts";`,
  "labels, patterns and generators": `
    export function* f(a: number[]) { process: for (const b of a) { if (b) continue process; yield b; } }`,
  "regular expressions and texts":
    `export const a = /console|fetch/.test("Deno.readFile, await, Math.random()");`,
};

for (const [name, source] of Object.entries(GOOD)) {
  Deno.test(`pure allows ${name}`, () => {
    for (const file of PURE) assert.deepEqual(messages(file, source), [], file);
  });
}
