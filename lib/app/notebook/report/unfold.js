// The button above the contents shows the code of all cells, or folds it again.
const button = document.querySelector("#all-code");
button.addEventListener("click", () => {
  const isShown = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", isShown);
  button.textContent = isShown ? "Fold all code" : "Show all code";
  for (const cell of document.querySelectorAll("details.code")) cell.open = isShown;
});
