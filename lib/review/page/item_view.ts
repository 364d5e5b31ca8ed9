import { numberedLines } from "./code_view.ts";
import { buttonOf, byId, countTime, element, type Page } from "./page.ts";
import { answerOf, currentItem } from "./session.ts";

/** Draws the item that is shown, if it is not drawn yet. */
export function drawItem(page: Page, answer: (at: number) => void): void {
  const { queue, session } = page;
  if (!session || page.drawn === session.current) return;
  const item = currentItem(session, queue);
  countTime(page);
  page.drawn = item.id;
  byId(page, "question").textContent = item.question;
  drawText(page, "context", item.context);
  byId(page, "hint-part").hidden = item.hint === undefined;
  showHint(page, false);
  byId(page, "hint").textContent = item.hint ?? "";
  byId<HTMLTextAreaElement>(page, "note").value = session.notes.get(item.id) ?? "";
  byId(page, "code").replaceChildren(numberedLines(page, item.lines, {
    markOf: (line) => item.highlights.includes(line) ? "highlighted" : "",
    python: item.language === "python",
    whole: true,
  }));
  byId(page, "answers").replaceChildren(
    ...item.answers.map(({ label }, at) => answerButton(page, label, at, answer)),
  );
  showTop(page);
}

/** Draws a text that not all items have. */
export function drawText(page: Page, id: string, text: string | undefined): void {
  byId(page, id).hidden = text === undefined;
  byId(page, `${id}-text`).textContent = text ?? "";
}

/** A button that gives an answer, with the key that does the same. */
export function answerButton(
  page: Page,
  label: string,
  at: number,
  answer: (at: number) => void,
): HTMLElement {
  return buttonOf(
    page,
    { class: "answer", "aria-keyshortcuts": String(at + 1) },
    () => answer(at),
    element(page, "kbd", {}, String(at + 1)),
    element(page, "span", { class: "label" }, label),
    element(page, "span", { class: "tick", "aria-hidden": "true" }),
  );
}

/** Draws which answer was given, and where the item stands. */
export function drawMark(page: Page): void {
  const { queue, session } = page;
  if (!session) return;
  const at = queue.items.findIndex(({ id }) => id === session.current);
  const { answers, id } = queue.items[at];
  const given = answerOf(session, id);
  for (const [index, button] of [...byId(page, "answers").children].entries()) {
    const chosen = answers[index].value === given;
    button.setAttribute("aria-pressed", String(chosen));
    button.querySelector(".tick")!.textContent = chosen ? "✓" : "";
  }
  const state = given !== undefined
    ? "labelled"
    : session.marks.get(id)?.skipped
    ? "skipped"
    : "not labelled";
  byId(page, "place").textContent = `Item ${at + 1} of ${queue.items.length}, ${state}`;
  byId<HTMLButtonElement>(page, "previous").disabled = at === 0;
  byId<HTMLButtonElement>(page, "next").disabled = at === queue.items.length - 1;
}

/** Shows or hides the hint, and says so to screen readers. */
export function showHint(page: Page, shown: boolean): void {
  byId(page, "hint").hidden = !shown;
  byId(page, "hint-button").setAttribute("aria-expanded", String(shown));
}

/** The start of the item, or of the lines to look at if these would be out of sight. */
export function showTop({ document }: Page): void {
  const view = document.defaultView!;
  view.scrollTo(0, 0);
  const marked = document.querySelector("mark.line");
  if (!marked || !view.matchMedia("(min-width: 60rem)").matches) return;
  if (marked.getBoundingClientRect().bottom > view.innerHeight - 80) {
    marked.scrollIntoView({ block: "center" });
  }
}
