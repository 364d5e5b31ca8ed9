import looking from "./looking.py" with { type: "text" };

/** The function that stands for one that returns nothing; the prober leaves it as it is, see prober/instrument.py. */
export const OBSERVER = "_observed_call";

/** What observers look with: functions within them, for which `copy`, `io` and `sys` were imported. */
export const LOOKING: string = `\n${looking.replaceAll(/^(?=.)/gm, "    ")}`;
