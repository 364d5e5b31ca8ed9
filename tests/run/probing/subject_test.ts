import assert from "node:assert/strict";
import type { NoProgram } from "codebias/core/types.ts";
import { readOnce } from "codebias/run/probing/once.ts";

const counting = () => {
  const read: string[] = [];
  const study = {
    subject: (task: { id: string }, { text }: { text: string }) => {
      read.push(`${task.id} ${text}`);
      return { kind: "no-program", reason: `${task.id} ${text}` } as unknown as NoProgram;
    },
  };
  return { study, read };
};

Deno.test("readOnce() reads a text once for each task", () => {
  const [one, other] = [counting(), counting()];
  const [a, b] = [{ id: "a" }, { id: "b" }];
  const texts = ["x", "y", "x", "", ""];
  for (const { study } of [one, other]) {
    const subjectOf = readOnce(study);
    const found = [a, b].flatMap((task) => texts.map((text) => subjectOf(task, { text })));
    assert.deepEqual(
      found.map((subject) => "reason" in subject && subject.reason),
      ["a x", "a y", "a x", "a ", "a ", "b x", "b y", "b x", "b ", "b "],
    );
  }
  assert.deepEqual(one.read, ["a x", "a y", "a ", "b x", "b y", "b "]);
  assert.deepEqual(other.read, one.read);
});
