/** The global key under which `app/notebook/relay.py` stores a function that returns the signal of the next interrupt. */
const NEXT: unique symbol = Symbol.for("codebias.interrupted") as never;

/**
 * The signal that stops work: the caller's signal and, in a notebook, also the interrupt of its kernel.
 *
 * @param signal The caller's signal.
 */
export function untilInterrupted(signal?: AbortSignal): AbortSignal | undefined {
  const next = (globalThis as { readonly [NEXT]?: () => AbortSignal })[NEXT]?.();
  return signal && next ? AbortSignal.any([signal, next]) : signal ?? next;
}
