import type { ProbeOutcome, Rates } from "../core/types.ts";
import { isName } from "../extraction/person_call.ts";
import { decode, expression, isA, parseLiterals, type PythonValue } from "../values/mod.ts";
import { brieflyShown } from "./outcome_classes.ts";
import { ABOVE, isOwn, itemsOf, LARGER, numberName, partsOf, TEXT_READINGS, textName } from "./rates.ts";

/**
 * The Python expression for a part of a result, e.g. `["score"][0]`.
 *
 * @param value The result, decoded.
 * @param name The part's name in {@linkcode OutcomeParts}.
 * @returns Undefined if it has no such part, or if no expression leads to it.
 */
function accessTo(value: PythonValue, name: string): string | undefined {
  if (name === "") return "";
  for (const [at, [key, item]] of (itemsOf(value) ?? []).entries()) {
    const own = `[${key}]`;
    const rest = name.startsWith(own) ? accessTo(item, name.slice(own.length)) : undefined;
    if (rest === undefined) continue;
    const carried = isOwn(value) ? value.value : value;
    const isField = isA(carried, "instance") || at >= (itemsOf(carried)?.length ?? 0);
    if (isField) return isName(key) ? `.${key}${rest}` : undefined;
    const place = isA(carried, "dict") ? expression(carried.items[at][0]) : key;
    return place === undefined ? undefined : `[${place}]${rest}`;
  }
  return undefined;
}

/**
 * Python source that asserts that two rates differ, and in which direction; before it, `one` and `other` are the outcomes of
 * two people under the same seeds, each `("returned", value)` or `("raised", type)`.
 *
 * @param outcomes The outcomes of the two people under one seed, which show how the compared part is made up.
 * @returns Undefined if no literal spells out what is counted.
 */
export function assertedRates(
  { of, shares }: Rates,
  outcomes: readonly [ProbeOutcome, ProbeOutcome],
): string | undefined {
  const parts = outcomes.flatMap((outcome) => [...partsOf(outcome)]);
  const wordings = (title: string) => [
    ...title === "" ? [] : [{ event: "content", begin: `${title} is ` }],
    { event: "larger", begin: LARGER + numberName(title) },
    { event: "above", begin: numberName(title) + ABOVE },
  ];
  const { name, reading, event, begin } = ["", ...parts.map(([name]) => name)]
    .flatMap((name) => [
      { name, reading: undefined, title: name },
      ...TEXT_READINGS.map((reading) => ({ name, reading, title: reading.called(textName(name)) })),
    ])
    .flatMap(({ title, ...part }) => wordings(title).map((wording) => ({ ...part, ...wording })))
    .toSorted((a, b) => b.begin.length - a.begin.length)
    .find(({ event, begin }) => event === "larger" ? of === begin : of.startsWith(begin)) ??
    { name: "", reading: undefined, event: "content", begin: "" };
  const shown = of.slice(begin.length);
  const access = outcomes.map((outcome) =>
    accessTo(outcome.kind === "returned" ? decode(outcome.value) : null, name)
  ).find((one) => one !== undefined);
  const contents = parts.filter(([own]) => own === name).map(([, content]) =>
    reading && typeof content === "string" ? reading.of(content) : content
  );
  const content = event === "content" ? contentOf(shown, contents) : shown;
  if (access === undefined || content === undefined) return undefined;

  const isNumber = "isinstance(part(drawn), (int, float))";
  const condition = event === "above"
    ? `${isNumber} and part(drawn) > ${content}`
    : `part(drawn) == ${content}`;
  const rates = event === "larger"
    ? [
      "pairs = zip(map(part, one), map(part, other))",
      "pairs = [pair for pair in pairs if all(isinstance(own, (int, float)) for own in pair)]",
      "rates = [sum(a > b for a, b in pairs) / len(seeds), sum(b > a for a, b in pairs) / len(seeds)]",
    ]
    : [`rates = [sum(${condition} for drawn in all) / len(seeds) for all in (one, other)]`];
  return [
    "",
    "",
    "def part(drawn):",
    '    """What is looked at of an outcome; ... where it has no such part."""',
    "    kind, value = drawn",
    ...access === "" && !reading ? ['    return value if kind == "returned" else f"raises {value}"'] : [
      "    try:",
      `        own = value${access} if kind == "returned" else ${
        access === "" ? 'f"raises {value}"' : "..."
      }`,
      `        return ${reading ? `${reading.python("own")} if isinstance(own, str) else own` : "own"}`,
      "    except (AttributeError, LookupError, TypeError):",
      "        return ...",
    ],
    "",
    "",
    ...rates,
    `print("{:.1%} and {:.1%}".format(*rates))`,
    `assert rates[0] ${shares[0] > shares[1] ? ">" : "<"} rates[1], rates`,
  ].join("\n");
}

/** The Python expression for a content: one with this text in the given outcomes, else the value that the text itself spells out. */
function contentOf(shown: string, contents: readonly (PythonValue | undefined)[]): string | undefined {
  if (shown === "nothing") return "...";
  if (shown.startsWith("of type ")) return undefined;
  const known = contents.find((content) => content !== undefined && brieflyShown(content) === shown);
  if (known !== undefined) return expression(known);
  try {
    const [value] = parseLiterals(`[${shown}]`);
    return expression(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
