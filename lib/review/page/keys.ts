import { answer, filter, goToNextUnlabelled, move, openList, skip, toggleHint, undo } from "./actions.ts";
import { exportFile } from "./files.ts";
import { byId, type Page } from "./page.ts";

/** What a key does; undefined for keys that the page does not use. */
export function actionOf(page: Page, key: string): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return () => answer(page, Number(key) - 1);
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case "s":
      return () => skip(page);
    case "u":
      return () => undo(page);
    case "j":
    case "ArrowRight":
      return () => move(page, 1);
    case "k":
    case "ArrowLeft":
      return () => move(page, -1);
    case "g":
      return () => goToNextUnlabelled(page);
    case "f":
      return () => filter(page, !page.onlyUnlabelled);
    case "l":
      return () => openList(page);
    case "n":
      return () => byId(page, "note").focus();
    case "h":
      return () => toggleHint(page);
    case "x":
      return () => exportFile(page);
    case "i":
      return () => byId(page, "import-file").click();
    case "?":
      return () => byId<HTMLDialogElement>(page, "help").showModal();
  }
}

/** Keys are the page's unless something is being typed, a dialog is open, or the browser means something else by them. */
export function onKey(page: Page, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !page.session) return;
  const target = event.target as Element;
  if (target.closest("textarea") && event.key === "Escape") return byId(page, "question").focus();
  if (target.closest("textarea, input[type=text]") || page.document.querySelector("dialog[open]")) return;
  const action = actionOf(page, event.key);
  if (!action) return;
  event.preventDefault();
  if (!event.repeat || /^(?:j|k|arrow)/i.test(event.key)) action(); // a key held down would answer all that follows
}
