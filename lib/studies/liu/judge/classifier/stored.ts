import type { TrainingFile } from "../../../../core/types.ts";
import { type Fields, fieldsOf, listIn, textIn } from "../../../../core/fields.ts";
import type { Classifier } from "./classifier.ts";

/** What kind of file it is. */
const KIND = "codebias Liu classifier";

/** Goes up whenever features change, since weights belong to them. */
const VERSION = 1;

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
  const fields = fieldsOf(value, what);
  if (fields.kind !== KIND) throw new TypeError(`it is no ${KIND}`);
  if (fields.version !== VERSION) {
    throw new TypeError(`it has version ${fields.version}, and this is version ${VERSION}; train it again`);
  }
  const calibration = fieldsOf(fields.calibration, `"calibration"`, ["slope", "intercept"]);
  const weights = Object.entries(fieldsOf(fields.weights, `"weights"`));
  return {
    weights: new Map(
      weights.map(([feature, weight]) => [feature, finite(weight, `the weight of "${feature}"`)]),
    ),
    bias: finite(fields.bias, `"bias"`),
    c: finite(fields.c, `"c"`),
    calibration: {
      slope: finite(calibration.slope, `"slope"`),
      intercept: finite(calibration.intercept, `"intercept"`),
    },
    trainedOn: listIn(fields, "trainedOn", what).map((one) => trainingFileFrom(fieldsOf(one, `"trainedOn"`))),
  };
}

function trainingFileFrom(fields: Fields): TrainingFile {
  const what = `"trainedOn"`;
  return {
    path: textIn(fields, "path", what),
    rows: finite(fields.rows, "its rows"),
    sha256: textIn(fields, "sha256", what),
  };
}

function finite(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new TypeError(`${what} must be a number, not ${JSON.stringify(value)}`);
}
