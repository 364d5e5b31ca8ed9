import { fileURLToPath } from "node:url";

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Places in this checkout, whatever the current directory is (a notebook's is `notebooks/`). */
export const paths = {
  root: inRoot("."),
  data: inRoot("data"),
  artifacts: inRoot("data/artifacts"),
  notebooks: inRoot("notebooks"),
  outputs: inRoot("outputs"),
  environment: inRoot(".venv"),
} as const;

/** A path as a reader would write it: relative to the checkout where that is shorter. */
export function shortPath(path: string): string {
  return path.startsWith(paths.root) ? path.slice(paths.root.length).replace(/^\/+/, "") || "." : path;
}
