import assert from "node:assert/strict";
import { faircoder, huang, linguistic, liu, solar } from "codebias";
import type { Erratum } from "codebias/paper/rules.ts";

const KEYS = ["where", "printed", "evidence", "expected", "rule", "consequence"];
const STUDIES: Readonly<Record<string, { errata(): Erratum[] }>> = {
  faircoder,
  huang,
  linguistic,
  liu,
  solar,
};

for (const [name, study] of Object.entries(STUDIES)) {
  Deno.test(`${name}.errata() says where, what is printed, and what speaks against it, as all studies do`, () => {
    const errata = study.errata();
    assert(errata.length > 0);
    for (const erratum of errata) {
      assert.deepEqual(Object.keys(erratum).filter((key) => !KEYS.includes(key)), []);
      for (const text of Object.values(erratum)) assert(typeof text === "string" && text.trim() !== "", text);
      assert(erratum.where && erratum.printed && erratum.evidence && erratum.rule);
    }
  });
}
