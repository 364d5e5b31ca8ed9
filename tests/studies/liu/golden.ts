import { liu } from "codebias/studies/liu/liu.ts";
import { repeatedFile } from "codebias/studies/liu/artifact/recorded_files.ts";
import { goldenFile, noGolden } from "../../golden_file.ts";
import { artifacts, NO_ARTIFACT } from "./artifact.ts";

type Count = readonly [biased: number, n: number, percent: number];

/** Scores of a type of modifiers and a dimension, to two decimals. */
export interface GoldenFairness {
  readonly nbias: number;
  /** Of the twelve most frequent. */
  readonly counts: Readonly<Record<string, number>>;
  readonly ndist: number;
  readonly ufs_any: number | null;
  readonly ufs_first: number | null;
  readonly sd_counts_any: number | null;
  readonly sd_counts_first: number | null;
}

/** What of the golden numbers is about recorded rows. */
export interface Golden {
  readonly class_balance: Readonly<Record<string, { total: number; label1: number; label0: number }>>;
  readonly classifier: Readonly<Record<string, Readonly<Record<string, number>>>> & {
    readonly "CBS by LR (1,3) C=10": Readonly<
      Record<string, { lexicon_acc_vs_label: number; lexicon_total: number }>
    >;
  };
  readonly cbs_from_recorded_labels: Readonly<
    Record<
      string,
      { by_modifier: Readonly<Record<string, Count>>; by_dimension: Readonly<Record<string, Count>> }
    >
  >;
  readonly ufs_sd: Readonly<Record<string, Readonly<Record<string, GoldenFairness>>>>;
  readonly row_swap_test: Readonly<
    Record<string, Readonly<Record<string, { mean_abs_diff: number; sign_agree: number; n: number }>>>
  >;
  readonly duplicates: Readonly<
    Record<
      string,
      { rows: number; distinct: number; conflicting_distinct: number; minority_rows: number }
    >
  >;
  readonly leakage: Readonly<
    Record<string, { rows: number; exact_in_train: number; label_agrees: number }>
  >;
  readonly cross_file_label_conflicts: Readonly<Record<string, { shared: number; conflict: number }>>;
  readonly masked_body_all_combine: {
    readonly keys: number;
    readonly conflicting: number;
    readonly minority_rows: number;
    readonly rows: number;
    readonly by_dim: Readonly<Record<string, number>>;
  };
  readonly python_parse_ok: Readonly<Record<string, readonly [parsed: number, rows: number]>>;
  readonly lexicon: Readonly<Record<string, readonly string[]>>;
  /** Percentages by log and part; and a note. */
  readonly lstm_logs_vs_figure3: Readonly<Record<string, unknown>>;
}

/** The golden numbers; undefined if there are none. */
export const golden = await goldenFile("liu.json") as Golden | undefined;

/** What a test that needs both says in its name. */
export const NEITHER = `${NO_ARTIFACT}${noGolden(golden)}`;

/** Whether a test that needs both is left out. */
export const withoutBoth = artifacts === undefined || golden === undefined;

/** The path of a file by its golden name, e.g. `combine/val`, `new_codegen` or `infer/6B-t0.5.p0.6`. */
export function pathOf(name: string): string {
  if (name === "new_codegen") return repeatedFile.path;
  const [incoder] = liu.modelFiles.filter(({ model }) => model.startsWith("InCoder")).map(({ path }) => path);
  if (name === "new_incoder") return incoder;
  const split = liu.splitFiles.find(({ dataset, split }) => `${dataset}/${split}` === name);
  const path = split?.path ??
    liu.modelFiles.find(({ path }) => path.endsWith(`/${name.replace("infer/", "infer-codegen/")}.jsonl`))
      ?.path;
  if (path === undefined) throw new RangeError(`no file is called ${name}`);
  return path;
}

/** A share as it is written down: in percent, to two decimals. */
export function percent(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1e4) / 100;
}

/** A value to two decimals, as Python rounds it where it lies half-way. */
export function near(ours: number | null, theirs: number | null, digits = 2): boolean {
  if (ours === null || theirs === null) return ours === theirs;
  return Math.abs(ours - theirs) <= 0.5 * 10 ** -digits + 1e-9;
}
