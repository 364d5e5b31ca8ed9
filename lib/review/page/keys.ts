import { answer, filter, goToNextUnlabelled, move, openList, skip, toggleHint, undo } from "./actions.ts";
import { exportFile } from "./files.ts";
import { byId, type Page } from "./page.ts";

/** What a key does, and the button that names it as its shortcut; undefined for keys that the page does not use. */
export function actionOf(page: Page, key: string): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return () => answer(page, Number(key) - 1);
  const actions: Record<string, () => void> = {
    s: () => skip(page),
    u: () => undo(page),
    j: () => move(page, 1),
    k: () => move(page, -1),
    g: () => goToNextUnlabelled(page),
    f: () => filter(page, !page.onlyUnlabelled),
    l: () => openList(page),
    n: () => byId(page, "note").focus(),
    h: () => toggleHint(page),
    x: () => exportFile(page),
    i: () => byId(page, "import-file").click(),
    "?": () => byId<HTMLDialogElement>(page, "help").showModal(),
  };
  const letter = key === "ArrowRight" ? "j" : key === "ArrowLeft" ? "k" : key.toLowerCase();
  return Object.hasOwn(actions, letter) ? actions[letter] : undefined;
}

/** Keys are the page's unless something is being typed, a dialog is open, or the browser means something else by them. */
export function onKey(page: Page, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !page.session) return;
  if (byId(page, "review-mode").hidden) return; // samples are looked at
  const target = event.target as Element;
  if (target.closest("textarea") && event.key === "Escape") return byId(page, "question").focus();
  if (target.closest("textarea, input[type=text]") || page.document.querySelector("dialog[open]")) return;
  const action = actionOf(page, event.key);
  if (!action) return;
  event.preventDefault();
  if (!event.repeat || /^(?:j|k|arrow)/i.test(event.key)) action(); // a key held down would answer all that follows
}
