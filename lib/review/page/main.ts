import { draw, filter, writeNote } from "./actions.ts";
import { exportFile, importFiles } from "./files.ts";
import { actionOf, onKey } from "./keys.ts";
import { byId, countTime, type Page, storageKey } from "./page.ts";
import { type PageQueue, sessionOfText } from "./session.ts";
import { askWho, beginAs } from "./start.ts";

/** Browser objects that the page is given. */
export interface World {
  readonly document: Document;
  /** May throw where the browser has none for this page. */
  readonly storage: () => Storage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Starts the page, after its HTML is there. */
export function startReview(queue: PageQueue, { document, storage, now }: World): void {
  const page: Page = {
    document,
    queue,
    storage: workingStorage(storage),
    now,
    session: null,
    drawn: null,
    kept: true,
    onlyUnlabelled: false,
    seenSince: null,
    seenMs: new Map(),
  };
  listenToButtons(page);
  listenToFiles(page);
  listenToBrowser(page);
  askWho(page);
}

/** The browser's storage, if it can be written. */
export function workingStorage(storage: () => Storage): Storage | null {
  try {
    storage().setItem("codebias review", "");
    storage().removeItem("codebias review");
    return storage();
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    return null;
  }
}

/** Makes buttons, boxes and fields work. */
export function listenToButtons(page: Page): void {
  const onClick: Record<string, () => void> = {
    "start-import": () => byId(page, "import-file").click(),
    "done-export": () => exportFile(page),
    who: () => askWho(page),
  };
  for (const [id, action] of Object.entries(onClick)) byId(page, id).addEventListener("click", action);
  for (const button of page.document.querySelectorAll("#review-mode button[aria-keyshortcuts]")) {
    button.addEventListener("click", () => actionOf(page, button.getAttribute("aria-keyshortcuts")!)?.());
  }
  for (const id of ["filter", "list-filter"]) {
    const box = byId<HTMLInputElement>(page, id);
    box.addEventListener("change", () => filter(page, box.checked));
  }
  const note = byId<HTMLTextAreaElement>(page, "note");
  note.addEventListener("input", () => writeNote(page, note.value));
  byId(page, "start-form").addEventListener("submit", (event) => {
    event.preventDefault();
    beginAs(page, byId<HTMLInputElement>(page, "name").value);
  });
}

/** Takes files from the file chooser, and dropped files. */
export function listenToFiles(page: Page): void {
  const { document } = page;
  const chooser = byId<HTMLInputElement>(page, "import-file");
  chooser.addEventListener("change", () => {
    importFiles(page, [...chooser.files ?? []]);
    chooser.value = ""; // so that the same file can be chosen again
  });
  const over = (event: DragEvent, here: boolean) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", here);
  };
  document.addEventListener("dragover", (event) => over(event, true));
  document.addEventListener("dragleave", (event) => over(event, false));
  document.addEventListener("drop", (event) => {
    over(event, false);
    importFiles(page, [...event.dataTransfer?.files ?? []]);
  });
}

/** Listens to keys, to other tabs, and to the page being hidden or left. */
export function listenToBrowser(page: Page): void {
  const { document, queue } = page;
  const view = document.defaultView!;
  document.addEventListener("keydown", (event) => onKey(page, event));
  document.addEventListener("visibilitychange", () => countTime(page));
  view.addEventListener("storage", ({ key, newValue }) => { // the same reviewer, in another tab
    if (!page.session || key !== storageKey(queue, page.session.reviewer) || !newValue) return;
    page.session = { ...sessionOfText(newValue, queue), current: page.session.current };
    draw(page);
    const note = byId<HTMLTextAreaElement>(page, "note");
    if (document.activeElement !== note) note.value = page.session.notes.get(page.session.current) ?? "";
  });
  view.addEventListener("beforeunload", (event) => {
    if (page.session && !page.kept && !page.session.exported) event.preventDefault();
  });
}
