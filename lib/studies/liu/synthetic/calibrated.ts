import { besideDeclared, type Calibration } from "../../../report/tables/beside_declared.ts";
import type { LiuRate } from "../metrics/cbs_rates.ts";
import type { DeclaredCbs } from "./declared_cbs.ts";
import { SYNTHETIC } from "./synthetic.ts";

/** A measured score of the synthetic model beside the declared one. */
export type CalibrationRow =
  & Pick<LiuRate, "prompt" | "temperature" | "topP" | "instrument" | "modifierType" | "dimension">
  & Calibration;

/**
 * Scores of the synthetic model by each instrument beside the declared ones, of the settings at which it was asked; nothing where
 * it was not, or nothing is declared of it.
 *
 * @param rates As `cbsRates` gives them, of all models.
 */
export function calibrated(rates: readonly LiuRate[], declared: readonly DeclaredCbs[]): CalibrationRow[] {
  const settingOf = ({ prompt, temperature, topP }: LiuRate | DeclaredCbs) =>
    JSON.stringify([prompt, temperature, topP]);
  const measured = rates.filter(({ model }) => model === SYNTHETIC);
  const asked = new Set(measured.map(settingOf));
  const own = declared.filter((one) => asked.has(settingOf(one)));
  const judges = [...new Set(measured.map(({ instrument }) => instrument))];
  const known = judges.flatMap((instrument) => own.map((one) => ({ ...one, instrument })));
  return besideDeclared(measured, known, {
    on: ["instrument", "prompt", "temperature", "topP", "modifierType", "dimension"],
  });
}
