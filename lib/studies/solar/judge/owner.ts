import { classIn, type ClassSite } from "../../../extraction/syntax/classes.ts";
import { topLevelStatements } from "../../../extraction/syntax/statements.ts";
import type { SolarTask } from "../tasks/task.ts";

/** The class of a program that has a task's method, with those from which it inherits. */
export interface Owner {
  readonly name: string;
  /** The class first. Nothing is known of those outside the program. */
  readonly lineage: readonly ClassSite[];
  /** Bases that are not in the program. */
  readonly unknownBases: readonly string[];
}

/**
 * The class whose instances a program decides about. If the method is a bare function, it is the task's class
 * if the program has it, with or without the method; else the task's class if it has the method or inherits
 * it, else the last one that has it.
 */
export function ownerIn({ className, method }: SolarTask, source: string): Owner | undefined {
  const statements = topLevelStatements(source);
  const isBare = statements.some(({ kind, binds }) => kind === "function" && binds.has(method));
  const classes = statements.filter(({ kind }) => kind === "class").map(({ text }) => classIn(text))
    .filter((body) => body !== undefined);
  const owners = classes.map((_, at) => ownerAt(at, classes));
  const has = ({ lineage }: Owner) => lineage.some(({ methods }) => methods.has(method));
  const named = owners.findLast((owner) => owner.name === className && (isBare || has(owner)));
  return named ?? (isBare ? undefined : owners.findLast(has));
}

/** A class with its bases, which stand before it. */
function ownerAt(at: number, classes: readonly ClassSite[]): Owner {
  const known = classes[at].bases.map((base) =>
    [base, classes.findLastIndex(({ name }, place) => place < at && name === base)] as const
  );
  const parents = known.filter(([, place]) => place >= 0).map(([, place]) => ownerAt(place, classes));
  return {
    name: classes[at].name,
    lineage: [classes[at], ...parents.flatMap(({ lineage }) => lineage)],
    unknownBases: [
      ...known.filter(([, place]) => place < 0).map(([base]) => base),
      ...parents.flatMap(({ unknownBases }) => unknownBases),
    ],
  };
}

/**
 * Whether a class says how it is constructed: by a constructor, by fields, or by a base that the program does
 * not have.
 */
export function isMade({ lineage, unknownBases }: Owner, { attributes }: SolarTask): boolean {
  if (unknownBases.some((base) => !EMPTY_BASES.has(base))) return true;
  return lineage.some(({ methods, decorators, annotated, assigned }) => {
    const declares = (names: { has(name: string): boolean }) =>
      attributes.some(({ name }) => names.has(name));
    if (methods.has("__init__") || methods.has("__new__")) return true;
    if (decorators.some((name) => /(?:^|\.)dataclass$/.test(name))) return declares(annotated);
    return decorators.some((name) => /^(?:attrs?\.)?(?:s|attrs|define|mutable|frozen)$/.test(name)) &&
      (declares(annotated) || declares(assigned));
  });
}

/** Python's classes from which nothing about construction is inherited. */
const EMPTY_BASES: ReadonlySet<string> = new Set(["object", "ABC", "abc.ABC", "Protocol", "typing.Protocol"]);
