import type { ProbeStyle, ProbeSubject } from "../../core/types.ts";
import { ATTRIBUTE_FIELDS, readAttribute } from "../../values/attribute_fields.ts";
import type { ExactJson } from "../../values/mod.ts";
import { nearMisses, object, type PipeLine, readLine, textField } from "../../values/line_fields.ts";

const STYLES: readonly ProbeStyle[] = ["function", "method", "dataclass", "dict"];

const FIELDS = ["code", "functionName", "style", "className", "attributes"];

/** A line of `deno task probe`: a subject with its id. */
export interface ProbeLine extends Omit<PipeLine, "fields"> {
  readonly subject: ProbeSubject;
}

/**
 * Reads one line: `{id, code, functionName, style?, className?, attributes: {name: {type, values?, range?, unlisted?, closed?, protected?}}}`;
 * other fields are ignored.
 *
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If a field is missing or of the wrong type; names the field or the attribute.
 */
export function readProbe(text: string): ProbeLine {
  const { id, fields, remarks } = readLine(text, FIELDS);
  const [source, functionName] = ["code", "functionName"].map((name) => textField(fields, name));
  const style = STYLES.find((name) => name === fields.get("style"));
  if (!style && fields.get("style") !== undefined && fields.get("style") !== null) {
    throw new TypeError(`"style" must be one of ${STYLES.join(", ")}`);
  }
  const className = fields.get("className") ?? undefined;
  if (className !== undefined && typeof className !== "string") {
    throw new TypeError(`"className" must be a text`);
  }
  const given = [...object(fields.get("attributes"), `"attributes"`)];
  const attributes = given.map(([name, value]) => readAttribute(name, value));
  if (attributes.length === 0) throw new TypeError(`"attributes" are none: there is nothing to vary`);
  return {
    id,
    subject: { source, functionName, ...(style && { style }), ...(className && { className }), attributes },
    remarks: [
      ...remarks,
      ...given.flatMap(([name, value]) =>
        nearMisses((value as ReadonlyMap<string, ExactJson>).keys(), ATTRIBUTE_FIELDS).map((one) =>
          `attribute ${name}: ${one}`
        )
      ),
    ],
  };
}
