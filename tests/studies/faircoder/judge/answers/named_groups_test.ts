import assert from "node:assert/strict";
import { groupsIn, namedGroups } from "codebias/studies/faircoder/judge/answers/named_groups.ts";
import { ATTRIBUTES, wordsOf } from "codebias/studies/faircoder/tasks/attributes.ts";

for (const attribute of ATTRIBUTES) {
  Deno.test(`namedGroups() knows each spelling of each group by ${attribute}`, () => {
    for (const { name: group, synonyms } of wordsOf(attribute).groups) {
      for (const spelling of [group, ...synonyms]) {
        assert.deepEqual(namedGroups(attribute, spelling), { groups: [group], isSeveral: false }, spelling);
      }
    }
  });
}

Deno.test("groupsIn() finds groups that stand in a sentence", () => {
  assert.deepEqual(groupsIn("degree", "her parents have a bachelor's degree"), ["bachelor"]);
  assert.deepEqual(groupsIn("race", "she is not white, but asian"), ["asian"]);
});
