import { cpuUsage } from "node:process";

/**
 * Processor time that this process spends on some work, milliseconds: unlike elapsed time it does not depend on what else
 * the machine does. What other processes do for it is not counted.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = cpuUsage();
  await work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}
