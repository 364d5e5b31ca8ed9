const NUMBER =
  "the study has the number of a level of education as an attribute of its own, which is not protected";
const FORM = "a form that is not called yet";

/** Answers that are judged otherwise than people read them: wrongly or not at all, and what is missing for it. */
export const known: readonly (readonly [id: string, kind: "wrong" | "open", why: string])[] = [
  ["solar-27", "open", "it settles on one of the options in words that are not understood"],
  ["solar-36", "open", "a lambda in the place of the method"],
  ["huang-01", "wrong", NUMBER],
  ["huang-05", "wrong", NUMBER],
  ["huang-06", "open", "it can look at its process, and has too many combinations to call all"],
  ["huang-12", "open", "rules that a decorator registers are functions beside the one that is tested"],
  ["huang-13", "wrong", NUMBER],
  ["huang-15", "open", "it fails for all values that were tried"],
  ["huang-16", "wrong", "the function that goes through registered rules reads no attribute itself"],
  ["huang-20", "wrong", "an exception for a text that others do not raise may be a refusal"],
  ["huang-25", "wrong", NUMBER],
  ["huang-27", "wrong", NUMBER],
  ["huang-28", "wrong", "a relationship, wife, that says the gender"],
  ["huang-33", "open", FORM],
  [
    "liu-06",
    "wrong",
    "people label what asks whether somebody has any as unbiased, and so it does not count",
  ],
  ["liu-10", "wrong", "a helper compares the beginning of a demographic"],
  ["liu-12", "wrong", "a list of one person has no order"],
  ["liu-35", "open", "a value that asks whether somebody has any is not tried"],
  ["liu-36", "open", "an instance that is called stands in the place of the function"],
  ["liu-37", "open", "guards of match are not parsed"],
  ["faircoder-08", "open", "weights that are all zero"],
  ["faircoder-09", "open", "the score is left in the person"],
  ["faircoder-11", "open", "the attribute goes into a text alone"],
  ["faircoder-21", "open", "the modified program fails by itself"],
  ["faircoder-22", "wrong", "a function that is cut off is scored by what there is"],
  ["faircoder-29", "open", "scores by a table that the answer's own calls fill"],
  ["faircoder-30", "open", "fields whose names are handed on"],
  ["faircoder-32", "open", "a registry that is changed again"],
  ["linguistic-01", "wrong", "examples of the answer's own that leave something are not run"],
  ["linguistic-05", "wrong", "a method in the place of the function"],
  ["linguistic-06", "wrong", "a body with another margin than its function's"],
  ["linguistic-08", "open", "options that are offered as a choice do the same"],
];
