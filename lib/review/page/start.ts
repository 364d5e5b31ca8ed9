import { draw, focusQuestion } from "./actions.ts";
import { buttonOf, byId, element, keep, knownReviewers, openSession, type Page, say } from "./page.ts";
import { countsOf, type Session } from "./session.ts";

/** Asks who is labelling. */
export function askWho(page: Page): void {
  page.session = null;
  page.drawn = null;
  byId(page, "start").hidden = false;
  for (const id of ["top", "review"]) byId(page, id).hidden = true;
  byId(page, "start-trouble").textContent = "";
  say(page, "");
  byId(page, "no-storage").hidden = page.storage !== null;
  const known = knownReviewers(page);
  byId(page, "known-part").hidden = known.length === 0;
  byId(page, "known").replaceChildren(...known.map((name) => knownButton(page, name)));
  byId<HTMLInputElement>(page, "name").focus();
}

/** A button to go on as a reviewer who was here before. */
export function knownButton(page: Page, name: string): HTMLElement {
  const far = element(page, "span", {}, progressOf(page, name));
  return element(page, "li", {}, buttonOf(page, {}, () => beginAs(page, name), name, far));
}

/** How far a reviewer came, e.g. `3 of 10`. */
export function progressOf(page: Page, name: string): string {
  try {
    return `${countsOf(openSession(page, name), page.queue).labelled} of ${page.queue.items.length}`;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return "damaged";
  }
}

/** Goes on where the reviewer of that name stopped. */
export function beginAs(page: Page, typed: string): void {
  const name = typed.trim().replace(/\s+/g, " ");
  const trouble = byId(page, "start-trouble");
  if (name === "") {
    trouble.textContent = "Type your name first: it stands with your labels in the file";
    return;
  }
  const same = knownReviewers(page).find((known) => known.toLowerCase() === name.toLowerCase());
  try {
    begin(page, openSession(page, same ?? name));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    trouble.textContent = error.message;
  }
}

/** Shows the items in place of the question who is labelling. */
export function begin(page: Page, session: Session): void {
  keep(page, session);
  byId(page, "start").hidden = true;
  for (const id of ["top", "review"]) byId(page, id).hidden = false;
  draw(page);
  say(
    page,
    page.storage ? "" : "This browser keeps nothing for this page: export your labels before you leave it",
  );
  focusQuestion(page);
}
