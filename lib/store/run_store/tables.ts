import type { DatabaseFormat } from "../database/database_file.ts";
import tables from "./run_store.sql" with { type: "text" };

/** The run store; what its tables hold is said beside them. */
export const RUN_STORE: DatabaseFormat = {
  ...{ name: "the run store", applicationId: 0x63627273, version: 1, tables },
  additions: [{ table: "completion", column: "digest", type: "TEXT" }],
};
