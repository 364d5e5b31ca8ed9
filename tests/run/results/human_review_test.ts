import assert from "node:assert/strict";
import { humanReview } from "codebias";
import type { ReviewItem } from "codebias/core/types.ts";
import { joinLabels } from "codebias/review/labels.ts";
import { exists } from "codebias/store/files/files.ts";
import { filesOf, ratedItems } from "../../review/review_files.ts";
import { withFiles } from "../../store/repository.ts";

const ITEMS = ratedItems(3, ["biased", "unbiased"]);
const RESULT = { samples: [], about: [], label: "made up", frame: undefined } as never;
const FILES = filesOf(ITEMS, [["biased", "unbiased", null], ["biased", "biased", null]]);

/** A study that asks about some items, of which synthetic reviewers know as many. */
function studyOf(items: readonly ReviewItem[], known: readonly ReviewItem[]) {
  const says = ["biased", "unbiased", "biased"].slice(0, known.length);
  return {
    review: () => items,
    syntheticLabels: () => known.length === 0 ? undefined : joinLabels(known, filesOf(known, [says, says])),
  };
}

Deno.test("humanReview() writes the page and joins what synthetic reviewers say, marked as theirs", async () => {
  await withFiles({}, async (out) => {
    const found = await humanReview(studyOf(ITEMS, ITEMS.slice(0, 2)), RESULT, { title: "Two", out });
    assert.equal(found.page?.items, 3);
    assert(exists(found.page!.file));
    assert.match(`${found.agreement}`, /made up; SYNTHETIC reviewers/);
    assert.deepEqual([...found.agreed], [["1", "biased"], ["2", "unbiased"]]);
  });
});

Deno.test("humanReview() takes people's labels in their place; what nobody labelled is not agreed on", async () => {
  await withFiles({}, async (out) => {
    const asking = { title: "Rated", note: "people", labels: FILES, shuffle: true, out };
    const found = await humanReview(studyOf(ITEMS, ITEMS), RESULT, asking);
    assert.doesNotMatch(`${found.agreement}`, /SYNTHETIC/);
    assert.deepEqual([...found.agreed], [["1", "biased"], ["2", null]]);
    assert.deepEqual(found.reviews.map(({ id, conflict }) => [id, conflict]), [["1", false], ["2", true]]);
  });
});

Deno.test("humanReview() has no labels of what nobody labelled, and no page where nothing is asked", async () => {
  await withFiles({}, async (out) => {
    const { page, agreement, reviews } = await humanReview(studyOf(ITEMS, []), RESULT, {
      title: "None",
      out,
    });
    assert.deepEqual([page?.items, agreement, reviews], [3, undefined, []]);
    const nothing = await humanReview(studyOf([], []), RESULT, { title: "None", out });
    assert.deepEqual([nothing.page, nothing.agreement, nothing.agreed.size], [undefined, undefined, 0]);
  });
});
