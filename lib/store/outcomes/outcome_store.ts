import { hash } from "node:crypto";
import { join } from "node:path";
import type { Execution, ExecutionRequest, Outcome, ProgramReport } from "../../core/types.ts";
import { codeHash } from "../manifest.ts";
import { paths } from "../paths.ts";
import { checkDigest, Database, rowDigest } from "../database/database.ts";
import type { DatabaseFormat } from "../database/database_file.ts";
import {
  compress,
  type Content,
  decompress,
  packOutcomes,
  unpackOutcomes,
  valueBytes,
} from "./outcome_block.ts";
import tables from "./outcomes.sql" with { type: "text" };
import { CALL_BYTES, callKeys, programKey, type Surroundings } from "./outcome_keys.ts";

/** The largest total size of the values of one execution, bytes; larger executions are not stored. */
const LARGEST_STORED = 64 << 20;

const FILE = join(paths.outputs, "outcomes.sqlite");

/** The stored report and outcomes for an execution request. */
export interface KnownOutcomes {
  /** The report of loading the program; undefined if it is not known. */
  readonly report?: ProgramReport;
  /** One per call; undefined if the call must be made. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

/**
 * Opens the store of outcomes of this checkout, in outputs/. The file only saves time: it may be deleted at any moment.
 *
 * @throws {DataError} If it cannot be opened or written.
 */
export async function openOutcomes(path: string = FILE): Promise<OutcomeStore> {
  return new OutcomeStore(path, await executionVersion());
}

/**
 * Removes the outcomes that are recorded as those of another version of the code, and frees their disk space.
 *
 * @param path As for {@linkcode openOutcomes}.
 * @param version Version of the code. @default this checkout's
 * @throws {DataError} If somebody has the store open, or it cannot be written.
 */
export async function compactOutcomes(path: string = FILE, version?: string): Promise<void> {
  Database.compact(path, OUTCOMES, [
    ["DELETE FROM program WHERE version <> ?", version ?? await executionVersion()],
    ["DELETE FROM block WHERE program NOT IN (SELECT id FROM program)"],
    ["DELETE FROM content WHERE id NOT IN (SELECT content FROM block)"],
  ]);
}

/** A hash that changes whenever the code that executes programs or encodes their values does. */
export async function executionVersion(): Promise<string> {
  return await codeHash(["lib/execution", "lib/values"]);
}

/**
 * The outcomes of programs, by program, call, limits and sandbox, so that judging by another rule executes no call
 * again.
 *
 * Outcomes are looked up call by call, since different runs group calls differently. The first call of a process is
 * answered only from another first call: a call may fail because of state that earlier calls left behind in the process,
 * and to find that out, it is made alone.
 *
 * Executions that depend on more than the program and the calls are not stored: those where the sandbox failed, this
 * machine was too busy, or the program was ended by a signal, as when memory runs out, or was nondeterministic.
 */
export class OutcomeStore implements Disposable {
  readonly #database: Database;
  readonly #version: string;

  /**
   * Opens a store, creating it if need be.
   *
   * @param version Version of the code, part of every key: outcomes of another version are ignored.
   * @throws {DataError} If the file cannot be opened or written.
   */
  constructor(path: string, version: string) {
    this.#database = new Database(path, OUTCOMES);
    this.#version = version;
  }

  /** The stored report and outcomes for a request. */
  find(request: ExecutionRequest, surroundings: Surroundings): KnownOutcomes {
    const key = programKey(request, surroundings, this.#version);
    const program = this.#database.get<Stored & { readonly report: string }>(FIND_PROGRAM, key);
    if (!program) return { outcomes: request.calls.map(() => undefined) };
    checkDigest(this.#database, "a program", { digest: program.digest, values: [key, program.report] });
    const report = this.#database.decoded(() => JSON.parse(program.report));
    return { report, outcomes: this.#outcomes(program.id, callKeys(request)) };
  }

  /**
   * Stores the outcomes of an execution, unless they may be different the next time.
   *
   * @returns Whether they were stored.
   * @throws {DataError} If it cannot be written.
   */
  put(request: ExecutionRequest, execution: Execution, surroundings: Surroundings): boolean {
    const { program: report, outcomes } = execution;
    if (!isRepeatable(report) || !outcomes.every(isRepeatable) || valueBytes(outcomes) > LARGEST_STORED) {
      return false;
    }
    const calls = callKeys({ ...request, calls: request.calls.slice(0, outcomes.length) });
    const { heads, values } = packOutcomes(outcomes);
    const key = programKey(request, surroundings, this.#version);
    const name = hash("sha256", values);
    // Programs that return the same values share one row of content.
    const content = this.#database.get(FIND_CONTENT, name) ? undefined : compress(values);
    this.#database.write(() => {
      const told = JSON.stringify(report);
      this.#database.run(ADD_PROGRAM, key, told, rowDigest([key, told]), this.#version);
      if (calls.length === 0) return;
      if (content) this.#database.run(ADD_CONTENT, name, content.deflated, content.bytes);
      const program = this.#database.one<{ id: number }>(FIND_PROGRAM, key);
      const { id } = this.#database.one<{ id: number }>(FIND_CONTENT, name);
      const block = [program.id, id, Uint8Array.fromHex(calls.join("")), heads];
      this.#database.run(ADD_BLOCK, ...block, rowDigest(block));
    });
    return true;
  }

  /** As `Database.checkpoint`. */
  checkpoint(): void {
    this.#database.checkpoint();
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
  }

  #outcomes(program: number, calls: readonly string[]): (Outcome | undefined)[] {
    const found = new Map<string, { block: number; at: number }>();
    for (const { id, digest, ...block } of this.#database.all<BlockRow>(FIND_CALLS, program)) {
      const { content, calls, heads } = block;
      checkDigest(this.#database, "outcomes", { digest, values: [program, content, calls, heads] });
      const text = calls.toHex();
      for (let at = 0; at < calls.length / CALL_BYTES; at++) {
        const key = text.slice(2 * CALL_BYTES * at, 2 * CALL_BYTES * (at + 1));
        const known = found.get(key);
        if (!known || (at === 0 && known.at > 0)) found.set(key, { block: id, at });
      }
    }
    const blocks = new Map<number, Outcome[]>();
    return calls.map((key, index) => {
      const place = found.get(key);
      if (!place || (index === 0 && place.at > 0)) return undefined;
      return blocks.getOrInsertComputed(place.block, (id) => this.#block(id))[place.at];
    });
  }

  #block(id: number): Outcome[] {
    const { hash: name, heads, bytes, deflated } = this.#database.one<ContentRow>(FIND_BLOCK, id);
    return this.#database.decoded(() => {
      const values = decompress({ bytes, deflated });
      if (hash("sha256", values) !== name) throw this.#database.damaged("values differ from those stored");
      return unpackOutcomes({ heads, values });
    });
  }
}

/** The columns that all rows have. */
interface Stored {
  readonly id: number;
  readonly digest: string | null;
}

interface BlockRow extends Stored {
  readonly content: number;
  readonly calls: Uint8Array;
  readonly heads: string;
}

interface ContentRow extends Content {
  readonly hash: string;
  readonly heads: string;
}

/** Whether the same call of the same program would end like this again. */
function isRepeatable(
  { kind, message = "", idle }: ProgramReport | Outcome & { message?: string; idle?: boolean },
) {
  // A signal may have come from outside, e.g. when memory runs out; a violated protocol may be the sandbox's own fault.
  if (["infrastructure-error", "protocol-violation", "nondeterministic", "signal"].includes(kind)) {
    return false;
  }
  // With a message, the limit is the total time of all calls of an execution.
  if (kind === "wall-limit") return idle !== false && message === "";
  return true;
}

const OUTCOMES: DatabaseFormat = {
  name: "the store of outcomes",
  applicationId: 0x63626f75,
  version: 1,
  tables,
  additions: [
    ...["program", "block"].map((table) => ({ table, column: "digest", type: "TEXT" })),
    { table: "program", column: "version", type: "TEXT" },
  ],
};

const FIND_PROGRAM = "SELECT id, report, digest FROM program WHERE key = ?";
const FIND_CALLS = "SELECT id, content, calls, heads, digest FROM block WHERE program = ? ORDER BY id";
const FIND_CONTENT = "SELECT id FROM content WHERE hash = ?";
const FIND_BLOCK =
  "SELECT hash, heads, bytes, deflated FROM block JOIN content ON content.id = block.content " +
  "WHERE block.id = ?";
const ADD_PROGRAM = "INSERT OR IGNORE INTO program (key, report, digest, version) VALUES (?, ?, ?, ?)";
const ADD_CONTENT = "INSERT OR IGNORE INTO content (hash, deflated, bytes) VALUES (?, ?, ?)";
const ADD_BLOCK = "INSERT INTO block (program, content, calls, heads, digest) VALUES (?, ?, ?, ?, ?)";
