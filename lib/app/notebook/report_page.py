"""The page of an executed notebook: one HTML file that loads no other files.

The outputs of the cells tagged `answers` come first, under "In short", wherever these cells are; everything else follows
in its order under "How it was done". If the notebook has a heading of such a name, it is used with the text below it.
Without such a tag the notebook keeps its order. Code is folded.

    report_page.py NOTEBOOK    writes the page of an executed notebook beside it
"""

import re
import sys
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell

TEMPLATE = Path(__file__).parent / "report"
IN_SHORT, HOW = "In short", "How it was done"
CONTENTS = "<!-- contents -->"


def report_page(notebook):
    """The page of a notebook as HTML; the notebook itself is not changed."""
    title = next((line[2:] for cell in notebook.cells for line in texts_of(cell) if line.startswith("# ")), "Notebook")
    script = (TEMPLATE / "unfold.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    exporter = HTMLExporter(
        extra_template_basedirs=[str(TEMPLATE.parent)],
        template_name=TEMPLATE.name,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        exclude_anchor_links=True,
        filters={"svg_label": svg_label},
    )
    resources = {
        "title": title.strip(),
        "style": (TEMPLATE / "report.css").read_text(encoding="utf-8"),
        "script": script,
        "policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
    }
    page = nbformat.from_dict({**notebook, "cells": answers_first(notebook.cells)})
    html, _ = exporter.from_notebook_node(without_scripts(page), resources=resources)
    return with_contents(html)


def without_scripts(notebook):
    """The notebook without the scripts in its outputs, which the page forbids; the rest of the outputs stays."""
    for data in (output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output):
        if "text/html" in data:
            data["text/html"] = re.sub("<script>.*?</script>", "", data["text/html"], flags=re.DOTALL)
    return notebook


def answers_first(cells):
    """The cells in the order of the page, with marks for the contents and around the answers."""
    title = [cell for cell in cells[:1] if cell.cell_type == "markdown"]
    rest = cells[len(title) :]
    answers = [cell for cell in rest if has_answers(cell)]
    if not answers:
        return [*title, new_raw_cell(CONTENTS), *rest]
    short, how = headed(IN_SHORT, rest), headed(HOW, rest)
    return [
        *title,
        new_raw_cell(CONTENTS),
        short or new_markdown_cell(f"## {IN_SHORT}"),
        new_raw_cell('<section id="answers">'),
        *(new_code_cell("", outputs=cell.get("outputs", [])) for cell in answers),
        new_raw_cell("</section>"),
        how or new_markdown_cell(f"## {HOW}"),
        *(referring(cell) if has_answers(cell) else cell for cell in rest if cell is not short and cell is not how),
    ]


def has_answers(cell):
    return cell.cell_type == "code" and "answers" in cell.metadata.get("tags", [])


def headed(heading, cells):
    """The text cell that begins with a heading, if there is one."""
    return next((cell for cell in cells if texts_of(cell)[:1] and texts_of(cell)[0].lstrip("# ") == heading), None)


def texts_of(cell):
    """The lines of a text cell."""
    return cell.source.strip().splitlines() if cell.cell_type == "markdown" else []


def referring(cell):
    """A cell with a note in place of its outputs, which are at the top of the page."""
    note = new_output("display_data", {"text/markdown": f"_Shown above, under [{IN_SHORT}](#{slug(IN_SHORT)})._"})
    return new_code_cell(cell.source, metadata=cell.metadata, outputs=[note])


def with_contents(html):
    """The page with a list of its headings, which get ids as targets of links."""
    entries, known = [], {"contents", "all-code", "answers"}  # ids that the page has already

    def addressed(match):
        level, text = match.groups()
        address = slug(unescape(re.sub("<[^>]*>", "", text)))
        while address in known:
            address += "-again"
        known.add(address)
        entries.append(f'<li class="level-{level}"><a href="#{address}">{text}</a></li>')
        return f'<h{level} id="{address}">{text}</h{level}>'

    html = re.sub("<h([23])>(.*?)</h\\1>", addressed, html, flags=re.DOTALL)
    contents = [
        '<nav id="contents" aria-label="Contents">',
        '<button type="button" id="all-code" aria-pressed="false">Show all code</button>',
        *(["<ul>", *entries, "</ul>"] if entries else []),
        "</nav>",
    ]
    return html.replace(CONTENTS, "\n".join(contents), 1)


def slug(text):
    return re.sub(r"\W+", "-", text.lower()).strip("-") or "part"


def svg_label(svg):
    """The description in a drawing, for readers who cannot see it."""
    title = re.search('<svg[^>]*? aria-label="([^"]*)"', svg)
    gist = re.search("<desc>([^<]*)</desc>", svg)
    said = dict.fromkeys(unescape(found[1]).rstrip(".") for found in (title, gist) if found)
    return ". ".join(said) or "figure"


if __name__ == "__main__":
    source = Path(sys.argv[1])
    page = report_page(nbformat.read(source, as_version=4))
    source.with_suffix(".html").write_text(page, encoding="utf-8")
