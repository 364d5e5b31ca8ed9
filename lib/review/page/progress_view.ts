import { buttonOf, byId, element, type Page } from "./page.ts";
import { answerOf, countsOf, type PageItem, type Session } from "./session.ts";

/** Draws how far the reviewer has come: in words, and a piece of the bar for each item. */
export function drawProgress(page: Page, goTo: (itemId: string) => void): void {
  const { queue: { title, items }, session, document } = page;
  if (!session) return;
  const { labelled, skipped } = countsOf(session, page.queue);
  const words = `${labelled} of ${items.length} labelled${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  byId(page, "counts").textContent = words;
  document.title = `${labelled}/${items.length} ${title}`;
  const bar = byId(page, "bar");
  bar.setAttribute("aria-valuemax", String(items.length));
  bar.setAttribute("aria-valuenow", String(labelled));
  bar.setAttribute("aria-valuetext", words);
  const pieces = bar.children.length > 0 ? [...bar.children] : newPieces(page, goTo);
  for (const [at, piece] of pieces.entries()) {
    piece.className = stateOf(session, items[at]);
    piece.classList.toggle("current", items[at].id === session.current);
  }
  byId(page, "who").textContent = session.reviewer;
  byId(page, "who").ariaLabel = `${session.reviewer}: change reviewer`; // begins with what is seen
  byId<HTMLButtonElement>(page, "undo").disabled = session.history.length === 0;
  byId(page, "kept").textContent = keptText(page, session);
  byId(page, "done").hidden = labelled < items.length;
}

/** The pieces of the bar, one for each item. */
export function newPieces(page: Page, goTo: (itemId: string) => void): Element[] {
  const bar = byId(page, "bar");
  for (const [at, { id, question }] of page.queue.items.entries()) {
    const piece = element(page, "i", { title: `Item ${at + 1}: ${question}` });
    piece.addEventListener("click", () => goTo(id));
    bar.append(piece);
  }
  bar.classList.toggle("many", page.queue.items.length > 120);
  return [...bar.children];
}

/** The state of an item so far. */
export function stateOf(session: Session, { id }: PageItem): "labelled" | "skipped" | "open" {
  if (answerOf(session, id) !== undefined) return "labelled";
  return session.marks.get(id)?.skipped ? "skipped" : "open";
}

/** Whether the labels are safe, in words. */
export function keptText({ kept }: Page, { exported }: Session): string {
  if (!kept) return "NOT kept in this browser: export before you leave";
  return exported ? "Kept in this browser" : "Kept in this browser, not exported yet";
}

/** Draws the list of all items, or of those without a label. */
export function drawList(page: Page, goTo: (itemId: string) => void): void {
  const { queue: { items }, session } = page;
  if (!session) return;
  const rows = items.flatMap((item, at) => {
    if (page.onlyUnlabelled && answerOf(session, item.id) !== undefined) return [];
    const button = buttonOf(
      page,
      item.id === session.current ? { "aria-current": "true" } : {},
      () => goTo(item.id),
      element(page, "span", { class: "number" }, String(at + 1)),
      element(page, "span", { class: "what" }, item.question),
      element(page, "span", { class: `state ${stateOf(session, item)}` }, labelText(session, item)),
    );
    return [element(page, "li", {}, button)];
  });
  byId(page, "items").replaceChildren(...rows);
  byId(page, "no-items").hidden = rows.length > 0;
}

/** What was said of an item, for the list. */
export function labelText(session: Session, { id, answers }: PageItem): string {
  const given = answerOf(session, id);
  const remark = session.notes.has(id) ? ", with a note" : "";
  if (given !== undefined) {
    return `✓ ${answers.find(({ value }) => value === given)?.label ?? given}${remark}`;
  }
  return (session.marks.get(id)?.skipped ? "skipped" : "not labelled") + remark;
}
