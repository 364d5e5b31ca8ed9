/**
 * Works on items, several at a time, and yields the results in the items' order, each as soon as it and all
 * before it are ready. The work goes on even while no result is requested.
 *
 * @throws The error of `work` for any item; then no further item is begun.
 */
export async function* inOrder<I, R>(
  items: readonly I[],
  atOnce: number,
  work: (item: I) => Promise<R>,
): AsyncGenerator<R, void> {
  const results = new Map<number, R>();
  let news = Promise.withResolvers<void>();
  let failure: { readonly error: unknown } | undefined;
  let next = 0;
  const worker = async () => {
    while (next < items.length && !failure) {
      const index = next++;
      try {
        results.set(index, await work(items[index]));
      } catch (error) {
        failure ??= { error };
      }
      news.resolve();
    }
  };
  for (let count = Math.min(atOnce, items.length); count > 0; count--) worker();
  for (let index = 0; index < items.length; index++) {
    while (!results.has(index)) {
      if (failure) throw failure.error;
      await news.promise;
      news = Promise.withResolvers();
    }
    const result = results.get(index)!;
    results.delete(index);
    yield result;
  }
}
