import { ModelError } from "../../core/errors.ts";
import { openModel } from "../../generation/open_model.ts";
import type { RunStore } from "../../store/run_store/run_store.ts";
import type { StoredPlan } from "../../store/shards/plan.ts";

/** The current identity of a model; undefined if its server does not tell, and for a study's synthetic model (code). */
export async function identityNow(model: string): Promise<string | undefined> {
  if (model === "calibration") return undefined;
  try {
    return (await openModel(model).describe()).identity;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.failure === "refused-request" ? `no longer one (${error.message})` : undefined;
  }
}

/** @throws {ModelError} If the model is known not to be the plan's, before it is asked. */
export function refuseOther(plan: StoredPlan, now: string | undefined): void {
  const { identity: planned } = plan;
  if (planned !== undefined && now !== undefined && now !== planned) throw otherModel(plan, now);
}

function otherModel({ identity: planned, settings: { model } }: StoredPlan, is: string): ModelError {
  const not = planned === undefined ? "" : `, not ${planned}`;
  return new ModelError(`${model} is not the model of this plan: it is ${is}${not}`, {
    failure: "no-such-model",
  });
}

/**
 * The identity of the model that answered.
 *
 * @throws {ModelError} If several models answered, or not the plan's.
 */
export function identityOf(store: RunStore, plan: StoredPlan): string {
  const { identity: planned } = plan;
  const identities = new Set(store.listRuns().map(({ identity }) => identity));
  const [identity] = identities;
  if (identities.size === 1 && (planned === undefined || identity === planned)) return identity;
  throw otherModel(plan, [...identities].join(", then "));
}

/**
 * Refuses the answers of a model that changed while it was asked, and removes them.
 *
 * @throws {ModelError} If the model changed.
 */
export async function refuseChanged(store: RunStore, model: string): Promise<void> {
  const { identity: began } = store.listRuns()[0] ?? {};
  const now = await identityNow(model);
  if (began === undefined || now === undefined || now === began) return;
  for (const { id } of store.listRuns()) store.removeRun(id); // it is not known which model gave which answer
  throw new ModelError(
    `${model} changed while it was asked: it began as ${began} and is now ${now}; what it answered is left out, so ` +
      "work on the shard again",
    { failure: "refused-request" },
  );
}
