import { integers } from "codebias/statistics/random.ts";
import { type MadeResult, madeResult } from "./view_pages.ts";

const ATTRIBUTES = ["gender", "age", "race", "education", "religion", "marital_status", "employment_status"];

/** Words of programs, of which texts are made that can be packed about as well as real ones. */
const WORDS =
  ("self person income years points if else return True False and or not > < == = : ( ) def score age gender " +
    "income_level married working threshold eligible approve reject compute total risk value limit base bonus")
    .split(" ");

/** So many samples with 7 rows each, with answers of 1,000 to 3,000 letters: each its own, as models write them. */
export function manySamples(
  count: number,
  { letters = [1000, 3000], attributes = 7 } = {},
): MadeResult {
  const drawn = integers("many samples", count);
  const next = (below: number) => drawn(0, below - 1);
  return madeResult(Array.from({ length: count }, (_, at) => {
    const size = letters[0] + next(letters[1] - letters[0] + 1);
    const lines = ["```python", `def decide_${at}(self):`];
    for (let length = 30; length < size; length += lines.at(-1)!.length + 1) {
      const words = Array.from({ length: 3 + next(9) }, () => WORDS[next(WORDS.length)]);
      lines.push(`${"    ".repeat(1 + next(3))}${words.join(" ")} ${next(1000)}`);
    }
    const source = lines.slice(1).join("\n");
    return {
      ...{ taskId: `task-${at % 250}`, temperature: at % 2 === 0 ? 0.2 : 1, epoch: 1 + Math.floor(at / 250) },
      text: [...lines, "```"].join("\n"),
      biased: Object.fromEntries(
        ATTRIBUTES.slice(0, attributes).map((name) => [name, [false, false, false, true, null][next(5)]]),
      ),
      materials: {
        prompt: `Complete the class of task ${at % 250}.`,
        program: { source, entryPoint: `decide_${at}` },
      },
    };
  }));
}
