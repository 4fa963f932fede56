# SPDX-License-Identifier: Apache-2.0
"""Every list that has a row for each ability: none is written by hand."""
import re

from .names import camel, pascal
from .swift_kit import table_name
from .swift_text import SOURCE, banner

HOST = re.compile(r'^\Wdefine IMP_HOST_\w+_ID "(imprint\.host\.[a-z.-]+/\d+)"$', re.MULTILINE)


def manifest(abilities, host_header):
    """What manifests may name: `AbilityID` and `KnownAbility` of ImprintManifest."""
    lines = [banner(f"{SOURCE} and imprint/host.h"), "extension AbilityID {"]
    for it in abilities:
        made = f'AbilityID(known: "imprint.{it.name}", revision: {it.revision})'
        lines += [f"  /// {it.says}", f"  public static let {camel(it.name)} = {made}"]
    lines += ["}", "", "extension KnownAbility {", "  static let all: [KnownAbility] = ["]
    lines += [f'    KnownAbility(id: "{it.id}", provision: .{_PROVISIONS[it.plugins]}),' for it in abilities]
    lines += [f'    KnownAbility(id: "{id}", provision: .host),' for id in HOST.findall(host_header)]
    return "\n".join([*lines, "  ]", "}", ""])


_PROVISIONS = {"one": "onePlugin", "several": "severalPlugins", "beside-device": "besideDevices",
               "beside-matcher": "besideMatchers"}


def kit(abilities):
    """What authors provide: `Ability` of ImprintPluginKit."""
    lines = [banner(SOURCE) + "import CImprint", "", "/// What a plugin provides, by ability; each table's functions read their own.",
             "struct AttachedAbilities {"]  # fmt: skip
    lines += [f"  var {camel(it.name)}: (any {pascal(it.name)}Plugin)?" for it in abilities]
    lines.append("}")
    for it in abilities:
        lines += ["", f"extension Ability where P: {pascal(it.name)}Plugin {{", f"  /// `{it.id}`: {it.says}",
                  f"  public static var {camel(it.name)}: Ability {{",
                  f"    Ability(id: {it.macro}, table: UnsafeRawPointer({table_name(it)}.table)) {{ $0.{camel(it.name)} = $1 }}",
                  "  }", "}"]  # fmt: skip
    return "\n".join([*lines, ""])


def checks(abilities):
    """The conformance checks of each ability, in the order of their calls' numbers."""
    lines = [banner(SOURCE), "extension CheckCatalog {", "  /// The checks that only plugins with a certain ability are given.",
             "  static let ofAbilities: [any AbilityCheckGroup.Type] = ["]  # fmt: skip
    lines += [f"    {pascal(it.name)}Checks.self," for it in abilities]
    return "\n".join([*lines, "  ]", "}", ""])


def kinds(abilities):
    """What a new plugin may be: whatever is of use without another of a device's abilities."""
    lines = [banner(SOURCE), "/// What a new plugin does. Each has a template in every language.",
             "public enum PluginKind: String, Sendable, Hashable, CaseIterable {"]  # fmt: skip
    for it in abilities:
        if not it.plugins.startswith("beside"):
            lines += [f"  /// {it.says}", f'  case {camel(it.name)} = "{it.name}"']
    makers = [f".{camel(it.name)}" for it in abilities if any(makes_templates(f) for f in it.functions)]
    lines += ["", "  /// Whether it makes templates, whose format has a name.",
              f"  var makesTemplates: Bool {{ [{', '.join(makers)}].contains(self) }}"]  # fmt: skip
    return "\n".join([*lines, "}", ""])


def makes_templates(function):
    return any(p.base == "imp_extraction" for p in function.parameters)


def umbrella(include):
    """imprint.h: every header of the contract."""
    folder = include / "imprint"
    stable = sorted(path.name for path in folder.glob("*.h") if path.name != "imprint.h")
    drafts = sorted(f"draft/{path.name}" for path in (folder / "draft").glob("*.h"))
    text = (folder / "imprint.h").read_text()
    begin, end = text.index("#include"), text.rindex("#include")
    end = text.index("\n", end) + 1
    included = "\n".join([*(f'#include "{name}"' for name in stable), "", *(f'#include "{name}"' for name in drafts), ""])
    return text[:begin] + included + text[end:]
