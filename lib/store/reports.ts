import { hash } from "node:crypto";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { checkDigest, Database, rowDigest } from "./database/database.ts";
import type { DatabaseFormat } from "./database/database_file.ts";
import { codeHash } from "./manifest.ts";
import { compress, type Content, decompress } from "./outcomes/outcome_block.ts";
import type { Surroundings } from "./outcomes/outcome_keys.ts";
import { paths } from "./paths.ts";
import tables from "./reports.sql" with { type: "text" };

const FILE = join(paths.outputs, "reports.sqlite");

/** The key of a report: the tool, its subject, and the surroundings. */
export interface ReportKey {
  /** E.g. `probe`. */
  readonly tool: string;
  /** A text that is equal for subjects for which the tool gives the same report. */
  readonly subject: string;
  readonly surroundings: Surroundings;
}

/** The paths of the code and package versions that reports depend on: after any change there, stored reports are ignored. */
export const REPORTING = [
  "deno.json",
  ...["errors", "fields", "kinds", "nearest", "visible"].map((name) => `lib/core/${name}.ts`),
  ...["bias", "complexity", "execution", "extraction", "statistics", "values"].map((room) => `lib/${room}`),
  ...["functional_tests.ts", "linting.ts", "probing", "profile.ts", "published_cbs.ts", "scoring.ts"]
    .map((name) => `lib/run/${name}`),
  ...["task_completion.ts", "tool.ts"].map((name) => `lib/run/${name}`),
];

/**
 * Opens the store of reports of this checkout, in outputs/. The file only saves time: it may be deleted at any moment.
 *
 * @throws {DataError} If it cannot be opened or written.
 *
 * @example
 * ```ts ignore
 * const result = await run(solar, { tasks, completions, reports: await openReports() }); // the second time, nothing is probed
 * ```
 */
export async function openReports(path: string = FILE): Promise<ReportStore> {
  return new ReportStore(path, await codeHash(REPORTING));
}

/**
 * Removes the reports that are recorded as those of another version of the code, and frees their disk space.
 *
 * @param path As for {@linkcode openReports}.
 * @param version Version of the code. @default this checkout's
 * @throws {DataError} If somebody has the store open, or it cannot be written.
 */
export async function compactReports(path: string = FILE, version?: string): Promise<void> {
  const own = version ?? await codeHash(REPORTING);
  Database.compact(path, REPORTS, [["DELETE FROM report WHERE version <> ?", own]]);
}

/**
 * The reports of tools about programs, so that an interrupted run can go on, and a repeated run computes no report
 * again. Several processes may share a store.
 */
export class ReportStore implements Disposable {
  readonly #database: Database;
  readonly #version: string;

  /**
   * Opens a store, creating it if need be.
   *
   * @param version Version of the code that makes the reports: reports of other versions are ignored.
   * @throws {DataError} If the file cannot be opened or written.
   */
  constructor(path: string, version: string) {
    this.#database = new Database(path, REPORTS);
    this.#version = version;
  }

  /**
   * The stored report or, if there is none, the result of `find`.
   *
   * @param lasts Whether a report would be the same the next time and may therefore be stored.
   * @throws {DataError} If the store is damaged, or cannot be written.
   * @throws The errors of `find`.
   */
  async get<R>(key: ReportKey, find: () => Promise<R>, lasts: (report: R) => boolean): Promise<R> {
    const hash = this.#hash(key);
    const row = this.#database.get<ReportRow>(FIND, hash);
    if (row) return this.#read(hash, row) as R;
    const report = await find();
    if (lasts(report)) {
      const { deflated, bytes: packed } = compress(serialize(report));
      const bytes = new Uint8Array(packed);
      this.#database.write(() =>
        this.#database.run(ADD, hash, deflated, bytes, rowDigest([hash, deflated, bytes]), this.#version)
      );
    }
    return report;
  }

  /** As `Database.checkpoint`. */
  checkpoint(): void {
    this.#database.checkpoint();
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
  }

  #hash({ tool, subject, surroundings }: ReportKey): string {
    const { level, python, machine, packages, hashSeed = 0 } = surroundings;
    const parts = ["reports 1", this.#version, tool, subject, [level, python, machine, packages, hashSeed]];
    return hash("sha256", JSON.stringify(parts));
  }

  #read(hash: string, { digest, deflated, bytes }: ReportRow): unknown {
    checkDigest(this.#database, "a report", { digest, values: [hash, deflated, bytes] });
    return this.#database.decoded(() => deserialize(decompress({ deflated, bytes })));
  }
}

interface ReportRow extends Content {
  readonly digest: string;
}

const REPORTS: DatabaseFormat = {
  name: "the store of reports",
  applicationId: 0x63627270,
  version: 1,
  tables,
  additions: [{ table: "report", column: "version", type: "TEXT" }],
};

const FIND = "SELECT deflated, bytes, digest FROM report WHERE key = ?";
const ADD = "INSERT OR IGNORE INTO report (key, deflated, bytes, digest, version) VALUES (?, ?, ?, ?, ?)";
