// The search of the site: all words of the question, anywhere in a section; headings count most.

const input = document.getElementById("search");
const list = document.getElementById("found");
const MOST = 20;
const AROUND = 60;

function search(question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return globalThis.sections.flatMap((section) => {
    const [heading, title, text] = [section.heading, section.title, section.text].map((part) =>
      part.toLowerCase()
    );
    const has = (part) => words.filter((word) => part.includes(word)).length;
    if (has(`${heading} ${title} ${text}`) < words.length) return [];
    return [{
      ...section,
      rank: 4 * has(heading) + 2 * has(title) + (heading === words.join(" ") ? 4 : 0),
      words,
    }];
  }).sort((a, b) => b.rank - a.rank).slice(0, MOST);
}

function excerpt({ text, words }) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - AROUND);
  return `${at > 0 ? "… " : ""}${text.slice(at, at + 3 * AROUND)}${
    text.length > at + 3 * AROUND ? " …" : ""
  }`;
}

function entry(found) {
  const [item, link, place, words] = ["li", "a", "span", "p"].map((tag) => document.createElement(tag));
  link.href = found.url;
  link.textContent = found.heading;
  place.textContent = found.title === found.heading ? "" : ` ${found.title}`;
  words.textContent = excerpt(found);
  link.append(place);
  item.append(link, words);
  return item;
}

function show() {
  const found = search(input.value);
  list.hidden = input.value.trim() === "";
  list.replaceChildren(...found.map(entry));
  if (found.length === 0) list.textContent = "Nothing has all of these words.";
}

input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  if (event.key === "Enter") list.querySelector("a")?.click();
  if (event.key !== "Escape") return;
  input.value = "";
  show();
});
list.addEventListener("click", ({ target }) => {
  if (target.closest("a")) list.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === input) return;
  event.preventDefault();
  input.focus();
});
