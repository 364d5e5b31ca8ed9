/** Lines read ahead of the oldest unfinished one. */
const LINES_AHEAD = 64;

/**
 * Prints an answer to every line, in order, each as soon as it and all before it are there. While 64 lines
 * are unfinished, no other is read, so that a fast writer waits.
 *
 * @throws Whatever reading, answering or printing throws, after the answers to what was read before.
 */
export async function answerLines<L, A>(
  lines: AsyncIterator<L>,
  answer: (line: L) => Promise<A>,
  print: (answer: A) => Promise<void>,
): Promise<void> {
  const pending: Promise<PromiseSettledResult<A>>[] = [];
  let next: Promise<PromiseSettledResult<IteratorResult<L, void>>> | undefined;
  for (let ended = false;;) {
    if (!ended && pending.length < LINES_AHEAD) next ??= settled(lines.next());
    if (!next && pending.length === 0) return;
    const first = [pending[0]?.then(() => "answer"), next?.then(() => "line")].filter((one) =>
      one !== undefined
    );
    if (await Promise.race(first) === "answer") {
      await print(valueOf(await pending.shift()!));
      continue;
    }
    const line = await next!;
    next = undefined;
    ended = line.status === "rejected" || line.value.done === true;
    // An input that cannot be read to its end fails the command, after the answers to what was read of it.
    if (line.status === "rejected") pending.push(Promise.resolve(line));
    else if (!line.value.done) pending.push(settled(answer(line.value.value)));
  }
}

/** How a promise ends, as a value: it may end long before anyone waits for it. */
async function settled<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
