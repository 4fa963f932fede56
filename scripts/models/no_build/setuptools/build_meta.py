# SPDX-License-Identifier: Apache-2.0
"""Stands in for setuptools while pip downloads a source archive.

`pip download` asks the build system for a package's name, and setuptools would
run the package's setup.py for that: unknown code, needing a setuptools that fits.
The archive says its name in PKG-INFO; this reads it and runs nothing.
fetch.sh puts the folder above on PYTHONPATH for that one command.
"""

import os
from email.parser import HeaderParser


class _NoBuild:
    def get_requires_for_build_wheel(self, config_settings=None):
        return []

    def prepare_metadata_for_build_wheel(self, metadata_directory, config_settings=None):
        with open("PKG-INFO", encoding="utf-8") as file:
            package = HeaderParser().parse(file)
        folder = f"{package['Name'].replace('-', '_')}-{package['Version']}.dist-info"
        os.makedirs(os.path.join(metadata_directory, folder))
        with open(os.path.join(metadata_directory, folder, "METADATA"), "w", encoding="utf-8") as file:
            file.write(f"Metadata-Version: 2.1\nName: {package['Name']}\nVersion: {package['Version']}\n")
        return folder


__legacy__ = _NoBuild()  # the name pip uses for archives without a pyproject.toml
