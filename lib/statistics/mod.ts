/**
 * Tests, intervals, effect sizes and plans, as an analyst takes them: `statistics.welchT(a, b)`.
 *
 * @module
 */

// Two groups of numbers
export { oneSampleT, pairedT, pooledT, welchT } from "./tests/t_test.ts";
export { mannWhitney } from "./tests/mann_whitney.ts";
export { wilcoxonSignedRank } from "./tests/wilcoxon.ts";
export { signTest } from "./tests/sign_test.ts";
export { permutationTest } from "./tests/permutation_test.ts";
export { equivalenceT } from "./tests/equivalence.ts";
export { cohensD, cohensDOneSample, cohensH, oddsRatio } from "./effect_size.ts";

// Counts and shares
export { mcnemar, mcnemarExact } from "./tests/mcnemar.ts";
export { fisher, fisherExact } from "./tests/fisher.ts";
export { chiSquareTest, goodnessOfFit } from "./tests/chi_square.ts";
export { cochranArmitage } from "./tests/cochran_armitage.ts";
export { proportion, wilson } from "./intervals/wilson.ts";
export { clopperPearson } from "./intervals/clopper_pearson.ts";
export { newcombe, newcombePaired } from "./intervals/newcombe.ts";
export { passAtK } from "./pass_at_k.ts";
export { unitMean } from "./intervals/unit_mean.ts";

// Values that depend on each other
export { clusteredMean, clusteredMeanDifference, clusteredSlope } from "./intervals/clustered.ts";
export { clusteredProportion, clusteredProportionDifference } from "./intervals/clustered_proportion.ts";
export { clusterBootstrap } from "./bootstrap/cluster_bootstrap.ts";
export { varianceComponents } from "./intervals/variance_components.ts";
export { distinct } from "./distinct.ts";

// Relations, shapes
export { pearson, spearman } from "./correlation.ts";
export { shapiroWilk } from "./tests/shapiro_wilk.ts";
export { brownForsythe } from "./tests/brown_forsythe.ts";
export { checkAssumptions } from "./tests/assumptions.ts";
export { expectedEntropy, shannonEntropy } from "./entropy.ts";
export { entropyInterval } from "./intervals/entropy_interval.ts";

// Reviewers who agree or not, and instruments that err
export { percentAgreement } from "./agreement/percent_agreement.ts";
export { cohensKappa } from "./agreement/cohens_kappa.ts";
export { fleissKappa } from "./agreement/fleiss_kappa.ts";
export { krippendorffAlpha } from "./agreement/krippendorff_alpha.ts";
export { majorityLabels } from "./agreement/ratings.ts";
export { confusionMatrix, diagnosticRates } from "./agreement/confusion.ts";
export { roganGladen } from "./intervals/rogan_gladen.ts";
export { logisticRegression } from "./logistic_regression.ts";
export { plattScaling } from "./platt_scaling.ts";
export { reliability } from "./agreement/reliability.ts";

// Several tests, and plans
export { benjaminiHochberg, bonferroni, holm } from "./tests/multiplicity.ts";
export { detectableD, neededN, powerProportions, powerT } from "./power.ts";
