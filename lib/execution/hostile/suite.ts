import { ENDINGS } from "./endings.ts";
import { EXCEPTIONS } from "./exceptions.ts";
import { FIELDS } from "./fields.ts";
import { FILES } from "./files.ts";
import { FORGERIES } from "./forgeries.ts";
import { HOOKS } from "./hooks.ts";
import type { Hostile } from "./hostile.ts";
import { ITERATORS } from "./iterators.ts";
import { KERNEL } from "./kernel.ts";
import { MEASUREMENT } from "./measurement.ts";
import { MEMORY } from "./memory.ts";
import { NETWORK } from "./network.ts";
import { OUTPUT } from "./output.ts";
import { PROCESSES } from "./processes.ts";
import { SIGNALS } from "./signals.ts";
import { TIME } from "./time.ts";
import { VALUES } from "./values.ts";
import { WORKER } from "./worker.ts";

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
