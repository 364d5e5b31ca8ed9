import { ModelError } from "../core/errors.ts";
import type { GenerationRequest, ModelDescription, Reply } from "../core/types.ts";
import type { AskOptions, BatchForm, Breadth, Model, RunPlan } from "./model.ts";

/**
 * The addresses in a comma-separated list; a single one is returned as it is.
 *
 * @throws {RangeError} If one of several is empty or named twice.
 *
 * @example
 * ```ts
 * import { addressesIn } from "codebias/generation/servers.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(addressesIn("gpu-1, gpu-2:8080"), ["gpu-1", "gpu-2:8080"]);
 * ```
 */
export function addressesIn(list: string): string[] {
  const addresses = list.split(",").map((address) => address.trim());
  if (addresses.length === 1) return [list];
  for (const [index, address] of addresses.entries()) {
    const wrong = address === "" ? "one of them is empty" : `${address.replace(/^.*@/, "")} is there twice`;
    if (address !== "" && addresses.indexOf(address) === index) continue;
    throw new RangeError(`Cannot use this list of servers: ${wrong}; separate addresses by one comma each`);
  }
  return addresses;
}

/** A model on one server. */
export interface Served {
  /** The name of the server in messages. */
  readonly who: string;
  readonly model: Model;
}

/**
 * One model on several servers, all of which must have the same model. A server that cannot be reached when a run is prepared
 * is left out, with a notice.
 *
 * @param all At least one model; a single one is returned as it is.
 */
export function onServers(all: readonly Served[]): Model {
  return all.length === 1 ? all[0].model : new ModelOnServers(all);
}

class ModelOnServers implements Model {
  readonly spec: string;
  readonly #all: readonly Served[];
  /** The servers that could be reached, with their descriptions of the model. */
  #reached: readonly (Served & { readonly description: ModelDescription })[] | undefined;
  #notices: readonly string[] = [];

  constructor(all: readonly Served[]) {
    this.spec = all[0].model.spec;
    this.#all = all;
  }

  /** The models on the servers that a run asks. */
  get servers(): readonly Model[] {
    return (this.#reached ?? this.#all).map(({ model }) => model);
  }

  get templates(): boolean | undefined {
    return this.#all[0].model.templates;
  }

  get batch(): BatchForm | undefined {
    return this.#all[0].model.batch;
  }

  get likelihood(): Model["likelihood"] {
    const [model] = this.servers;
    return model.likelihood && ((...asked) => model.likelihood!(...asked));
  }

  async describe(options: AskOptions = {}): Promise<ModelDescription> {
    this.#reached ??= await this.#reach(({ model }) => model.describe(options));
    const [{ description }] = this.#reached;
    const notices = this.#reached.flatMap(({ description }) => description.notices)
      .concat(this.#all.flatMap(({ model }) => model.learnt?.() ?? [])); // also those of servers that are no longer reachable
    return {
      ...description,
      details: { ...description.details, servers: this.#reached.map(({ who }) => who) },
      notices: [...new Set([...this.#notices, ...notices])],
    };
  }

  async breadth(options: AskOptions = {}): Promise<Breadth> {
    await this.describe(options);
    return await this.servers[0].breadth?.(options) ?? {};
  }

  async prepare({ sampling, prompts }: RunPlan, options: AskOptions = {}): Promise<string[]> {
    const plan = { sampling, prompts: [...prompts] };
    const said = new Set<string>();
    this.#reached = await this.#reach(async ({ model }) => {
      for (const notice of await model.prepare(plan, options)) said.add(notice);
      return await model.describe(options);
    });
    return [...said];
  }

  /** Asks the first server; an `Asker` chooses among `servers` instead. */
  ask(request: GenerationRequest, options?: AskOptions): Promise<Reply> {
    return this.servers[0].ask(request, options);
  }

  async #reach(describe: (served: Served) => Promise<ModelDescription>) {
    const told = await Promise.allSettled(this.#all.map(describe));
    const failures = told.flatMap((one) => one.status === "rejected" ? [one.reason] : []);
    const isAway = (error: unknown) => error instanceof ModelError && error.failure === "unreachable";
    const serious = failures.find((error) => !isAway(error)) ??
      (failures.length === told.length ? failures[0] : undefined);
    if (serious !== undefined) throw serious;
    this.#notices = failures.map((error) => `${error.message}; the other servers answer in its place`);
    const reached = told.flatMap((one, index) =>
      one.status === "fulfilled" ? [{ ...this.#all[index], description: one.value }] : []
    );
    const [first] = reached;
    const other = reached.find(({ description }) => description.identity !== first.description.identity);
    if (!other) return reached;
    throw new ModelError(
      `${first.who} has ${this.spec} as ${first.description.identity}, but ${
        other.who.replace(/^The/, "the")
      } as ` +
        `${other.description.identity}: several servers must have the same; give one of them the model of the other`,
      { failure: "refused-request" },
    );
  }
}
