# SPDX-License-Identifier: Apache-2.0
"""The programs that a shell script starts, found in its text; for scripts/checks/programs.

Reads bash as far as our scripts use it: quotes, comments, here-documents, command substitutions, `case`. What
stands where a command begins and is a plain word is a program, a builtin or a function; the caller knows
which.
"""
import re

# What stands before a command, and is not one.
RESERVED = {"if", "then", "else", "elif", "fi", "while", "until", "do", "done", "{", "}", "!", "time", "in", "esac", "coproc"}
# These start the command that follows their options.
PREFIXES = {"exec", "command", "env", "sudo", "nice", "timeout", "xargs", "setsid", "nohup", "setpriv", "unshare", "stdbuf", "strace"}
WORD = re.compile(r"[A-Za-z0-9_./+\[-]+")


def commands(text):
    """Yields (line, word) for each command; a word that is not plain text, as of a variable, is left out."""
    yield from _Reader(text).read()


class _Reader:
    def __init__(self, text):
        # A continued line is one.
        self.text = text
        self.found = []

    def read(self):
        self._commands(0, None)
        return sorted(set(self.found))

    def _line(self, at):
        return self.text.count("\n", 0, at) + 1

    # Reads commands from `at` until `end`, a character that closes them, and answers the place after it.
    def _commands(self, at, end):
        text, begins, heredocs, cases = self.text, True, [], 0
        prefixed = False
        while at < len(text):
            char = text[at]
            if end and char == end and not (end == ")" and cases):
                return at + 1
            if char == "\n":
                at += 1
                for mark, strips in heredocs:
                    at = self._after_heredoc(at, mark, strips)
                heredocs, begins, prefixed = [], "pattern" if begins == "pattern" else True, False
            elif char in " \t":
                at += 1
            elif text.startswith("\\\n", at):
                at += 2
            elif char == "#" and (at == 0 or text[at - 1] in " \t\n;(|&"):
                at = self._to(at, "\n")
            elif text.startswith("<<<", at):
                at += 3
            elif (mark := re.compile(r"<<(-?)\s*(['\"]?)(\w+)\2").match(text, at)):
                heredocs.append((mark[3], bool(mark[1])))
                at = mark.end()
            elif text.startswith("((", at) and begins:
                at, begins = self._arithmetic(at + 2), False
            elif char in "<>" and text[at + 1:at + 2] == "(":
                at = self._commands(at + 2, ")")
            elif char in "<>":
                # A redirection and where it goes; `2>` has its number before it.
                at = re.compile(r"[<>]+[&|]?\s*").match(text, at).end()
                at = self._word(at)[1]
            elif char in ";|&":
                if text.startswith(";;", at):
                    at += 2
                    begins = "pattern"
                    continue
                at, begins, prefixed = at + 1, True, False
            elif char == "(":
                # A list, an array, or a function's parentheses.
                if text.startswith("()", at):
                    at, begins = at + 2, True
                elif begins:
                    at = self._commands(at + 1, ")")
                    begins = False
                else:
                    at = self._words(at + 1)
            elif char == ")":
                # The end of a pattern of `case`.
                at, begins = at + 1, True
            else:
                start = at
                word, at = self._word(at)
                if at == start:
                    at += 1
                    continue
                if begins == "pattern":
                    if word == "esac":
                        cases, begins = cases - 1, False
                    else:
                        at = self._after_pattern(start)
                        begins = True
                    continue
                if not begins:
                    continue
                if word == "case":
                    at = re.compile(r"[\s\S]*?\bin\b").match(text, at).end()
                    cases, begins = cases + 1, "pattern"
                elif word in ("for", "select"):
                    loop = re.compile(r"\s*\w+\s*(in\b)?").match(text, at)
                    # What follows `in` are words, to the end of the line.
                    at, begins = (loop.end() if loop else at), not (loop and loop[1])
                elif word == "[[":
                    at, begins = self._to_test_end(at), False
                elif word == "function":
                    at = re.compile(r"\s*\S+").match(text, at).end()
                elif word in RESERVED:
                    begins = True
                elif word is not None and re.match(r"\w+(\[[^\]]*\])?\+?=", word) or self._assigns(start):
                    if at < len(text) and text[at] == "(" and text[at - 1] == "=":
                        at = self._words(at + 1)
                elif prefixed and (word is None or not re.match(r"[a-z/.]", word)):
                    pass  # An option of the prefix, or its number, variable or signal.
                else:
                    is_function = re.match(r"\s*\(\)", text[at:at + 8])
                    if word is not None and WORD.fullmatch(word) and re.search("[A-Za-z]", word) and not is_function:
                        self.found.append((self._line(start), word))
                    prefixed = word in PREFIXES
                    begins = prefixed
        return at

    def _assigns(self, at):
        return re.compile(r"\w+(\[[^\]]*\])?\+?=").match(self.text, at) is not None

    # A word: its text where it is plain, else None; what is within its quotes and substitutions is read too.
    def _word(self, at):
        text, start, plain = self.text, at, True
        value = ""
        while at < len(text):
            char = text[at]
            if char in " \t\n;|&<>()":
                break
            if char == "\\":
                value += text[at + 1:at + 2]
                at += 2
            elif char == "'":
                close = text.find("'", at + 1)
                close = len(text) if close < 0 else close
                value += text[at + 1:close]
                at = close + 1
            elif text.startswith("$'", at):
                at = re.compile(r"\$'(?:\\.|[^'\\])*'", re.S).match(text, at).end()
                plain = False
            elif char == '"':
                at, inner = self._quoted(at + 1)
                plain = plain and inner is not None
                value += inner or ""
            elif char in "$`":
                at, plain = self._expansion(at), False
            else:
                value += char
                at += 1
        return (value if plain else None) if at > start else "", at

    def _quoted(self, at):
        text, value, plain = self.text, "", True
        while at < len(text) and text[at] != '"':
            if text[at] == "\\":
                value += text[at + 1:at + 2]
                at += 2
            elif text[at] in "$`":
                at, plain = self._expansion(at), False
            else:
                value += text[at]
                at += 1
        return at + 1, value if plain else None

    def _expansion(self, at):
        text = self.text
        if text.startswith("$((", at):
            return self._arithmetic(at + 3)
        if text.startswith("$(", at):
            return self._commands(at + 2, ")")
        if text.startswith("${", at):
            depth, at = 1, at + 2
            while at < len(text) and depth:
                if text[at] == "}":
                    depth -= 1
                    at += 1
                elif text[at] == "\\":
                    at += 2
                elif text[at] == "'":
                    at = text.find("'", at + 1) + 1 or len(text)
                elif text[at] == '"':
                    at = self._quoted(at + 1)[0]
                elif text[at] in "$`":
                    at = self._expansion(at)
                else:
                    at += 1
            return at
        if text[at] == "`":
            return self._commands(at + 1, "`")
        found = re.compile(r"\$(\w+|[?$!#@*-])?").match(text, at)
        return found.end()

    def _arithmetic(self, at):
        depth = 2
        while at < len(self.text) and depth:
            char = self.text[at]
            if char == "(":
                depth += 1
            elif char == ")":
                depth -= 1
            elif self.text.startswith("$(", at) and not self.text.startswith("$((", at):
                at = self._commands(at + 2, ")")
                continue
            at += 1
        return at

    # The words of an array.
    def _words(self, at):
        text = self.text
        while at < len(text) and text[at] != ")":
            if text[at] == "#" and text[at - 1] in " \t\n":
                at = self._to(at, "\n")
                continue
            end = self._word(at)[1]
            at = end if end > at else at + 1
        return at + 1

    def _after_pattern(self, at):
        while at < len(self.text) and self.text[at] != ")":
            end = self._word(at)[1]
            at = end if end > at else at + 1
        return at + 1

    def _to_test_end(self, at):
        text = self.text
        while at < len(text) and not re.compile(r"\s\]\]").match(text, at):
            if text[at] in "'\"$`":
                at = self._word(at)[1]
            elif text.startswith("\\", at):
                at += 2
            else:
                at += 1
        return at + 3

    def _after_heredoc(self, at, mark, strips):
        tabs = r"\t*" if strips else ""
        end = re.compile(rf"^{tabs}{mark}$", re.M).search(self.text, at)
        return end.end() if end else len(self.text)

    def _to(self, at, char):
        found = self.text.find(char, at)
        return len(self.text) if found < 0 else found
