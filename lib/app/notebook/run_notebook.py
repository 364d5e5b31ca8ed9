"""Runs one notebook without a browser and writes it, executed, as .ipynb and .html.

    run_notebook.py NOTEBOOK FOLDER

Progress goes to standard output as JSON lines: {"cell": 3, "cells": 12, "title": "..."} when a code cell starts,
{"progress": "..."} when a display that is updated in place shows another text,
{"done": true} at the end, {"error": "..."} if a cell fails; then the notebook up to that cell is written to
FOLDER/<name>.failed.ipynb. If a file cannot be written, {"error": "...", "file": "..."}. This program ends, with its
kernel, when standard input is closed.
"""

import asyncio
import atexit
import errno
import json
import os
import sys
import threading
from pathlib import Path

# With JupyterLab installed, jsonschema would build a grammar of URIs, which takes 1.6 s and is not needed for notebooks.
sys.modules["rfc3987_syntax"] = None
sys.path.insert(0, str(Path(__file__).parent))  # the script's folder, which isolated mode leaves out

import nbformat  # noqa: E402
from nbclient import NotebookClient  # noqa: E402
from nbclient.exceptions import CellExecutionError, DeadKernelError  # noqa: E402
from report_page import report_page  # noqa: E402


STARTS = 3  # attempts to start a kernel: another process may take one of its ports before it listens there


def say(**event):
    print(json.dumps(event), flush=True)


class KernelEnded(Exception):
    """The kernel ended before it answered."""


class TellingClient(NotebookClient):
    """A client that reports the text of displays that are updated in place, and a kernel that ended too early."""

    async def async_start_new_kernel_client(self):
        try:
            return await super().async_start_new_kernel_client()
        except RuntimeError as error:
            atexit.unregister(self._cleanup_kernel)  # the clean-up would fail, as the kernel has ended
            raise KernelEnded(str(error)) from error

    def process_message(self, msg, cell, cell_index):
        content = msg["content"]
        is_display = msg["msg_type"] in ("display_data", "update_display_data")
        if is_display and (content.get("transient") or {}).get("display_id"):
            say(progress=content["data"].get("text/plain", ""))
        return super().process_message(msg, cell, cell_index)


def titles_of(cells):
    """For each cell, the heading above it."""
    heading, titles = "", []
    for cell in cells:
        if cell.cell_type == "markdown":
            heading = next((line.lstrip("# ") for line in cell.source.splitlines() if line.startswith("#")), heading)
        titles.append(heading)
    return titles


def write_whole(path, text):
    neighbour = path.with_name("." + path.name + ".part")
    try:
        neighbour.write_text(text, encoding="utf-8")
        neighbour.replace(path)
    except OSError as error:
        neighbour.unlink(missing_ok=True)
        error.filename = str(path)  # the temporary file's name means nothing to a reader, and is not always known
        raise


def remedy(error):
    """The problem with a file and what to do, in the words of lib/store/files/files.ts."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "cannot write: the disk is full; free some space and run the same command again"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "cannot write here: no permission; choose another folder with --out DIR"
    return f"cannot read or write it: {error.strerror}"


def main():
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    notebook = nbformat.read(source, as_version=4)
    titles = titles_of(notebook.cells)
    code_cells = [index for index, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    options = dict(
        kernel_name="deno",
        timeout=None,
        startup_timeout=300,
        iopub_timeout=120,  # the time for output after a cell's reply, which a busy machine delays
        resources={"metadata": {"path": str(source.parent)}},
        on_cell_start=lambda cell, cell_index: cell.cell_type == "code"
        and say(cell=code_cells.index(cell_index) + 1, cells=len(code_cells), title=titles[cell_index]),
    )

    client = TellingClient(notebook, **options)

    def end_with_the_driver():
        while os.read(0, 4096):  # not sys.stdin, whose lock would be held while the interpreter ends
            pass
        if client.km is not None and client.km.provisioner is not None:
            asyncio.run(client.km.provisioner.kill())
        os._exit(130)

    threading.Thread(target=end_with_the_driver, daemon=True).start()

    folder.mkdir(parents=True, exist_ok=True)
    failed = folder / (source.stem + ".failed.ipynb")
    try:
        for left in reversed(range(STARTS)):
            try:
                client.execute()
                break
            except KernelEnded as error:
                if left == 0:
                    say(error=f"Deno's kernel did not start, {STARTS} times: {error}")
                    return 1
                client = TellingClient(notebook, **options)
    except (CellExecutionError, DeadKernelError) as error:
        write_whole(failed, nbformat.writes(notebook))
        cell = next((c for c in notebook.cells if any(o.output_type == "error" for o in c.get("outputs", []))), None)
        reason = next((o.evalue for o in cell.outputs if o.output_type == "error"), "") if cell else str(error)
        say(error=reason.strip() or str(error).strip())
        return 1
    failed.unlink(missing_ok=True)
    html = report_page(notebook)
    write_whole(folder / source.name, nbformat.writes(notebook))
    write_whole(folder / (source.stem + ".html"), html)
    say(done=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        say(error=remedy(error), file=str(error.filename or sys.argv[2]))
        sys.exit(1)
