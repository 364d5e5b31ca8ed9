import { hash } from "node:crypto";
import { join } from "node:path";
import { ifThere, writeWhole } from "./files/files.ts";
import { paths } from "./paths.ts";

/** The folder of this checkout's containment certificates, one per protection level; see `deno task sandbox`. */
const FOLDER = join(paths.outputs, "sandbox");

/** The part of a certificate that a manifest repeats. */
interface Certified {
  /** Version of the hostile suite. */
  readonly suite: number;
  readonly contained: number;
  readonly programs: number;
  readonly protection: {
    readonly level: string;
    readonly kernel: string;
    readonly python: string;
    readonly worker: number;
  };
}

/** A manifest's entry for a containment certificate, with the SHA-256 of the certificate's file. */
export type CertificateReference =
  & Omit<Certified & Certified["protection"], "level" | "protection">
  & { readonly sha256: string };

/**
 * Writes a certificate to the folder from which manifests read it.
 *
 * @returns Its path.
 * @throws {DataError} If it cannot be written.
 */
export async function writeCertificate(certificate: Certified): Promise<string> {
  const path = join(FOLDER, `${certificate.protection.level}.json`);
  await writeWhole(path, JSON.stringify(certificate, null, 2) + "\n");
  return path;
}

/**
 * The certificates of this checkout that were made with the kernel that runs now, by level of protection.
 *
 * A reader finds a run's certificate by its level, and compares worker and Python.
 */
export async function certificates(): Promise<Record<string, CertificateReference>> {
  const found: Record<string, CertificateReference> = {};
  const names = await ifThere(Array.fromAsync(Deno.readDir(FOLDER), ({ name }) => name)) ?? [];
  for (const name of names.filter((name) => name.endsWith(".json")).sort()) {
    const text = await Deno.readTextFile(join(FOLDER, name));
    const { suite, contained, programs, protection }: Certified = JSON.parse(text);
    const { level, kernel, python, worker } = protection;
    if (kernel !== Deno.osRelease()) continue;
    const sha256 = hash("sha256", text);
    found[level] = { sha256, suite, kernel, python, worker, contained, programs };
  }
  return found;
}
