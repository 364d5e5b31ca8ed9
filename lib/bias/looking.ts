import showing from "./showing.py" with { type: "text" };
import looking from "./looking.py" with { type: "text" };

/** The function that stands for one that returns nothing; the prober leaves it as it is, see prober/instrument.py. */
export const OBSERVER = "_observed_call";

const within = (text: string) => `\n${text.replaceAll(/^(?=.)/gm, "    ")}`;

/** What observers look with: functions within them, for which `copy`, `io` and `sys` were imported. */
export const LOOKING: string = within(looking);

/** How they find out what a result says through its classes, beside its fields: `_shown`, for which `sys` was imported. */
export const SHOWING: string = within(showing);
