/**
 * The studies. Who adds one names it here: it then stands beside the others for analysts, commands and notebooks.
 *
 * @module
 */

export { faircoder } from "./faircoder/faircoder.ts";
export { huang } from "./huang/huang.ts";
export { linguistic } from "./linguistic/linguistic.ts";
export { liu } from "./liu/liu.ts";
export { solar } from "./solar/solar.ts";
