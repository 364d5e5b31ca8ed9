import { drawItem, drawMark, showHint } from "./item_view.ts";
import { byId, keep, type Page, say, secondsSeen } from "./page.ts";
import { drawList, drawProgress } from "./progress_view.ts";
import {
  currentItem,
  neighbour,
  nextUnlabelled,
  type Session,
  undone,
  withMarks,
  withNote,
} from "./session.ts";

/** Draws all that has changed. */
export function draw(page: Page): void {
  drawItem(page, (at) => answer(page, at));
  drawMark(page);
  drawProgress(page, (itemId) => goTo(page, itemId));
}

/** Answers the item that is shown, and goes on to the next one without a label. */
export function answer(page: Page, at: number): void {
  const { session, queue } = page;
  if (!session) return;
  const { id, answers } = currentItem(session, queue);
  const chosen = answers[at];
  if (!chosen) return say(page, `This item has the answers 1 to ${answers.length}`);
  const time = new Date(page.now()).toISOString();
  const mark = { answer: chosen.value, at: time, seconds: secondsSeen(page) };
  step(page, withMarks(session, [[id, mark]]), `${placeOf(page, id)}: ${chosen.label}`);
}

/** Leaves the item for later. An answer that it has stays. */
export function skip(page: Page): void {
  const { session } = page;
  if (!session) return;
  const id = session.current;
  if (session.marks.has(id)) return step(page, session, `${placeOf(page, id)} left as it is`);
  step(page, withMarks(session, [[id, { skipped: true }]]), `${placeOf(page, id)} skipped`);
}

/** Keeps a session, and shows the next item without a label, if there is another. */
export function step(page: Page, session: Session, news: string): void {
  const next = nextUnlabelled(session, page.queue);
  keep(page, next === null ? session : { ...session, current: next });
  say(page, next === null ? `${news}. No other item is without a label` : news);
  draw(page);
  focusQuestion(page);
}

/** Takes back the last step, and shows the item that it was about. */
export function undo(page: Page): void {
  const before = page.session && undone(page.session);
  if (!before) return say(page, "There is nothing to undo");
  keep(page, before);
  draw(page);
  say(page, `${placeOf(page, before.current)}: undone`);
  focusQuestion(page);
}

/** Shows the next item or the one before. */
export function move(page: Page, by: 1 | -1): void {
  const { session, queue, onlyUnlabelled } = page;
  if (!session) return;
  const id = neighbour(session, queue, { by, onlyUnlabelled });
  if (id !== null) return goTo(page, id);
  const which = onlyUnlabelled ? " without a label" : "";
  say(page, by === 1 ? `There is no later item${which}` : `There is no earlier item${which}`);
}

/** Shows the next item without a label. */
export function goToNextUnlabelled(page: Page): void {
  const id = page.session && nextUnlabelled(page.session, page.queue);
  if (id !== null) goTo(page, id);
  else say(page, "No other item is without a label");
}

/** Shows an item, as if the reviewer had gone there. */
export function goTo(page: Page, itemId: string): void {
  if (!page.session) return;
  byId<HTMLDialogElement>(page, "list").close();
  keep(page, { ...page.session, current: itemId });
  say(page, "");
  draw(page);
  focusQuestion(page);
}

/** So that screen readers read the new item, and no button of the last one keeps the focus. */
export function focusQuestion(page: Page): void {
  byId(page, "question").focus({ preventScroll: true });
}

/** What messages call an item, e.g. `Item 3`. */
export function placeOf({ queue }: Page, itemId: string): string {
  return `Item ${queue.items.findIndex(({ id }) => id === itemId) + 1}`;
}

/** Shows the hint, or hides it again. */
export function toggleHint(page: Page): void {
  if (byId(page, "hint-part").hidden) return say(page, "This item has no hint");
  showHint(page, byId(page, "hint").hidden !== false);
}

/** Keeps the note on the item that is shown, as far as it is written. */
export function writeNote(page: Page, note: string): void {
  if (!page.session) return;
  keep(page, withNote(page.session, page.session.current, note));
  drawProgress(page, (itemId) => goTo(page, itemId));
}

/** Moves among items without a label only, or among all. */
export function filter(page: Page, onlyUnlabelled: boolean): void {
  page.onlyUnlabelled = onlyUnlabelled;
  byId(page, "bar").classList.toggle("filtered", onlyUnlabelled);
  for (const id of ["filter", "list-filter"]) byId<HTMLInputElement>(page, id).checked = onlyUnlabelled;
  drawList(page, (itemId) => goTo(page, itemId));
  say(page, onlyUnlabelled ? "Moving among items without a label only" : "Moving among all items");
}

/** Opens the list of items, at the one that is shown. */
export function openList(page: Page): void {
  drawList(page, (itemId) => goTo(page, itemId));
  byId<HTMLDialogElement>(page, "list").showModal();
  byId(page, "items").querySelector<HTMLElement>("[aria-current]")?.focus(); // which brings it into view, too
}
