# SPDX-License-Identifier: Apache-2.0
"""The file of one ability: its objects, its table on this side, its messages, and where its calls arrive."""
from . import swift_bridge, swift_executor, swift_messages
from .names import pascal
from .swift_text import SOURCE, banner


def file_name(ability):
    return f"{pascal(ability.name)}Calls.swift"


def text(ability):
    source = f"{SOURCE}/{ability.file} and {ability.header.name}"
    # A table conforms to a protocol of the whole package's.
    lines = [banner(source) + f"{'internal' if ability.is_entry else 'package'} import CImprint", ""]
    for it in ability.objects.values():
        lines += _object(ability, it)
    if not ability.is_entry:
        lines += swift_bridge.table(ability)
    for it in ability.functions:
        lines += swift_messages.message(it)
    lines += swift_executor.functions(ability)
    return "\n".join(lines)


def _object(ability, it):
    ending = next(function for function in ability.functions if function.c.name == it.ended)
    words = f'words: "the plugin\'s process has ended, and the {it.lost_noun} with it."'
    lines = [
        f"/// An `{it.type}`.",
        f"enum {it.swift}: {'RemoteKind' if ability.is_entry else 'AbilityObject'} {{",
        f'  static let noun = "{it.noun}"',
        f"  static let ending = CallFunction.{ending.case}",
        f"  static let loss = RemoteLoss.{f'gone({it.lost}, {words})' if it.lost else 'makeAgain'}",
    ]
    if not ability.is_entry:
        lines += ["", f"  static func end(_ table: UnsafePointer<{ability.table}>, _ object: OpaquePointer) {{",
                  f"    table.pointee.{it.ended}(object)", "  }"]  # fmt: skip
    return [*lines, "}", ""]
