# SPDX-License-Identifier: Apache-2.0
"""The functions themselves: numbers, names, traits, and what messages and replies hold for who hides parts of
them."""
from .names import camel
from .swift_messages import has_message
from .swift_text import SOURCE, banner, comment, swift_type


def functions(abilities):
    said = "Every call that a host makes on a plugin, with its number in messages and recordings. A number never gets another meaning."
    lines = [banner(SOURCE), *comment(said, "/// "), "public enum CallFunction: UInt16, Sendable, CaseIterable {"]
    for ability in abilities:
        lines.append(f"  // {ability.id if not ability.is_entry else 'The entry, ' + ability.header.name}")
        lines += [f"  case {it.case} = {it.number}" for it in ability.functions]
    return "\n".join([*lines, "}", ""])


def traits(abilities):
    lines = [banner(SOURCE), "extension CallFunction {", "  public var traits: CallTraits {", "    switch self {"]
    for it in (it for ability in abilities for it in ability.functions):
        makes = f".{it.ending.case}" if it.makes else "nil"
        lines += [
            f"    case .{it.case}:",
            f'      CallTraits(name: "{it.name}", deadline: .{camel(it.deadline)}, makes: {makes}, afterEnd: .{it.after_end},',
            f"        effect: .{it.effect}, isSecret: {str(it.secret).lower()}, replay: .{it.replay})",
        ]
    return "\n".join([*lines, "    }", "  }", "}", ""])


def request_type(it):
    if has_message(it):
        return it.type
    if it.shape == "own":
        return it.message
    if it.shape == "fill":
        return f"FillMessage<{it.info.base}>"
    if it.shape == "exchange":
        return "ExchangeMessage"
    return "ListMessage" if it.shape == "list" else "EmptyMessage"


def results(it):
    """What its reply holds, as ``ReplyResults``."""
    def value(type_, content):
        return f".init(MemoryLayout<{type_}>.size, .{content})"

    if it.shape in ("cancel", "end"):
        return ".values([])"
    if it.shape == "own":
        kind, word, content = it.reply
        return {
            "nothing": ".values([])", "value": f".values([{value(word, content)}])",
            "message": f".message({word}.self)", "rest": f".rest(.{content})",
        }[kind]  # fmt: skip
    if it.shape == "each":
        return f".rest(.{it.filled[0][1]})"
    if it.shape == "collect":
        arrays = [f"stride: MemoryLayout<{array.base}>.stride, .{content}" for array, content in it.filled]
        return f".list({arrays[0]})" if len(arrays) == 1 else f".lists([{', '.join(f'.init({it})' for it in arrays)}])"
    told = [value(swift_type(parameter), content) for parameter, content in it.answered]
    if it.shape == "list":
        return f".list(stride: MemoryLayout<{it.entries.base}>.stride, .{it.answered[0][1]})"
    if it.shape == "make":
        return f".values([{', '.join([value('UInt64', 'plain'), *told])}])"
    if it.shape in ("fill", "produce"):
        (_, beside), (_, content) = it.answered
        return f".filled(beside: MemoryLayout<{it.info.base}>.size, .{beside}, .{content})"
    if it.shape == "exchange":
        return f".filled(beside: 0, .plain, .{it.answered[0][1]})"
    return f".values([{', '.join(told)}])"


def contents(abilities):
    """Which message each request is, and what each reply holds."""
    every = [it for ability in abilities for it in ability.functions]
    lines = [banner(SOURCE), "internal import CImprint", "", "extension CallFunction {", "  /// The message of its request.",
             "  var request: any CallMessage.Type {", "    switch self {"]  # fmt: skip
    lines += [f"    case .{it.case}: {request_type(it)}.self" for it in every]
    lines += ["    }", "  }", "", "  /// What its reply holds behind the head.", "  var results: ReplyResults {", "    switch self {"]
    lines += [f"    case .{it.case}: {results(it)}" for it in every]
    lines += ["    }", "  }", "", "  /// The call that made what it is called on; `nil` for one on the entry.",
              "  package var maker: CallFunction? {", "    switch self {"]  # fmt: skip
    entry = next(it for ability in abilities if ability.is_entry for it in ability.functions if it.c.name == "open")
    for it in every:
        made = None if it.receiver == "imp_entry" else entry if it.object is None else it.making
        lines.append(f"    case .{it.case}: {f'.{made.case}' if made else 'nil'}")
    return "\n".join([*lines, "    }", "  }", "}", ""])


def dispatch(abilities):
    every = [it for ability in abilities for it in ability.functions]
    tables = [ability.table for ability in abilities if not ability.is_entry]
    lines = [banner(SOURCE), "internal import CImprint", "", "extension CallExecutor {",
             "  /// Executes the function that a request names.", "  func call(",
             "    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter",
             "  ) throws(ExecutionFault) -> imp_status {", "    switch request.function {"]  # fmt: skip
    lines += [f"    case .{it.case}: try {it.case}(request, body, &reply)" for it in every]
    lines += ["    }", "  }", "}", "", "package enum ContractTables {", "  /// The table of every ability.",
              "  package static let all: [any AbilityTable.Type] = ["]  # fmt: skip
    lines += [f"    {table}.self," for table in tables]
    return "\n".join([*lines, "  ]", "}", ""])
