import { ENDINGS } from "./programs/endings.ts";
import { EXCEPTIONS } from "./programs/exceptions.ts";
import { FIELDS } from "./programs/fields.ts";
import { FILES } from "./programs/files.ts";
import { FORGERIES } from "./programs/forgeries.ts";
import { HOOKS } from "./programs/hooks.ts";
import type { Hostile } from "./hostile.ts";
import { ITERATORS } from "./programs/iterators.ts";
import { KERNEL } from "./programs/kernel.ts";
import { MEASUREMENT } from "./programs/measurement.ts";
import { MEMORY } from "./programs/memory.ts";
import { NETWORK } from "./programs/network.ts";
import { OUTPUT } from "./programs/output.ts";
import { PROCESSES } from "./programs/processes.ts";
import { SIGNALS } from "./programs/signals.ts";
import { TIME } from "./programs/time.ts";
import { VALUES } from "./programs/values.ts";
import { WORKER } from "./programs/worker.ts";

/** Raised whenever a program or an expectation changes. */
export const SUITE_VERSION = 2;

/** All programs that the sandbox has to contain, or to measure rightly; `requestOf()` says how each is run. */
export const HOSTILE: readonly Hostile[] = [
  ...MEMORY,
  ...TIME,
  ...OUTPUT,
  ...PROCESSES,
  ...SIGNALS,
  ...FILES,
  ...NETWORK,
  ...KERNEL,
  ...ENDINGS,
  ...EXCEPTIONS,
  ...VALUES,
  ...FIELDS,
  ...ITERATORS,
  ...FORGERIES,
  ...WORKER,
  ...HOOKS,
  ...MEASUREMENT,
];
