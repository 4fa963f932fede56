# SPDX-License-Identifier: Apache-2.0
"""Makes a folder of links for each speaker of a list of sounds, as `sdkctl evaluate --people` takes them.

    speaker_folders.py LIST FOLDER

LIST is a table with the columns path and speaker; paths are relative to its own folder.
"""
import csv
import pathlib
import sys


def main():
    sounds, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    with sounds.open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            sound = sounds.parent / row["path"]
            link = folder / row["speaker"] / sound.name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(sound)


if __name__ == "__main__":
    main()
