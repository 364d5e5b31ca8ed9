/** One thing that people are asked to judge: a question about a piece of code. */
export interface ReviewItem {
  /** Unique in its queue. */
  readonly id: string;
  /** One sentence that one of the answers answers. */
  readonly question: string;
  /** Shown with line numbers. May be anything that a model wrote: it is never run, nor taken for HTML. */
  readonly code: string;
  /** Lines of the code to look at first, from 1. @default none */
  readonly highlights?: readonly number[];
  /** What to colour the code as. @default left as it is */
  readonly language?: "python";
  /** 2 to 9; the first is given by the key 1. */
  readonly answers: readonly ReviewAnswer[];
  /** Plain text that stands above the code, e.g. the task. */
  readonly context?: string;
  /** Plain text that is hidden until the reviewer asks for it. */
  readonly hint?: string;
}

/** An answer to choose. */
export interface ReviewAnswer {
  /** What is kept in the file, e.g. `biased`. */
  readonly value: string;
  /** What the reviewer reads. */
  readonly label: string;
}

/** What one reviewer said of one item. */
export interface ReviewLabel {
  readonly itemId: string;
  readonly reviewer: string;
  /** The value of the answer. */
  readonly answer: string;
  readonly note?: string;
  /** When, ISO 8601. */
  readonly at?: string;
  /** How long the item was looked at before, seconds. */
  readonly seconds?: number;
}

/** A remark on an item that has no label. */
export interface ReviewNote {
  readonly itemId: string;
  readonly note: string;
}

/** Which items were judged. */
export interface ReviewQueue {
  readonly title: string;
  /** Of the items, whatever their order, 64 hexadecimal digits. */
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
