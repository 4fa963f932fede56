# SPDX-License-Identifier: Apache-2.0
"""What scripts/generate-abilities refuses, and in which words: each fault is made in a copy of the
descriptions or headers.

    python3 scripts/lib/abilities/tests.py
"""
import copy
import pathlib
import shutil
import sys
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts/lib"))
from abilities import describe, keyed, ledger, swift_ability, swift_formats, swift_trials  # noqa: E402

CONTRACT = ROOT / "Sources/CImprint"


# How the call that makes a template of a sound begins in its header.
EXTRACT = "(*IMP_NONNULL extract)(imp_voice_extractor *IMP_NONNULL extractor, const imp_sound *IMP_NONNULL sound,"


class Descriptions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copytree(CONTRACT / "abilities", self.folder / "abilities")
        self.include = CONTRACT / "include"

    def read(self):
        return describe.abilities(self.folder / "abilities", self.include)

    def change(self, name, old, new):
        """One change of a description's text."""
        file = self.folder / "abilities" / name
        text = file.read_text()
        self.assertEqual(text.count(old), 1, f"{name}: {old}")
        file.write_text(text.replace(old, new))

    def change_header(self, name, old, new):
        if self.include == CONTRACT / "include":
            self.include = self.folder / "include"
            shutil.copytree(CONTRACT / "include", self.include)
        file = self.include / name
        text = file.read_text()
        self.assertEqual(text.count(old), 1, f"{name}: {old}")
        file.write_text(text.replace(old, new))

    def refuses(self, *words):
        with self.assertRaises(keyed.Fault) as refused:
            self.read()
        for word in words:
            self.assertIn(word, str(refused.exception))

    def test_committed_descriptions_are_read(self):
        numbers = ledger.read(self.folder / "abilities/numbers.txt")
        living = {number for number, (_, is_retired) in numbers.items() if not is_retired}
        self.assertEqual({function.number for ability in self.read() for function in ability.functions}, living)

    def test_key_that_is_missing_is_refused_by_its_path(self):
        for file in sorted((CONTRACT / "abilities").glob("*.yaml")):
            whole = yaml.safe_load(file.read_text())
            optional = self.optional(file)
            for path in paths(whole):
                if len(path) > 2 and path[-2:] in optional.get(path[1], ()):
                    continue
                changed = copy.deepcopy(whole)
                place = changed
                for key in path[:-1]:
                    place = place[key]
                del place[path[-1]]
                alone = self.folder / file.name
                alone.write_text(yaml.safe_dump(changed, sort_keys=False))
                with self.subTest(f"{file.name}: {'.'.join(path)}"), self.assertRaises(keyed.Fault) as refused:
                    describe.Ability(alone, self.include)
                self.assertIn(file.name, str(refused.exception))
                self.assertIn("ability" if path == ("entry",) else path[-1], str(refused.exception))

    def optional(self, file):
        """Keys that may be left out: an output may travel with its value before, and what is only read may
        have a limit."""
        return {it.c.name: [("carries", p.name) for p in it.parameters if p.stars == 1 and not p.is_lent]
                + [("carries", array.count) for array in it.arrays if array.is_filled and array.room]
                + [("limits", array.count) for array in it.arrays if not array.is_filled and not array.more]
                for it in describe.Ability(file, CONTRACT / "include").functions}  # fmt: skip

    def test_key_that_nobody_knows_is_refused(self):
        self.change("camera.yaml", "number: 17", "number: 17\n    colour: red")
        self.refuses("camera.yaml:27: 'functions.open.colour'", "no key here", "deadline")

    def test_key_that_stands_twice_is_refused(self):
        self.change("camera.yaml", "number: 17", "number: 17\n    number: 21")
        self.refuses("camera.yaml", "'functions.open.number' occurs twice")

    def test_value_beside_the_allowed_ones_is_refused_with_them(self):
        for old, new, words in (
            ("deadline: wait", "deadline: weight", ("'functions.next_frame.deadline' is 'weight'", "card-command")),
            ("shape: fill", "shape: full", ("'functions.next_frame.shape' is 'full'", "exchange, call, own")),
            ("plugins: several", "plugins: many", ("'plugins' is 'many'", "one, several, beside")),
            ("says: Frames from", "says: frames from", ("'says' is 'frames from", "a sentence")),
            ("a recording.\n", "a recording\n", ("'says' is 'Frames from", "a sentence")),
            ("replay: never", "replay: nevr", ("'replay' is 'nevr'", "repeated, opening, never")),
            ("{infos: bytes}", "{infos: byte}", ("'functions.list.answers.infos' is 'byte'", "plain, bytes")),
            ("number: 16", "number: 0x10", ("'functions.list.number' is '0x10'", "a number from 1")),
        ):
            with self.subTest(new):
                self.change("camera.yaml", old, new)
                self.refuses("camera.yaml:", *words)
                self.change("camera.yaml", new, old)

    def test_number_that_is_used_twice_is_refused(self):
        self.change("camera.yaml", "number: 17", "number: 32")
        self.refuses("the number 32", "camera.open has too")

    def test_number_that_another_call_had_is_refused(self):
        functions = [it for ability in self.read() for it in ability.functions]
        table = self.folder / "numbers.txt"
        for row, words in (
            ("17 camera.start\n", ("the number 17", "camera.start had", "never used again")),
            ("17 camera.open retired\n", ("the number 17", "camera.open had")),
            ("900 tongue.list\n", ("900 is of 'tongue.list'", "900 tongue.list retired")),
            ("17 a b c\n", ("numbers.txt:1", "is not a row")),
            ("17 camera.open\n17 camera.open\n", ("numbers.txt:2", "occurs twice")),
        ):
            with self.subTest(row):
                table.write_text(row)
                with self.assertRaises(keyed.Fault) as refused:
                    ledger.judged(table, functions)
                for word in words:
                    self.assertIn(word, str(refused.exception))

    def test_retired_number_stays(self):
        functions = [it for ability in self.read() for it in ability.functions]
        table = self.folder / "numbers.txt"
        table.write_text("900 tongue.list retired\n")
        self.assertIn("900 tongue.list retired\n", ledger.judged(table, functions))

    def test_function_without_a_description_is_refused(self):
        self.change("camera.yaml", "  cancel: {number: 19, shape: cancel}\n", "")
        self.refuses("'functions' does not describe 'cancel' (imprint/draft/camera.h:")

    def test_table_without_a_description_is_refused(self):
        (self.folder / "abilities/microphone.yaml").unlink()
        self.refuses("imprint/draft/microphone.h:", "describes imp_microphone_ability")

    def test_name_that_two_functions_would_have_is_refused(self):
        self.change("microphone.yaml", "prefix: microphone", "prefix: camera")
        self.refuses("microphone.yaml:", "the Swift name cameraList", "camera.list has too")

    def test_description_without_a_function_is_refused(self):
        self.change("camera.yaml", "  cancel: {number: 19", "  pause: {number: 21, shape: cancel}\n  cancel: {number: 19")
        self.refuses("'functions.pause' is no function of imp_camera_ability")

    def test_type_that_is_not_the_shape_s_is_refused(self):
        for old, new in (
            ("(*IMP_NONNULL next_frame)(imp_camera *IMP_NONNULL camera, uint64_t timeout_ns,",
             "(*IMP_NONNULL next_frame)(imp_camera *IMP_NONNULL camera, uint32_t timeout_ns,"),
            ("imp_camera_info *IMP_NULLABLE infos", "imp_camera_info *IMP_NONNULL infos"),
            ("imp_camera *IMP_NULLABLE *IMP_NONNULL camera", "imp_plugin *IMP_NULLABLE *IMP_NONNULL camera"),
            ("void (*IMP_NONNULL close)", "imp_status (*IMP_NONNULL close)"),
        ):  # fmt: skip
            with self.subTest(new):
                self.change_header("imprint/draft/camera.h", old, new)
                describe.header.cache_clear()
                self.refuses("camera.yaml:", "imprint/draft/camera.h")
                self.change_header("imprint/draft/camera.h", new, old)
        describe.header.cache_clear()

    def test_what_is_produced_has_an_object_what_is_lent_a_buffer_and_a_struct_to_fill(self):
        it = "(*IMP_NONNULL extract)(imp_voice_extractor *IMP_NONNULL "
        for old, new in (
            ("imp_status (*IMP_NONNULL extract)", "void (*IMP_NONNULL extract)"),
            ("imp_buffer *IMP_NONNULL payload", "const imp_buffer *IMP_NONNULL payload"),
            ("imp_buffer *IMP_NONNULL payload", "imp_bytes payload"),
            ("imp_extraction *IMP_NONNULL extraction", "const imp_extraction *IMP_NONNULL extraction"),
            ("imp_extraction *IMP_NONNULL extraction", "uint32_t *IMP_NONNULL extraction"),
            # Nothing is lent; the sound is filled too; it is made on the plugin.
            (EXTRACT, f"{it}extractor,"),
            (EXTRACT, EXTRACT.replace("const ", "")),
            (it, it.replace("imp_voice_extractor", "imp_plugin")),
        ):  # fmt: skip
            with self.subTest(new):
                self.change_header("imprint/draft/voice-extractor.h", old, new)
                describe.header.cache_clear()
                self.refuses(
                    "'functions.extract' has the shape produce, and its C function is not imp_status "
                    "(object, what is lent..., imp_buffer *, struct *) (imprint/draft/voice-extractor.h:"
                )
                self.change_header("imprint/draft/voice-extractor.h", new, old)
        describe.header.cache_clear()

    def test_what_is_produced_states_what_is_lent_and_what_comes_back(self):
        lent, back = "{sound: plain, sound.samples: bytes}", "{extraction: plain, payload: bytes}"
        for old, new, words in (
            (lent, "{sound.samples: bytes}", "carries.sound.samples' is a view of 'sound', which is not"),
            (lent, "{sound: plain}", "carries' does not say what 'sound.samples' is"),
            (lent, "{sound: plain, sound.samples: sound}", "carries.sound.samples' is 'sound'"),
            # Both have a place of their own, or none has.
            (lent, lent[:-1] + ", payload: plain}", "carries' does not say what 'extraction' is, whose value before"),
            (lent, lent[:-1] + ", extraction: plain}", "carries' does not say what 'payload' is, whose value before"),
            (lent, lent[:-1] + ", extraction: plain, payload: bytes}", "carries.payload' is 'bytes'; one of: plain"),
            (back, "{payload: bytes}", "answers' does not say what 'extraction' is"),
            (back, "{extraction: plain}", "answers' does not say what 'payload' is"),
            (back, "{extraction: plain, payload: faces}", "answers.payload' is faces"),
            (back, back[:-1] + ", sound: bytes}", "answers.sound' is no output: extraction, payload"),
            # It waits for nothing but its own work.
            ("shape: produce\n", "shape: produce\n    waits: never\n", "waits' is no key here"),
        ):  # fmt: skip
            with self.subTest(new):
                self.change("voice-extractor.yaml", old, new)
                self.refuses("voice-extractor.yaml:", f"'functions.extract.{words}")
                self.change("voice-extractor.yaml", new, old)

    def test_address_in_what_is_lent_to_produce_or_comes_back_is_refused(self):
        for name, old, new, words in (
            ("sound", "uint32_t channels; ", "const char *IMP_NULLABLE channels; ", "does not say how many 'sound.channels' are"),
            ("sound", "imp_bytes samples; ", "imp_buffer samples; ", "has imp_sound.samples, an address that cannot be lent"),
            ("template", "uint32_t version; ", "imp_text version; ", "has imp_extraction.version, an address that cannot be lent"),
        ):
            with self.subTest(words):
                self.change_header(f"imprint/draft/{name}.h", old, new)
                describe.header.cache_clear()
                # Of the file alone: another has the same struct.
                with self.assertRaises(keyed.Fault) as refused:
                    describe.Ability(self.folder / "abilities/voice-extractor.yaml", self.include)
                self.assertIn("'functions.extract", str(refused.exception))
                self.assertIn(words, str(refused.exception))
                self.change_header(f"imprint/draft/{name}.h", new, old)
        describe.header.cache_clear()

    def test_what_is_lent_to_produce_is_one_of_each(self):
        self.change_header("imprint/draft/voice-extractor.h", EXTRACT, f"{EXTRACT} uint32_t sound_count,")
        self.refuses("'functions.extract' has the shape produce, and 'sound' may be as many as 'sound_count' says")

    def test_argument_that_is_new_is_refused_until_it_is_described(self):
        end = "(*IMP_NONNULL end)(imp_card *IMP_NONNULL card, uint32_t disposition"
        self.change_header("imprint/draft/card-reader.h", end + ")", end + ", uint32_t haste)")
        self.refuses("'functions.end.carries' does not say what 'haste' is")

    def test_view_in_a_struct_needs_a_content_of_its_own(self):
        self.change("camera.yaml", "options: plain, options.locator: text", "options: plain")
        self.refuses("'functions.open.carries' does not say what 'options.locator' is", "left-out")

    def test_pointer_in_a_struct_makes_its_function_one_of_no_shape(self):
        self.change_header("imprint/draft/matcher.h", "uint32_t threads; // 1", "const char *IMP_NONNULL models; // 1")
        self.refuses("'functions.create' has the shape make", "imp_matcher_options.models is an address", "its shape is own")

    def test_argument_that_no_shape_carries_is_refused(self):
        for old, new, words in (
            ("imp_camera_options *IMP_NONNULL options", "imp_camera_options *IMP_NULLABLE options", "imp_camera_options * or null"),
            ("imp_camera_options *IMP_NONNULL options", "char *IMP_NONNULL options", "const char *"),
            ("const imp_camera_options *IMP_NONNULL options", "size_t options", "size_t"),
        ):
            with self.subTest(new):
                self.change_header("imprint/draft/camera.h", old, new)
                describe.header.cache_clear()
                self.refuses("'functions.open' has the shape make, and 'options' is ", words, "its shape is own")
                self.change_header("imprint/draft/camera.h", new, old)
        describe.header.cache_clear()

    def test_address_in_what_comes_back_is_refused(self):
        for name, old, new, words in (
            ("device-watch", "uint32_t device; ", "imp_text device; ", "imp_device_event.device is an address"),
            ("microphone", "uint32_t channels_max; ", "imp_bytes channels_max; ", "imp_microphone_info.channels_max is an address"),
            ("microphone", "uint32_t flags; ", "const void *IMP_NULLABLE flags; ", "imp_audio_chunk.flags is an address"),
            ("microphone", "uint32_t device_rate; ", "imp_buffer device_rate; ", "imp_audio_format.device_rate is an address"),
        ):
            with self.subTest(words):
                self.change_header(f"imprint/draft/{name}.h", old, new)
                describe.header.cache_clear()
                self.refuses(f"{name}.yaml:", words, "its shape is own")
                self.change_header(f"imprint/draft/{name}.h", new, old)
        describe.header.cache_clear()

    def test_address_in_a_struct_within_a_struct_is_refused(self):
        self.change_header("imprint/draft/face-extractor.h", "uint32_t threads; // 1", "imp_image picture; // 1")
        self.refuses("imp_face_extractor_options.picture.pixels is an address", "its shape is own")

    def test_view_of_what_is_not_carried_is_refused(self):
        self.change("microphone.yaml", "{options: plain, options.locator: text, format: plain}", "{options.locator: text, format: plain}")
        self.refuses("'functions.open.carries.options.locator' is a view of 'options', which is not carried")

    def test_faces_are_faces(self):
        self.change("camera.yaml", "{infos: bytes}", "{infos: faces}")
        self.refuses("'functions.list.answers.infos' is faces", "imp_camera_info, no imp_face")

    def test_text_that_would_be_code_is_refused(self):
        for old, new in (
            ("noun: camera\n    made", 'noun: "camera \\\\(x)"\n    made'), ("prefix: camera", "prefix: camera-2"),
            ("imprint.camera/1", "imprint.camera"), ("answers: IMP_E_DEVICE_GONE", "answers: 601"),
        ):  # fmt: skip
            with self.subTest(new):
                self.change("camera.yaml", old, new)
                self.refuses("camera.yaml:", "belongs here")
                self.change("camera.yaml", new, old)

    def test_argument_that_is_a_word_of_what_is_generated_is_refused(self):
        self.change_header("imprint/draft/camera-control.h", "imp_text locator, uint32_t control,", "imp_text locator, uint32_t reply,")
        self.change("camera-control.yaml", "{value: plain, control: plain,", "{value: plain, reply: plain,")
        self.refuses("'functions.set' has an argument 'reply'", "rename it")

    def test_argument_that_is_named_as_the_room_for_what_is_produced_is_refused(self):
        self.change_header("imprint/draft/voice-extractor.h", EXTRACT, EXTRACT.replace(" sound,", " room,"))
        self.change("voice-extractor.yaml", "{sound: plain, sound.samples: ", "{room: plain, room.samples: ")
        self.refuses("'functions.extract' has an argument 'room'", "rename it")

    def test_what_acts_is_never_replayed_nor_begun_anew(self):
        self.change("face-extractor.yaml", "deadline: extract\n    acts: false", "deadline: extract\n    acts: true")
        self.refuses("'functions.extract' acts or is secret", "replay: never")
        self.change("face-extractor.yaml", "acts: true", "acts: false")
        self.change("camera-control.yaml", "once.\n    acts: false\n    secret: false", "once.\n    acts: false\n    secret: true")
        self.refuses("'functions.set' acts or is secret")

    def test_wait_without_a_time_out_is_refused(self):
        self.change("device-watch.yaml", "waits: timeout_ns", "waits: never")
        self.refuses("'functions.next.waits' is never", "that of a wait")

    def test_object_that_nothing_makes_is_refused(self):
        self.change("camera.yaml", "made: open", "made: list")
        self.refuses("'functions.list' makes nothing by its header", "and imp_camera by 'objects'")

    def test_file_that_is_no_mapping_is_refused(self):
        for text in ("", "- a\n", "text\n", "a: [\n", "a: &b {}\nc: *b\n"):
            with self.subTest(text):
                (self.folder / "abilities/camera.yaml").write_text(text)
                self.refuses("camera.yaml")

    def test_values_of_four_bytes_lie_two_by_two(self):
        matcher = next(it for it in self.read() if it.name == "matcher")
        text = swift_ability.text(matcher)
        # At once, as nothing else lies between them.
        self.assertIn("similarity: similarity, similarityPadding: 0), .plain)", text)
        self.assertIn("try expectZero(probeHead.similarityPadding)", text)

    def test_end_of_another_shape_or_of_another_object_is_refused(self):
        self.change("camera.yaml", "close: {number: 20, shape: end}", "close: {number: 20, shape: cancel}")
        self.refuses("'functions.close' ends imp_camera by 'objects': its shape is end")
        self.change("camera.yaml", "shape: cancel}\n  close: {number: 20, shape: cancel}", "shape: cancel}\n  close: {number: 20, shape: end}")
        self.change_header("imprint/draft/voice-extractor.h", "(*IMP_NONNULL destroy)(imp_voice_extractor *IMP_NONNULL extractor)",
                           "(*IMP_NONNULL destroy)(imp_plugin *IMP_NONNULL plugin)")  # fmt: skip
        called = "shape: call, deadline: release, acts: false, secret: false, waits: never, carries: {}, answers: {}}"
        self.change("voice-extractor.yaml", "destroy: {number: 147, shape: end}", f"destroy: {{number: 147, {called}")
        describe.header.cache_clear()
        self.refuses("'destroy' ends imp_voice_extractor, and that is called on imp_plugin")
        describe.header.cache_clear()

    def test_struct_that_may_be_the_first_of_many_is_refused(self):
        for new in ("uint32_t mode_count, const imp_camera_mode *IMP_NONNULL modes", "uint64_t capacity, imp_camera_mode *IMP_NONNULL modes"):
            with self.subTest(new):
                old = "imp_text locator, uint32_t control,"
                self.change_header("imprint/draft/camera-control.h", old, f"imp_text locator, {new}, uint32_t control,")
                describe.header.cache_clear()
                self.refuses("'functions.set' has the shape call, and 'modes' may be as many as", "its shape is own")
                self.change_header("imprint/draft/camera-control.h", f"imp_text locator, {new}, uint32_t control,", old)
        describe.header.cache_clear()

    def test_address_by_another_name_is_refused(self):
        before, field = "typedef struct imp_matcher_options {", "uint32_t threads; // 1"
        for declared, type_, words in (
            ("typedef void (*imp_progress)(uint32_t);", "imp_progress it;", "imp_matcher_options.it is an address"),
            ("typedef const char *imp_path;", "imp_path it;", "imp_matcher_options.it is an address"),
            # A view by another name is one.
            ("typedef imp_text imp_path;", "imp_path it;", "does not say what 'options.it' is"),
            ("", "union { const char *path; uint64_t number; } it;", "imp_matcher_options"),
            ("", "union { const char *path; uint64_t number; };", "imp_matcher_options"),
            ("typedef struct { const char *path; } imp_inner;", "imp_inner it;", "imp_matcher_options.it is"),
            ("typedef enum imp_kind { IMP_ONE } imp_kind;", "imp_kind it;", "imp_matcher_options.it is"),
        ):
            with self.subTest(type_):
                self.change_header("imprint/draft/matcher.h", before, f"{declared}\n{before}")
                self.change_header("imprint/draft/matcher.h", field, f"{type_} // 1")
                describe.header.cache_clear()
                self.refuses(words)
                self.change_header("imprint/draft/matcher.h", f"{type_} // 1", field)
                self.change_header("imprint/draft/matcher.h", f"{declared}\n{before}", before)
        describe.header.cache_clear()

    def test_what_is_told_of_an_object_that_is_made_again_is_refused(self):
        self.change("microphone.yaml", "lost: {answers: IMP_E_DEVICE_GONE, noun: microphone}", "lost: again")
        self.refuses("'functions.open' tells format, and imp_microphone is made again")

    def test_secret_that_recordings_would_keep_is_refused(self):
        old = "begin:\n    number: 132\n    shape: call\n    deadline: step\n    acts: false\n    secret: false"
        self.change("card-reader.yaml", old, old.replace("secret: false", "secret: true"))
        self.refuses("'functions.begin' is secret, but all of it is plain")

    def test_struct_that_is_filled_is_carried_too(self):
        self.change("camera.yaml", "carries: {timeout_ns: plain, frame: plain}", "carries: {timeout_ns: plain}")
        self.refuses("'functions.next_frame.carries' does not say what 'frame' is")

    def test_array_that_nobody_can_lend_is_refused(self):
        for file, old, new, words in (
            ("face-extractor", "{landmarks: landmark_count}", "{ }", "functions.extract.arrays' does not say how many 'landmarks' are"),
            ("matcher", "similarities: gallery.count}", "similarities: gallery.data}", "similarities' names 'gallery.data', which counts nothing"),
            ("matcher", "gallery.count + 1, sim", "gallery.count + 2, sim", "gallery.offsets' is 'gallery.count + 2'; count, count + 1, or"),
            ("face-extractor", "{landmarks: landmark_count}", "{landmarks: landmark_count, picture: landmark_count}", "picture' is no pointer: image, face,"),
            ("face-extractor", "{landmarks: landmark_count}", "{landmarks: landmark_count of landmark_count}", "landmarks' has a capacity, but is lent read-only"),
            ("face-capture", "      faces.faces: faces.face_count of faces.face_capacity\n", "      # none\n", "does not say how many 'faces.faces' are"),
        ):  # fmt: skip
            with self.subTest(new):
                self.change(f"{file}.yaml", old, new)
                self.refuses(f"{file}.yaml:", words)
                self.change(f"{file}.yaml", new, old)

    def test_own_function_with_an_address_that_nobody_can_lend_is_refused(self):
        for name, old, new, words in (
            ("matcher", "imp_bytes data;", "imp_buffer data;", "has imp_gallery.data, an address that cannot be lent"),
            ("face", "imp_face *IMP_NULLABLE faces;", "imp_face *IMP_NULLABLE faces; imp_point3 *IMP_NULLABLE others;",
             "does not say how many 'faces.others' are"),
            ("face-extractor", "const imp_face *IMP_NULLABLE face,", "const char *IMP_NULLABLE face,", "has an argument 'face' of the type const char *"),
        ):  # fmt: skip
            with self.subTest(new):
                self.change_header(f"imprint/draft/{name}.h", old, new)
                describe.header.cache_clear()
                self.refuses(words)
                self.change_header(f"imprint/draft/{name}.h", new, old)
        describe.header.cache_clear()

    def test_array_without_a_limit_or_with_another_s_is_refused(self):
        events, hits = "{events.capacity: cut to IMP_CAPTURE_EVENTS_MAXIMUM}", "{result.capacity: at most IMP_SEARCH_HITS_MAXIMUM}"
        most = "gallery.count: at most IMP_SEARCH_PREPARED_MAXIMUM"
        for file, old, new, words in (
            ("face-capture", events, "{ }", "step.limits' does not say how many 'events.capacity' may be: at most or cut to"),
            ("face-capture", events, "{events.count: cut to IMP_CAPTURE_EVENTS_MAXIMUM}", "limits.events.count' counts none of 'arrays': faces.face_count,"),
            ("face-capture", "cut to IMP_CAPTURE_EVENTS_MAXIMUM", "cut to 32", "capacity' is 'cut to 32'; at most or cut to a limit"),
            ("matcher-search", hits, "{result.capacity: at most IMP_HITS_MAXIMUM}", "names IMP_HITS_MAXIMUM, which imprint/draft/matcher-search.h"),
            # Offsets are one more than templates.
            ("matcher-search", most, "", "prepare.limits' does not say how many 'gallery.count' may be"),
        ):  # fmt: skip
            with self.subTest(new):
                self.change(f"{file}.yaml", old, new)
                self.refuses(f"{file}.yaml:", f"'functions.", words)
                shutil.copy(CONTRACT / f"abilities/{file}.yaml", self.folder / f"abilities/{file}.yaml")

    def test_what_may_be_null_has_a_flag_and_nothing_else_has(self):
        for file, old, new, words in (
            ("face-extractor", "      has face: plain\n", "", "does not say what 'has face' is"),
            ("face-extractor", "has face: plain", "has face: faces", "carries.has face' is 'faces'; one of: plain"),
            ("face-extractor", "has face: plain", "has face: plain\n      has image: plain", "carries.has image' is no flag: has face, has landmarks"),
            ("face-tracker", "      has faces.faces: plain\n", "", "does not say what 'has faces.faces' is"),
            # Null where there is none of it.
            ("face-capture", "has image: plain", "has image: plain\n      has faces.faces: plain", "carries.has faces.faces' is no flag: has image"),
        ):
            with self.subTest(new):
                self.change(f"{file}.yaml", old, new)
                self.refuses(f"{file}.yaml:", words)
                shutil.copy(CONTRACT / f"abilities/{file}.yaml", self.folder / f"abilities/{file}.yaml")

    def test_what_may_be_null_is_read_from_the_header(self):
        self.change_header("imprint/draft/face.h", "imp_face *IMP_NULLABLE faces;", "imp_face *IMP_NONNULL faces;")
        describe.header.cache_clear()
        self.refuses("face-tracker.yaml:", "carries.has faces.faces' is no flag: has faces.landmarks")
        describe.header.cache_clear()

    def test_struct_of_arrays_is_sent_field_by_field(self):
        for file, old, new, words in (
            ("face-capture", "      faces.face_count: plain\n", "", "does not say what 'faces.face_count' is"),
            ("face-capture", "      faces.faces: faces\n", "", "does not say what 'faces.faces' is"),
            ("face-capture", "faces.faces: faces\n", "faces.faces: plane\n", "carries.faces.faces' is 'plane'"),
            ("face-capture", "events.capacity: plain", "events.capacity: bytes", "carries.events.capacity' is 'bytes'; one of: plain"),
            ("face-capture", "events.capacity: plain", "events: plain", "carries.events' is sent field by field: its capacities"),
            ("face-tracker", "      faces.face_capacity: plain\n", "", "does not say what 'faces.face_capacity' is"),
            ("face-tracker", "answers: {faces.faces: faces, ", "answers: {", "functions.track.answers.faces.faces' is missing"),
            ("face-tracker", "answers: {faces.faces: faces, ", "answers: {image: bytes, faces.faces: faces, ", "answers.image' is no key here"),
            ("matcher", "      gallery.offsets: plain\n", "", "functions.compare_many.carries' does not say what 'gallery.offsets' is"),
            ("matcher", "      gallery: plain\n", "", "carries.gallery.data' is a view of 'gallery', which is not carried"),
        ):
            with self.subTest(new):
                self.change(f"{file}.yaml", old, new)
                self.refuses(f"{file}.yaml:", words)
                shutil.copy(CONTRACT / f"abilities/{file}.yaml", self.folder / f"abilities/{file}.yaml")
        # What is new in such a struct is not lost.
        self.change_header("imprint/draft/face.h", "uint32_t reserved; // 0\n  imp_face *", "float motion;\n  imp_face *")
        describe.header.cache_clear()
        self.refuses("does not say what 'faces.motion' is")
        describe.header.cache_clear()

    def test_what_is_not_the_shape_of_arrays_is_refused(self):
        for header, old, new, file in (
            ("face-tracker", "(*IMP_NONNULL track)(imp_face_tracker *", "(*IMP_NONNULL track)(imp_plugin *", "face-tracker"),
            ("face-capture", "imp_capture_events_v2 *IMP_NONNULL events)", "imp_capture_events_v2 *IMP_NONNULL events, imp_face *IMP_NONNULL seen)", "face-capture"),
            ("matcher", "float *IMP_NULLABLE similarities", "float *IMP_NONNULL similarities", "matcher"),
            ("matcher", "float *IMP_NULLABLE similarities", "double *IMP_NULLABLE similarities", "matcher"),
        ):
            with self.subTest(new):
                self.change_header(f"imprint/draft/{header}.h", old, new)
                describe.header.cache_clear()
                with self.assertRaises(keyed.Fault) as refused:
                    describe.Ability(self.folder / f"abilities/{file}.yaml", self.include)
                self.assertIn("and its C function is not imp_status (object, ...", str(refused.exception))
                self.change_header(f"imprint/draft/{header}.h", new, old)
        describe.header.cache_clear()

    def test_wait_for_each_of_what_counts_nothing_is_refused(self):
        for new in ("20 us for each query.least", "20 us for each query.others", "20 us for each others"):
            with self.subTest(new):
                self.change("matcher-search.yaml", "20 us for each query.used", new)
                self.refuses("matcher-search.yaml:", "'functions.search.waits' is for each", "no uint32_t")
                self.change("matcher-search.yaml", new, "20 us for each query.used")

    def test_memory_is_lent_to_what_is_made(self):
        self.change("matcher-search.yaml", "gallery.data: bytes", "gallery.data: lent")
        self.refuses("'functions.prepare.carries.gallery.data' is 'lent'; one of: plain,")

    def test_arrays_are_filled_where_they_lie_in_the_reply(self):
        abilities = {it.name: swift_ability.text(it) for it in self.read()}
        tracker = abilities["face-tracker"]
        self.assertIn("cut(&request.faces.face_capacity, to: CallLimit.faces)", tracker)
        self.assertIn('try expectAtMost(CallLimit.faces, faces.face_capacity, "faces.face_capacity")', tracker)
        self.assertIn("if let status = misfit(request.faces.faces, request.faces.face_capacity) { return status }", tracker)
        self.assertIn("behind: facesFaces.part", tracker)
        # By the header, a short list is told how long it has to be; an event's is not.
        self.assertIn("isToldIfShort: true", tracker)
        self.assertIn("isToldIfShort: false", abilities["face-capture"])
        self.assertIn("withLent(message.image) { image in", abilities["face-capture"])
        self.assertIn("patience: UInt64(request.query.used) * 20_000", abilities["matcher-search"])

    def test_every_function_is_called_on_trial(self):
        abilities = self.read()
        calls, tables = swift_trials.calls(abilities), swift_trials.tables([it for it in abilities if not it.is_entry])
        for ability in abilities:
            for it in ability.functions:
                self.assertEqual(calls.count(f"    case .{it.case}:\n"), 1, it.name)
            if not ability.is_entry:
                self.assertEqual(tables.count(f"lasting({ability.table}("), 1, ability.name)
        # What C does not say comes from the description: how many there may be, how many there are, and one
        # more.
        self.assertIn("Touch.fillStructs(faces.pointee.faces, Int(clamping: faces.pointee.face_capacity))", tables)
        self.assertIn("faces.pointee.face_count = faces.pointee.face_capacity", tables)
        self.assertIn("Touch.read(faces.pointee.faces, Int(clamping: faces.pointee.face_count))", tables)
        self.assertIn("Touch.read(gallery.pointee.offsets, Int(clamping: gallery.pointee.count) + 1)", tables)
        self.assertIn("lentGallery.pointee.offsets = UnsafePointer(lent.values(UInt64.self, and: 1))", calls)
        self.assertIn("lentGallery.pointee.count = .init(LentMemory.entries)", calls)
        # A view is read and lent, also one that does not travel.
        self.assertIn("reconnect: { _, options, _ in\n      Touch.read(options, 1)\n      Touch.read(options.pointee.locator)", tables)

    def test_new_ability_is_fuzzed_without_a_line_by_hand(self):
        self.include = self.folder / "include"
        shutil.copytree(CONTRACT / "include", self.include)
        header = (self.include / "imprint/draft/voice-extractor.h").read_text()
        for old, new in (("voice_extractor", "smell_extractor"), ("voice-extractor", "smell-extractor"), ("VOICE_EXTRACTOR", "SMELL_EXTRACTOR"),
                         ("imp_voice_format", "imp_smell_format")):  # fmt: skip
            header = header.replace(old, new)
        (self.include / "imprint/draft/smell-extractor.h").write_text(header)
        text = (self.folder / "abilities/voice-extractor.yaml").read_text()
        text = text.replace("voice-extractor", "smell-extractor").replace("voice_extractor", "smell_extractor").replace("prefix: voice", "prefix: smell")
        for number in range(144, 149):
            text = text.replace(f"number: {number}", f"number: {number + 16 * 1000}")
        (self.folder / "abilities/smell-extractor.yaml").write_text(text)
        describe.header.cache_clear()
        abilities = self.read()
        describe.header.cache_clear()
        self.assertIn("case .smellExtract:\n", swift_trials.calls(abilities))
        self.assertIn("(IMP_SMELL_EXTRACTOR_ID, UnsafeRawPointer(smellExtractor)),", swift_trials.tables(abilities[1:]))

    def test_formats_are_listed_by_what_lists_them_and_made_by_what_makes_templates(self):
        abilities = [it for it in self.read() if not it.is_entry]
        listed, tables = swift_formats.listed(abilities), swift_formats.tables(abilities)
        for ability, kind in (("face_extractor", "Extractor"), ("finger_extractor", "Extractor"), ("matcher", "Format")):
            self.assertIn(f"    {ability.split('_')[0].capitalize()}Format.self,", listed)
            self.assertIn(f"extension imp_{ability}_ability: {kind}Table {{", tables)
            self.assertIn(f"extension imp_{ability}_options: FormatOptions {{}}", tables)
        self.assertNotIn("search", listed + tables)

    def test_call_of_another_number_is_refused(self):
        self.change("camera.yaml", "number: 17", "number: 23")
        functions = [it for ability in self.read() for it in ability.functions]
        with self.assertRaises(keyed.Fault) as refused:
            ledger.judged(self.folder / "abilities/numbers.txt", functions)
        self.assertIn("has the number 23, and had 17", str(refused.exception))

    def test_cancel_that_is_not_for_any_thread_is_refused(self):
        described = "reset:\n    number: 34\n    shape: call\n    deadline: step\n    acts: false\n    secret: false\n"
        described += "    waits: never\n    carries: {}\n    answers: {}\n"
        self.change("face-tracker.yaml", described, "reset: {number: 34, shape: cancel}\n")
        self.refuses("'functions.reset' has the shape cancel", "by its comment")

    def test_room_for_what_is_produced_leads_what_is_lent(self):
        self.change_header("imprint/draft/voice-extractor.h", EXTRACT, EXTRACT + " uint32_t speaker,")
        lent = "{sound: plain, sound.samples: bytes"
        self.change("voice-extractor.yaml", lent + "}", lent + ", speaker: plain}")
        text = swift_ability.text(next(it for it in self.read() if it.name == "voice-extractor"))
        fields = ("room: FillMessage<imp_extraction>", "sound: imp_sound", "speaker: UInt32")
        self.assertIn("".join(f"  var {field}\n" for field in fields), text)
        self.assertIn("room.encode(to: &sink)\n    var soundHeader = sound\n", text)
        self.assertIn("room = try FillMessage<imp_extraction>(from: &reader)\n    sound = try", text)
        # Buffer and struct are judged where they are filled.
        self.assertIn("if let status = misfit(sound) { return status }", text)
        self.assertIn("produce(.voiceExtract, payload, extraction) {", text)
        self.assertIn("VoiceExtractRequest(room: $0, sound: sound.pointee, speaker: speaker)", text)
        self.assertIn("fill(message.room.fields, &reply)", text)


def paths(mapping, above=()):
    """The path of every key of a description."""
    for key, value in mapping.items():
        yield (*above, key)
        if isinstance(value, dict):
            yield from paths(value, (*above, key))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--quiet"] if len(sys.argv) == 1 else sys.argv)
