import { DARK, LIGHT, type PageTheme } from "./page_theme.ts";

/** The style sheet of a review page: one column on a telephone, code beside the question where there is room. */
export function pageStyle(): string {
  return [
    `:root { color-scheme: light dark; ${variables(LIGHT)} }`,
    `@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }`,
    BASICS,
    TOP,
    ITEM,
    CODE,
    DIALOGS,
    WIDE,
  ].join("\n");
}

function variables(theme: PageTheme): string {
  return Object.entries(theme).map(([name, color]) => `--${name}: ${color};`).join(" ");
}

const BASICS = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
h1, p, li, #who { overflow-wrap: anywhere; }
ul { list-style: none; }
button, input, textarea { font: inherit; color: inherit; }
button {
  min-height: 2.25rem; padding: 0.25rem 0.75rem; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--raised); cursor: pointer; text-align: left;
}
button:hover:not(:disabled) { border-color: var(--accent); }
button:disabled { color: var(--muted); border-color: var(--frame); cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h2:focus { outline: none; }
input[type="text"], textarea {
  width: 100%; padding: 0.45rem 0.6rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--ground);
}
textarea { display: block; resize: vertical; min-height: 4.2rem; }
kbd {
  display: inline-block; min-width: 1.5em; padding: 0 0.35em; border: 1px solid var(--frame); border-radius: 4px;
  background: var(--ground); color: var(--muted); font: 0.8em/1.6 ui-monospace, Menlo, Consolas, monospace; text-align: center; text-transform: uppercase;
}
@media (pointer: coarse) { button kbd, label kbd { display: none; } }
.quiet { color: var(--muted); font-size: 0.875rem; }
.trouble { color: var(--trouble); }
@media (prefers-reduced-motion: no-preference) {
  button, #bar i { transition: background-color 0.12s, border-color 0.12s; }
}
#start { max-width: 34rem; margin: 0 auto; padding: 12vh 1.25rem 3rem; display: grid; gap: 1.25rem; }
#start h1 { font-size: 1.75rem; line-height: 1.2; }
#start .note { white-space: pre-wrap; }
#start form { display: grid; gap: 0.4rem; }
#start .row { display: flex; gap: 0.5rem; }
#start .row button, .primary { background: var(--accent); border-color: var(--accent); color: var(--ground); font-weight: 600; }
#known { display: grid; gap: 0.4rem; }
#known button { width: 100%; display: flex; justify-content: space-between; gap: 1rem; }
#known span { color: var(--muted); }
#start h2 { font-size: 1rem; margin-bottom: 0.4rem; }
#message {
  position: fixed; left: 1rem; bottom: 1rem; z-index: 2; max-width: min(34rem, calc(100vw - 2rem));
  padding: 0.5rem 0.9rem; border-radius: 6px; background: var(--ink); color: var(--ground); font-size: 0.9375rem;
}
#message:empty { visibility: hidden; }
#message.trouble { background: var(--ground); color: var(--trouble); border: 2px solid var(--trouble); }
body.dropping::after {
  content: "Drop a file of labels here"; position: fixed; inset: 0.75rem; z-index: 3; display: grid; place-items: center;
  border: 2px dashed var(--accent); border-radius: 10px; background: var(--raised); font-size: 1.25rem; opacity: 0.95;
}
`;

const TOP = `
#top {
  background: var(--raised); border-bottom: 1px solid var(--frame); padding: 0.6rem 1rem 0.7rem; display: grid; gap: 0.5rem;
}
#top .row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 1rem; }
#top h1 { font-size: 1rem; }
#counts { font-variant-numeric: tabular-nums; }
#top .tools { margin-left: auto; display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
#top .tools button { min-height: 2rem; padding: 0.1rem 0.6rem; font-size: 0.875rem; }
.check { display: inline-flex; align-items: center; gap: 0.4rem; font-size: 0.875rem; padding: 0.3rem 0; }
.check input { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent); }
#bar { display: flex; align-items: end; gap: 2px; height: 14px; }
#bar.many { gap: 0; }
#bar i {
  flex: 1 1 0; min-width: 1px; height: 6px; background: var(--frame); border-radius: 1px; cursor: pointer;
}
#bar i.labelled { background: var(--accent); height: 10px; }
#bar i.skipped { background: repeating-linear-gradient(135deg, var(--muted) 0 2px, var(--frame) 2px 4px); }
#bar i.current { height: 14px; box-shadow: 0 0 0 2px var(--raised), 0 0 0 3px var(--ink); }
#bar.filtered i.labelled:not(.current) { height: 3px; }
`;

const ITEM = `
#review { display: flex; flex-direction: column; gap: 1rem; padding: 1rem 1rem 5rem; max-width: 110rem; margin: 0 auto; }
#panel { display: contents; }
#ask { order: 1; display: grid; gap: 0.25rem; }
#material { order: 2; display: grid; gap: 1rem; min-width: 0; align-content: start; }
#decide { order: 3; display: grid; gap: 1rem; }
h2 { font-size: 1.25rem; line-height: 1.35; text-wrap: pretty; overflow-wrap: anywhere; }
h3 { font-size: 0.875rem; font-weight: 600; color: var(--muted); }
#answers { display: grid; gap: 0.5rem; }
.answer { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; padding: 0.4rem 0.75rem; font-size: 1.0625rem; }
.answer .label { flex: 1; overflow-wrap: anywhere; }
.answer .tick { font-weight: 700; min-width: 1em; text-align: right; }
.answer[aria-pressed="true"] {
  background: var(--chosen); border-color: var(--accent); box-shadow: inset 3px 0 0 var(--accent); font-weight: 600;
}
.moves { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.moves button { flex: 1 1 auto; font-size: 0.9375rem; text-align: center; }
#done { padding: 0.75rem; border: 1px solid var(--accent); border-radius: 6px; display: grid; gap: 0.6rem; justify-items: start; }
#note-part { display: grid; gap: 0.3rem; }
#hint { white-space: pre-wrap; margin-top: 0.5rem; padding-left: 0.75rem; border-left: 3px solid var(--frame); }
#context-text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 75ch; }
`;

const CODE = `
#code { margin: 0; border: 1px solid var(--frame); border-radius: 6px; overflow: hidden; }
.lines { padding: 0.5rem 0; font: 0.875rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; tab-size: 4; }
.line {
  display: grid; grid-template-columns: calc(var(--digits) * 1ch + 2.4rem) 1fr; background: none; color: inherit;
  border-left: 4px solid transparent;
}
.line::before {
  content: attr(data-line); padding-right: 1rem; text-align: right; color: var(--muted); user-select: none;
  font-variant-numeric: tabular-nums;
}
mark.line { background: var(--marked); border-left-color: var(--marker); }
mark.line::before { content: "▸ " attr(data-line); color: var(--ink); font-weight: 700; }
.line code {
  font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext;
  padding: 0 0.75rem 0 calc((var(--indent) + 2) * 1ch); text-indent: calc((var(--indent) + 2) * -1ch);
}
.line code:empty::before { content: " "; }
.keyword { color: var(--keyword); font-weight: 600; }
.string { color: var(--string); }
.number { color: var(--number); }
.comment { color: var(--muted); font-style: italic; }
.defined { color: var(--accent); font-weight: 600; }
.hidden { color: var(--ground); background: var(--trouble); border-radius: 3px; padding: 0 0.25em; font-size: 0.85em; }
`;

const DIALOGS = `
dialog {
  width: min(40rem, calc(100vw - 2rem)); max-height: calc(100vh - 4rem); padding: 1.25rem; border: 1px solid var(--edge);
  border-radius: 10px; background: var(--ground); color: var(--ink);
}
dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog .row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem; margin-bottom: 0.75rem; }
dialog h2 { font-size: 1.125rem; }
dialog p { margin-top: 0.75rem; }
.keys { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1rem; }
.note { white-space: pre-wrap; }
#items { display: grid; gap: 2px; }
#items button {
  width: 100%; display: grid; grid-template-columns: 3ch minmax(0, 3fr) minmax(0, 2fr); gap: 0.75rem; border-color: transparent;
  background: none; font-size: 0.9375rem;
}
#items button:hover, #items [aria-current] { background: var(--raised); border-color: var(--frame); }
#items [aria-current] { box-shadow: inset 3px 0 0 var(--accent); }
#items .number { text-align: right; color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; }
#items .what, #items .state { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#items .state { text-align: right; color: var(--muted); }
#items .state.labelled { color: var(--accent); }
`;

const WIDE = `
@media (min-width: 60rem) {
  #top { position: sticky; top: 0; z-index: 1; padding: 0.6rem 1.5rem 0.7rem; }
  #review { display: grid; grid-template-columns: minmax(0, 1fr) minmax(20rem, 27rem); gap: 2rem; padding: 1.5rem 1.5rem 4rem; }
  #panel {
    grid-column: 2; grid-row: 1; position: sticky; top: 6.5rem; align-self: start; display: grid; gap: 1.25rem;
    max-height: calc(100vh - 7.5rem); overflow: auto; padding: 4px;
  }
  #material { grid-column: 1; grid-row: 1; }
  .lines { font-size: 0.9375rem; }
  #message { left: auto; right: 1.5rem; max-width: 25rem; }
}
`;
