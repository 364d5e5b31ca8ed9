"""Which pinned packages do not fit which Python versions or have no hashes: a JSON list of complaints on standard output.

    check_pins.py REQUIREMENTS_FOLDER REQUIRES_PYTHON_JSON VERSION ...
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.specifiers import SpecifierSet
from pip._vendor.packaging.utils import canonicalize_name


HASHES = re.compile(r"(?: +--hash=sha256:[0-9a-f]{64})+$")


def read_pins(folder):
    """The pins by package; some packages have one for older and one for newer Pythons."""
    pins = defaultdict(list)
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text().replace("\\\n", "").splitlines():
            if not line.startswith(("#", "-r ")):
                pin = Requirement(HASHES.sub("", line))
                pins[canonicalize_name(pin.name)].append(pin)
                if not HASHES.search(line):
                    unhashed.append(f"{pin} has no hashes: run make_hashes.py")
    return pins


def complaints(name, pins, version, needs):
    environment = {"python_full_version": version, "python_version": ".".join(version.split(".")[:2])}
    applying = [pin for pin in pins if not pin.marker or pin.marker.evaluate(environment)]
    if len(applying) > 1 or (len(pins) > 1 and not applying):
        yield f"{name} has {len(applying)} pins for Python {version}"
    for pin in applying:
        needed = needs.get(f"{name}{pin.specifier}", "nobody knows what: run make_requires_python.py")
        if needed.startswith("nobody") or not SpecifierSet(needed).contains(version):
            yield f"{pin} is for Python {version}, but needs {needed}"


unhashed = []
needs = json.loads(Path(sys.argv[2]).read_text())
fitting = [
    complaint
    for name, pins in read_pins(Path(sys.argv[1])).items()
    for version in sys.argv[3:]
    for complaint in complaints(name, pins, version, needs)
]
print(json.dumps(unhashed + fitting))
