import type { ExecutionRequest } from "../core/types.ts";
import { HARNESSES } from "./harness.ts";

/** What workers run before programs that want pandas; nothing where it is not installed. */
export const PANDAS: readonly string[] = ["try:\n    import pandas\nexcept ImportError:\n    pass\n"];

/** Whether a program mentions pandas, or one handed to a program of this project does. */
export function wantsPandas({ program: { source }, calls }: ExecutionRequest): boolean {
  if (source.includes("pandas")) return true;
  const handed = HARNESSES.includes(source) ? calls[0]?.args : undefined;
  return handed !== undefined && new TextDecoder().decode(handed).includes("pandas");
}
