# SPDX-License-Identifier: Apache-2.0
"""What a C header of the contract says: structs with their fields, tables with their functions' parameters.

Types come from clang's syntax tree. It leaves out the names of a function pointer's parameters and our macros
for null: those are read from the text where clang says that the field lies, and compared with the types.
"""
import dataclasses
import json
import pathlib
import re
import subprocess

from .keyed import Fault

# C's plain values: Swift's name, size in bytes.
VALUES = {
    "uint32_t": ("UInt32", 4), "int32_t": ("Int32", 4), "float": ("Float", 4), "uint64_t": ("UInt64", 8),
    "int64_t": ("Int64", 8), "double": ("Double", 8),
}  # fmt: skip
# Passed by value, with bytes elsewhere.
VIEWS = ("imp_bytes", "imp_text")
# What a field may be beside structs and addresses.
KNOWN = {*VALUES, *VIEWS, "uint8_t", "uint16_t", "int16_t", "char", "size_t", "imp_status"}


@dataclasses.dataclass
class Parameter:
    name: str
    type: str  # as C has it, without our macros
    nullable: bool

    @property
    def stars(self):
        return self.type.count("*")

    @property
    def base(self):
        return self.type.replace("const", "").replace("*", "").strip()

    @property
    def is_lent(self):
        return self.stars == 1 and self.type.startswith("const ")


@dataclasses.dataclass
class Function:
    name: str
    result: str
    parameters: list
    line: int
    comment: str  # what stands before it


class Header:
    def __init__(self, include: pathlib.Path, name: str):
        self.name = name
        path = include / name
        if not path.is_file():
            raise Fault(f"{name}: there is no such header below {include.name}")
        self.text = path.read_bytes()
        run = subprocess.run(
            ["clang", "--target=x86_64-linux-gnu", "-std=c11", "-fsyntax-only", f"-I{include}", "-D__swift__",
             "-Xclang", "-ast-dump=json", "-x", "c", "-"],
            input=f'#include "{name}"\n', capture_output=True, text=True)  # fmt: skip
        if run.returncode != 0:
            raise Fault(f"{name}: clang cannot read it: {run.stderr.strip()}")
        # What may be null is told for Swift; types are compared without it.
        tree = json.loads(re.sub(r"\s*\b_Nonnull\b", "", run.stdout))
        self.records = {
            node["name"]: node for node in tree["inner"]
            if node["kind"] == "RecordDecl" and node.get("completeDefinition") and "name" in node
        }  # fmt: skip

    def fields(self, struct):
        """Name and type of each field, in order; what another name stands for is said by its own."""
        if struct not in self.records:
            raise Fault(f"{self.name}: it has no struct {struct}")
        nodes = self.records[struct].get("inner", [])
        for node in nodes:
            if node["kind"] in ("RecordDecl", "IndirectFieldDecl") or node["kind"] == "FieldDecl" and "name" not in node:
                raise Fault(f"{self.name}: a field of {struct} has no name of its own, or an unnamed type, so its contents are unknown")
        return [(node["name"], plain(node["type"].get("desugaredQualType", node["type"]["qualType"])
                 if node["type"]["qualType"].partition("[")[0].strip() not in KNOWN else node["type"]["qualType"]))
                for node in nodes if node["kind"] == "FieldDecl"]  # fmt: skip

    def is_sized(self, struct):
        """Whether it is one of the contract's structs that begin with their size (R-20)."""
        return struct in self.records and self.fields(struct)[0] == ("size", "uint32_t")

    def may_be_null(self, struct, field):
        """Whether a pointer of a struct is marked so."""
        node = next(it for it in self.records[struct]["inner"] if it.get("name") == field)
        return "_Nullable" in node["type"]["qualType"]

    def addresses(self, struct):
        """Every field of a struct that holds an address, in structs within it too: name and type."""
        for field, type_ in self.fields(struct):
            base = type_.partition("[")[0].replace("struct ", "").strip()
            if "*" in type_ or base in VIEWS or base == "imp_buffer":
                yield field, base
            elif base in self.records:
                yield from ((f"{field}.{inner}", inner_type) for inner, inner_type in self.addresses(base))
            elif base not in KNOWN:
                raise Fault(f"{self.name}: {struct}.{field} is {type_}, an unknown type, which may contain an address")

    def functions(self, table):
        """The functions of a table, in order."""
        if table not in self.records:
            raise Fault(f"{self.name}: it has no table {table}")
        nodes = [node for node in self.records[table]["inner"] if node["kind"] == "FieldDecl"]
        return [self._function(node) for node in nodes if re.search(r"\(\*", node["type"]["qualType"])]

    def _function(self, node):
        begin = node["range"]["begin"]["offset"]
        end = self.text.index(b";", begin)
        text = self.text[begin:end].decode()
        line = self.text[:begin].count(b"\n") + 1
        result, _, types = plain(node["type"]["qualType"]).replace("( *)", "(*)").partition("(*)")
        found = re.search(r"\(\s*\*\s*IMP_NONNULL\s+(\w+)\s*\)\s*\((.*)\)\s*$", text, re.S)
        if not found or found.group(1) != node["name"]:
            raise Fault(f"{self.name}:{line}: '{node['name']}' is not written as a table's function: (*IMP_NONNULL name)(...)")
        parameters = [self._parameter(part.strip(), line) for part in found.group(2).split(",")]
        stated = [plain(part) for part in types.strip()[1:-1].split(",")]
        if stated != [parameter.type for parameter in parameters]:
            raise Fault(f"{self.name}:{line}: '{node['name']}' is parsed as {parameters}, but clang says {stated}")
        return Function(node["name"], plain(result), parameters, line, self._comment(begin))

    def _comment(self, offset):
        """The lines of comment right above a place."""
        above = self.text[:offset].decode().rpartition("\n")[0].splitlines()
        lines = []
        while above and above[-1].strip().startswith("//"):
            lines.append(above.pop().strip().removeprefix("//").strip())
        return " ".join(reversed(lines))

    def _parameter(self, text, line):
        found = re.fullmatch(r"(.*?)(\w+)", text, re.S)
        if not found or not found.group(1).strip():
            raise Fault(f"{self.name}:{line}: a parameter has no name: {text}")
        stars = re.findall(r"\*\s*(IMP_\w+)?", found.group(1))
        return Parameter(found.group(2), plain(found.group(1)), bool(stars) and stars[-1] == "IMP_NULLABLE")


def plain(type_text):
    """A type without our macros, spaced one way."""
    return re.sub(r"\s*\*\s*", " *", re.sub(r"\b(IMP_\w+|_Nullable)\b", "", " ".join(type_text.split()))).replace("* *", "**").strip()
