/** A number literal of a JSON text that was not an integer; see `parse_json.ts`. */
export class JsonFloat {
  constructor(readonly value: number) {}
}

/**
 * JSON with its numbers exact and its fields in order: an integer is a number or a bigint, any other number a
 * {@linkcode JsonFloat}. An object is a map, since JavaScript's objects put fields that look like integers first.
 */
export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonFloat
  | ExactJson[]
  | Map<string, ExactJson>;
