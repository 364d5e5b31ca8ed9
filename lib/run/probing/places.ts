import type { CodeFacts } from "../../bias/code/code_facts.ts";
import type { Judgement } from "../../bias/judge.ts";
import { joined } from "../../execution/joined.ts";
import type { CalledProgram, Executor } from "../../core/types.ts";

/** The places where calls of a program are made; calls requested at once share a process if none can notice another. */
export interface Places {
  readonly sandbox: Executor;
  /** Sandboxes with other orders of sets and places of objects: one, more or none, as a program could depend on these. */
  readonly others: readonly Executor[];
}

/** The hash seeds, besides 0, for confirming every witness, and for programs whose set order may matter. */
export const HASH_SEEDS = { none: [], usual: [1], sets: [1, 2, 3, 4, 5, 6, 7, 8] };

/**
 * The hash seeds, i.e. orders of sets, with which a program is called besides 0: more if a difference that could depend
 * on the order is to be confirmed, none if the effects of calls follow from plain arguments alone.
 *
 * @param judgement The judgement of the exploration, if there is one.
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

/** A sandbox for the calls of a program: one process if none can notice another, loaded once if none leaves traces. */
export function placeIn(sandbox: Executor, { blind, keepsNothing }: CodeFacts): Executor {
  if (!blind) return sandbox;
  if (!keepsNothing) return joined(sandbox);
  return joined({ execute: (request, signal) => sandbox.execute({ ...request, state: "kept" }, signal) });
}
