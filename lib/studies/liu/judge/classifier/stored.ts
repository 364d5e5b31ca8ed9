import * as z from "../../../../core/fields.ts";
import type { Classifier } from "./classifier.ts";

/** What kind of file it is. */
const KIND = "codebias Liu classifier";

/** Goes up whenever features change, since weights belong to them. */
const VERSION = 1;

const NUMBER = z.number(z.must("a number"));

const CLASSIFIER = z.part({
  weights: z.named(z.anything),
  ...{ bias: NUMBER, c: NUMBER, calibration: z.mapping({ slope: NUMBER, intercept: NUMBER }) },
  trainedOn: z.array(z.part({ path: z.text, rows: NUMBER, sha256: z.text }), z.must("a list")),
});

/** A classifier as it is stored, a JSON object. */
export function storedClassifier(classifier: Classifier): Readonly<Record<string, unknown>> {
  const { weights, ...others } = classifier;
  return { kind: KIND, version: VERSION, ...others, weights: Object.fromEntries(weights) };
}

/**
 * A classifier as it was stored.
 *
 * @throws {TypeError} If it is none, of another version, or has a weight that is no number; says what is wrong.
 */
export function parseClassifier(value: unknown): Classifier {
  const what = "the classifier";
  const { kind, version } = z.read(z.part({ kind: z.anything, version: z.anything }), value, what);
  if (kind !== KIND) throw new TypeError(`it is no ${KIND}`);
  if (version !== VERSION) {
    throw new TypeError(`it has version ${version}, and this is version ${VERSION}; train it again`);
  }
  const { weights, ...others } = z.read(CLASSIFIER, value, what);
  const weight = ([feature, given]: [string, unknown]) =>
    [feature, z.read(NUMBER, given, `the weight of "${feature}"`)] as const;
  return { weights: new Map(Object.entries(weights).map(weight)), ...others };
}
