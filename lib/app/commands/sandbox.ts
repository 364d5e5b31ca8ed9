/**
 * `deno task sandbox`: prints how well programs are contained here, and proves it with the hostile suite.
 *
 * @module
 */

import { type Certificate, certify, holds } from "../../execution/protection/certificate.ts";
import { HOSTILE, ROWS } from "../../execution/hostile/suite.ts";
import { MEANING, PROTECTION_LEVELS } from "../../execution/protection/protection.ts";
import { openSandbox } from "../../execution/sandbox.ts";
import { command, oneOf, runCommand } from "../command_line/command.ts";
import { progress } from "../notebook/progress.ts";
import { requireSetUp } from "../setup/ready.ts";
import { writeCertificate } from "../../store/certificates.ts";
import { projectSandbox } from "../../store/environment.ts";
import { paths, shortPath } from "../../store/paths.ts";

const sandbox = command({
  name: "sandbox",
  usage: "[--level LEVEL] [--python COMMAND] [--list]",
  about: `
Says at which level programs are contained on this machine, runs a suite of hostile programs to prove it, and
leaves a certificate in outputs/sandbox, which the manifests of results refer to.`,
  options: {
    level: `LEVEL  ${PROTECTION_LEVELS.join(", ")} (default: the best that there is)`,
    python: "COMMAND  the Python that runs them (default: the project's own)",
    list: "only list the cases, and the programs of each",
  },
  async does(values) {
    if (values.list) return console.log(listCases());
    const level = values.level === undefined
      ? undefined
      : oneOf("protection level", values.level, PROTECTION_LEVELS);
    await requireSetUp(paths.environment, { notebooks: false });
    const project = projectSandbox();
    await using sandbox = await openSandbox({
      ...project,
      ...(values.python !== undefined && { python: values.python, packages: [] }),
      workers: 1,
      level,
    });
    const { protection } = sandbox;
    console.log(`Protection level: ${protection.level}: ${MEANING[protection.level]}`);
    console.log(
      `Linux ${protection.kernel} on ${protection.machine}, Landlock ${protection.landlock || "none"}, ` +
        `Python ${protection.python}, programs run as ${Deno.uid() === 0 ? "nobody" : "this user"}`,
    );
    const certificate = await certify(sandbox, progress("Running hostile programs"));
    console.log(describe(certificate));
    console.log(`Certificate: ${shortPath(await writeCertificate(certificate))}`);
    return holds(certificate);
  },
});

/** The suite's result, with every program that was not contained. */
function describe({ suite, programs, contained, workersLost, reachedOut, cases }: Certificate): string {
  const escaped = cases.filter((one) => !one.contained).map(({ name, rows, ending }) =>
    `NOT CONTAINED: ${name} (${rows.join(", ")}): ${ending}`
  );
  return [
    ...escaped,
    ...(reachedOut ? ["NOT CONTAINED: somebody reached a port or left a file outside"] : []),
    ...(workersLost > 0 ? [`Workers lost and replaced: ${workersLost}`] : []),
    `Suite ${suite}: ${contained} of ${programs} hostile programs contained, the program after each ran right`,
  ].join("\n");
}

/** Each case with the programs that show it, or why there is none. */
function listCases(): string {
  return Object.entries(ROWS).flatMap(([row, { title, none }]) => {
    const names = HOSTILE.filter(({ rows }) => rows.includes(row)).map(({ name }) => `     ${name}`);
    return [`${row.padEnd(4)} ${title}`, ...(none ? [`     no program: ${none}`] : names)];
  }).join("\n");
}

if (import.meta.main) await runCommand(sandbox);
