# SPDX-License-Identifier: Apache-2.0
"""Takes some files out of a wheel (.whl) or a source archive (.tar.gz).

    extract.py <archive> <folder> <pattern>=<name> ...

The pattern matches the whole path of a file in the archive; `*` matches slashes
too. The name is the file's below the folder; one that ends in a slash is a folder
that takes what follows the pattern's own folder. A pattern that matches nothing
is an error, so a changed archive is noticed.
"""

import os
import shutil
import sys
import tarfile
import zipfile
from fnmatch import fnmatchcase


def members(archive):
    """(path, function that opens it) of each file."""
    if archive.endswith(".tar.gz"):
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.isfile():
                    yield member.name, lambda member=member: tar.extractfile(member)
    else:
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if not name.endswith("/"):
                    yield name, lambda name=name: wheel.open(name)


def target_of(path, pattern, name):
    if not name.endswith("/"):
        return name
    folder = pattern.split("*")[0].rpartition("/")[0]
    return name + path[len(folder) :].lstrip("/")


def main():
    archive, folder, rules = sys.argv[1], sys.argv[2], [rule.split("=", 1) for rule in sys.argv[3:]]
    matched = set()
    for path, open_member in members(archive):
        for pattern, name in rules:
            if not fnmatchcase(path, pattern):
                continue
            matched.add(pattern)
            target = os.path.join(folder, target_of(path, pattern, name))
            if ".." in target[len(folder) :].split("/"):
                sys.exit(f"extract: {archive}: {path} is outside the folder. Do not trust the archive.")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open_member() as source, open(target, "wb") as file:
                shutil.copyfileobj(source, file, 1 << 20)
            break
    for pattern, _ in rules:
        if pattern not in matched:
            sys.exit(f"extract: {archive}: no file matches {pattern}. Its version is not the one expected.")


if __name__ == "__main__":
    main()
