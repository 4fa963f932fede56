# SPDX-License-Identifier: Apache-2.0
"""Makes a folder of PNG files for each finger of the databases of FVC2002 and FVC2004, as
`sdkctl evaluate --modality finger --people` takes them: copies, each of which states its resolution. Beside
them pairs.csv has every pair of a finger, and of two fingers of one database every pair of their pictures.

    finger_folders.py FINGERPRINTS FOLDER
"""
import itertools
import pathlib
import struct
import sys
import zlib

# In dots per inch, where they are not of 500.
RESOLUTIONS = {"fvc2002/DB2_B": 569, "fvc2004/DB3_B": 512}
# Signature and header.
HEAD = 33


def stating(dots, png):
    pixels = (dots * 10000 + 127) // 254
    chunk = b"pHYs" + struct.pack(">IIB", pixels, pixels, 1)
    return png[:HEAD] + struct.pack(">I", 9) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[HEAD:]


def main():
    prints, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    databases = {}
    for picture in sorted(prints.glob("fvc*/DB*/*.png")):
        database = picture.parent.relative_to(prints).as_posix()
        finger, press = picture.stem.split("_")
        made = folder / f"{database.replace('/', '-')}-{finger}" / f"{press}.png"
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(stating(RESOLUTIONS.get(database, 500), picture.read_bytes()))
        databases.setdefault(database, []).append(made)
    with (folder / "pairs.csv").open("w", encoding="utf-8") as pairs:
        pairs.write("pathA,pathB,same\n")
        for prints in databases.values():
            for one, other in itertools.combinations(prints, 2):
                pairs.write(f"{one.relative_to(folder)},{other.relative_to(folder)},{int(one.parent == other.parent)}\n")


if __name__ == "__main__":
    main()
