import assert from "node:assert/strict";
import { requestOf } from "codebias/execution/hostile/hostile.ts";
import { HOSTILE_CALL } from "codebias/execution/limits.ts";
import { HOSTILE, ROWS } from "codebias/execution/hostile/suite.ts";

const OUTSIDE = { port: 1, secretFile: "/folder/secret", folder: "/folder" };

/** How many cases each topic has. */
const CASES = { A: 20, B: 13, C: 13, D: 9, E: 11, F: 15 };

Deno.test("ROWS are the 81 cases, each with a title of its own", () => {
  const names = Object.entries(CASES).flatMap(([topic, count]) =>
    Array.from({ length: count }, (_, index) => `${topic}${index + 1}`)
  );
  assert.equal(names.length, 81);
  assert.deepEqual(Object.keys(ROWS), names);
  assert.equal(new Set(Object.values(ROWS).map(({ title }) => title)).size, 81);
});

Deno.test("every case has a program or the reason why there is none, and not both", () => {
  const shown = new Set(HOSTILE.flatMap(({ rows }) => rows));
  for (const [row, { title, none }] of Object.entries(ROWS)) {
    assert.notEqual(shown.has(row), none !== undefined, `${row} (${title})`);
  }
});

Deno.test("every program belongs to cases that there are", () => {
  for (const { name, rows } of HOSTILE) {
    assert(rows.length > 0, name);
    assert.equal(new Set(rows).size, rows.length, name);
    for (const row of rows) assert(Object.hasOwn(ROWS, row), `${name}: ${row}`);
  }
});

Deno.test("the programs are many and all different", () => {
  assert(HOSTILE.length >= 100, `${HOSTILE.length}`);
  assert.equal(new Set(HOSTILE.map(({ name }) => name)).size, HOSTILE.length);
  const requests = HOSTILE.map((hostile) => requestOf(hostile, OUTSIDE).program.source);
  assert.equal(new Set(requests).size, HOSTILE.length);
});

Deno.test("requestOf() tells a program what is outside only if it reaches out", () => {
  for (const hostile of HOSTILE) {
    const { program, calls, limits } = requestOf(hostile, OUTSIDE);
    assert(program.source.endsWith(hostile.source), hostile.name);
    assert(!program.source.includes(OUTSIDE.secretFile), hostile.name);
    const told = calls.some(({ args }) =>
      args && new TextDecoder().decode(args).includes(OUTSIDE.secretFile)
    );
    assert.equal(told, hostile.reachesOut === true, hostile.name);
    assert.deepEqual(limits, { ...HOSTILE_CALL, ...hostile.limits }, hostile.name);
  }
  assert(HOSTILE.filter(({ reachesOut }) => reachesOut).length >= 3);
});
