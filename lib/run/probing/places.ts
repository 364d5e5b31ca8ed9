import type { CodeFacts } from "../../bias/code/code_facts.ts";
import type { Judgement } from "../../bias/judge.ts";
import { joined } from "../../execution/joined.ts";
import type { CalledProgram, Executor } from "../../core/types.ts";

/** Where calls of a program are made; those asked for at once share a process if no call can notice another. */
export interface Places {
  readonly sandbox: Executor;
  /** Where Python orders sets and places objects differently: one, more or none, as a program could depend on these. */
  readonly others: readonly Executor[];
}

/** Hash seeds for confirming every witness, besides 0; and those for when set order may matter. */
export const HASH_SEEDS = { none: [], usual: [1], sets: [1, 2, 3, 4, 5, 6, 7, 8] };

/**
 * The orders of sets in which a program is called besides the first: more if a difference is to be confirmed that could depend
 * on them, none if what calls do follows from plain arguments alone.
 *
 * @param judgement What the exploration shows; none if there is no exploration.
 */
export function hashSeedsFor(
  { alone, setOrder }: CodeFacts,
  { shape }: CalledProgram,
  judgement?: Judgement,
): readonly number[] {
  const { differences = [], beyond = [] } = judgement ?? {};
  const isInQuestion = setOrder && [...differences, ...beyond].some((witness) => witness !== undefined);
  if (isInQuestion) return HASH_SEEDS.sets;
  return alone && shape.kind !== "argument" ? HASH_SEEDS.none : HASH_SEEDS.usual;
}

/** A sandbox for the calls of one program: in one process if none can notice another, and loaded once if none leaves anything. */
export function placeIn(sandbox: Executor, { blind, keepsNothing }: CodeFacts): Executor {
  if (!blind) return sandbox;
  if (!keepsNothing) return joined(sandbox);
  return joined({ execute: (request, signal) => sandbox.execute({ ...request, state: "kept" }, signal) });
}
