import assert from "node:assert/strict";
import { assertGolden } from "../../../golden/golden.ts";
import { checkedTexts, sizeOf } from "../../../report/picture.ts";
import { rateOf } from "../made_up.ts";
import { correlationFigure } from "codebias/studies/liu/figures/correlation_figure.ts";
import { cbsPairs } from "codebias/studies/liu/metrics/correlation.ts";

const SUBTITLE = { subtitle: "numbers made up for a test" };

const checked = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);

const PAIRS = cbsPairs(
  ["label", "lexicon", "behaviour"].flatMap((instrument, which) =>
    (["RoBERTa-Neg", "Random-Neg", "Random-Pos", "Comparative"] as const).map((modifierType, at) =>
      rateOf(0.2 + 0.1 * at + 0.01 * which * at ** 2, { instrument, modifierType })
    )
  ),
);

Deno.test("correlationFigure() of printed and made-up scores is the golden picture", async () => {
  const { svg } = correlationFigure(PAIRS, SUBTITLE);
  checked(svg);
  await assertGolden("liu_correlation.svg", svg);
});

Deno.test("correlationFigure() has a panel with a coefficient for each instrument, and all points", () => {
  const { svg } = correlationFigure(PAIRS, SUBTITLE);
  const words = checked(svg).join(" ");
  assert.match(words, /the paper's BERT: r = 0\.98 \(0\.95 to 0\.99\), 24 points/);
  assert.match(words, /lexicon: r = \d\.\d\d \(-?\d\.\d\d to \d\.\d\d\), 4 points/);
  for (const name of ["behaviour", "Random-Pos", "both say the same"]) assert(words.includes(name), name);
});

Deno.test("correlationFigure() of one instrument is a column wide, and needs no coefficient", () => {
  const printed = PAIRS.filter(({ instrument }) => instrument.startsWith("the paper"));
  const wide = sizeOf(correlationFigure(PAIRS, SUBTITLE).svg).width;
  const { svg } = correlationFigure(printed, SUBTITLE);
  checked(svg);
  assert(sizeOf(svg).width < wide);
  const two = checked(correlationFigure(printed.slice(0, 2), SUBTITLE).svg).join(" ");
  assert(two.includes("2 points") && !two.includes("r ="));
});

Deno.test("correlationFigure() says on whose rows the classifier was trained", () => {
  const of = (instrument: string) =>
    checked(correlationFigure(PAIRS.map((pair) => ({ ...pair, instrument })), SUBTITLE).svg).join(" ");
  assert.match(of("classifier"), /trained on most rows of CodeGen-2\.7B and InCoder-6\.7B/);
  assert(!of("lexicon").includes("trained"));
});
