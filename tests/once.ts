/** A value that takes long to compute, computed when it is first asked for: loading a file must be quick, also when none of its tests is run. */
export function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => (kept ??= { value: compute() }).value;
}
