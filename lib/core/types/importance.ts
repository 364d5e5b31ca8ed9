/** A prompt with one of its words left out. */
export interface Perturbation {
  /** The place of the word among the words of the prompt that can be left out, in reading order, from 1. */
  readonly index: number;
  readonly word: string;
  /** The prompt without it. */
  readonly prompt: string;
}

/** A task's prompt, whose words are to be weighed. */
export interface ImportancePrompt {
  readonly taskId: string;
  readonly prompt: string;
  /** The language of the description, and the name of the prompting method. */
  readonly settings: { readonly language: string; readonly prompt: string };
}

/** The probability of a text after a prompt. */
export interface Likelihood {
  /** The natural logarithm of the probability. */
  readonly nats: number;
  /** The number of tokens that it covers. */
  readonly tokens: number;
  /** The length of their text, UTF-16 units; shorter than the text where a token begins before it. */
  readonly counted: number;
}

/** Something that could not be found out. */
export interface Missing {
  readonly reason: string;
}

/** A model's answers to a prompt, to the same prompt again, and to it without each word in turn. */
export type ImportanceAnswers =
  | {
    /** The probability of the greedy answer to the whole prompt. */
    readonly method: "likelihood";
    readonly whole: Likelihood | Missing;
    readonly again: readonly (Likelihood | Missing)[];
    readonly without: readonly (Likelihood | Missing)[];
  }
  | {
    /** The greedy answers. */
    readonly method: "output-change";
    readonly whole: string | Missing;
    readonly again: readonly (string | Missing)[];
    readonly without: readonly (string | Missing)[];
  };

/** The importance of a word of a prompt. */
export interface WordScore {
  /** The place of the word, from 1, in reading order. */
  readonly index: number;
  readonly word: string;
  readonly method: ImportanceAnswers["method"];
  /**
   * `likelihood`: by how many nats the log-likelihood of the answer drops without the word; below 0 where the answer gets
   * more probable. `output-change`: the share of the answer that changes, in [0, 1]. Null if unjudged.
   */
  readonly score: number | null;
  /** The drop for each token of the answer, nats; null where there are no likelihoods. */
  readonly perToken: number | null;
  /** Score, at least 0, over the highest one of the prompt: in [0, 1]; all 0 where no score is above 0. */
  readonly normalised: number | null;
  /** The noise floor: the largest absolute score of the prompt with no word left out; null if that failed. */
  readonly floor: number | null;
  /** Whether the score is above the floor; null if one of them is missing. */
  readonly aboveFloor: boolean | null;
  /** The reason why there is no score. */
  readonly reason: string | null;
}

/** The importance of a word of a task's prompt to a model. */
export interface WordImportance extends WordScore {
  readonly model: string;
  /** Whether it only imitates a model, so that nothing here is a finding. */
  readonly synthetic: boolean;
  readonly taskId: string;
  /** Name of the prompting method. */
  readonly prompt: string;
  readonly language: string;
}

/** The part of a study that leaves out the words of a prompt and scores them. */
export interface ImportanceStudy {
  readonly name: string;
  readonly leaveOneOut: (prompt: string) => Perturbation[];
  readonly importanceScores: (words: readonly Perturbation[], answers: ImportanceAnswers) => WordScore[];
}
