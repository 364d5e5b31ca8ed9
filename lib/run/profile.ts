/**
 * Connects programs, the sandbox and complexity classes: programs are measured until their class is clear.
 *
 * @module
 */

import { complexityOfProfile, type ProgramComplexity } from "../complexity/of_profile.ts";
import { type NoProfile, profile, type ProfileOptions, whyUnbelievable } from "../execution/profile.ts";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import type { OutcomeStore } from "../store/outcomes/outcome_store.ts";
import { remembering } from "../store/outcomes/remembering.ts";
import type { Executor, Profile, ProfiledProgram } from "../core/types.ts";
import { askTool, openProjectSandbox, type ToolOptions } from "./tool.ts";

/** The range of input sizes. */
export type Sizes = Pick<ProfileOptions, "smallest" | "largest">;

/** The options of {@linkcode profilePrograms}. */
export interface ProfileProgramsOptions extends ToolOptions {
  /** A store of measurements, so that none is made twice. @default none */
  readonly outcomes?: OutcomeStore;
}

/** The complexity of a program, and the measurement behind it. */
export interface ProfiledComplexity extends ProgramComplexity {
  /** The measurement; undefined if the program could not be measured, as `reason` says. */
  readonly profile?: Profile;
}

/** The efforts in order: the second is made if the first leaves doubt. */
const EFFORTS = ["quick", "thorough"] as const;

/**
 * Measures programs and determines the complexity of each.
 *
 * A measurement takes a third of a second; if that leaves doubt, another two seconds. Equal programs are measured once.
 *
 * @returns The results in the order of the programs. Programs that cannot be measured have a reason instead of a class.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 * @throws {DataError} If a store is damaged, or cannot be written.
 *
 * @example
 * ```ts ignore
 * const generator = "def make(n):\n    return [list(range(n))]";
 * const program = { source: "def f(x): return sum(x)", entryPoint: "f", generator };
 * const [{ class: name }] = await profilePrograms([program]); // "linear"
 * ```
 */
export async function profilePrograms(
  programs: readonly (ProfiledProgram & Sizes)[],
  options: ProfileProgramsOptions = {},
): Promise<ProfiledComplexity[]> {
  refuseUnknownOptions(options, ["sandbox", "outcomes", "reports", "onProgress", "signal"]);
  refuseOther("profile", programs, "a list of objects", ["source", "entryPoint", "generator"]);
  const { sandbox, outcomes, ...asking } = options;
  const { found } = await askTool(programs, {
    ...{ ...asking, given: sandbox, open: openProjectSandbox },
    tool: (place) => {
      const executor = outcomes ? remembering(place, outcomes) : place;
      return {
        name: "profile",
        ask: ({ smallest, largest, ...program }, signal) =>
          believable(executor, program, { smallest, largest, signal }),
        // A failed measurement may have lacked time, or the machine may have been busy.
        lasts: (measured) => !("reason" in measured) && complexityOfProfile(measured).class !== null,
      };
    },
  });
  return found.map(complexityIn);
}

/** The options of measuring one program. */
type MeasureOptions = Sizes & { readonly signal?: AbortSignal };

/** The complexity of one program. Throws as {@linkcode profilePrograms}. */
export async function complexityOfProgram(
  sandbox: Executor,
  program: ProfiledProgram,
  options: MeasureOptions = {},
): Promise<ProfiledComplexity> {
  return complexityIn(await believable(sandbox, program, options));
}

/** A quick measurement, a thorough one where that leaves doubt, and a check by the processor time seen from outside. */
async function believable(
  sandbox: Executor,
  program: ProfiledProgram,
  options: MeasureOptions,
): Promise<Profile | NoProfile> {
  let measured: Profile | NoProfile | undefined;
  for (const effort of EFFORTS) {
    measured = await profile(sandbox, program, { ...options, effort });
    if ("reason" in measured ? !measured.late : !complexityOfProfile(measured).close) break;
  }
  if ("reason" in measured! || complexityOfProfile(measured!).class === null) return measured!;
  const reason = await whyUnbelievable(sandbox, program, measured!, options.signal);
  return reason ? { reason } : measured!;
}

function complexityIn(measured: Profile | NoProfile): ProfiledComplexity {
  if (!("reason" in measured)) return { ...complexityOfProfile(measured), profile: measured };
  const { reason } = measured;
  return { class: null, score: null, set: [], fits: [], exponent: null, counted: [], close: false, reason };
}
