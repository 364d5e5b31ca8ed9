import { cutText, numberedLines } from "../page/code_view.ts";
import { buttonOf, byId, element, say, shownText } from "../page/page.ts";
import { codeLines } from "../queue.ts";
import { type DiffLine, lineDiff } from "./line_diff.ts";
import { columnOf } from "./selected_rows.ts";
import { signOf } from "./sides.ts";
import { levelText, type ViewSample, type ViewWitness } from "./view_data.ts";
import { go, type View } from "./view.ts";
import { sampleName } from "./view_state.ts";

/** Draws the sample that is open, or two side by side; hides the panel where none is. */
export function drawOne(view: View): void {
  const { data, state: { open, beside } } = view;
  const panel = byId(view, "one");
  panel.hidden = open === null;
  byId(view, "lists").classList.toggle("narrow", open !== null);
  if (open === null) return;
  byId(view, "one-title").replaceChildren(...shownText(view, sampleName(data, open)));
  const close = buttonOf(view, { "aria-keyshortcuts": "Escape" }, () => closeOne(view), "Close");
  byId(view, "one-moves").replaceChildren(...copyButtons(view, open), close);
  byId(view, "one-parts").replaceChildren(
    ...(beside === null ? partsOf(view, open) : comparedParts(view, open, beside)),
  );
  panel.scrollTop = 0;
}

/** Closes the panel; the list has the keys again. */
export function closeOne(view: View): void {
  go(view, { open: null, beside: null });
  byId(view, view.state.mode === "sides" ? "sides" : "samples").focus();
}

/** Buttons that copy parts of a sample. */
export function copyButtons(view: View, row: number): HTMLElement[] {
  const { data } = view;
  const { text, program } = data.samples[data.sampleOf[row]];
  const assertion = data.witnesses[row]?.assertion;
  const parts: (readonly [string, number | undefined])[] = [
    ["Copy assertion", assertion],
    ["Copy program", program],
    ["Copy answer", text],
  ];
  return parts.flatMap(([words, at]) =>
    at === undefined ? [] : [buttonOf(view, {}, () => copyText(view, data.texts[at]), words)]
  );
}

/** Copies a text also where no page may use the clipboard by itself. */
export function copyText(view: View, text: string): void {
  const { document } = view;
  const focused = document.activeElement as HTMLElement | null;
  const field = element(view, "textarea", { "aria-hidden": "true", class: "off" });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus();
  if (done) say(view, "Copied");
  else say(view, "The browser does not let this page copy: select the text and copy it", "trouble");
}

/** A part of a sample under a title. */
export function partOf(view: View, title: string, ...content: (Node | string)[]): HTMLElement {
  return element(view, "section", {}, element(view, "h3", {}, title), ...content);
}

/** All that is known of a sample, what decides first. */
export function partsOf(view: View, row: number): HTMLElement[] {
  const { data } = view;
  const { texts } = data;
  const sample = data.samples[data.sampleOf[row]];
  const witness = data.witnesses[row];
  const asText = (at: number) => element(view, "div", { class: "text" }, ...longText(view, texts[at]));
  return [
    ...verdictParts(view, row),
    ...(witness ? [witnessPart(view, row, witness)] : []),
    ...(sample.program === undefined ? [] : [
      partOf(
        view,
        [
          sample.entryPoint ? `Program, called at ${sample.entryPoint}` : "Program",
          ...(sample.last === undefined ? [] : [`lines after ${sample.last} were added to call it`]),
        ].join("; "),
        numberedLines(view, codeLines(texts[sample.program]), {
          markOf: (line) =>
            line === witness?.line ? "decides" : line > (sample.last ?? Infinity) ? "added" : "",
          python: true,
        }),
      ),
    ]),
    ...completionParts(view, sample),
    ...(sample.reasoning === undefined ? [] : [partOf(view, "Reasoning", asText(sample.reasoning))]),
    ...(sample.prompt ?? []).map(({ role, text }) => partOf(view, `Prompt: ${role}`, asText(text))),
    ...(witness?.assertion === undefined ? [] : [
      folded(view, "Assertion that runs in Python", asText(witness.assertion)),
    ]),
    ...(sample.facts.length === 0 ? [] : [partOf(view, "Settings", factList(view, sample.facts))]),
    ...(sample.finding === undefined ? [] : [folded(view, "Finding, as JSON", asText(sample.finding))]),
  ];
}

/** A part that is opened when it is wanted. */
export function folded(view: View, title: string, content: Node): HTMLElement {
  return element(view, "details", {}, element(view, "summary", {}, title), content);
}

/** The verdict of the row, and those of the sample's other rows. */
export function verdictParts(view: View, row: number): HTMLElement[] {
  const { data } = view;
  const own = data.sampleOf.flatMap((sample, at) => sample === data.sampleOf[row] ? [at] : []);
  const verdict = columnOf(data, "verdict");
  if (!verdict) return [];
  const word = (name: string, at: number) => {
    const column = columnOf(data, name);
    return column ? levelText(column.levels[column.codes[at]]) : "—";
  };
  const items = own.map((at) => {
    const { sign, kind } = signOf(data, at);
    const names = ["instrument", "attribute"].map((name) => word(name, at));
    const label = `${sign} ${names[1]}: ${word("verdict", at)}`;
    const button = buttonOf(
      view,
      { class: `verdict ${kind}`, ...at === row && { "aria-current": "true" } },
      () => go(view, { open: at, beside: null }),
      ...shownText(view, names[0] === "execution" || names[0] === "—" ? label : `${label} (${names[0]})`),
    );
    const reason = word("reason", at);
    const why = at === row && reason !== "—"
      ? [element(view, "p", { class: "reason" }, ...shownText(view, reason))]
      : [];
    return element(view, "li", {}, button, ...why);
  });
  return [element(view, "ul", { class: "verdicts", "aria-label": "Verdicts" }, ...items)];
}

/** Two people who differ in one attribute, and what each got. */
export function witnessPart(
  view: View,
  row: number,
  { people, outcomes, line, remarks }: ViewWitness,
): HTMLElement {
  const { data } = view;
  const [one, other] = people;
  const sample = data.samples[data.sampleOf[row]];
  const cells = (texts: readonly string[]) =>
    texts.map((text, at) => {
      const shown = shownText(view, cutText(text, 2000).text);
      return at === 0 ? element(view, "th", { scope: "row" }, ...shown) : element(view, "td", {}, ...shown);
    });
  const pairs = one.map(([name, value], at) => ({ name, value, its: other[at]?.[1] ?? "—" }));
  const order = pairs.toSorted((a, b) => Number(a.value === a.its) - Number(b.value === b.its));
  const rows = order.map(({ name, value, its }) => {
    const differs = value !== its;
    return element(
      ...[view, "tr", differs ? { class: "differs" } : {}] as const,
      ...cells([differs ? `${name} (differs)` : name, value, its]),
    );
  });
  const heading = ["", "one", "other"].map((text) => element(view, "th", { scope: "col" }, text));
  const got = element(view, "tr", { class: "got" }, ...cells(["what each got", ...outcomes]));
  const table = element(view, "table", {}, element(view, "tr", {}, ...heading), ...rows, got);
  const text = sample.program === undefined || line === undefined
    ? undefined
    : codeLines(data.texts[sample.program])[line - 1];
  const code = element(view, "code", {}, ...shownText(view, text?.trim() ?? ""));
  const decides = text === undefined ? [] : [element(view, "p", {}, `Line ${line} decides: `, code)];
  const said = remarks.map((remark) => element(view, "p", {}, ...shownText(view, remark)));
  return partOf(view, "Treated differently", table, ...decides, ...said);
}

/** The completion as it came; lines that are not in the program are marked as left out. */
export function completionParts(view: View, { text, failed, program }: ViewSample): HTMLElement[] {
  const { texts } = view.data;
  if (failed !== undefined) return [partOf(view, "No completion", ...shownText(view, texts[failed]))];
  if (text === undefined) return [];
  if (texts[text] === "") {
    return [partOf(view, "Completion", element(view, "p", { class: "quiet" }, "(empty)"))];
  }
  const lines = codeLines(texts[text]);
  if (program === undefined || texts[program] === texts[text]) {
    return [partOf(view, "Completion", numberedLines(view, lines))];
  }
  const [one, other] = [lines, codeLines(texts[program])].map((all) => all.map((line) => line.trimEnd()));
  const taken = lineDiff(one, other);
  const own = taken.filter(({ kind }) => kind !== "other");
  const left = new Set(own.filter(({ kind }) => kind === "one").map(({ one }) => one!));
  const title = left.size === 0
    ? "Completion"
    : `Completion: ${left.size} of ${lines.length} lines are not in the program`;
  return [
    partOf(view, title, numberedLines(view, lines, { markOf: (line) => left.has(line) ? "left" : "" })),
  ];
}

/** Names with their values. */
export function factList(view: View, facts: ViewSample["facts"]): HTMLElement {
  const items = facts.flatMap(([name, value]) => [
    element(view, "dt", {}, name),
    element(view, "dd", {}, ...shownText(view, value)),
  ]);
  return element(view, "dl", { class: "facts" }, ...items);
}

/** Two samples, their programs line by line; without programs their answers. */
export function comparedParts(view: View, open: number, beside: number): HTMLElement[] {
  const { data } = view;
  const [one, other] = [open, beside].map((row) => data.samples[data.sampleOf[row]]);
  const known = [one, other].every(({ program, text }) => program !== undefined || text !== undefined);
  const hasPrograms = one.program !== undefined && other.program !== undefined;
  const linesOf = ({ program, text }: ViewSample) => {
    const at = hasPrograms ? program : text;
    return at === undefined ? [] : codeLines(data.texts[at]);
  };
  const lines = lineDiff(linesOf(one), linesOf(other));
  const differing = lines.filter(({ kind }) => kind !== "both").length;
  const said = `${hasPrograms ? "Programs" : "Answers"}, line by line: ${differing || "no"} lines differ`;
  const heads = [open, beside].map((row) =>
    element(
      ...[view, "section", {}] as const,
      element(view, "h3", {}, ...shownText(view, sampleName(data, row))),
      ...verdictParts(view, row),
      buttonOf(view, {}, () => go(view, { open: row, beside: null }), "Open this one alone"),
    )
  );
  const title = known ? said : "An answer is not on this page";
  return [element(view, "div", { class: "two" }, ...heads), partOf(view, title, diffView(view, lines))];
}

/** A text in lines that wrap. */
export function longText(view: View, text: string): (Node | string)[] {
  const { text: start, more } = cutText(text, 100_000);
  const end = more === "" ? [] : [element(view, "span", { class: "quiet" }, ` ${more}`)];
  return [...shownText(view, start), ...end];
}

/** Two texts laid over each other. */
export function diffView(view: View, lines: readonly DiffLine[]): HTMLElement {
  const sign = { both: " ", one: "−", other: "+" };
  const words = { both: "in both", one: "in the first only", other: "in the second only" };
  const most = Math.max(...lines.map(({ one = 0, other = 0 }) => Math.max(one, other)), 1);
  const list = element(view, "div", { class: "lines diff" });
  const width = String(most).length;
  list.style.setProperty("--digits", String(2 * width + 3));
  list.append(
    ...lines.slice(0, 5000).map(({ kind, text, one, other }) => {
      const code = element(view, "code", {}, ...shownText(view, cutText(text, 2000).text));
      const numbers = `${one ?? ""}`.padStart(width) + ` ${other ?? ""} `.padStart(width + 2) + sign[kind];
      return element(view, "div", { class: `line ${kind}`, "data-line": numbers, title: words[kind] }, code);
    }),
  );
  return list;
}
