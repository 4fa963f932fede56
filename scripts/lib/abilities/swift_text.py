# SPDX-License-Identifier: Apache-2.0
"""Words that every generated file shares."""
import textwrap

from .names import camel
from .header import VALUES

WIDTH = 110
SOURCE = "Sources/CImprint/abilities"


def banner(source):
    made = comment(f"Made by scripts/generate-abilities from {source}; change that, not this.", "// ")
    return "\n".join(["// SPDX-License-Identifier: Apache-2.0", *made, "// swift-format-ignore-file", ""])


def comment(text, mark):
    """The lines of a comment."""
    return textwrap.wrap(text, WIDTH, initial_indent=mark, subsequent_indent=mark,
                         break_long_words=False, break_on_hyphens=False)  # fmt: skip


def swift_type(parameter):
    """The type of a value that a message holds for a parameter."""
    base = parameter.base
    return VALUES[base][0] if base in VALUES else base


def name(parameter):
    return camel(parameter.name)


def path(dotted):
    """`options.locator`, with the parameter's name as Swift has it."""
    first, _, field = dotted.partition(".")
    return camel(first) + (f".{field}" if field else "")


def called(before, arguments, after, indent):
    """A call, on one line where it fits; else its arguments on lines of their own."""
    line = f"{indent}{before}({', '.join(arguments)}){after}"
    if len(line) <= WIDTH:
        return [line]
    # No line ends within an argument.
    whole = ", ".join(argument.replace(" ", "\0") for argument in arguments)
    inner = [line.replace("\0", " ") for line in textwrap.wrap(
        whole, WIDTH, initial_indent=indent + "  ", subsequent_indent=indent + "  ",
        break_long_words=False, break_on_hyphens=False)]  # fmt: skip
    return [f"{indent}{before}(", *inner[:-1], f"{inner[-1]}){after}"]


def closed(before, lines, indent):
    """A call whose last argument is a closure of these lines: one line where it fits."""
    line = f"{indent}{before} {{ {lines[0].strip()} }}"
    if len(lines) == 1 and len(line) <= WIDTH:
        return [line]
    return [f"{indent}{before} {{", *lines, indent + "}"]
