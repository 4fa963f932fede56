# SPDX-License-Identifier: Apache-2.0
"""One function: its description, judged by its shape and by the C prototype. Nothing is left to be
guessed."""
import re

from . import arrays
from .header import VALUES, VIEWS
from .names import camel, pascal

CONTENTS = ["plain", "bytes", "numbers", "text", "faces"]
DEADLINES = ["open", "create", "extract", "compare", "step", "wait", "card-command", "release"]
REPLAYS = ["repeated", "opening", "never"]
SHAPES = ["list", "make", "cancel", "end", "fill", "produce", "exchange", "call", "own"]

HELP = {
    "shape": f"one of: {', '.join(SHAPES)}",
    "number": "of the call in messages; numbers.txt lists those that are taken",
    "deadline": f"how long it may take, one of: {', '.join(DEADLINES)}",
    "acts": "true where a second call would do something in the world again",
    "secret": "true where it may carry a PIN or a key, which no recording keeps",
    "replay": f"one of: {', '.join(REPLAYS)}",
    "waits": "the argument that says how long it may wait, or never",
    "carries": f"what its request carries, in this order, each with its content: {', '.join(CONTENTS)}",
    "answers": f"what a success brings back, each with its content: {', '.join(CONTENTS)}",
    "message": "the Swift type of its request, written by hand",
    "reply": "own, nothing, or one of: {value}, {list}, {fill}, {message}, {rest}",
    "arrays": "each pointer to more than one of something, with the argument or field that counts them; {} for none",
}
COMMON = ["number", "shape", "deadline", "acts", "secret"]
KEYS = {
    "list": [*COMMON, "carries", "answers"], "make": [*COMMON, "carries", "answers"],
    "exchange": [*COMMON, "carries", "answers"], "fill": [*COMMON, "waits", "carries", "answers"],
    "produce": [*COMMON, "carries", "answers"],
    "call": [*COMMON, "waits", "carries", "answers"], "own": [*COMMON, "message", "reply"],
    "cancel": ["number", "shape"], "end": ["number", "shape"],
}  # fmt: skip
MOST_NUMBER = 65535
# An argument that says how many of something there are.
COUNT = re.compile(r"(^|_)(count|capacity|length|size|number)$")
# Words that the generated code has for something else.
TAKEN = {"it", "request", "body", "reply", "message", "fields", "room", "made", "told"}


class Function:
    """One function: what the header and the description say of it together."""

    def __init__(self, ability, node, c):
        self.ability, self.node, self.c = ability, node, c
        self.case = camel(f"{ability.prefix}_{c.name}")
        self.type = pascal(self.case) + "Request"
        shape = node.mapping().get("shape")
        if shape is None:
            node.keys({"shape": HELP["shape"]})
        self.shape = shape.choice(SHAPES)
        # Nobody fuzzes the entry's own calls by their description: its structs are written by hand.
        needed = KEYS[self.shape] + (["replay"] if ability.is_entry else ["arrays"] if self.shape == "own" else [])
        keys = node.keys({key: HELP[key] for key in needed})
        self.number = keys["number"].number(MOST_NUMBER)
        self.receiver = c.parameters[0].base
        self.parameters = c.parameters[1:]
        self.object = ability.objects.get(self.receiver)
        if self.object is None and self.receiver not in ("imp_plugin", "imp_entry"):
            node.refuse(f"is made on a {self.receiver}, which is none of 'objects'")
        self.deadline, self.acts, self.secret, self.arrays = "release", False, False, []
        if "deadline" in keys:
            self.deadline = keys["deadline"].choice(DEADLINES)
            self.acts, self.secret = keys["acts"].flag(), keys["secret"].flag()
        self.replay = keys["replay"].choice(REPLAYS) if ability.is_entry else ability.replay
        made = {it.type for it in ability.objects.values() if it.made == c.name}
        given = {p.base for p in self.parameters if p.stars == 2}
        if made != given:
            node.refuse(f"makes {' and '.join(sorted(given)) or 'nothing'} by its header ({self.place}), "
                        f"and {' and '.join(sorted(made)) or 'nothing'} by 'objects'")  # fmt: skip
        self.makes = ability.objects[made.pop()] if made else None
        if (self.shape == "make") != bool(self.makes) and self.shape != "own":
            node.refuse(f"has the shape {self.shape}, and makes {self.makes.type if self.makes else 'nothing'}")
        ends = self.object is not None and self.object.ended == c.name
        if ends and self.shape != "end" and not ability.is_entry:
            node.refuse(f"ends {self.receiver} by 'objects': its shape is end")
        self._judge_safety()
        judge = getattr(self, f"_judge_{self.shape}")
        self.waits = None
        if "waits" in keys:
            named = self.parameter(keys["waits"].value)
            if named and named.type != "uint64_t":
                keys["waits"].refuse(f"is '{named.name}', and that is {named.type}, no uint64_t ({self.place})")
            waits = keys["waits"].choice(["never", *(p.name for p in self.parameters if p.type == "uint64_t")])
            self.waits = None if waits == "never" else waits
        judge(keys)
        if self.deadline == "wait" and not self.waits:
            if "waits" in keys:
                keys["waits"].refuse("is never, and the deadline is that of a wait")
            keys["deadline"].refuse("is wait, and nothing says how long that may be")
        if self.secret:
            self._judge_secret()

    @property
    def place(self):
        return f"{self.ability.header.name}:{self.c.line}"

    @property
    def name(self):
        return f"{self.ability.name}.{self.c.name}"

    @property
    def ending(self):
        return next(it for it in self.ability.functions if it.c.name == self.makes.ended)

    @property
    def making(self):
        """The function that makes what this one is called on."""
        return next(it for it in self.ability.functions if it.c.name == self.object.made)

    @property
    def after_end(self):
        if self.object is not None and self.object.lost:
            return "isLost"
        return "nothing" if self.c.result == "void" and self.receiver != "imp_entry" else "startsAgain"

    @property
    def effect(self):
        return "cancels" if self.shape == "cancel" else "acts" if self.acts else "none"

    def parameter(self, name):
        return next((it for it in self.parameters if it.name == name), None)

    def _refuse_header(self, expected):
        self.node.refuse(f"has the shape {self.shape}, and its C function is not {expected} "
                         f"({self.place})")  # fmt: skip

    def _judge_safety(self):
        # A PIN that was sent twice blocks a card; what was lost in between is not known.
        if (self.acts or self.secret) and (self.replay != "never" or self.after_end != "isLost"):
            self.node.refuse("acts or is secret: it needs 'replay: never', and an object that is lost with its process")

    def _judge_secret(self):
        # Only these wipe what is left in the room of an answer that nobody gets.
        if self.shape not in ("exchange", "call") or self.shape == "call" and self.answered:
            self.node.refuse(f"is secret, and has the shape {self.shape}: an exchange, or a call that answers nothing")
        if all(content == "plain" for _, content in [*self.carried, *self.views, *self.answered]):
            self.node.refuse("is secret, and all of it is plain: recordings would keep it")

    # ---- Shapes ----

    def _judge_end(self, keys):
        if self.c.result != "void" or self.parameters or not self.object or self.object.ended != self.c.name:
            self._refuse_header("void (object), named by 'ended' of 'objects'")

    def _judge_cancel(self, keys):
        if self.c.result != "void" or self.parameters or self.object is None:
            self._refuse_header("void (object)")
        # It comes while another call on the object waits.
        if "[any thread" not in self.c.comment:
            self._refuse_header("one that any thread may call, by its comment")

    def _judge_list(self, keys):
        *before, entries, count = self.parameters if len(self.parameters) > 1 else [None, None]
        if (self.c.result != "imp_status" or count is None or count.type != "size_t *" or entries.stars != 1
                or not entries.nullable or not self.ability.header.is_sized(entries.base)):  # fmt: skip
            self._refuse_header("imp_status (plugin, ..., structs or null, size_t *count)")
        self.entries, self.count = entries, count
        self._carry(keys["carries"], before)
        self._answer(keys["answers"], [entries], [entries])

    def _judge_make(self, keys):
        handle = self.parameters[-1] if self.parameters else None
        if self.c.result != "imp_status" or handle is None or handle.type != f"{self.makes.type} **":
            self._refuse_header(f"imp_status (plugin, ..., {self.makes.type} **)")
        self.handle = handle
        self._refuse_arrays(self.parameters[:-1])
        outputs = self._outputs(self.parameters[:-1])
        if len(outputs) > 1:
            self._refuse_header("one that tells one struct at most")
        # Made again, nobody would be told anew.
        if outputs and not self.makes.lost:
            self.node.refuse(f"tells {outputs[0].name}, and {self.makes.type} is made again where it is lost: say what it answers then")
        self._carry(keys["carries"], self.parameters[:-1])
        self._answer(keys["answers"], outputs, outputs)

    def _judge_fill(self, keys):
        time, buffer, info = (self.parameters + [None] * 3)[:3]
        if (self.c.result != "imp_status" or len(self.parameters) != 3 or time.type != "uint64_t"
                or buffer.type != "imp_buffer *" or info.is_lent or buffer.nullable or info.nullable
                or not self.ability.header.is_sized(info.base)):  # fmt: skip
            self._refuse_header("imp_status (object, uint64_t, imp_buffer *, struct *)")
        if self.waits != time.name:
            self.node.refuse(f"is filled after a wait: 'waits' is {time.name}")
        self.buffer, self.info = buffer, info
        self._carry(keys["carries"], [time, info])
        if info.name not in keys["carries"].mapping():
            keys["carries"].refuse(f"does not say what '{info.name}' is, whose value before travels too: plain")
        if [it for it in self.carried if it[1] != "plain"]:
            keys["carries"].refuse("is plain where a buffer is filled")
        self._answer(keys["answers"], [info, buffer], [info, buffer])

    def _judge_produce(self, keys):
        *given, buffer, info = self.parameters if len(self.parameters) > 2 else [None, None, None]
        is_made = buffer is not None and self.c.result == "imp_status" and self.object is not None
        is_told = is_made and not info.is_lent and self.ability.header.is_sized(info.base)
        if not is_told or buffer.type != "imp_buffer *" or self._outputs(given) or buffer.nullable or info.nullable:
            self._refuse_header("imp_status (object, what is lent..., imp_buffer *, struct *)")
        self._refuse_arrays(given)
        self.buffer, self.info = buffer, info
        self._carry(keys["carries"], given)
        self._answer(keys["answers"], [info, buffer], [info, buffer])

    def _judge_exchange(self, keys):
        buffers = [it for it in self.parameters if it.type == "imp_buffer *"]
        inputs = [it for it in self.parameters if it.type == "imp_bytes"]
        codes = [it for it in self.parameters if it.type == "uint32_t"]
        if (self.c.result != "imp_status" or len(buffers) != 1 or len(inputs) > 1 or len(codes) > 1
                or len(self.parameters) != len(buffers + inputs + codes) or self.object is None):  # fmt: skip
            self._refuse_header("imp_status (object, [uint32_t], [imp_bytes], imp_buffer *)")
        self.buffer, self.input, self.code = buffers[0], inputs[0] if inputs else None, codes[0] if codes else None
        self._carry(keys["carries"], codes + inputs)
        # The message is one for all exchanges, and hides what goes in.
        for name, content in self.carried:
            if content != ("plain" if self.code and name == self.code.name else "bytes"):
                keys["carries"].mapping()[name].refuse("is plain for a code, and bytes for what goes in")
        self._answer(keys["answers"], buffers, buffers)
        if self.answered[0][1] != "bytes":
            keys["answers"].refuse("is bytes where a buffer is filled")

    def _judge_call(self, keys):
        self._refuse_arrays(self.parameters)
        if self.c.result not in ("imp_status", "void"):
            self._refuse_header("one that answers a status or nothing")
        outputs = self._outputs(self.parameters)
        if len(outputs) > 1 or self.c.result == "void" and self.parameters:
            self._refuse_header("one with one output at most, or without any argument where it answers nothing")
        self._carry(keys["carries"], self.parameters)
        self._answer(keys["answers"], outputs, outputs)

    def _judge_own(self, keys):
        self.message = keys["message"].word(r"[A-Za-z_]\w*(<\w+>)?", "a Swift type")
        self.arrays = [] if self.ability.is_entry else arrays.judged(self, keys["arrays"])
        reply = keys["reply"]
        if not reply.is_mapping:
            self.reply = (reply.choice(["own", "nothing"]), None, None)
            return
        kind = next(iter(reply.mapping()), "value")
        needed = {"value": ["value", "content"], "list": ["list", "content"], "fill": ["fill", "content"],
                  "message": ["message"], "rest": ["rest"]}.get(kind)  # fmt: skip
        if needed is None:
            reply.refuse(HELP["reply"])
        parts = reply.keys({key: HELP["reply"] for key in needed})
        if kind == "rest":
            self.reply = (kind, self._content(parts["rest"], "bytes to the end"), None)
            return
        type_ = parts[kind].word(r"[A-Za-z_]\w*", "a Swift type")
        self.reply = (kind, type_, self._content(parts["content"], type_) if kind != "message" else None)

    # ---- Contents ----

    def _outputs(self, parameters):
        return [it for it in parameters if it.stars == 1 and not it.is_lent]

    def _carry(self, node, parameters):
        """Judges `carries`: every input is there, and every view in it has a content of its own."""
        for it in parameters:
            self._judge_argument(it)
            if it.name in TAKEN or it.name == "list" and self.shape == "list":
                self.node.refuse(f"has an argument '{it.name}' ({self.place}), a word of what is generated: name it otherwise")
        known = {it.name: it for it in parameters}
        views = {f"{it.name}.{field}": it for it in parameters if it.stars == 1 and it.base not in VALUES
                 for field, _ in self.ability.header.addresses(it.base)}  # fmt: skip
        self.carried, self.views, self.left_out = [], [], []
        for name, content in node.mapping().items():
            if name in views:
                if views[name].name not in node.mapping():
                    content.refuse(f"is a view of '{views[name].name}', which is not carried")
                words = content.choice([*CONTENTS, "left-out"])
                (self.left_out if words == "left-out" else self.views).append((name, words))
                continue
            if name not in known:
                content.refuse(f"is nothing that it can carry: {', '.join([*known, *views]) or 'it has no argument'}")
            self.carried.append((name, self._content(content, known[name].base)))
            if known[name].type in VIEWS:
                self.views.append((name, content.value))
        stated = set(node.mapping())
        for it in parameters:
            if it.name not in stated and (it.stars == 0 or it.is_lent):
                node.refuse(f"does not say what '{it.name}' is: {HELP['carries']}")
        for name, it in views.items():
            if it.name in stated and name not in stated:
                node.refuse(f"does not say what '{name}' is: {HELP['carries']}, or left-out")

    def _judge_argument(self, parameter):
        value = parameter.stars == 0 and (parameter.type in VALUES or parameter.type in VIEWS)
        struct = parameter.stars == 1 and self.ability.header.is_sized(parameter.base)
        output = parameter.stars == 1 and not parameter.is_lent and parameter.base in VALUES
        if parameter.nullable or not (value or struct or output):
            null = " or null" if parameter.nullable else ""
            self.node.refuse(f"has the shape {self.shape}, and '{parameter.name}' is {parameter.type}{null}: its shape is own "
                             f"({self.place})")  # fmt: skip
        for field, type_ in self.ability.header.addresses(parameter.base) if struct else []:
            # A view of a struct that is read travels; any other address means nothing on the other side.
            if not parameter.is_lent or type_ not in VIEWS or "." in field:
                self._refuse_address(parameter.base, field)

    def _refuse_arrays(self, parameters):
        """C does not say whether a pointer is to one struct or to the first of many."""
        structs = [it for it in parameters if it.stars == 1 and self.ability.header.is_sized(it.base)]
        counts = [it for it in parameters if it.type in ("uint32_t", "uint64_t", "size_t") and COUNT.search(it.name)]
        if structs and counts:
            self.node.refuse(f"has the shape {self.shape}, and '{structs[0].name}' may be as many as '{counts[0].name}' says: its "
                             f"shape is own ({self.place})")  # fmt: skip

    def _refuse_address(self, struct, field):
        self.node.refuse(f"has the shape {self.shape}, and {struct}.{field} is an address: its shape is own")

    def _content(self, node, type_):
        if node.choice(CONTENTS) == "faces" and type_ != "imp_face":
            node.refuse(f"is faces, and what it says that of is {type_}, no imp_face")
        return node.value

    def _answer(self, node, outputs, allowed):
        names = [it.name for it in allowed]
        for name, content in node.mapping().items():
            if name not in names:
                content.refuse(f"is no output: {', '.join(names) or 'there is none'}")
        for it in outputs:
            if it.name not in node.mapping():
                node.refuse(f"does not say what '{it.name}' is: {HELP['answers']}")
            for field, _ in self.ability.header.addresses(it.base) if self.ability.header.is_sized(it.base) else []:
                self._refuse_address(it.base, field)
        self.answered = [(it, self._content(node.mapping()[it.name], it.base)) for it in outputs]
