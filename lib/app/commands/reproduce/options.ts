import { unknownName } from "../../../core/nearest.ts";
import { missingValue, oneOf, typed, type Values } from "../../command_line/command.ts";
import { listOf, numberOf, wholeOf } from "../../command_line/numbers.ts";
import { RECORDED, recordingsOf } from "../../../store/paths.ts";
import type { AskedStudy } from "../../studies/forms.ts";
import { experimentOf, STUDIES } from "../../studies.ts";
import type { AskingSettings } from "../../studies/settings.ts";

/** The names of the notebooks, by the study that they are about. */
export const NOTEBOOKS: Readonly<Record<string, string>> = {
  tour: "00-tour",
  ...Object.fromEntries(
    Object.entries(STUDIES).map(([name, { experiment }]) => [name, experiment!.notebook]),
  ),
  temperatures: "06-compare-temperatures",
  own: "07-your-own-data",
};

/**
 * The notebooks from the slowest to the fastest, so that a slow one does not run last and alone. The tour also runs programs
 * of the linguistic study, whose outcomes are therefore known when that study begins.
 */
const LONGEST_FIRST = ["huang", "solar", "tour", "liu", "faircoder", "linguistic", "temperatures", "own"];

/** The notebooks in the order in which to start them. */
export function longestFirst(names: readonly string[]): string[] {
  return names.toSorted((a, b) => LONGEST_FIRST.indexOf(a) - LONGEST_FIRST.indexOf(b));
}

const SOURCES = ["artifact", "demo", "model", "recorded"] as const;
const SUITES = ["own", "published"] as const;

/** The parsed options of the command. */
export type Options = ReturnType<typeof readOptions>;

/** The settings for asking models for a study's answers. */
export interface Asking
  extends Pick<AskingSettings, "models" | "suite" | "methods" | "temperatures" | "epochs" | "limit"> {
  readonly study: AskedStudy;
}

/** The arguments of `deno task reproduce`. */
export const REPRODUCE = {
  name: "reproduce",
  usage: "[STUDY ...] [options]",
  about: "",
  takes: {
    STUDY:
      `tour, liu, huang, solar, linguistic, faircoder, temperatures, own; all when none is given, with --source model
      linguistic`,
  },
  options: {
    source: `KIND  artifact: the authors' recorded data; demo: data of this project that no model made;
      model: models that are asked (linguistic, liu, huang, solar or faircoder);
      recorded: this project's recordings of a real model, whole (these studies, all when none is given)
      (default: the artifact if its folder is named or it is in data/artifacts; else demo for linguistic,
      and the recordings beside a synthetic model for liu, huang, solar and faircoder)`,
    artifacts:
      "DIR  folder with one folder per repository (default: CODEBIAS_ARTIFACTS, else data/artifacts)",
    model: `NAME*  only this recorded model; may be given several times; with --source model a model to ask:
      ollama/NAME[:TAG], openai/NAME, recorded/FILE, calibration[/FILE] (default: calibration, a synthetic model
      that answers at declared rates)`,
    executed: `NAMES  models whose programs are executed too: "all", "none" or comma-separated names
      (default: CodeLlama of the artifact, everything of the demonstration)`,
    out: "DIR  where results go (default: outputs/<run-id>)",
    anew: `run each notebook, even if an earlier run in outputs/ has it with the same code, data, cells and
      settings`,
    suite: "NAME  own: the tasks of this project; published: those of the artifact (default: own)",
    methods: `NAMES  prompting methods, comma-separated; linguistic: DI, BP, QA, CoT, QA+CoT (default: DI);
      solar: COT, P-COT, besides default, which is always asked (default: all);
      huang: zero-shot, one-shot, few-shot, CoT1, CoT2, besides original, likewise (default: all);
      liu: 0Y0N, 0Y1N, 0Y3N, "1Y1N NEG", "1Y1N POS", 2Y0N, besides default, likewise (default: all);
      faircoder: equality, and for functions cut, besides default, likewise (default: equality)`,
    temperatures:
      `LIST  (default: linguistic 0.2,0.8; solar and liu 1,0.8,0.6,0.4,0.2, all for default, only the
      first for others; huang and faircoder 1)`,
    epochs: "N  samples of each task at each setting (default: 5)",
    limit: "N  only the first N tasks",
  },
  more: `
--suite, --methods, --temperatures, --epochs and --limit need --source model, with one study; all but --suite go with
recorded, too.`,
} as const;

type Typed = Values<typeof REPRODUCE.options>;

/**
 * Parses the typed options.
 *
 * @throws {RangeError} If one is unknown, lacks its value, is out of its range or has no meaning beside the others.
 */
export function readOptions(args: readonly string[]) {
  const { help, values, words } = typed(REPRODUCE, args);
  const empty = Object.entries(values).find(([, value]) => [value].flat().includes(""));
  if (empty) throw missingValue(REPRODUCE.name, `--${empty[0]}`);
  for (const study of words) {
    if (!Object.hasOwn(NOTEBOOKS, study)) throw unknownName("study", study, Object.keys(NOTEBOOKS));
  }
  const source = values.source === undefined ? undefined : oneOf("source", values.source, SOURCES);
  const isRecorded = source === "recorded";
  const asking = source === "model" || isRecorded ? readAsking(values, words, isRecorded) : undefined;
  if (!asking) refuseAsking(values);
  const executed = values.executed === undefined || ["all", "none"].includes(values.executed)
    ? []
    : values.executed.split(",");
  const all = asking?.map(({ study }) => study) ?? Object.keys(NOTEBOOKS);
  return {
    ...{
      studies: words.length > 0 ? [...new Set(words)] : all,
      artifacts: values.artifacts,
      out: values.out,
    },
    /** The source; `model` also for the project's recordings, which are asked like a model. */
    source: isRecorded ? "model" : source,
    model: asking?.flatMap(({ models }) => models) ?? [...new Set(values.model)],
    /** The names typed for --executed, to be checked; empty for `all` and `none`. */
    executed,
    executedText: values.executed,
    /** The settings for asking models, for each study; undefined if none is asked. */
    asking,
    /** Whether no results are reused from earlier runs. */
    anew: values.anew ?? false,
    help,
  };
}

function readAsking(values: Typed, studies: readonly string[], isRecorded: boolean): Asking[] {
  const chosen = values.model ?? [];
  const typed = `--source ${values.source}`;
  const other = studies.find((study) => !Object.hasOwn(STUDIES, study));
  if (other !== undefined) {
    const known = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(STUDIES));
    throw new RangeError(
      `Cannot ask models for ${other}: ${typed} is for ${known} alone; leave ${other} out`,
    );
  }
  const usual = isRecorded ? Object.keys(STUDIES) : ["linguistic"];
  const asked = [...new Set(studies.length > 0 ? studies : usual)] as AskedStudy[];
  if (!isRecorded && asked.length > 1) {
    throw new RangeError(`Cannot ask models for ${asked.join(" and ")} at once: give a command for each`);
  }
  if (values.executed !== undefined) {
    throw new RangeError(
      `Cannot choose what is executed: ${typed} executes all programs; leave out --executed`,
    );
  }
  if (isRecorded && (chosen.length > 0 || values.suite !== undefined)) {
    throw new RangeError(
      "With --source recorded the model and the suite come from data/recorded: leave out the option",
    );
  }
  const comma = chosen.find((name) => name.includes(","));
  if (comma !== undefined) {
    throw new RangeError(`Cannot ask the model ${comma}: repeat --model for each, without commas`);
  }
  const named = chosen.length > 0 ? [...new Set(chosen)] : ["calibration"];
  return asked.map((study) => {
    const usual = { ...experimentOf(study), ...isRecorded && RECORDED };
    return {
      study,
      models: isRecorded ? [recordingsOf(study)] : named,
      suite: oneOf("suite", values.suite ?? "own", SUITES),
      methods: listOf("methods", values.methods) ?? usual.methods,
      temperatures: values.temperatures?.split(",").map((text) => numberOf("temperatures", text)) ??
        usual.temperatures,
      epochs: wholeOf("epochs", values.epochs) ?? usual.epochs,
      ...(values.limit !== undefined && { limit: wholeOf("limit", values.limit) }),
    };
  });
}

function refuseAsking(values: Typed): void {
  for (const name of ["suite", "methods", "temperatures", "epochs", "limit"] as const) {
    if (values[name] === undefined) continue;
    throw new RangeError(`Option --${name} is about how models are asked; it needs --source model`);
  }
}
