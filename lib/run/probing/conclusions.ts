import type { CodeFacts } from "../../bias/code_facts.ts";
import { TooManyPairs } from "../../bias/decision_tree.ts";
import { directionsOf } from "../../bias/direction.ts";
import { judge, type Judgement } from "../../bias/judge.ts";
import { type Contrasts, contrasts } from "../../bias/contrasts.ts";
import { type Claim, peopleToCall } from "../../bias/people_to_call.ts";
import { Tampered } from "../../execution/probing/exploration.ts";
import type { BiasDirection, Exploration } from "../../core/types.ts";

/** All conclusions from an exploration before any is confirmed. */
export interface Conclusions {
  readonly judgement: Judgement;
  /** Whom attributes favour, by their names. */
  readonly directions: Readonly<Record<string, BiasDirection>>;
  /** People for checking it with plain calls. */
  readonly people: readonly Claim[];
  /** People to compare by rates, if the program draws random numbers. */
  readonly contrasts?: Contrasts;
}

/** Leaves of an exploration with conclusions in negligible time. */
const FEW_LEAVES = 500;

/**
 * Concludes from an exploration, a claim of the program's own process: no honest one makes any of this fail.
 * Each part may take a second if there are many leaves; then others get a turn, such as an interrupt.
 *
 * @throws {Tampered} If something fails.
 * @throws {TooManyPairs} If it has more people than can be compared.
 */
export async function conclude(
  exploration: Exploration,
  { handsOn, chance }: CodeFacts,
): Promise<Conclusions> {
  const turn = async () => {
    if (exploration.leaves.length > FEW_LEAVES) await new Promise((resolve) => setTimeout(resolve));
  };
  try {
    await turn();
    const judgement = judge(exploration);
    await turn();
    const differs = judgement.differences.some((one) => one);
    const directions = differs ? directionsOf(exploration) : {};
    await turn();
    return {
      judgement,
      directions,
      people: peopleToCall(exploration, handsOn),
      ...(chance && { contrasts: contrasts(exploration) }),
    };
  } catch (cause) {
    throw cause instanceof TooManyPairs ? cause : new Tampered(undefined, { cause });
  }
}
