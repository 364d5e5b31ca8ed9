import * as actions from "./page/actions.ts";
import * as codeView from "./page/code_view.ts";
import * as exchange from "./page/exchange.ts";
import * as files from "./page/files.ts";
import * as itemView from "./page/item_view.ts";
import * as keys from "./page/keys.ts";
import * as main from "./page/main.ts";
import * as page from "./page/page.ts";
import * as progressView from "./page/progress_view.ts";
import * as session from "./page/session.ts";
import * as start from "./page/start.ts";
import * as reviewFile from "./review_file.ts";

const MODULES = [
  reviewFile,
  session,
  exchange,
  page,
  codeView,
  itemView,
  progressView,
  actions,
  start,
  files,
  keys,
  main,
];

/**
 * Browser objects are handed over here, so that the functions themselves need nothing but their parameters.
 */
const START = `startReview(JSON.parse(document.getElementById("queue").textContent), {
  document,
  storage: () => localStorage,
  now: () => Date.now(),
});`;

/**
 * The script of a review page: the text of all functions of its modules, in one scope, where they find each other by
 * name. Hence these modules hold only exported functions with unique names, which tests check.
 */
export function pageScript(): string {
  const functions = MODULES.flatMap((module) => Object.values(module as Record<string, unknown>)).map(String);
  return `"use strict";\n(() => {\n${[...functions, START].join("\n\n")}\n})();\n`;
}
