"""Writes requires_python.json: which Pythons each pinned package says that it needs.

    make_requires_python.py PYTHON ...

Resolves the requirements with each Python (3.10 and up, with pip), as set-up does, but installs nothing. To be run
when a pin has changed. The package index is asked.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
REQUIREMENTS = HERE.parent.parent / "lib" / "setup" / "requirements"


def ask(python, *what):
    command = [python, "-I", "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    packages = json.loads(subprocess.run([*command, *what], check=True, stdout=subprocess.PIPE).stdout)["install"]
    for about in (package["metadata"] for package in packages):
        needs[f"{normal(about['name'])}=={about['version']}"] = about.get("requires_python") or ""


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def pins():
    for path in REQUIREMENTS.glob("*.txt"):
        for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", path.read_text(), flags=re.MULTILINE):
            yield f"{normal(name)}=={version}"


needs = {}
groups = [part for group in ("programs", "notebooks", "lab", "linting") for part in ("-r", REQUIREMENTS / f"{group}.txt")]
for python in sys.argv[1:]:
    ask(python, *groups)
for pin in sorted(set(pins()) - set(needs)):  # for a Python that is not at hand
    ask(sys.argv[-1], "--no-deps", "--ignore-requires-python", pin)
(HERE / "requires_python.json").write_text(json.dumps(needs, indent=2, sort_keys=True) + "\n")
