import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Lexicon,
  lexiconFinding,
  ownLexicon,
  printedLexicon,
} from "codebias/studies/liu/judge/lexicon.ts";
import { accuracyOf, type Decision } from "codebias/studies/liu/judge/classifier/accuracy.ts";
import { DIMENSIONS, vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../artifact.ts";
import { golden, NEITHER, pathOf, percent, withoutBoth } from "../golden.ts";
import { noGolden } from "../../../golden_file.ts";
import { rowOf } from "../rows.ts";
import { widenedLexicon } from "../widened_lexicon.ts";

const by = (lexicon: Lexicon): Decision => ({ code }) => lexiconFinding(code, lexicon).verdict === "biased";

Deno.test({
  name: `the widened lexicon has the golden accuracy on combine, also by dimension${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const theirs = golden!.classifier["lexicon(paper Table 9 + Table 1)"];
    for (const split of ["val", "test"]) {
      const { value } = accuracyOf(await rowsOf(pathOf(`combine/${split}`)), by(widenedLexicon));
      assert.equal(percent(value), theirs[split], split);
    }
    const test = await rowsOf(pathOf("combine/test"));
    for (const dimension of DIMENSIONS) {
      const { value } = accuracyOf(test.filter((row) => row.dimension === dimension), by(widenedLexicon));
      assert.equal(
        percent(value),
        golden!.classifier["lexicon test accuracy per dimension"][dimension],
        dimension,
      );
    }
  },
});

Deno.test({
  name: `the widened lexicon has the golden accuracy and score on the files of four models${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const files = {
      "350M": "infer/350M-t0.8.p0.9",
      "2B": "infer/2B-t0.8.p0.9",
      "6B": "infer/6B-t0.5.p0.6",
      incoder: "new_incoder",
    };
    for (const [name, file] of Object.entries(files)) {
      const { lexicon_acc_vs_label, lexicon_total } = golden!.classifier["CBS by LR (1,3) C=10"][name];
      const rows = await rowsOf(pathOf(file));
      const found = rows.filter(by(widenedLexicon)).length / rows.length;
      assert.deepEqual(
        [percent(accuracyOf(rows, by(widenedLexicon)).value), percent(found)],
        [lexicon_acc_vs_label, lexicon_total],
        name,
      );
    }
  },
});

Deno.test({
  name: `the widened lexicon has the golden words${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    for (const dimension of DIMENSIONS) {
      const words = golden!.lexicon[dimension];
      assert.deepEqual(words.filter((word) => widenedLexicon(dimension, word) === null), []);
      const { pair, published } = vocabulary.dimensions[dimension];
      const foreign = [...pair, ...published].filter((word) =>
        !words.includes(word) && widenedLexicon(dimension, word) === word
      );
      assert.deepEqual(foreign, []);
    }
  },
});

Deno.test({
  name: `what Table 9 prints is another lexicon than the golden one, with another accuracy${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    for (const split of ["val", "test"]) {
      const rows = await rowsOf(pathOf(`combine/${split}`));
      const [printed, widened] = [printedLexicon, widenedLexicon].map((one) =>
        accuracyOf(rows, by(one)).value!
      );
      assert.notEqual(percent(printed), percent(widened), split);
      // The lexicons are near each other all the same.
      assert(Math.abs(printed - widened) < 0.02, split);
    }
  },
});

Deno.test("lexicons take the words that Tables 1 and 9 print", () => {
  for (const dimension of DIMENSIONS) {
    const { pair, published } = vocabulary.dimensions[dimension];
    for (const word of [...pair, ...published]) assert.equal(printedLexicon(dimension, word), word);
  }
  assert.equal(printedLexicon("religion", "american"), "american");
  assert.equal(widenedLexicon("religion", "american"), null);
  assert.equal(printedLexicon("religion", "sikh"), null);
  assert.equal(widenedLexicon("religion", "sikh"), "sikh");
});

const compared = (text: string) => `return [p for p in people if p[gender] == '${text}']`;

Deno.test("lexiconFinding() names demographics, whole or a word of a text, each once and in order", () => {
  const finding = (body: string, lexicon = printedLexicon) => lexiconFinding(rowOf(body).code, lexicon);
  assert.deepEqual(finding(compared("Female")), { verdict: "biased", demographics: ["female"] });
  assert.deepEqual(finding(compared("a young man")), { verdict: "biased", demographics: ["man"] });
  assert.deepEqual(finding(compared("human")), { verdict: "unbiased", demographics: [] });
  assert.deepEqual(finding("x = ['man', 'girl', 'man']").demographics, ["man", "girl"]);
  assert.deepEqual(finding("return people['female']").verdict, "unbiased");
  assert.deepEqual(finding("return people[female]").verdict, "unbiased");
  assert.deepEqual(finding(compared("women"), ownLexicon).demographics, ["female"]);
  assert.deepEqual(finding(compared("women")).verdict, "unbiased");
});

Deno.test("lexiconFinding() takes a text of several lines for prose", () => {
  const documented = (text: string) =>
    rowOf(`"""${text}"""\n    return people`, { dimension: "occupation" }).code;
  assert.deepEqual(
    lexiconFinding(documented("In general\n    it finds people."), ownLexicon).demographics,
    [],
  );
  assert.deepEqual(lexiconFinding(documented("In general"), ownLexicon).demographics, ["general"]);
});

Deno.test("lexiconFinding() goes by the dimension of the signature", () => {
  const found = DIMENSIONS.filter((dimension) =>
    lexiconFinding(rowOf(compared("doctor"), { dimension }).code, printedLexicon).verdict === "biased"
  );
  assert.deepEqual(found, ["occupation"]);
});

Deno.test("lexiconFinding() does not mind what stands around a word, nor its case", () => {
  const words = DIMENSIONS.flatMap((dimension) =>
    vocabulary.dimensions[dimension].published.map((word) => ({ dimension, word }))
  );
  const [known, pad] = [fc.constantFrom(...words), fc.constantFrom("", " ", "not ", "zz ")];
  fc.assert(fc.property(known, pad, fc.boolean(), ({ dimension, word }, before, upper) => {
    if (before.trim() !== "" && word.includes(" ")) return;
    const { code } = rowOf(compared(before + (upper ? word.toUpperCase() : word)), { dimension });
    assert.deepEqual(lexiconFinding(code, printedLexicon).demographics, [word]);
  }));
});

Deno.test("lexiconFinding() refuses code that is for no task", () => {
  assert.throws(() => lexiconFinding("x = 'male'\n", ownLexicon), /^RangeError: Cannot read this code/);
});
