import { escapeHtml } from "../report/display.ts";

/** The keys of a review page, in the order in which its help shows them. */
const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [["1", "…", "9"], "give this answer, and go on to the next item without a label"],
  [["s"], "skip: leave the item for later"],
  [["u"], "undo the last answer, skip or import"],
  [["j", "→"], "next item"],
  [["k", "←"], "previous item"],
  [["g"], "go to the next item without a label"],
  [["f"], "move among items without a label only, or among all"],
  [["l"], "list of all items"],
  [["n"], "write a note; Esc ends it"],
  [["h"], "show or hide the hint"],
  [["x"], "export your labels as a file"],
  [["i"], "import a file that was exported; or drop it onto the page"],
  [["?"], "this help; Esc closes it"],
];

/**
 * The HTML that the script of a review page fills in.
 *
 * @param about.note What reviewers should know, plain text.
 * @param about.count Number of items.
 */
export function pageBody({ title, note, count }: { title: string; note?: string; count: number }): string {
  return [startPart(title, note, count), topPart(title), REVIEW_PART, LIST_PART, helpPart(note), END_PART]
    .join("\n");
}

function startPart(title: string, note: string | undefined, count: number): string {
  return `<main id="start">
<h1>${escapeHtml(title)}</h1>
${note === undefined ? "" : `<p class="note">${escapeHtml(note)}</p>`}
<form id="start-form" novalidate>
<label for="name">Your name</label>
<div class="row"><input type="text" id="name" maxlength="80" autocomplete="name" spellcheck="false"
 aria-describedby="start-trouble"><button>Start</button></div>
<p id="start-trouble" class="trouble" role="alert"></p>
</form>
<section id="known-part" hidden><h2 id="known-title">Or go on as</h2><ul id="known" aria-labelledby="known-title"></ul></section>
<p><button type="button" id="start-import">Go on from an exported file</button></p>
<p class="quiet">${count} ${
    count === 1 ? "item" : "items"
  }. Your name and your labels stay in this browser until you
 export them: the page sends nothing anywhere. All can be done with the keyboard; <kbd>?</kbd> shows the keys.</p>
<p id="no-storage" class="trouble" hidden>This browser keeps nothing for this page. You can label, but export your labels
 before you leave it.</p>
</main>`;
}

function topPart(title: string): string {
  return `<header id="top" hidden>
<div class="row">
<h1>${escapeHtml(title)}</h1>
<p id="counts"></p>
<div class="tools">
<label class="check"><input type="checkbox" id="filter" aria-keyshortcuts="f"> Unlabelled only <kbd>f</kbd></label>
<button type="button" id="undo" aria-keyshortcuts="u">Undo <kbd>u</kbd></button>
<button type="button" id="list-button" aria-keyshortcuts="l">Items <kbd>l</kbd></button>
<button type="button" id="import-button" aria-keyshortcuts="i">Import <kbd>i</kbd></button>
<button type="button" id="export-button" aria-keyshortcuts="x">Export <kbd>x</kbd></button>
<button type="button" id="help-button" aria-keyshortcuts="?">Keys <kbd>?</kbd></button>
<button type="button" id="who" aria-label="Change reviewer"></button>
</div>
</div>
<div id="bar" role="progressbar" aria-label="Labelled items" aria-valuemin="0"></div>
<p id="kept" class="quiet"></p>
</header>`;
}

const REVIEW_PART = `<main id="review" hidden>
<div id="panel">
<div id="ask"><p id="place" class="quiet"></p><h2 id="question" tabindex="-1"></h2></div>
<div id="decide">
<div id="answers" role="group" aria-labelledby="question"></div>
<div class="moves">
<button type="button" id="previous" aria-keyshortcuts="k">Previous <kbd>k</kbd></button>
<button type="button" id="next" aria-keyshortcuts="j">Next <kbd>j</kbd></button>
<button type="button" id="skip" aria-keyshortcuts="s">Skip <kbd>s</kbd></button>
<button type="button" id="open" aria-keyshortcuts="g">Next unlabelled <kbd>g</kbd></button>
</div>
<div id="done" hidden><p>All items are labelled. Export your labels and hand the file back.</p>
<button type="button" id="done-export" class="primary">Export</button></div>
<div id="hint-part"><button type="button" id="hint-button" aria-expanded="false" aria-controls="hint"
 aria-keyshortcuts="h">Hint <kbd>h</kbd></button><p id="hint" hidden></p></div>
<div id="note-part"><label for="note" class="quiet">Note <kbd>n</kbd></label><textarea id="note" rows="2"></textarea></div>
</div>
</div>
<div id="material">
<section id="context" aria-labelledby="context-title"><h3 id="context-title">Context</h3><p id="context-text"></p></section>
<figure id="code" aria-label="Code"></figure>
</div>
</main>`;

const LIST_PART = `<dialog id="list" aria-labelledby="list-title">
<div class="row"><h2 id="list-title">Items</h2>
<label class="check"><input type="checkbox" id="list-filter"> Unlabelled only</label>
<form method="dialog"><button>Close <kbd>Esc</kbd></button></form></div>
<ul id="items"></ul>
<p id="no-items" hidden>All items are labelled.</p>
</dialog>`;

function helpPart(note: string | undefined): string {
  const rows = KEYS.map(([keys, meaning]) =>
    `<dt>${keys.map((key) => (key === "…" ? "to" : `<kbd>${key}</kbd>`)).join(" ")}</dt><dd>${meaning}</dd>`
  );
  return `<dialog id="help" aria-labelledby="help-title">
<div class="row"><h2 id="help-title">Keys</h2><form method="dialog"><button>Close <kbd>Esc</kbd></button></form></div>
<dl class="keys">${rows.join("\n")}</dl>
${note === undefined ? "" : `<p class="note">${escapeHtml(note)}</p>`}
</dialog>`;
}

const END_PART = `<input type="file" id="import-file" accept=".json,application/json" multiple hidden
 aria-label="Files of labels to import">
<p id="message" role="status" aria-live="polite"></p>`;
