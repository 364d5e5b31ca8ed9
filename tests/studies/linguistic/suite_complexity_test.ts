import assert from "node:assert/strict";
import { join } from "node:path";
import { profilePrograms } from "codebias";
import { paths } from "codebias/store/paths.ts";
import { readYamlFiles } from "codebias/store/own_data.ts";
import { parseSuiteTask } from "codebias/studies/linguistic/tasks/suite.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";

/** Of the tasks, which have an order by name, every 24th in the small version. */
const tasks = (await readYamlFiles(join(paths.data, "linguistic", "suite")))
  .filter((_, at) => at % sized({ small: 24, long: 1 }) === 0).map(({ value }) => parseSuiteTask(value));

/** The machine may be busy; nearly every program that is measured again is recognised sooner or later. */
const MEASUREMENTS = 6;

/** Share of the programs that may stay open between their class and another, as where sorting takes less time than the rest. */
const OPEN = 0.02;

/** The generator with other random numbers: on the same inputs, the same machine would say the same again. */
function shifted(generator: string, by: number): string {
  return `${generator}\n\nimport random as _random\n_make = make\n\n\ndef make(n):\n` +
    `    for _ in range(${by}):\n        _random.random()\n    return _make(n)\n`;
}

Deno.test({
  name:
    "the complexity of both references of tasks of the suite is recognised, of most at the second measurement",
  ...contained,
  async fn() {
    let open = tasks.flatMap(({ id, entryPoint, generator, references }) =>
      references.map(({ source, class: known }) => ({
        id,
        known,
        program: { source, entryPoint, generator },
      }))
    );
    const first = open.length;
    let astray: readonly string[] = [];
    for (let time = 1; time <= MEASUREMENTS && open.length > 0; time++) {
      const found = await profilePrograms(
        open.map(({ program }) => ({ ...program, generator: shifted(program.generator, time - 1) })),
      );
      const wrong = open.filter(({ known }, at) => found[at].class !== null && found[at].class !== known);
      astray = open.flatMap(({ id, known }, at) =>
        found[at].class === known || found[at].set.includes(known) ? [] : [`${id} ${known}: ${found[at].set}`]
      );
      open = open.filter(({ known }, at) => found[at].class !== known);
      if (time === 1) continue; // a busy machine cuts measurements short
      assert(wrong.length <= 0.05 * first, `${wrong.length} of ${first} get another class`);
      assert(open.length <= 0.1 * first, `${open.length} of ${first} are not recognised`);
    }
    assert.deepEqual(astray, []);
    assert(open.length <= OPEN * first, open.map(({ id, known }) => `${id} ${known}`).join(", "));
  },
});
