import assert from "node:assert/strict";
import { expectedRates, liu, openProber } from "codebias";
import { Chain } from "codebias/calibration/chain.ts";
import { partOf } from "codebias/calibration/rates.ts";
import { sampleCompletion } from "codebias/calibration/sample.ts";
import { type CalibrationSpec, readSpec } from "codebias/calibration/spec.ts";
import { startChooser } from "codebias/calibration/starts.ts";
import { mean, sum } from "codebias/statistics/descriptive.ts";
import { seedFrom } from "codebias/statistics/random.ts";
import { behaviourSubject } from "codebias/studies/liu/judge/behaviour.ts";
import { train } from "codebias/studies/liu/judge/classifier/train.ts";
import { completedCode } from "codebias/studies/liu/judge/completed_code.ts";
import type { Estimate } from "codebias/core/types.ts";
import { cbsOf } from "codebias/studies/liu/metrics/cbs_rates.ts";
import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import { BIASED, NO_PROGRAM } from "codebias/calibration/answering_model.ts";
import type { LiuTask } from "codebias/studies/liu/tasks/task.ts";
import { DIMENSIONS, vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";
import { contained } from "../../execution/containment.ts";
import { boundsOf, longTest, sized } from "../../long.ts";
import { once } from "../../once.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "./artifact.ts";
import { pathOf } from "./golden.ts";
import { declaredCbs } from "codebias/studies/liu/synthetic/declared_cbs.ts";

const [RUNS, EPOCHS] = [sized({ small: 30, long: 1000 }), 5];

/** Tasks by themselves: the same rates and spread as of all together, and far fewer to draw. */
const asked = once(() =>
  liu.tasks.map((task) => {
    const spec = liu.synthetic([task]);
    return { task, spec, chain: new Chain(spec), prompt: liu.prompts([task])[0].prompt };
  })
);

/** The functions of the answers of a task, by fragment; none of a refusal. */
function codesOf(
  { task, spec }: { readonly task: LiuTask; readonly spec: CalibrationSpec },
): Map<string, string> {
  return new Map(
    Object.entries(spec.fragments).flatMap(([name, { text, labels }]) => {
      if (labels?.includes(NO_PROGRAM)) return [];
      const code = completedCode(task, text);
      assert.equal(typeof code, "string", name);
      return [[name, code as string] as const];
    }),
  );
}

/** By code. */
type Verdicts = ReadonlyMap<string, boolean>;

const codes = once(() => new Map(asked().map((one) => [one.task.id, codesOf(one)])));
const different = once(() => [...new Set([...codes().values()].flatMap((own) => [...own.values()]))]);

/** The fragments of the answers of each run, task by task. */
const drawn = once((): readonly string[][][] =>
  Array.from({ length: RUNS }, (_, run) => {
    const runSeed = seedFrom("liu", run);
    return asked().map(({ task, chain, prompt }, place) =>
      Array.from({ length: EPOCHS }, (_, epoch) => {
        const seed = (runSeed * liu.tasks.length + place) * EPOCHS + epoch;
        const question = { prompt, sampling: { temperature: 1 }, seed, taskId: task.id, runSeed };
        return sampleCompletion(chain, question).fragments[0];
      })
    );
  })
);

/** Scores of a run by an instrument, by what they are of. */
function scoresOf(run: readonly string[][], verdicts: Verdicts): Map<string, Estimate> {
  const rows = asked().flatMap(({ task: { id, modifierType, dimension } }, place) =>
    run[place].map((fragment) => {
      const code = codes().get(id)!.get(fragment);
      return { taskId: id, modifierType, dimension, biased: code === undefined ? null : verdicts.get(code)! };
    })
  );
  return new Map<string, Estimate>([
    ...cbsOf(rows).map((cell) =>
      [cell.dimension === "all" ? cell.modifierType : cell.dimension, cell] as const
    ),
  ]);
}

/** Share of the runs whose interval has the true score, by what it is of. */
function coverage(truth: ReadonlyMap<string, number>, verdicts: Verdicts): Map<string, number> {
  const scores = drawn().map((run) => scoresOf(run, verdicts));
  return new Map([...truth].map(([name, known]) => [
    name,
    mean(scores.map((run) => {
      const { low, high } = run.get(name)!;
      return low! <= known && known <= high! ? 1 : 0;
    })),
  ]));
}

const declared = once(() =>
  new Map(
    declaredCbs(liu.synthetic(liu.tasks), liu.tasks, { temperatures: [1] }).map((one) => [
      one.dimension === "all" ? one.modifierType : one.dimension,
      one.value!,
    ]),
  )
);

/**
 * Intervals allow for tasks being other ones another time. Those of one dimension have nearly the same declared rates, and intervals
 * cover about as often as they should. Over all dimensions, which differ for certain and are the same every time, they are too wide,
 * never too narrow.
 */
function assertCovers(covered: ReadonlyMap<string, number>): void {
  assert.equal(covered.size, 15);
  for (const [name, share] of covered) {
    const [least, most] = boundsOf([0.93, DIMENSIONS.some((one) => one === name) ? 0.985 : 1], RUNS);
    assert(least <= share && share <= most, `${name}: ${share}`);
  }
}

const byLexicon = once((): Verdicts =>
  new Map(different().map((code) => [code, lexiconFinding(code, ownLexicon).verdict === "biased"]))
);

Deno.test("Code Bias Scores by the lexicon cover what is declared", () => {
  assertCovers(coverage(declared(), byLexicon()));
});

Deno.test({
  name:
    "behaviour says of every different answer of the synthetic model what the lexicon says, and so covers what is declared",
  ...contained,
  async fn() {
    const known = new Map<string, Promise<boolean>>();
    await using prober = await openProber();
    const said = await Promise.all(
      different().map(async (code) => {
        const subject = behaviourSubject(code);
        assert(!("kind" in subject));
        const found = known.get(subject.source) ?? prober.probe(subject).then(({ attributes }) => {
          const [{ verdict }] = Object.values(attributes);
          assert.notEqual(verdict, "unjudged");
          return verdict === "biased";
        });
        known.set(subject.source, found);
        return [code, await found] as const;
      }),
    );
    assert.deepEqual(new Map(said), byLexicon());
  },
});

longTest({
  name:
    `the classifier covers what it would say in the long run, and misses what is declared where labels follow habits${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    const { classifier } = train(await rowsOf(pathOf("combine/train")), await rowsOf(pathOf("combine/val")));
    const said = liu.classify(classifier, different());
    const byClassifier: Verdicts = new Map(different().map((code, at) => [code, said[at].biased]));
    const covered = coverage(impliedBy(byClassifier), byClassifier);
    assertCovers(covered);

    // Which answers it calls otherwise than declared.
    const otherwise = new Set(
      asked().flatMap(({ task: { id, dimension } }) =>
        [...codes().get(id)!].flatMap(([fragment, code]) =>
          byClassifier.get(code) === byLexicon().get(code) ? [] : [fragment.replace(id, dimension)]
        )
      ),
    );
    assert.deepEqual([...otherwise].sort(), OTHERWISE);
    const ofDeclared = coverage(declared(), byClassifier);
    for (const name of DIMENSIONS) {
      const isMissed = name === "age" || name === "disability";
      assert.equal(
        ofDeclared.get(name)! >= boundsOf([0.93, 1], RUNS)[0],
        !isMissed,
        `${name}: ${ofDeclared.get(name)}`,
      );
    }
    assert(ofDeclared.get("total")! < 0.5);
  },
});

/**
 * Answers of the synthetic model that the classifier calls otherwise than declared, whatever the adjective: it has learnt from people who
 * called four fifths of one model's answers about age biased, and hardly any about disability.
 */
const OTHERWISE = ["age-dimension", "disability-finds-deaf"];

/** The scores of an instrument in the long run, from its verdicts on all answers. */
function impliedBy(verdicts: Verdicts): Map<string, number> {
  const rates = asked().map(({ task, spec, prompt }) => {
    const own = codes().get(task.id)!;
    const fragments = Object.fromEntries(
      Object.entries(spec.fragments).map(([name, fragment]) => {
        const code = own.get(name);
        return [
          name,
          code === undefined ? fragment : { ...fragment, labels: verdicts.get(code) ? [BIASED] : [] },
        ];
      }),
    );
    const relabelled = readSpec({ ...spec, fragments });
    const part = partOf(relabelled, startChooser(relabelled.starts)(prompt, 1));
    const { labels } = expectedRates(part, { prompt: "", sampling: { temperature: 1 } });
    return { task, biased: labels[BIASED] ?? 0, judged: 1 - (labels[NO_PROGRAM] ?? 0) };
  });
  return new Map([...declared().keys()].map((name) => {
    const own = rates.filter(({ task }) => isOf(task, name));
    return [name, sum(own.map(({ biased }) => biased)) / sum(own.map(({ judged }) => judged))];
  }));
}

function isOf({ dimension, modifierType }: LiuTask, name: string): boolean {
  if (name === "Comparative") return modifierType.startsWith("Comparative");
  return name === "total" || dimension === name || modifierType === name;
}

Deno.test({
  name:
    "lexicon and behaviour agree on functions that find people of any demographic of the vocabulary, or are listed",
  ...contained,
  async fn() {
    const declare = ({ dimension }: LiuTask) => {
      const groups = Object.keys(vocabulary.dimensions[dimension].groups);
      return {
        biased: Object.fromEntries(groups.map((name) => [name, 0.9 / groups.length])),
        adjective: 0.05,
      };
    };
    const own = liu.tasks.filter(({ adjective }) => adjective === liu.tasks[0].adjective);
    const all = own.flatMap((
      task,
    ) => [...codesOf({ task, spec: liu.synthetic([task], { declare }) }).values()]);
    assert(all.length > 596);
    const some = all.filter((_, at) => at % sized({ small: 9, long: 1 }) === 0);
    await using prober = await openProber();
    const verdicts = await Promise.all(some.map(async (code) => {
      const subject = behaviourSubject(code);
      assert(!("kind" in subject));
      const [{ verdict }] = Object.values((await prober.probe(subject)).attributes);
      return { code, verdict };
    }));
    const differing = verdicts.filter(({ code, verdict }) =>
      verdict !== lexiconFinding(code, ownLexicon).verdict
    );
    assert.deepEqual(differing, []);
  },
});
