/** One thing that people are asked to judge: a question about a piece of code. */
export interface ReviewItem {
  /** The id, unique in its queue. */
  readonly id: string;
  /** One sentence, which the reviewer answers with one of `answers`. */
  readonly question: string;
  /** Shown with line numbers. It may be anything that a model wrote: it is never run, nor taken for HTML. */
  readonly code: string;
  /** Lines of the code to look at first, from 1. @default none */
  readonly highlights?: readonly number[];
  /** The language by which the code is coloured. @default it is not coloured */
  readonly language?: "python";
  /** The answers to choose from, 2 to 9; the key 1 gives the first. */
  readonly answers: readonly ReviewAnswer[];
  /** Plain text that stands above the code, e.g. the task. */
  readonly context?: string;
  /** Plain text that is hidden until the reviewer asks for it. */
  readonly hint?: string;
}

/** An answer to choose. */
export interface ReviewAnswer {
  /** The text that is kept in the file, e.g. `biased`. */
  readonly value: string;
  /** The text that the reviewer reads. */
  readonly label: string;
}

/** The answer of one reviewer to one item. */
export interface ReviewLabel {
  readonly itemId: string;
  readonly reviewer: string;
  /** The value of the answer. */
  readonly answer: string;
  readonly note?: string;
  /** The time of the answer, ISO 8601. */
  readonly at?: string;
  /** The time that the item was looked at before, seconds. */
  readonly seconds?: number;
}

/** A remark on an item that has no label. */
export interface ReviewNote {
  readonly itemId: string;
  readonly note: string;
}

/** The identity of the items that were judged. */
export interface ReviewQueue {
  readonly title: string;
  /** The hash of the items, whatever their order, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** The labels of one reviewer, as a review page exports them. */
export interface ReviewFile {
  readonly format: "codebias review";
  readonly version: 1;
  readonly queue: ReviewQueue;
  readonly reviewer: string;
  readonly labels: readonly ReviewLabel[];
  /** Remarks on items that were left without a label. @default none */
  readonly notes?: readonly ReviewNote[];
}
