"""Writes behind each pinned package the hashes of its files, as the package index has them.

    make_hashes.py

To be run with the Python of .venv when a pin has changed. Files are kept for CPython from 3.10 on Linux and
macOS; a source archive only where a package has no file for all machines.
"""

import re
from pathlib import Path

from pip._internal.commands.install import InstallCommand
from pip._internal.index.collector import parse_links
from pip._internal.models.link import Link
from pip._vendor.packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename

REQUIREMENTS = Path(__file__).parent.parent.parent / "lib" / "setup" / "requirements"
PIN = re.compile(r"^([\w.-]+)==([\w.]+)(?:; [^\\]*?)?(?= \\|$)")
PYTHON = re.compile(r"cp3(?:[1-9]\d)$")
STABLE = re.compile(r"cp3\d+$")
MACHINE = re.compile(r"any$|(?:many|musl)linux.*_(?:x86_64|aarch64)$|macosx_.*_(?:x86_64|arm64|universal2)$")


def fits(tag):
    """Whether a file is for CPython from 3.10 on Linux or macOS."""
    if not MACHINE.match(tag.platform):
        return False
    if tag.abi == "abi3":
        return bool(STABLE.match(tag.interpreter))
    return "py3" == tag.interpreter or (bool(PYTHON.match(tag.interpreter)) and tag.abi in ("none", tag.interpreter))


def hashes(links, name, version):
    """The hashes of a version's files, sorted."""
    wheels, pure, source = set(), False, set()
    for link in links:
        try:
            if link.filename.endswith(".whl"):
                found, at, _, tags = parse_wheel_filename(link.filename)
                if (found, str(at)) == (canonicalize_name(name), version) and any(map(fits, tags)):
                    wheels.add(link.hash)
                    pure = pure or any(tag.platform == "any" for tag in tags)
            elif link.filename.endswith((".tar.gz", ".zip")):
                found, at = parse_sdist_filename(link.filename)
                if (found, str(at)) == (canonicalize_name(name), version):
                    source.add(link.hash)
        except ValueError:  # names of old files follow no rule
            continue
    return sorted(wheels if pure else wheels | source)


def files_of(finder, name):
    for url in finder.search_scope.get_index_urls_locations(name):
        yield from parse_links(finder._link_collector.fetch_response(Link(url)))


def with_hashes(finder, line):
    pin = PIN.match(line)
    if not pin:
        return [line]
    found = hashes(files_of(finder, pin[1]), pin[1], pin[2])
    assert found, f"the index has no files of {pin[0]}"
    return [f"{pin[0]} \\", *[f"    --hash=sha256:{one} \\" for one in found[:-1]], f"    --hash=sha256:{found[-1]}"]


command = InstallCommand("install", "")
options, _ = command.parse_args([])
with command.main_context():
    finder = command._build_package_finder(options, command.get_default_session(options))
    for path in sorted(REQUIREMENTS.glob("*.txt")):
        lines = [line for line in path.read_text().splitlines() if not line.startswith("    --hash=")]
        path.write_text("".join(f"{text}\n" for line in lines for text in with_hashes(finder, line)))
