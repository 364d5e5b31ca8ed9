/**
 * Tests, intervals, effect sizes and plans, as an analyst takes them: `statistics.welchT(a, b)`.
 *
 * @module
 */

// Two groups of numbers
export { oneSampleT, pairedT, pooledT, welchT } from "./t_test.ts";
export { mannWhitney } from "./mann_whitney.ts";
export { wilcoxonSignedRank } from "./wilcoxon.ts";
export { signTest } from "./sign_test.ts";
export { permutationTest } from "./permutation_test.ts";
export { pairedBootstrap } from "./paired_bootstrap.ts";
export { equivalenceT } from "./equivalence.ts";
export { cohensD, cohensDOneSample, cohensH, oddsRatio } from "./effect_size.ts";

// Counts and shares
export { mcnemar, mcnemarExact } from "./mcnemar.ts";
export { fisher, fisherExact } from "./fisher.ts";
export { chiSquareTest, goodnessOfFit } from "./chi_square.ts";
export { cochranArmitage } from "./cochran_armitage.ts";
export { proportion, wilson } from "./wilson.ts";
export { clopperPearson } from "./clopper_pearson.ts";
export { newcombe, newcombePaired } from "./newcombe.ts";
export { passAtK } from "./pass_at_k.ts";
export { unitMean } from "./unit_mean.ts";

// Values that depend on each other
export { clusteredMean, clusteredSlope } from "./clustered.ts";
export { clusteredProportion } from "./clustered_proportion.ts";
export { clusterBootstrap } from "./cluster_bootstrap.ts";
export { varianceComponents } from "./variance_components.ts";
export { distinct } from "./distinct.ts";

// Relations, shapes
export { pearson, spearman } from "./correlation.ts";
export { shapiroWilk } from "./shapiro_wilk.ts";
export { brownForsythe } from "./brown_forsythe.ts";
export { checkAssumptions } from "./assumptions.ts";
export { shannonEntropy } from "./entropy.ts";
export { entropyInterval } from "./entropy_interval.ts";
export { expectedEntropy } from "./expected_entropy.ts";

// Reviewers who agree or not, and instruments that err
export { percentAgreement } from "./percent_agreement.ts";
export { cohensKappa } from "./cohens_kappa.ts";
export { fleissKappa } from "./fleiss_kappa.ts";
export { krippendorffAlpha } from "./krippendorff_alpha.ts";
export { majorityLabels } from "./majority.ts";
export { confusionMatrix, diagnosticRates } from "./confusion.ts";
export { roganGladen } from "./rogan_gladen.ts";
export { logisticRegression } from "./logistic_regression.ts";
export { plattScaling } from "./platt_scaling.ts";
export { reliability } from "./reliability.ts";

// Several tests, and plans
export { benjaminiHochberg, bonferroni, holm } from "./multiplicity.ts";
export { detectableD, neededN, powerProportions, powerT } from "./power.ts";
