import assert from "node:assert/strict";
import { join } from "node:path";
import { faircoder, huang, liu } from "codebias";
import { paths } from "codebias/store/paths.ts";

/** What each guide says of the errors in the paper's numbers. */
const SAID = [
  [liu, (rules: number, errors: number) => `(${rules} rules, ${errors} errors)`],
  [huang, (_: number, errors: number, checks: string) => `(${errors} errors, ${checks} checks)`],
  [faircoder, (rules: number, errors: number) => `what ${rules} rules find in them: ${errors} errors`],
] as const;

Deno.test("guides have the numbers of rules, checks and errors that studies find in their papers", async () => {
  for (const [study, said] of SAID) {
    const guide = await Deno.readTextFile(join(paths.root, "docs", `${study.name}.md`));
    const claims = study.claims();
    const checks = claims.reduce((all, { checked }) => all + checked, 0).toLocaleString("en");
    const text = said(claims.length, study.errata().length, checks);
    assert(guide.replaceAll("\n", " ").includes(text), `docs/${study.name}.md does not say: ${text}`);
  }
});
