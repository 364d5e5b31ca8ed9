import {
  type Document,
  isMap,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { DataError } from "../../core/errors.ts";
import * as z from "../../core/fields.ts";
import { refuseUnknown } from "../../core/nearest.ts";

/** The schema of a field, and its description in messages. */
export interface Form<T> {
  readonly expected: string;
  readonly schema: z.Schema<T>;
  readonly optional?: true;
}

/** The type of a mapping whose fields have these forms. */
export type FieldsOf<Forms> = {
  readonly [name in keyof Forms]: Forms[name] extends Form<infer T> ? T : never;
};

/** A field that may be left out. */
export function optional<T>(form: Form<T>): Form<T | undefined> {
  return { ...form, optional: true } as Form<T | undefined>;
}

/** A YAML text whose errors are reported with file and line. */
export class CheckedYaml {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;

  /** @throws {DataError} If it is not YAML. */
  constructor(file: string, text: string) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const [trouble] = this.#document.errors;
    if (trouble) throw this.#error(trouble.pos[0], `this is not YAML: ${trouble.message}`, trouble);
  }

  /**
   * The fields of a mapping.
   *
   * @param part The mapping. @default the whole document
   * @throws {DataError} If a field is missing, unknown or of another form.
   */
  fields<const Forms extends Readonly<Record<string, Form<unknown>>>>(
    forms: Forms,
    part: unknown = this.#document.contents,
  ): FieldsOf<Forms> {
    if (!isMap<Node, Node>(part)) {
      throw this.#error(part, `expected a mapping of ${Object.keys(forms).join(", ")}`);
    }
    for (const { key, value } of part.items) {
      const [name, given] = [`${key}`, value?.toJS(this.#document)];
      this.at(key, () => refuseUnknown("field", name, Object.keys(forms)));
      const { expected, schema } = forms[name];
      if (!z.safeParse(schema, given).success) {
        throw this.#error(key, `"${name}" must be ${expected}, not ${JSON.stringify(given)}`);
      }
    }
    for (const [name, { expected, optional }] of Object.entries(forms)) {
      if (!optional && !part.has(name)) throw this.#error(part, `"${name}" is missing: expected ${expected}`);
    }
    return part.toJS(this.#document);
  }

  /** A field of the document, for {@linkcode at}. */
  part(field: string): unknown {
    return this.#document.get(field);
  }

  /** The items of all lists in a field that is a mapping of lists, with the names of their lists. */
  items(field: string): (readonly [name: string, item: Node])[] {
    return (this.part(field) as YAMLMap<Node, YAMLSeq<Node>>).items.flatMap(({ key, value }) =>
      value!.items.map((item) => [`${key}`, item] as const)
    );
  }

  /** Runs an action on a part; errors of the action are thrown with the line of the part. */
  at<T>(part: unknown, act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw this.#error(part, (error as Error).message, error);
    }
  }

  #error(part: unknown, message: string, cause?: unknown): DataError {
    const offset = typeof part === "number" ? part : (part as Node | null)?.range?.[0] ?? 0;
    const { line } = this.#lines.linePos(offset);
    return new DataError(message, { place: { file: this.#file, line }, cause });
  }
}
