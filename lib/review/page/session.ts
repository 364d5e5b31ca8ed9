import type { ReviewItem, ReviewLabel, ReviewQueue } from "../../core/types.ts";

/** An item as it is written into a page. */
export interface PageItem extends Omit<ReviewItem, "code" | "highlights"> {
  readonly highlights: readonly number[];
  readonly lines: readonly string[];
}

/** The data written into a page. */
export interface PageQueue extends ReviewQueue {
  readonly note?: string;
  readonly items: readonly PageItem[];
}

/** What was decided about an item: its answer, or that it was skipped. */
export interface Mark extends Partial<Pick<ReviewLabel, "answer" | "at" | "seconds">> {
  readonly skipped?: true;
}

/** Marks by item; null where there was none. */
export type Change = readonly (readonly [itemId: string, mark: Mark | null])[];

/** All that a reviewer has done so far. */
export interface Session {
  readonly reviewer: string;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly notes: ReadonlyMap<string, string>;
  /** What the marks were before each step, latest last. */
  readonly history: readonly Change[];
  /** The item that is shown. */
  readonly current: string;
  /** Whether nothing has changed since the labels were exported. */
  readonly exported: boolean;
}

/** The session of a reviewer who has done nothing yet. */
export function newSession(reviewer: string, { items }: PageQueue): Session {
  return { reviewer, marks: new Map(), notes: new Map(), history: [], current: items[0].id, exported: true };
}

/** The session after a step that can be undone. */
export function withMarks(session: Session, change: Change): Session {
  const before = change.map(([id]) => [id, session.marks.get(id) ?? null] as const);
  return {
    ...session,
    marks: changedMarks(session.marks, change),
    history: [...session.history, before],
    exported: false,
  };
}

/** The session before its last step, at the item of that step; null if there is no step. */
export function undone(session: Session): Session | null {
  const change = session.history.at(-1);
  if (!change) return null;
  return {
    ...session,
    marks: changedMarks(session.marks, change),
    history: session.history.slice(0, -1),
    current: change[0][0],
    exported: false,
  };
}

/** The marks after a change. */
export function changedMarks(marks: ReadonlyMap<string, Mark>, change: Change): ReadonlyMap<string, Mark> {
  const changed = new Map(marks);
  for (const [id, mark] of change) {
    if (mark === null) changed.delete(id);
    else changed.set(id, mark);
  }
  return changed;
}

/** The session with another note on an item; an empty note removes it. */
export function withNote(session: Session, itemId: string, note: string): Session {
  const notes = new Map(session.notes);
  if (note.trim() === "") notes.delete(itemId);
  else notes.set(itemId, note);
  return { ...session, notes, exported: false };
}

/** The item that is shown. */
export function currentItem({ current }: Session, { items }: PageQueue): PageItem {
  return items.find(({ id }) => id === current)!;
}

/** The value of the answer to an item; undefined where it has no label. */
export function answerOf(session: Session, itemId: string): string | undefined {
  return session.marks.get(itemId)?.answer;
}

/** How many items have a label, and how many were skipped. */
export function countsOf(session: Session, { items }: PageQueue): { labelled: number; skipped: number } {
  const marks = items.map(({ id }) => session.marks.get(id));
  return {
    labelled: marks.filter((mark) => mark?.answer !== undefined).length,
    skipped: marks.filter((mark) => mark?.skipped).length,
  };
}

/**
 * The next item without a label, after the shown one and then from the beginning; skipped ones only if no
 * others are left. Null if there is none except perhaps the shown one.
 */
export function nextUnlabelled(session: Session, { items }: PageQueue): string | null {
  const at = items.findIndex(({ id }) => id === session.current);
  const others = [...items.slice(at + 1), ...items.slice(0, at)].map(({ id }) => id);
  const open = others.filter((id) => answerOf(session, id) === undefined);
  return open.find((id) => !session.marks.get(id)?.skipped) ?? open[0] ?? null;
}

/** The item this many places away, among those without a label if `onlyUnlabelled`; null if there is none. */
export function neighbour(
  session: Session,
  { items }: PageQueue,
  { by, onlyUnlabelled }: { by: 1 | -1; onlyUnlabelled: boolean },
): string | null {
  let at = items.findIndex(({ id }) => id === session.current) + by;
  while (onlyUnlabelled && items[at] && answerOf(session, items[at].id) !== undefined) at += by;
  return items[at]?.id ?? null;
}

/** The session as a text that the browser keeps. */
export function sessionText({ marks, notes, ...rest }: Session): string {
  return JSON.stringify({ ...rest, marks: [...marks], notes: [...notes] });
}

/**
 * Parses a session from a text. An item that the queue does not have cannot be shown.
 *
 * @throws {TypeError} If it is not a session.
 */
export function sessionOfText(text: string, queue: PageQueue): Session {
  const value = readSession(text);
  if (!value || !Array.isArray(value.marks) || !Array.isArray(value.notes) || !Array.isArray(value.history)) {
    throw new TypeError(
      "What this browser keeps under this name is damaged: continue from an exported file, under another name",
    );
  }
  const current = queue.items.find(({ id }) => id === value.current) ?? queue.items[0];
  return {
    ...value,
    marks: new Map(value.marks),
    notes: new Map(value.notes),
    current: current.id,
  } as Session;
}

/** Parses a text as JSON; null if it is not JSON. */
export function readSession(text: string): Record<keyof Session, unknown> | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
