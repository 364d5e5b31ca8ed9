import fc from "fast-check";
import pl from "nodejs-polars";

/** A row per sample, as an analyst has them. */
export interface Sample {
  readonly model: string;
  readonly temperature: number;
  readonly task: string;
  readonly epoch: number;
  readonly score: number | null;
  readonly biased: boolean | null;
}

/** A table of samples, column by column so that a column of nulls keeps its type. */
export function frameOf(samples: readonly Sample[]): pl.DataFrame {
  const column = (name: keyof Sample, type: pl.DataType) =>
    pl.Series(name, samples.map((sample) => sample[name]), type);
  return pl.DataFrame([
    column("model", pl.Utf8),
    column("temperature", pl.Float64),
    column("task", pl.Utf8),
    column("epoch", pl.Int64),
    column("score", pl.Float64),
    column("biased", pl.Bool),
  ]);
}

/** Every task at every temperature, for two models; scores of two decimals, some of them unjudged. */
export const samples: fc.Arbitrary<Sample[]> = fc.record({
  tasks: fc.integer({ min: 3, max: 7 }),
  epochs: fc.integer({ min: 1, max: 3 }),
  temperatures: fc.constantFrom([0.2, 1], [0.2, 0.6, 1], [0, 0.1 + 0.2, 0.3]),
}).chain(({ tasks, epochs, temperatures }) => {
  const cells = ["A", "B"].flatMap((model) =>
    temperatures.flatMap((temperature) =>
      Array.from({ length: tasks * epochs }, (_, at) => ({
        model,
        temperature,
        task: `t${at % tasks}`,
        epoch: 1 + Math.floor(at / tasks),
      }))
    )
  );
  const found = fc.record({
    score: fc.option(fc.integer({ min: -300, max: 300 }).map((cents) => cents / 100), { freq: 12 }),
    biased: fc.option(fc.boolean(), { freq: 12 }),
  });
  return fc.array(found, { minLength: cells.length, maxLength: cells.length })
    .map((findings) => cells.map((cell, at) => ({ ...cell, ...findings[at] })));
});

/** Three temperatures, four tasks, one number each. */
export const GOOD: readonly Sample[] = [0.2, 0.6, 1].flatMap((temperature, at) =>
  [0, 1, 2, 3].map((task) => ({
    model: "A",
    temperature,
    task: `t${task}`,
    epoch: 1,
    score: task * task + at * (task % 2) + 0.1 * task * at,
    biased: (task + at) % 3 === 0,
  }))
);
