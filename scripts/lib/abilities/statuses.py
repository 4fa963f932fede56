# SPDX-License-Identifier: Apache-2.0
"""What follows of imprint/status.h: a status has one name in C, and from that its names elsewhere."""
import dataclasses
import re

from .names import camel
from .swift_text import banner

SOURCE = "imprint/status.h"
DEFINED = re.compile(r"^#define (?P<macro>IMP_(?:RETRY|E|OUTCOME)_(?P<name>\w+)) \S+(?: *// (?P<says>.*))?$", re.M)
CLASS = re.compile(r"^// Class (?P<hundreds>\d+), (?P<name>[a-z ]+)[:.]", re.M)
RULE = re.compile(r" *\[R-\d+\]")
# Words of Swift.
RESERVED = {"internal"}
# What the kit answers by itself, and no author.
OF_THE_KIT = {"IMP_RETRY_SHORT_BUFFER"}


@dataclasses.dataclass
class Status:
    macro: str
    name: str  # `noSubject`
    says: str | None


def read(header):
    return [Status(found["macro"], camel(found["name"].lower()), found["says"]) for found in DEFINED.finditer(header)]


def kit(header):
    """What authors answer: `PluginFailure.Status` of ImprintPluginKit."""
    lines = [banner(SOURCE) + "import CImprint", "", "extension PluginFailure.Status {"]
    for it in read(header):
        if it.says:
            lines.append(f"  /// {it.says[:1].upper()}{RULE.sub('', it.says[1:])}.")
        name = f"`{it.name}`" if it.name in RESERVED else it.name
        access = "" if it.macro in OF_THE_KIT else "public "
        lines.append(f"  {access}static let {name} = Self(rawValue: {it.macro})")
    return "\n".join([*lines, "}", ""])


def host(header):
    """What the host makes of a number: codes and classes of `PluginCallError`. A status without a code there
    does not compile."""
    lines = [banner(SOURCE) + "internal import CImprint", "", "extension PluginCallError.StatusClass {",
             "  /// A status of no known class counts as a defect.", "  init(status: Int32) {", "    self =",
             "      switch status {"]  # fmt: skip
    classes = [(int(found["hundreds"]) * 100, camel(found["name"].replace(" ", "-"))) for found in CLASS.finditer(header)]
    lines += [f"      case {first}..<{first + 100}: .{name}" for first, name in classes if name != "internal"]
    lines += ["      default: .internal", "      }", "  }", "}", "", "extension PluginCallError.Code {",
              "  init(status: Int32) {", "    self =", "      switch status {"]  # fmt: skip
    lines += [f"      case {it.macro}: .{it.name}" for it in read(header) if it.name != "internal"]
    return "\n".join([*lines, "      default: .other(of: PluginCallError.StatusClass(status: status))", "      }", "  }", "}", ""])


def checks(header):
    """What a status is called in reports: `StatusName` of ImprintCheck."""
    lines = [banner(SOURCE) + "internal import CImprint", "", "/// What a status is called in the headers.",
             "enum StatusName {", "  /// `IMP_E_ABI (504)`; for one that the contract does not have, `504`.",
             '  static func of(_ status: imp_status) -> String { names[status].map { "\\($0) (\\(status))" } ?? "\\(status)" }',
             "", "  private static let names: [imp_status: String] = [", '    IMP_OK: "IMP_OK",']  # fmt: skip
    lines += [f'    {it.macro}: "{it.macro}",' for it in read(header)]
    return "\n".join([*lines, "  ]", "}", ""])
