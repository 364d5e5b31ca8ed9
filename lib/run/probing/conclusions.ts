import type { CodeFacts } from "../../bias/code_facts.ts";
import { TooManyPairs } from "../../bias/decision_tree.ts";
import { directionsOf } from "../../bias/direction.ts";
import { judge, type Judgement } from "../../bias/judge.ts";
import { type Contrasts, contrasts } from "../../bias/contrasts.ts";
import { type Claim, peopleToCall } from "../../bias/people_to_call.ts";
import { Tampered } from "../../execution/probing/exploration.ts";
import type { BiasDirection, Exploration } from "../../core/types.ts";

/** All that is concluded from an exploration before anything of it is confirmed. */
export interface Conclusions {
  readonly judgement: Judgement;
  /** Whom attributes favour, by their names. */
  readonly directions: Readonly<Record<string, BiasDirection>>;
  /** People whose plain calls are held against it. */
  readonly people: readonly Claim[];
  /** People whose chances are compared, where the program draws random numbers. */
  readonly contrasts?: Contrasts;
}

/** Of an exploration whose conclusions take no time worth mentioning. */
const FEW_LEAVES = 500;

/**
 * Concludes from an exploration, which is what the program's own process says: no honest one makes any of this fail. Each
 * part may take a second where there are many leaves; after it others have their turn, such as whoever ends the process.
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
