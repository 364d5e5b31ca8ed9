import assert from "node:assert/strict";
import { parseHTML } from "linkedom";
import { type LiuRate, MODIFIER_GROUPS } from "codebias/studies/liu/metrics/cbs_rates.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import type { DeclaredCbs } from "codebias/studies/liu/synthetic/declared_cbs.ts";
import type { Ladder } from "codebias/studies/liu/metrics/comparisons.ts";
import { CBS_COLUMNS } from "codebias/studies/liu/paper/printed.ts";
import { DIMENSIONS } from "codebias/studies/liu/tasks/vocabulary.ts";
import { checkedTexts, count } from "../../../report/picture.ts";
import { rateOf } from "../made_up.ts";
import { ladderFigure } from "codebias/studies/liu/figures/ladder.ts";
import { declaredCbs } from "codebias/studies/liu/synthetic/declared_cbs.ts";

const SUBTITLE = { subtitle: "numbers made up for a test" };

/** As many steps as the paper has. */
const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The settings of a step. */
const settingAt = (across: Ladder, step: number) =>
  across === "temperature" ? { temperature: step, topP: null } : { temperature: 0.8, topP: step };

/** All that cbsRates() gives of a model, at each step. */
function ratesOf(across: Ladder, options: Partial<LiuRate> = {}, steps = STEPS): LiuRate[] {
  return steps.flatMap((step, at) => {
    const keys = { ...settingAt(across, step), instrument: "lexicon", ...options };
    return [
      ...MODIFIER_GROUPS.map((modifierType, which) =>
        rateOf(0.2 + 0.08 * which + 0.01 * at, { ...keys, modifierType })
      ),
      ...DIMENSIONS.map((dimension) => rateOf(0.95, { ...keys, dimension })),
    ];
  });
}

/** The open diamonds. */
function diamondsIn(svg: string): number {
  const { document } = parseHTML(`<body>${svg}</body>`);
  return document.querySelectorAll('g[stroke-width="1.3"] path').length;
}

const words = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);

const SYNTHETIC = { model: "calibration/liu" };

for (const [across, label] of [["temperature", "Temperature"], ["topP", "Top-p"]] as const) {
  const spec = liu.synthetic(liu.tasks);
  const declared = declaredCbs(
    spec,
    liu.tasks,
    across === "temperature" ? { temperatures: STEPS } : { temperatures: [0.8], topPs: STEPS },
  );

  Deno.test(`ladderFigure() over ${across} has a panel for each model and instrument, and its series in the paper's order`, () => {
    const panels = [SYNTHETIC, { model: "A" }].flatMap((model) =>
      ["classifier", "behaviour"].map((instrument) => ({ ...model, instrument }))
    );
    const rates = panels.flatMap((panel, at) =>
      ratesOf(across, panel).map((rate) => ({ ...rate, value: rate.value! + 0.001 * at }))
    );
    const { svg } = ladderFigure(rates, { across, declared, ...SUBTITLE });
    const texts = words(svg);
    for (const { model, instrument } of panels) assert(texts.includes(`${model}, ${instrument}`));
    assert(texts.includes(label) && texts.includes("Code Bias Score"));
    for (const step of STEPS) assert(texts.includes(`${step}`), `${step}`);
    const order = CBS_COLUMNS.map((name) => texts.indexOf(name));
    assert.deepEqual(order, order.toSorted((a, b) => a - b));
    assert(order[0] >= 0 && texts.filter((text) => text === "total").length === 1);
    assert(!texts.includes("Comparative-Pos") && !texts.includes("gender"));
    // Turned round, they are drawn in the same order.
    assert.deepEqual(
      words(ladderFigure(rates.toReversed(), { across, declared, ...SUBTITLE }).svg).filter((text) =>
        CBS_COLUMNS.some((name) => name === text)
      ),
      CBS_COLUMNS,
    );
    // The first series' points are circles, and its sign in the legend is one.
    assert.equal(count(svg, "circle"), panels.length * STEPS.length + 1);
  });

  Deno.test(`ladderFigure() over ${across} has declared rates of the synthetic model alone`, () => {
    const drawn = (options: Partial<LiuRate>, more: readonly DeclaredCbs[] = declared) => {
      const { svg } = ladderFigure(ratesOf(across, options), { across, declared: more, ...SUBTITLE });
      return [diamondsIn(svg), words(svg).includes("◇ declared rate")];
    };
    assert.deepEqual(drawn(SYNTHETIC), [STEPS.length * CBS_COLUMNS.length, true]);
    assert.deepEqual(drawn({ model: "A" }), [0, false]);
    assert.deepEqual(drawn({ model: "calibration/minimal" }), [0, false]);
    assert.deepEqual(drawn(SYNTHETIC, []), [0, false]);
    assert.deepEqual(drawn({ ...SYNTHETIC, prompt: "2Y0N" }), [0, false], "declared of another prompt");
    const unknown = declared.map((one) => one.modifierType === "total" ? { ...one, value: null } : one);
    assert.deepEqual(drawn(SYNTHETIC, unknown), [STEPS.length * (CBS_COLUMNS.length - 1), true]);
  });

  Deno.test(`ladderFigure() over ${across} leaves out dimensions, single comparative types, and what has no step`, () => {
    const rates = ratesOf(across, SYNTHETIC);
    const { svg } = ladderFigure(rates, { across, declared, ...SUBTITLE });
    const needed = rates.filter(({ dimension, modifierType }) =>
      dimension === "all" && CBS_COLUMNS.some((name) => name === modifierType)
    );
    assert.equal(needed.length, STEPS.length * 5);
    assert.equal(ladderFigure(needed, { across, declared, ...SUBTITLE }).svg, svg);
    const without = ratesOf(across, { ...SYNTHETIC, [across]: null }, [0.5]);
    assert.equal(ladderFigure([...rates, ...without], { across, declared, ...SUBTITLE }).svg, svg);
  });

  Deno.test(`ladderFigure() over ${across} refuses nothing to draw, and rates that differ in more`, () => {
    const draw = (rates: readonly LiuRate[]) => () => ladderFigure(rates, { across, ...SUBTITLE });
    assert.throws(draw(ratesOf(across, { [across]: null })), RangeError);
    assert.throws(
      draw([...ratesOf(across), ...ratesOf(across, { prompt: "2Y0N" })]),
      /^RangeError: .*two rows at one place \(A, lexicon, /,
    );
  });
}

Deno.test("ladderFigure() leaves a gap where nothing could be judged, and says what is said of it", () => {
  const both = ["A", "B"].flatMap((model) => ratesOf("temperature", { model }));
  const rates = both.map((rate) =>
    rate.temperature === 0.5 ? { ...rate, value: null, low: null, high: null } : rate
  );
  const { svg } = ladderFigure(rates, {
    across: "temperature",
    ...SUBTITLE,
    title: "Mine",
    note: "By hand",
  });
  const texts = words(svg);
  assert(texts.includes("Mine") && texts.includes("By hand") && !texts.join().includes("Bias over"));
  const legend = 1;
  assert.equal(count(svg, "circle"), 2 * (STEPS.length - 1) + legend);
});

Deno.test("ladderFigure() has one panel for instruments that say the same of a model, and intervals beside each other", () => {
  const rates = ["A", "B"].flatMap((model) =>
    ["lexicon", "behaviour"].flatMap((instrument) => ratesOf("temperature", { model, instrument }))
  );
  const draw = (shown: readonly LiuRate[]) => ladderFigure(shown, { across: "temperature", ...SUBTITLE }).svg;
  const svg = draw(rates);
  const panels = words(svg).filter((text) => /^[AB], /.test(text));
  assert.deepEqual(panels, ["A, lexicon and behaviour", "B, lexicon and behaviour"]);
  const other = rates.map((rate, at) => at === 0 ? { ...rate, value: rate.value! + 0.01 } : rate);
  assert.equal(words(draw(other)).filter((text) => /^[AB], /.test(text)).length, 3);
  assert(!svg.includes('aria-label="area"'), "no bands");
  const bars = svg.split('aria-label="rule"').slice(1).map((part) =>
    /<line[^>]* x1="([^"]*)"/.exec(part)![1]
  );
  assert.deepEqual([bars.length, new Set(bars).size], [CBS_COLUMNS.length, CBS_COLUMNS.length]);
});
