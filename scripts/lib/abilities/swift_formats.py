# SPDX-License-Identifier: Apache-2.0
"""The abilities that list formats of templates, and make objects each of one: `formats`, `create`,
`destroy`."""
from .names import pascal
from .swift_names import makes_templates
from .swift_text import SOURCE, banner


def _listing(ability):
    """Its function that lists formats; `None` for an ability without."""
    return next((it for it in ability.functions if it.c.name == "formats" and it.shape == "list"), None)


def tables(abilities):
    """What the tables have in common, by the same names: ImprintCalls."""
    lines = [banner(SOURCE), "package import CImprint"]
    for ability in (it for it in abilities if _listing(it)):
        format = _listing(ability).parameters[0].base
        make = next(it for it in ability.functions if it.shape == "make")
        options = next(it.base for it in make.parameters if it.is_lent)
        maker = any(makes_templates(it) for it in ability.functions)
        protocol = "ExtractorTable" if maker else "FormatTable"
        lines += ["", f"extension {format}: {'Made' if maker else ''}FormatStruct {{}}", f"extension {options}: FormatOptions {{}}",
                  f"extension {ability.table}: {protocol} {{", "  package func list(",
                  f"    _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<{format}>?, _ count: UnsafeMutablePointer<Int>",
                  "  ) -> imp_status { self.formats(plugin, formats, count) }", "", "  package func make(",
                  f"    _ plugin: OpaquePointer, _ options: UnsafePointer<{options}>,",
                  "    _ object: UnsafeMutablePointer<OpaquePointer?>",
                  f"  ) -> imp_status {{ self.{make.c.name}(plugin, options, object) }}", "}"]  # fmt: skip
    return "\n".join([*lines, ""])


def listed(abilities):
    """The runtime's value of each format: its name is the struct's."""
    formats = [_listing(it).parameters[0].base.removeprefix("imp_") for it in abilities if _listing(it)]
    lines = [banner(SOURCE), "enum ContractFormats {", "  /// The formats that plugins list, by ability.",
             "  static let all: [any ListedFormat.Type] = ["]  # fmt: skip
    lines += [f"    {pascal(it.replace('_', '-'))}.self," for it in formats]
    return "\n".join([*lines, "  ]", "}", ""])
