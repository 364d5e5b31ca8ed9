import { UNSEEN, visible } from "../../core/visible.ts";
import { newSession, type PageQueue, type Session, sessionOfText, sessionText } from "./session.ts";

/** A page at work: what it shows, and the browser objects it is given. */
export interface Page {
  readonly document: Document;
  readonly queue: PageQueue;
  /** Null where the browser keeps nothing. */
  readonly storage: Storage | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Null until the reviewer has said who they are. */
  session: Session | null;
  /** The item that is drawn. */
  drawn: string | null;
  /** Whether the browser took what was written last. */
  kept: boolean;
  onlyUnlabelled: boolean;
  /** The time at which the item came into view, milliseconds since 1970; null while it is not in view. */
  seenSince: number | null;
  /** How long each item was in view before that, milliseconds. */
  readonly seenMs: Map<string, number>;
}

/** An element of the page by its id, which is in its HTML. */
export function byId<E extends HTMLElement = HTMLElement>(
  { document }: Pick<Page, "document">,
  id: string,
): E {
  return document.getElementById(id) as E;
}

/** A new element; texts stay texts, whatever is in them. */
export function element<N extends keyof HTMLElementTagNameMap>(
  { document }: Pick<Page, "document">,
  name: N,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** A text in pieces, where an invisible character is shown as its code and marked. */
export function shownText(page: Pick<Page, "document">, text: string): (Node | string)[] {
  const plain = text.replaceAll("\r\n", "\n");
  const pieces: (Node | string)[] = [];
  let from = 0;
  for (const { 0: character, index } of plain.matchAll(UNSEEN)) {
    if (character === "\n" || character === "\t") continue;
    pieces.push(plain.slice(from, index), element(page, "span", { class: "hidden" }, visible(character)));
    from = index + character.length;
  }
  return [...pieces, plain.slice(from)].filter((piece) => piece !== "");
}

/** A button that does something. */
export function buttonOf(
  page: Pick<Page, "document">,
  attributes: Readonly<Record<string, string>>,
  action: () => void,
  ...children: (Node | string)[]
): HTMLButtonElement {
  const made = element(page, "button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", action);
  return made;
}

/** Says something below the page, and to screen readers. */
export function say(page: Pick<Page, "document">, sentence: string, kind: "news" | "trouble" = "news"): void {
  const message = byId(page, "message");
  message.className = kind;
  message.textContent = sentence;
}

/** Where the browser keeps what a reviewer did. */
export function storageKey({ sha256 }: PageQueue, reviewer: string): string {
  return `codebias review ${sha256} ${reviewer}`;
}

/** The session of a reviewer as the browser keeps it, or a new one. */
export function openSession({ storage, queue }: Page, reviewer: string): Session {
  const text = storage?.getItem(storageKey(queue, reviewer));
  return text ? sessionOfText(text, queue) : newSession(reviewer, queue);
}

/** Makes a session the page's, and has the browser keep it. */
export function keep(page: Page, session: Session): void {
  page.session = session;
  page.kept = write(page, session);
}

/** Has the browser keep a session. @returns Whether it did. */
export function write({ storage, queue }: Page, session: Session): boolean {
  if (!storage) return false;
  try {
    storage.setItem(storageKey(queue, session.reviewer), sessionText(session));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false; // there is no room left
  }
}

/** The reviewers of this queue with sessions in the browser, in alphabetical order. */
export function knownReviewers({ storage, queue }: Page): string[] {
  if (!storage) return [];
  const prefix = storageKey(queue, "");
  return Object.keys(storage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    .sort();
}

/** How long the item that is shown was in view, seconds, to the tenth. */
export function secondsSeen(page: Page): number {
  countTime(page);
  return Math.round((page.seenMs.get(page.drawn ?? "") ?? 0) / 100) / 10;
}

/** Adds up the time until now; it stands still while the page is hidden. */
export function countTime(page: Page): void {
  const { drawn, seenSince, seenMs, document } = page;
  if (drawn !== null && seenSince !== null) {
    seenMs.set(drawn, (seenMs.get(drawn) ?? 0) + page.now() - seenSince);
  }
  page.seenSince = document.visibilityState === "hidden" ? null : page.now();
}
