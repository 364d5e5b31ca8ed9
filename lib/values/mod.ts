/**
 * Python values as data, as other rooms take them. Whatever needs a package is not among them, because the sandbox runs
 * without packages: see `parse_json.ts`, `line_fields.ts` and `attribute_fields.ts`.
 *
 * @module
 */

// What a value is
export {
  dataIn,
  dict,
  fieldsOf,
  float,
  isA,
  isList,
  numberIn,
  numberOf,
  type PythonValue,
  tuple,
  typeName,
} from "./python_value.ts";
export { equal, equalInAnyOrder, equalityKey } from "./equal.ts";
export { amountIn, underneath } from "./underneath.ts";

// To the sandbox and back
export { encode, encodeDict, encodeList } from "./encode.ts";
export { decode, decodeUpTo, splitList, validate } from "./decode.ts";
export { CODE, PLAIN, sameEncoding } from "./encoding.ts";
export { decodeText, encodeText } from "./encoding.ts";

// As Python and as JSON
export { escaped, expression, labelOf, literal, parseLiterals } from "./literals.ts";
export { fromJson, objectText, toJson } from "./json.ts";
export { type ExactJson, JsonFloat } from "./json.ts";
