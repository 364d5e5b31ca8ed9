import type { ReviewFile, ReviewLabel } from "../../core/types.ts";
import { answerOf, type Mark, type PageQueue, type Session, withMarks, withNote } from "./session.ts";

/** The labels of a session as a file, in the order of the queue. */
export function fileOf(session: Session, { title, sha256, items }: PageQueue): ReviewFile {
  const { reviewer, marks } = session;
  const labels: ReviewLabel[] = [];
  const notes: { itemId: string; note: string }[] = [];
  for (const { id: itemId } of items) {
    const { answer, at, seconds } = marks.get(itemId) ?? {};
    const note = session.notes.get(itemId);
    if (answer !== undefined) {
      labels.push({
        itemId,
        reviewer,
        answer,
        ...(note !== undefined && { note }),
        ...(at !== undefined && { at }),
        ...(seconds !== undefined && { seconds }),
      });
    } else if (note !== undefined) notes.push({ itemId, note });
  }
  return {
    format: "codebias review",
    version: 1,
    queue: { title, sha256 },
    reviewer,
    labels,
    ...(notes.length > 0 && { notes }),
  };
}

/** E.g. `fair-or-not-ada-lovelace.json`. */
export function fileName({ reviewer }: Session, { title }: PageQueue): string {
  const plain = (text: string) =>
    text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${[plain(title), plain(reviewer)].filter((part) => part).join("-") || "labels"}.json`;
}

/**
 * Why the labels of a file do not belong here; undefined if they do.
 *
 * @param reviewer Who is labelling now; without one, the file may be anybody's.
 */
export function refusalOf(
  file: ReviewFile,
  { title, sha256, items }: PageQueue,
  reviewer?: string,
): string | undefined {
  if (file.queue.sha256 !== sha256) {
    return file.queue.title === title
      ? "it is of other items with the same title: open the page that it was exported from"
      : `it belongs to another queue, “${file.queue.title}”`;
  }
  if (reviewer !== undefined && file.reviewer !== reviewer) {
    return `these are the labels of ${file.reviewer}, and you are labelling as ${reviewer}`;
  }
  const answers = new Map(items.map((item) => [item.id, item.answers.map(({ value }) => value)]));
  for (const { itemId, answer } of file.labels) {
    const known = answers.get(itemId);
    if (!known) return `it has a label of ${itemId}, which is no item of this queue`;
    if (!known.includes(answer)) return `it answers ${itemId} with “${answer}”, which is none of its answers`;
  }
  const ids = file.labels.map(({ itemId }) => itemId);
  const twice = ids.find((itemId, at) => ids.indexOf(itemId) !== at);
  if (twice !== undefined) return `it has two labels of ${twice}`;
  const other = file.notes?.find(({ itemId }) => !answers.has(itemId));
  return other && `it has a note on ${other.itemId}, which is no item of this queue`;
}

/**
 * The session with the labels of a file that belongs here. Of two answers to one item, the later stays; of two notes,
 * both do.
 */
export function withFile(
  session: Session,
  file: ReviewFile,
): { readonly session: Session; readonly sentence: string } {
  const taken: (readonly [string, Mark])[] = [];
  const counts = { added: 0, replaced: 0, kept: 0, same: 0 };
  for (const { itemId, reviewer: _, note: __, ...mark } of file.labels) {
    const mine = answerOf(session, itemId);
    const fate = mine === undefined
      ? "added"
      : mine === mark.answer
      ? "same"
      : isLater(mark.at, session.marks.get(itemId)?.at)
      ? "replaced"
      : "kept";
    counts[fate]++;
    if (fate === "added" || fate === "replaced") taken.push([itemId, mark]);
  }
  let merged = taken.length > 0 ? withMarks(session, taken) : session;
  for (const { itemId, note } of [...file.labels, ...file.notes ?? []]) {
    const mine = session.notes.get(itemId);
    if (note === undefined || mine?.includes(note)) continue;
    merged = withNote(merged, itemId, mine === undefined || note.includes(mine) ? note : `${mine}\n${note}`);
  }
  const labels = (count: number) => `${count} ${count === 1 ? "label" : "labels"}`;
  const sentence = [
    `${labels(counts.added)} added`,
    ...(counts.same > 0 ? [`${counts.same} here already`] : []),
    ...(counts.replaced > 0 ? [`${counts.replaced} replaced, being older`] : []),
    ...(counts.kept > 0 ? [`${counts.kept} kept, being later than the file's`] : []),
  ].join(", ");
  return { session: merged, sentence };
}

/** Whether a time is known and later than the other, or the other is not known. */
export function isLater(time: string | undefined, other: string | undefined): boolean {
  if (time === undefined || other === undefined) return other === undefined && time !== undefined;
  return Date.parse(time) > Date.parse(other);
}
