# SPDX-License-Identifier: Apache-2.0
"""One function: its description, validated by its shape and by the C prototype."""
import re

from . import arrays, carried
from .carried import BULK, CONTENTS, HEAD
from .header import VALUES
from .names import camel, pascal

DEADLINES = ["open", "create", "extract", "compare", "step", "wait", "card-command", "release"]
REPLAYS = ["repeated", "opening", "never"]
SHAPES = ["list", "make", "cancel", "end", "fill", "produce", "collect", "each", "exchange", "call", "own"]

HELP = {
    "shape": f"one of: {', '.join(SHAPES)}",
    "number": "of the call in messages; numbers.txt lists the used ones",
    "deadline": f"how long it may take, one of: {', '.join(DEADLINES)}",
    "acts": "true if a second call would repeat an effect outside the process",
    "secret": "true if it may carry a PIN or a key, which is never recorded",
    "replay": f"one of: {', '.join(REPLAYS)}",
    "waits": "the argument that says how long it may wait; some us for each of what an argument or field counts; or never",
    "carries": carried.HELP,
    "answers": f"what a success brings back, each with its content: {', '.join(CONTENTS)}",
    "message": "the Swift type of its request, written by hand",
    "reply": "nothing, or one of: {value}, {message}, {rest}",
    "arrays": "each pointer to more than one of something, with the argument or field that counts them; {} for none",
    "limits": "the most of what counts an array, such as at most IMP_SEARCH_HITS_MAXIMUM, or cut to CallLimit.faces; {} for none",
}
COMMON = ["number", "shape", "deadline", "acts", "secret"]
KEYS = {
    "list": [*COMMON, "carries", "answers"], "make": [*COMMON, "carries", "answers"],
    "exchange": [*COMMON, "carries", "answers"], "fill": [*COMMON, "waits", "carries", "answers"],
    "produce": [*COMMON, "carries", "answers", "arrays", "limits"],
    "collect": [*COMMON, "waits", "carries", "answers", "arrays", "limits"],
    "each": [*COMMON, "carries", "answers", "arrays", "limits"],
    "call": [*COMMON, "waits", "carries", "answers"], "own": [*COMMON, "reply"],
    "cancel": ["number", "shape"], "end": ["number", "shape"],
}  # fmt: skip
MOST_NUMBER = 65535
# An argument that says how many of something there are.
COUNT = re.compile(r"(^|_)(count|capacity|length|size|number)$")
# A wait that grows with what there is to do.
EACH = re.compile(r"([1-9]\d*) us for each ([a-z_]+(?:\.[a-z_]+)?)")
# Identifiers of the generated code.
TAKEN = {"it", "request", "body", "reply", "message", "fields", "room", "made", "told", "counts", "memory"}


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
        needed = list(KEYS[self.shape])
        if self.shape == "own":
            # The entry's messages are written by hand, and so are the structs that it is fuzzed with.
            needed += ["message", "replay"] if ability.is_entry else ["carries", "arrays", "limits"]
        keys = node.keys({key: HELP[key] for key in needed})
        self.number = keys["number"].number(MOST_NUMBER)
        self.receiver = c.parameters[0].base
        self.parameters = c.parameters[1:]
        self.object = ability.objects.get(self.receiver)
        if self.object is None and self.receiver not in ("imp_plugin", "imp_entry"):
            node.refuse(f"is made on a {self.receiver}, which is none of 'objects'")
        self.deadline, self.acts, self.secret, self.arrays = "release", False, False, []
        self.parts, self.answered, self.filled, self.limits = [], [], [], []
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
        self.waits = self._waits(keys["waits"]) if "waits" in keys else None
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

    @property
    def has_arrays(self):
        """Whether its description says of arrays, and of what may be null."""
        return self.shape in ("produce", "collect", "each", "own")

    @property
    def head(self):
        return [part for part in self.parts if part.kind in HEAD]

    @property
    def bulk(self):
        return [part for part in self.parts if part.kind in BULK]

    @property
    def held(self):
        """The arguments that its message holds, as C has them."""
        return [self.parameter(name) for name in dict.fromkeys(part.parameter.name for part in self.head)]

    @property
    def lent(self):
        """The memory that is lent beside the message."""
        return next((part for part in self.parts if part.kind == "lent"), None)

    def parameter(self, name):
        return next((it for it in self.parameters if it.name == name), None)

    def _waits(self, node):
        """The argument that says for how long; microseconds and what counts them; `None` for no wait."""
        each = EACH.fullmatch(node.value) if not node.is_mapping and self.shape == "collect" else None
        if each:
            name, _, field = each[2].partition(".")
            struct = self.parameter(name)
            type_ = struct and (dict(self.ability.header.fields(struct.base)).get(field) if field else struct.type)
            if type_ != "uint32_t":
                node.refuse(f"is for each '{each[2]}', and that is {type_ or 'nothing'}, no uint32_t ({self.place})")
            return int(each[1]), each[2]
        named = self.parameter(node.value)
        if named and named.type != "uint64_t":
            node.refuse(f"is '{named.name}', and that is {named.type}, no uint64_t ({self.place})")
        waits = node.choice(["never", *(p.name for p in self.parameters if p.type == "uint64_t")])
        return None if waits == "never" else waits

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
        if all(content == "plain" for content in [*(part.content for part in self.parts), *(it for _, it in self.answered)]):
            self.node.refuse("is secret, but all of it is plain, so it would be recorded")

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
        self._need_before(keys["carries"], info)
        if [part for part in self.parts if part.content != "plain"]:
            keys["carries"].refuse("is plain where a buffer is filled")
        self._answer(keys["answers"], [info, buffer], [info, buffer])

    def _judge_produce(self, keys):
        *given, buffer, info = self.parameters if len(self.parameters) > 2 else [None, None, None]
        is_made = buffer is not None and self.c.result == "imp_status" and self.object is not None
        is_told = is_made and not info.is_lent and self.ability.header.is_sized(info.base)
        if not is_told or buffer.type != "imp_buffer *" or self._outputs(given) or buffer.nullable or info.nullable:
            self._refuse_header("imp_status (object, what is lent..., imp_buffer *, struct *)")
        self._judge_arrays(keys)
        self._refuse_arrays(given)
        self.buffer, self.info = buffer, info
        # Room and struct have places of their own, or lead all else.
        self.is_room_first = not {buffer.name, info.name} & set(keys["carries"].mapping())
        self._carry(keys["carries"], given if self.is_room_first else self.parameters)
        if not self.is_room_first:
            self._need_before(keys["carries"], buffer)
            self._need_before(keys["carries"], info)
        self._answer(keys["answers"], [info, buffer], [info, buffer])

    def _judge_collect(self, keys):
        self._judge_arrays(keys)
        filled = [it for it in self.arrays if it.is_filled]
        structs = {it.pointer.partition(".")[0] for it in filled}
        if (self.c.result != "imp_status" or self.object is None or len(structs) != 1 or len(filled) > 2
                or not all(it.room and "." in it.pointer for it in filled)
                or {it.name for it in self._outputs(self.parameters)} != structs):  # fmt: skip
            self._refuse_header("imp_status (object, ..., struct *) with one or two arrays to be filled, each with count and capacity")
        self.info = self.parameter(structs.pop())
        if self.info.name in keys["carries"].mapping():
            keys["carries"].mapping()[self.info.name].refuse("is sent field by field: its capacities")
        self._carry(keys["carries"], self.parameters)
        self._answer_arrays(keys["answers"], filled)

    def _judge_each(self, keys):
        self._judge_arrays(keys)
        filled = [it for it in self.arrays if it.is_filled]
        gallery = next((it for it in self.parameters if it.base == "imp_gallery" and it.is_lent), None)
        if (self.c.result != "imp_status" or self.object is None or gallery is None or self._outputs(self.parameters) != [
                self.parameter(it.pointer) for it in filled] or len(filled) != 1 or not filled[0].nullable
                or filled[0].base != "float" or filled[0].count != f"{gallery.name}.count"):  # fmt: skip
            self._refuse_header("imp_status (object, ..., const imp_gallery *, float * or null), one for each of the gallery")
        self.gallery = gallery
        self._carry(keys["carries"], self.parameters)
        self._answer_arrays(keys["answers"], filled)

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
        for part in self.parts:
            if part.content != ("plain" if self.code and part.key == self.code.name else "bytes"):
                keys["carries"].mapping()[part.key].refuse("is plain for a code, and bytes for what goes in")
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
        if self.ability.is_entry:
            self.message = keys["message"].word(r"[A-Za-z_]\w*", "a Swift type")
        else:
            self._judge_arrays(keys)
            self._carry(keys["carries"], self.parameters)
        reply = keys["reply"]
        if not reply.is_mapping:
            self.reply = (reply.choice(["nothing"]), None, None)
            return
        kind = next(iter(reply.mapping()), "value")
        needed = {"value": ["value", "content"], "message": ["message"], "rest": ["rest"]}.get(kind)
        if needed is None:
            reply.refuse(HELP["reply"])
        parts = reply.keys({key: HELP["reply"] for key in needed})
        if kind == "rest":
            self.reply = (kind, None, carried.content(parts["rest"], "bytes to the end"))
            return
        type_ = parts[kind].word(r"[A-Za-z_]\w*", "a Swift type")
        self.reply = (kind, type_, carried.content(parts["content"], type_) if kind != "message" else None)

    # ---- Contents ----

    def _judge_arrays(self, keys):
        self.arrays = arrays.judged(self, keys["arrays"])
        self.limits = arrays.limits(self, keys["limits"])

    def _outputs(self, parameters):
        return [it for it in parameters if it.stars == 1 and not it.is_lent]

    def _carry(self, node, parameters):
        """Judges `carries`: every input is there, and every view in it has a content of its own."""
        for it in parameters:
            if it.name in TAKEN or it.name == "list" and self.shape == "list":
                self.node.refuse(f"has an argument '{it.name}' ({self.place}), an identifier of the generated code: rename it")
        self.parts = carried.judged(self, node, parameters)

    def _need_before(self, node, output):
        if output.name not in node.mapping():
            node.refuse(f"does not say what '{output.name}' is, whose value before travels too: plain")

    def _refuse_arrays(self, parameters):
        """C does not say whether a pointer is to one struct or to the first of many."""
        structs = [it for it in parameters if it.stars == 1 and self.ability.header.is_sized(it.base)]
        counts = [it for it in parameters if it.type in ("uint32_t", "uint64_t", "size_t") and COUNT.search(it.name)
                  and it.name not in {array.count for array in self.arrays}]  # fmt: skip
        if structs and counts:
            self.node.refuse(f"has the shape {self.shape}, and '{structs[0].name}' may be as many as '{counts[0].name}' says: its "
                             f"shape is own ({self.place})")  # fmt: skip

    def refuse_address(self, struct, field):
        self.node.refuse(f"has the shape {self.shape}, and {struct}.{field} is an address: its shape is own")

    def _answer(self, node, outputs, allowed):
        names = [it.name for it in allowed]
        for name, content in node.mapping().items():
            if name not in names:
                content.refuse(f"is no output: {', '.join(names) or 'there is none'}")
        for it in outputs:
            if it.name not in node.mapping():
                node.refuse(f"does not say what '{it.name}' is: {HELP['answers']}")
            for field, _ in self.ability.header.addresses(it.base) if self.ability.header.is_sized(it.base) else []:
                self.refuse_address(it.base, field)
        self.answered = [(it, carried.content(node.mapping()[it.name], it.base)) for it in outputs]

    def _answer_arrays(self, node, filled):
        stated = node.keys({it.pointer: "what a success brings back" for it in filled})
        self.filled = [(it, carried.content(stated[it.pointer], it.base)) for it in filled]
