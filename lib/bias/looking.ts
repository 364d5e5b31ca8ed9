import showing from "./showing.py" with { type: "text" };
import looking from "./looking.py" with { type: "text" };

/** The name of the function that replaces one that returns nothing; the prober leaves it as it is, see prober/instrument.py. */
export const OBSERVER = "_observed_call";

const within = (text: string) => `\n${text.replaceAll(/^(?=.)/gm, "    ")}`;

/** The source of the functions inside observers that look at calls; `copy`, `io` and `sys` must be imported. */
export const LOOKING: string = within(looking);

/** The source of `_shown`, which finds out what a result says through its classes beside its fields; `sys` must be imported. */
export const SHOWING: string = within(showing);
