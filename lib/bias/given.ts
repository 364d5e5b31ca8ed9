import type { Exploration, Leaf } from "../core/types.ts";

/** The leaves that given values lead to, with these values alone. */
export function amongGiven({ attributes, leaves }: Pick<Exploration, "attributes" | "leaves">): Leaf[] {
  return leaves.flatMap(({ path, ...rest }): Leaf[] => {
    const given = path.map(([attribute, places]) =>
      [attribute, places.filter((place) => attributes[attribute].given[place])] as const
    );
    return given.every(([, places]) => places.length > 0) ? [{ ...rest, path: given }] : [];
  });
}
