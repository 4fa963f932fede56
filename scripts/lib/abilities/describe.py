# SPDX-License-Identifier: Apache-2.0
"""The descriptions of all abilities, judged by their headers: no key has a default."""
import dataclasses
import functools
import re

from . import keyed
from .function import HELP, REPLAYS, Function
from .header import Header
from .names import pascal

SENTENCE = (r"[A-Z][^\"`*/\\\n]*\.", "a sentence, such as Frames from a device.,")
PLUGINS = ["one", "several", "beside-device", "beside-matcher"]
NOUN = (r"[a-z]+( [a-z]+)*", "some words, such as face tracker,")

# Cached: clang parses each header once.
header = functools.cache(Header)


@dataclasses.dataclass
class Object:
    """What a plugin makes, and the host ends."""

    type: str
    noun: str
    made: str
    ended: str
    lost: str | None  # the status that it answers from then on; None where it is made again
    lost_noun: str | None

    @property
    def swift(self):
        return pascal(self.type.removeprefix("imp_")) + "Object"


class Ability:
    """One file of descriptions, with its header."""

    def __init__(self, path, include):
        root = keyed.read(path)
        self.file = path.name
        self.is_entry = "entry" in root.mapping()
        kind = "entry" if self.is_entry else "ability"
        if kind not in root.mapping():
            raise keyed.Fault(f"{root.place}: 'ability' is missing: its id, such as imprint.camera/1; the entry's own file has 'entry'")
        keys = root.keys({
            kind: "the ability's id, such as imprint.camera/1", "header": "where its table is, such as imprint/draft/camera.h",
            "table": "the struct of its functions", "prefix": "how its functions' names begin in Swift",
            "objects": "what it makes, by C type; {} for nothing",
            "functions": "each function of the table",
        } | ({} if self.is_entry else {
            "says": "what it is for, in one sentence",
            "plugins": "how many of a set may provide it: one; several, which open devices told apart by name; "
                       "beside-device, what is asked of the plugin that opens a device; beside-matcher, of the one "
                       "that compares templates",
            "replay": HELP["replay"],
        }))  # fmt: skip
        self.id = keys[kind].word(r"[a-z]+" if self.is_entry else r"imprint\.[a-z]+(-[a-z]+)*/[1-9]\d*", "an id, such as imprint.camera/1,")
        self.name, _, revision = self.id.removeprefix("imprint.").partition("/")
        self.revision = None if self.is_entry else int(revision)
        if not self.is_entry and path.stem != self.name:
            keys[kind].refuse(f"is '{self.id}', and the file is {path.name}; {self.name}.yaml would be found")
        self.prefix = keys["prefix"].word(r"[a-z][A-Za-z0-9]*", "a name as Swift has them, such as cameraControl,")
        self.header = header(include, keys["header"].text())
        self.table = keys["table"].text()
        self.replay = None if self.is_entry else keys["replay"].choice(REPLAYS)
        self.says = None if self.is_entry else keys["says"].word(*SENTENCE)
        self.plugins = None if self.is_entry else keys["plugins"].choice(PLUGINS)
        self.objects = {name: self._object(name, node) for name, node in keys["objects"].mapping().items()}
        if f'"{self.id}"'.encode() not in self.header.text and not self.is_entry:
            keys[kind].refuse(f"is '{self.id}', which {self.header.name} does not define")
        functions = {it.name: it for it in self.header.functions(self.table)}
        stated = keys["functions"].mapping()
        for name, node in stated.items():
            if name not in functions:
                node.refuse(f"is no function of {self.table} ({self.header.name})")
        for name, function in functions.items():
            if name not in stated:
                keys["functions"].refuse(f"does not describe '{name}' ({self.header.name}:{function.line})")
        self.functions = [Function(self, stated[name], it) for name, it in functions.items()]
        for it in self.objects.values():
            for word in (it.made, it.ended):
                if word not in functions:
                    keys["objects"].refuse(f"names '{word}', which is no function of {self.table}")
            ended = functions[it.ended].parameters[0].base
            if ended != it.type:
                keys["objects"].refuse(f"says that '{it.ended}' ends {it.type}, and that is called on {ended}")

    def _object(self, name, node):
        keys = node.keys({
            "noun": "for people", "made": "the function that makes it", "ended": "the one that ends it",
            "lost": "again, or {answers: status, noun: ...} where it is gone with its process",
        })  # fmt: skip
        lost, noun = None, None
        if keys["lost"].is_mapping:
            gone = keys["lost"].keys({"answers": "the status from then on", "noun": "what is gone"})
            lost, noun = gone["answers"].word(r"IMP_E_\w+", "a status, such as IMP_E_STATE,"), gone["noun"].word(*NOUN)
        else:
            keys["lost"].choice(["again"])
        return Object(name, keys["noun"].word(*NOUN), keys["made"].text(), keys["ended"].text(), lost, noun)

    @property
    def macro(self):
        """The header's name for the id."""
        return f"IMP_{self.name.upper().replace('-', '_')}_ID"


def abilities(folder, include):
    """Every ability of a folder: by its lowest number. No number and no name stands twice, and no table is
    left out."""
    found = [Ability(path, include) for path in sorted(folder.glob("*.yaml"))]
    numbers, cases = {}, {}
    for function in (it for ability in found for it in ability.functions):
        for taken, key, words in ((numbers, function.number, "the number"), (cases, function.case, "the Swift name")):
            if key in taken:
                function.node.refuse(f"has {words} {key}, which {taken[key].name} has too")
            taken[key] = function
    tables = {ability.table for ability in found}
    for path in sorted(include.rglob("*.h")):
        for line, text in enumerate(path.read_text().splitlines(), 1):
            table = re.match(r"typedef struct (imp_\w+_ability)\b", text)
            if table and table.group(1) not in tables:
                raise keyed.Fault(f"{path.relative_to(include)}:{line}: nothing in {folder.name} describes {table.group(1)}")
    return sorted(found, key=lambda it: min(function.number for function in it.functions))
