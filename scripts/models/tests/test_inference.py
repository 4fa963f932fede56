# SPDX-License-Identifier: Apache-2.0
"""The converted models, run from memory through OpenVINO's C library, against the originals.

The expected numbers are what dlib 19.24, LiteRT 2.1.2 and PyTorch gave for the original
files and the picture or the energies drawn below. Skipped without the models or a C compiler.
"""

import array
import math
import os
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.environ.get("IMPRINT_CACHE") or os.path.join(
    os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "imprint"
)
RUNTIME = os.path.join(CACHE, "runtimes/openvino-2026.4.1")
HEADERS = os.path.join(CACHE, "dev/openvino-2026.4.1/include")
MEDIAPIPE = os.path.join(CACHE, "models/mediapipe-face-0.10.21")
DLIB = os.path.join(CACHE, "models/dlib-resnet29-0.3.0")
VOICE = os.path.join(CACHE, "models/resemblyzer-0.1.4")
COMPILER = shutil.which("cc") or shutil.which("clang")

# Other CPUs add in another order: float32 has 24 bits, and some hundred layers keep about 17.
RELATIVE_TOLERANCE = 1e-5

# Whole numbers are the same on all CPUs with AVX2; older ones compute some layers in float32.
INT8_TOLERANCE = 5e-3


def picture(size):
    """Stripes over a chequerboard, u8, rows of RGB."""
    return bytes(
        (x * (2 + c) + y * (3 - c) + ((x // 17) ^ (y // 11)) * 9) % 256
        for y in range(size)
        for x in range(size)
        for c in range(3)
    )


def scaled(size, low):
    """The same with 0 at `low` and 256 at 1, f32."""
    return array.array("f", (value / 256 * (1 - low) + low for value in picture(size))).tobytes()


def mirrored(pixels, size):
    """The picture mirrored left to right."""
    rows = [pixels[start : start + 3 * size] for start in range(0, len(pixels), 3 * size)]
    return b"".join(row[3 * x : 3 * x + 3] for row in rows for x in reversed(range(size)))


def cosine(a, b):
    products = [math.fsum(x * y for x, y in zip(u, v)) for u, v in ((a, b), (a, a), (b, b))]
    return products[0] / math.sqrt(products[1] * products[2])


@unittest.skipUnless(all(map(os.path.isdir, (RUNTIME, DLIB, VOICE))), "no models: run scripts/setup")
@unittest.skipUnless(COMPILER, "no C compiler: run scripts/setup --with test")
class Inference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = os.path.join(cls.folder.name, "run_model")
        source = os.path.join(HERE, "..", "run_model.c")
        subprocess.run(
            [COMPILER, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-I", HEADERS, source, "-ldl", "-o", cls.program],
            check=True,
        )

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_model(self, path, pixels):
        """The lines it prints about inputs and outputs, and every output value."""
        given, answer = (os.path.join(self.folder.name, name) for name in ("input", "output"))
        with open(given, "wb") as file:
            file.write(pixels)
        ran = subprocess.run(
            [self.program, RUNTIME, path + ".xml", path + ".bin", given, answer], capture_output=True, text=True
        )
        self.assertEqual(ran.returncode, 0, ran.stderr)
        values = array.array("f")
        with open(answer, "rb") as file:
            values.frombytes(file.read())
        return [line for line in ran.stdout.splitlines() if line.startswith(("input", "output"))], values

    def check(self, path, pixels, ports, expected, scale):
        """`expected`: place in the outputs, then the values from there on; `scale`: the largest value."""
        found, values = self.run_model(path, pixels)
        self.assertEqual(found, ports)
        for at, wanted in expected.items():
            for index, value in enumerate(wanted):
                self.assertAlmostEqual(values[at + index], value, delta=scale * RELATIVE_TOLERANCE)

    def test_resnet_answers_as_dlib(self):
        self.check(
            os.path.join(DLIB, "dlib-resnet29"),
            picture(150),
            ["input 0 'image' u8 [1,150,150,3]", "output 0 'descriptor' f32 [1,128]"],
            {0: (-0.0323870480, 0.1110714500, 0.0336031802, 0.0003119502, -0.0866295472, -0.0767874047, -0.0521131866, -0.0145594943)},
            1.0,
        )

    def test_resnet_in_int8_answers_as_when_it_was_measured(self):
        found, values = self.run_model(os.path.join(DLIB, "dlib-resnet29-int8"), picture(150) + mirrored(picture(150), 150))
        self.assertEqual(found, ["input 0 'image' u8 [2,150,150,3]", "output 0 'descriptor' f32 [2,128]"])
        for at, expected in {
            0: (-0.0308098551, 0.1111119613, 0.0265513957, 0.0005980263, -0.0884675458, -0.0769462585, -0.0498776138, -0.0182652343),
            128: (-0.0293165054, 0.1400869042, 0.0491612367, -0.0333243273, -0.0647621751, -0.0152220577, -0.0454074964, 0.0028183206),
        }.items():
            for index, value in enumerate(expected):
                self.assertAlmostEqual(values[at + index], value, delta=INT8_TOLERANCE)

    def test_resnet_in_int8_is_near_the_one_in_float32(self):
        both = picture(150) + mirrored(picture(150), 150)
        _, whole = self.run_model(os.path.join(DLIB, "dlib-resnet29-int8"), both)
        for index in range(2):
            _, exact = self.run_model(os.path.join(DLIB, "dlib-resnet29"), both[index * 67500 : (index + 1) * 67500])
            self.assertGreater(cosine(whole[index * 128 : (index + 1) * 128], exact), 0.99)

    def test_voice_encoder_answers_as_pytorch(self):
        energies = array.array("f", (index * 7919 % 1009 / 1009 * 0.05 for index in range(160 * 40)))
        self.check(
            os.path.join(VOICE, "resemblyzer"),
            energies.tobytes(),
            ["input 0 'mel' f32 [1,160,40]", "output 0 'embedding' f32 [1,256]"],
            {0: (0, 0, 0, 0, 0.3324309289, 0.1140021160, 0, 0.2157302201, 0.4095754027, 0.2254978716, 0.4490922093, 0.5284941792)},
            0.62,
        )

    def test_short_range_detector_answers_as_litert(self):
        self.check(
            os.path.join(MEDIAPIPE, "blazeface-short"),
            scaled(128, -1),
            ["input 0 'image' f32 [1,128,128,3]", "output 0 'boxes' f32 [1,896,16]", "output 1 'scores' f32 [1,896,1]"],
            {
                0: (0.4705940485, -0.7036060095, 29.5191802979, 29.5187301636),
                896 * 16: (-4.5902037621, -3.7518875599, -3.8757898808, -3.3488974571),
            },
            150,
        )

    def test_full_range_detector_answers_as_litert(self):
        self.check(
            os.path.join(MEDIAPIPE, "blazeface-full"),
            scaled(192, -1),
            ["input 0 'image' f32 [1,192,192,3]", "output 0 'boxes' f32 [1,2304,16]", "output 1 'scores' f32 [1,2304,1]"],
            {
                0: (-5.6946935654, 0.3082267344, 8.5389356613, 8.5231618881),
                2304 * 16: (-13.1997690201, -20.3374214172, -20.3237457275, -16.3402976990),
            },
            51,
        )

    def test_mesh_answers_as_litert(self):
        self.check(
            os.path.join(MEDIAPIPE, "facemesh-468"),
            scaled(192, 0),
            ["input 0 'image' f32 [1,192,192,3]", "output 0 'points' f32 [1,1,1,1404]", "output 1 'presence' f32 [1,1,1,1]"],
            {0: (115.4110107422, 112.2571792603, -9.8614645004, 122.6561431885), 1404: (-8.2593011856,)},
            154,
        )


if __name__ == "__main__":
    unittest.main()
