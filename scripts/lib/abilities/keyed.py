# SPDX-License-Identifier: Apache-2.0
"""YAML with the source line of each key, so that an error names file, line and key."""
import pathlib
import re

import yaml

# libyaml, where it is installed.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Fault(Exception):
    """What is wrong, where, and what is allowed there."""


class Keyed:
    """A value with its source line: text, or an ordered mapping."""

    def __init__(self, node, file, path):
        self.place = f"{file}:{node.start_mark.line + 1}"
        self.file, self.path = file, path
        if isinstance(node, yaml.MappingNode):
            self.value = {}
            for key, value in node.value:
                name = key.value
                below = Keyed(value, file, f"{path}.{name}" if path else name)
                below.place = f"{file}:{key.start_mark.line + 1}"
                if name in self.value:
                    below.refuse("occurs twice")
                self.value[name] = below
        elif isinstance(node, yaml.ScalarNode):
            self.value = node.value
        else:
            self.refuse("is a list; only mappings are allowed")

    def refuse(self, problem):
        raise Fault(f"{self.place}: '{self.path}' {problem}")

    @property
    def is_mapping(self):
        return isinstance(self.value, dict)

    def mapping(self):
        """Its keys and values, in order."""
        if not self.is_mapping:
            self.refuse(f"is '{self.value}'; a mapping belongs here")
        return self.value

    def keys(self, needed):
        """The values of exactly these keys: none is left out, and there is no other."""
        mapping = self.mapping()
        where = f" of '{self.path}'" if self.path else ""
        for key in mapping:
            if key not in needed:
                mapping[key].refuse(f"is no key here. The keys{where} are: {', '.join(needed)}")
        for key in needed:
            if key not in mapping:
                below = f"{self.path}.{key}" if self.path else key
                raise Fault(f"{self.place}: '{below}' is missing: {needed[key]}")
        return mapping

    def text(self):
        if not isinstance(self.value, str) or not self.value:
            self.refuse("is no text")
        return self.value

    def word(self, pattern, what):
        """Text that matches a pattern: it becomes a part of Swift code."""
        if not re.fullmatch(pattern, self.text()):
            self.refuse(f"is '{self.value}'; {what} belongs here")
        return self.value

    def choice(self, allowed):
        if self.is_mapping or self.value not in allowed:
            self.refuse(f"is '{'a mapping' if self.is_mapping else self.value}'; one of: {', '.join(allowed)}")
        return self.value

    def flag(self):
        return self.choice(["true", "false"]) == "true"

    def number(self, most):
        if self.is_mapping or not self.value.isdecimal() or not 0 < int(self.value) <= most:
            self.refuse(f"is '{self.value}'; a number from 1 to {most}")
        return int(self.value)


def read(path: pathlib.Path):
    try:
        node = yaml.compose(path.read_text(), Loader=LOADER)
    except yaml.YAMLError as error:
        raise Fault(f"{path.name}: {error}") from None
    if node is None:
        raise Fault(f"{path.name}:1: it is empty")
    return Keyed(node, path.name, "")
