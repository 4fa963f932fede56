# SPDX-License-Identifier: Apache-2.0
"""Writes small right files for a fuzz target to start from: seeds.py <target> <folder>."""

import base64
import dataclasses
import hashlib
import json
import pathlib
import re
import struct
import sys
import zlib

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent

# 16x8 pixels of a counted pattern, baseline, quality 50, made with TurboJPEG.
JPEGS = {
    "colour": (
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i"
        "Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj"
        "Y2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF"
        "BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW"
        "V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi"
        "4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC"
        "AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm"
        "Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq"
        "8vP09fb3+Pn6/9oADAMBAAIRAxEAPwBsQSE7LVIgVkGBaQea23sCzfIe2SO9Lc4LsLgR74pN227mMjAN6RLypOQeMgD2ooojqriu"
        "f//Z"
    ),
    "grey": (
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i"
        "Z2hnPk1xeXBkeFxlZ2P/wAALCAAIABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF"
        "BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW"
        "V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi"
        "4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/AIVj0ueNVjW2tiDnfEsRJ9vmkI/SnPGbXfJE0EsC4wd0O89P4FRj19M+tf/Z"
    ),
}


def png_chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(depth, colour_type, channels, extra=b""):
    width = height = 6
    row = b"\0" + bytes(range((width * depth * channels + 7) // 8))
    return (b"\x89PNG\r\n\x1a\n"
            + png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, 0)) + extra
            + png_chunk(b"IDAT", zlib.compress(row * height)) + png_chunk(b"IEND", b""))


def orientation(value):
    return b"MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1" + struct.pack(">HH", value, 0) + b"\0\0\0\0"


def images():
    for name, text in JPEGS.items():
        plain = base64.b64decode(text)
        yield name + ".jpg", plain
        exif = b"Exif\0\0" + orientation(6)
        yield name + "-turned.jpg", plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]
    palette = png_chunk(b"PLTE", bytes(range(48)))
    for name, arguments in {
        "grey1": (1, 0, 1), "grey8": (8, 0, 1), "grey16": (16, 0, 1), "rgb8": (8, 2, 3), "rgb16": (16, 2, 3),
        "palette4": (4, 3, 1, palette + png_chunk(b"tRNS", b"\0\x80")), "grey-alpha": (8, 4, 2), "rgba": (8, 6, 4),
        "turned": (8, 0, 1, png_chunk(b"eXIf", orientation(8))),
        "gamma": (8, 2, 3, png_chunk(b"gAMA", struct.pack(">I", 100000))),
    }.items():
        yield name + ".png", png(*arguments)
    yield "grey.pgm", b"P5\n# seed\n3 2\n255\n" + bytes(range(6))
    yield "deep.pgm", b"P5 2 1 65535\n" + bytes(4)
    yield "colour.ppm", b"P6 2 2 255\n" + bytes(range(12))
    for bits, colours in ((8, 2), (24, 0), (32, 0)):
        row = (3 * bits + 31) // 32 * 4
        pixels = 54 + 4 * colours
        yield f"bits{bits}.bmp", (
            b"BM" + struct.pack("<IIIIiiHHIIIIII", pixels + 2 * row, 0, pixels, 40, 3, -2 if bits == 32 else 2, 1, bits, 0,
                                2 * row, 0, 0, colours, 0) + bytes(range(4 * colours)) + bytes(2 * row))


def templates():
    for algorithm, payload in ((b"imprint.null", b"x"), (b"imprint.face-f6", bytes(512))):
        body = (b"IMPT" + struct.pack("<BBBBIqB", 1, 1, 32, 80, 1, 1_700_000_000, len(algorithm)) + algorithm
                + struct.pack("<I", len(payload)) + payload)
        yield algorithm.decode() + ".impt", body + hashlib.sha256(body).digest()
        maker = b"dev." + algorithm
        body = (b"IMPT" + struct.pack("<BBBBIqHB", 2, 1, 32, 80, 1, 1_700_000_000, 3, len(maker)) + maker
                + struct.pack("<IIIB", 1, 2, 3, len(algorithm)) + algorithm + struct.pack("<I", len(payload)) + payload)
        yield algorithm.decode() + "-2.impt", body + hashlib.sha256(body).digest()


def manifests():
    for path in sorted((REPOSITORY / "manifests").glob("*/*.yaml")):
        yield f"{path.parent.name}-{path.name}", path.read_bytes()
    plain = (REPOSITORY / "manifests/plugins/null-matcher.yaml").read_text()
    many = "2.34, ofMany: {id: org.example.library, version: 2.1.0, vendor: Example}}"
    yield "of-many.yaml", (plain.replace("2.34}", many) + "parameters: {format: a.b, inputWidth: 112, scale: -0.5e-3, "
                           "mirrored: false, a.b-c_d: '1'}\n").encode()


def libraries():
    # The least there is of real ELF files: the C plugins, as built.
    for path in sorted(REPOSITORY.glob(".build/*/lib*Matcher.so")):
        yield path.name, path.read_bytes()
    for kind in (4, 0x6FFFFEF5):
        yield f"small-{kind:x}", small_library(kind)
    yield "cache", (b"glibc-ld.so.cache1.1" + struct.pack("<II", 1, 26) + bytes(20) + struct.pack("<iIIIQ", 0x303, 72, 82, 0, 0)
                    + b"libc.so.6\0/lib/libc.so.6\0")
    yield "header", b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 0, 64, 0, 0)


def face_models():
    sys.path.insert(0, str(REPOSITORY / "Kit/face-onnx"))
    sys.dont_write_bytecode = True
    import example as onnx

    yield "example.onnx", onnx.example()
    elsewhere = onnx.field(8, "w") + onnx.field(13, onnx.field(1, "location") + onnx.field(2, "w.bin")) + onnx.field(14, 1)
    inner = onnx.field(1, onnx.node("Constant", [], "w", onnx.field(1, "value") + onnx.field(5, elsewhere)))
    loop = onnx.node("Loop", ["n"], "y", onnx.field(1, "body") + onnx.field(6, inner))
    sparse = onnx.field(1, onnx.field(8, "s")) + onnx.field(2, onnx.field(1, 4))
    yield "elsewhere.onnx", onnx.field(7, onnx.field(1, loop) + onnx.field(5, elsewhere) + onnx.field(15, sparse)
                                       + onnx.field(11, onnx.tensor("image", "n", 3)) + onnx.field(12, onnx.tensor("y", 1, 8)))
    yield "function.onnx", (onnx.field(7, onnx.field(12, onnx.tensor("y", "n"))) + onnx.field(25, onnx.field(7, loop))
                            + onnx.field(20, onnx.field(2, inner)))
    constant = '<layer id="1" type="Const"><data element_type="f32" shape="2, 2" offset="4080" size="16"/></layer>'
    loop = f'<layer id="4" type="TensorIterator"><body><layers>{constant}</layers></body></layer>'
    for name, shape in (("fixed", "1,3,112,112"), ("open", "?,3,1..8,-1"), ("any", "...")):
        yield f"{name}.xml", f"""<?xml version="1.0"?>
<net name="small" version="11"><!-- a seed -->
	<layers>
		<layer id="0" name='image' type="Parameter"><data shape="{shape}" element_type="u8" /></layer>
		{constant}{loop}
		<layer id="2" type="Result"><input><port id="0" precision="FP32"><dim>1</dim><dim>8</dim></port></input></layer>
	</layers>
	<edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0" /></edges>
</net>
""".encode()


def small_library(hash_kind):
    """A whole shared library in 2 KiB: one segment, one symbol, a hash table of one of both kinds, one
    relocation."""
    names = b"\0imp_plugin_entry\0libc.so.6\0$ORIGIN\0"
    hashed = struct.pack("<6I", 1, 2, 1, 0, 0, 0)
    if hash_kind != 4:
        number = 5381
        for letter in b"imp_plugin_entry":
            number = (number * 33 + letter) & 0xFFFFFFFF
        hashed = struct.pack("<8I", 1, 1, 1, 0, 0xFFFFFFFF, 0xFFFFFFFF, 1, number | 1)
    symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 0x11, 0, 1, 16, 8)
    relocation = struct.pack("<QQq", 0x700, 8, 0)
    tags = [(1, 18), (29, 28), (5, 0x180), (10, len(names)), (6, 0x200), (11, 24), (hash_kind, 0x280), (7, 0x2C0), (8, 24),
            (9, 24), (0, 0)]
    dynamic = b"".join(struct.pack("<QQ", *tag) for tag in tags)
    header = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 3, 64, 0, 0)
    segments = b"".join(
        struct.pack("<IIQQQQQQ", kind, 6, place, place, place, size, size, alignment)
        for kind, place, size, alignment in (
            (1, 0, 0x800, 0x1000), (2, 0x300, len(dynamic), 8), (0x6474E551, 0, 0, 16)))
    library = bytearray(0x800)
    for place, part in ((0, header + segments), (0x180, names), (0x200, symbols), (0x280, hashed), (0x2C0, relocation),
                        (0x300, dynamic)):
        library[place:place + len(part)] = part
    return bytes(library)


def recordings():
    for chroma, size in ((b"C420jpeg", 24), (b"C422", 32), (b"C444", 48), (b"Cmono", 16)):
        yield chroma.decode() + ".y4m", b"YUV4MPEG2 W4 H4 F30:1 Ip A1:1 " + chroma + b"\n" + 2 * (b"FRAME\n" + bytes(size))
    yield from waves()
    yield "two.mjpeg", b"".join(base64.b64decode(text) for text in JPEGS.values())


# 48 frames of a sine, 16 bits at 16000 a second, made with libsndfile.
FLAC = (
    "ZkxhQwAAACIQABAAAAA6AAA6A+gA8AAAADAOoD5EZXarmbN8/n7ff10ihAAAKCAAAAByZWZlcmVuY2UgbGliRkxBQyAxLjQuMiAyMDIyMTAyMg"
    "AAAAD/+GUIAC84RgAAC4AVvR2VtButlpmXkgCepXqLLK6uayS88wQUWtbO03+lapwkgo008sla2+qsgOie"
)


def waves():
    for name, tag, bits, channels, samples in (
            ("u8", 1, 8, 1, bytes(range(64))), ("s16", 1, 16, 2, bytes(range(64))), ("s24", 1, 24, 1, bytes(range(63))),
            ("s32", 1, 32, 1, bytes(range(64))), ("f32", 3, 32, 1, struct.pack("<8f", *(i / 8 for i in range(8)))),
            ("f64", 3, 64, 1, struct.pack("<4d", 0, 0.5, -0.5, 1))):
        frame = channels * bits // 8
        form = struct.pack("<HHIIHH", tag, channels, 8000, 8000 * frame, frame, bits)
        body = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(samples)) + samples
        yield name + ".wav", b"RIFF" + struct.pack("<I", len(body)) + body


def sounds():
    yield from waves()
    # AIFF: 1 channel, 2 frames of 16 bits at 8000/s.
    comm = struct.pack(">hIh", 1, 2, 16) + bytes.fromhex("400bfa00000000000000")
    ssnd = bytes(8) + b"\x12\x34\xff\xfe"
    body = b"AIFFCOMM" + struct.pack(">I", len(comm)) + comm + b"SSND" + struct.pack(">I", len(ssnd)) + ssnd
    yield "two.aiff", b"FORM" + struct.pack(">I", len(body)) + body
    yield "short.flac", base64.b64decode(FLAC)


# What hidden bytes were, by the names that calls.txt has for them.
HIDDEN = {"bytes": 1, "numbers": 2, "text": 3}


def recorded_calls():
    preamble = b"imprec\r\n" + struct.pack("<H", 1) + bytes(6)

    def kept(call, side, redacted):
        body, parts = bytes(call.bodies[side]), call.hidden[side]
        if not redacted:
            return body
        marks = b"".join(struct.pack("<QQQ", start, end - start, HIDDEN[kind]) + bytes(16) for kind, start, end in parts)
        ends = [0, *(end for _, _, end in parts)]
        left = [body[end:start] for end, start in zip(ends, [*(start for _, start, _ in parts), len(body)])]
        return struct.pack("<Q", len(parts)) + marks + b"".join(left)

    def every_call(redacted):
        for number, call in enumerate(committed_calls(), 1):
            request, reply = call.bodies["request"], call.bodies["reply"]
            yield (2, struct.pack("<QQIHHQQQQQ", number, 20 * number, 1, numbers()[call.name], 0, call.object, 1, call.room, 0,
                                  len(request)) + kept(call, "request", redacted))
            yield (3, struct.pack("<QQIiQ", number, 20 * number + 10, 0, call.status, len(reply)) + kept(call, "reply", redacted))

    def file(redacted, between=None):
        header = {"plugin": "org.example.one", "version": "1.0.0", "library": "11" * 32, "manifest": "22" * 32,
                  "architecture": "x86_64", "imprint": "0.1.0", "isolation": "process", "redacted": redacted, "began": 5}
        body = bytes(range(64))
        half = struct.pack("<QQQQ", 1, 16, 32, 1) + bytes(16) + body[:16] + body[48:] if redacted else body
        one = [(2, struct.pack("<QQIHHQQQQQ", 1, 10, 1, numbers()["matcher.compare"], 0, 2, 1, 128, 0, 64) + half),
               (3, struct.pack("<QQIiQ", 1, 20, 0, 0, 64) + half)]
        records = [(1, json.dumps(header).encode()), *(one if between is None else between)]
        records.append((4, json.dumps({"calls": len(records) // 2, "reason": "complete"}).encode()))
        content, last = preamble, hashlib.sha256(preamble).digest()[:8]
        for kind, payload in records:
            head = struct.pack("<IHH", len(payload), kind, 0)
            last = hashlib.sha256(last + head + payload).digest()[:8]
            content += head + payload + last
        return content

    yield "whole.imrec", file(False)
    yield "redacted.imrec", file(True)
    for redacted in (False, True):
        yield f"every-call-{'redacted' if redacted else 'whole'}.imrec", file(redacted, every_call(redacted))


def quarantine_records():
    build = hashlib.sha256(b"").hexdigest()
    strikes = [{"time": 5, "function": "face-extractor.extract", "reason": "signal", "number": 11, "imprint": "0.1.0"},
               {"time": 6, "function": "none", "reason": "garbage", "imprint": "0.1.0"}]
    record = {"form": 2, "build": build, "library": build, "plugin": "org.example.one", "version": "1.0.0",
              "folder": "/somewhere", "strikes": strikes}
    yield "struck.json", json.dumps(record).encode()
    yield "quarantined.json", json.dumps(record | {"quarantined": 7}).encode()


# A licence root and a licence-signing certificate below it, P-256, made with openssl; their keys were thrown
# away.
ROOT = (
    "MIIBgDCCASWgAwIBAgIUKbTNNhQDCBKO/Nssp1HrJb+6+RAwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUjAgFw0yNjExMjEyMDEwNTRaGA8y"
    "MDUxMDcxMzIwMTA1NFowDDEKMAgGA1UEAwwBUjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIQrWCdURKvwKQf7dtX3rNqmNazopoMgEqDh"
    "p6mvWp0g1GDlLpVxXTmO0a4vCvsDN4IFnQZwbfzKQMrPD1q4K1+jYzBhMB0GA1UdDgQWBBQRONY2azFN2TsJ8w/p0h4iQTg+tzAfBgNVHSME"
    "GDAWgBQRONY2azFN2TsJ8w/p0h4iQTg+tzAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwICBDAKBggqhkjOPQQDAgNJADBGAiEAjC2R"
    "/5GxbrbeQsjX5NebkJWHUp8XNrkrxc2ayFykUvICIQCGTukh+b1U1VTQ5zBLtS+qRsq6TzYM+VRoTyYP/uv1Lw=="
)
SIGNER = (
    "MIIBrjCCAVSgAwIBAgIUBhcVSXvjhlUv9o9s+PDM50nHgdcwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUjAeFw0yNjExMjEyMDEwNTRaFw00"
    "ODEwMTYyMDEwNTRaMAwxCjAIBgNVBAMMAVMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR9Au72y7cp8jqTC+J8fZTBPFJ4PiWEqBJQU7wz"
    "i3pv5Gb0cZvob8ZLkIwBpYbzlhd6roA5ekFcdFVPyChDtH3Co4GTMIGQMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMDAGA1UdJQEB"
    "/wQmMCQGIiqGSIb3FAG+QJN6g/hDgq9ngaVLgZ0QgtFVguuaM4bPmXAwHQYDVR0OBBYEFI+fLa11V2hwR08fAY6jm1dxLGsSMB8GA1UdIwQY"
    "MBaAFBE41jZrMU3ZOwnzD+nSHiJBOD63MAoGCCqGSM49BAMCA0gAMEUCIDpA7ZSe+C9OEdWLjet8M6PDtJfB+d/rngCD/e8W0IuLAiEA8MsN"
    "2o7EhHowJ1MLxH/kIWmKbXaZ+S0Z6qd8ePzaZn4="
)

CLAIMS = {
    "ver": 1, "iss": "Seed", "jti": "document-1", "sub": "activation-1", "aud": "com.example.kiosk",
    "profile": "kiosk", "iat": 1790000000, "nbf": 1790000000, "exp": 1792000000, "renew": 1791000000,
    "nonce": "AAAAAAAAAAAAAAAAAAAAAA", "features": ["VERIF", "IDENT"], "limits": {"registeredUsers": 100},
    "device": {"ver": 1, "facts": {"network": ["00000001"], "disk": ["0000000b"]}},
    "policy": {"grace": 86400, "failure": "degrade", "degraded": ["VERIF"]}, "ext": {"x": [None, 0.5]},
}


def licenses():
    def url(content):
        return base64.urlsafe_b64encode(content).rstrip(b"=")

    for kind in ("license", "revocation"):
        header = json.dumps({"alg": "ES256", "typ": f"imprint-{kind}+jwt", "x5c": [SIGNER, ROOT]}).encode()
        yield f"{kind}-header", header
        yield f"{kind}-document", url(header) + b"." + url(json.dumps(CLAIMS).encode()) + b"." + url(bytes(64))
    yield "claims", json.dumps(CLAIMS).encode()
    yield "revocation-claims", json.dumps(
        {name: CLAIMS[name] for name in ("ver", "iss", "jti", "sub", "profile", "iat", "nonce")} | {"reason": "Sold."}).encode()
    yield "root.der", base64.b64decode(ROOT)
    yield "signer.der", base64.b64decode(SIGNER)
    yield "root.pem", b"-----BEGIN CERTIFICATE-----\n" + ROOT.encode() + b"\n-----END CERTIFICATE-----\n"


# Sixteen bytes, base64url.
NONCE = "AAAAAAAAAAAAAAAAAAAAAA"


def license_records():
    pending = {"kind": "renew", "nonce": NONCE, "created": 1790000000, "device": CLAIMS["device"], "seen": 1790000000}
    revocation = {"document": "e30.e30.AAAA", "reason": "Sold.", "issued": 1790000000}
    whole = {"license": "e30.e30.AAAA", "pending": pending, "revocation": revocation, "seen": 1790000000}
    yield "whole", json.dumps(whole).encode()
    yield "empty", b"{}"
    for name in whole:
        yield name, json.dumps({name: whole[name]}).encode()
    yield "file", b"imprint-license-record 1\n" + b"0" * 64 + b"\n{}\n"
    yield "newer-file", b"imprint-license-record 2\n" + b"0" * 64 + b"\n{}\n"


def license_exchanges():
    for kind in ("activate", "renew", "deactivate"):
        request = {"ver": 1, "kind": kind, "profile": "kiosk", "product": "com.example.kiosk", "nonce": NONCE,
                   "created": 1790000000, "sdk": "0.1.0", "device": CLAIMS["device"], "usage": {"registeredUsers": 12}}
        yield kind, json.dumps(request | ({} if kind == "activate" else {"license": "e30.e30.AAAA"})).encode()
    yield "licensed", b'{"license":"e30.e30.AAAA"}'
    yield "deactivated", b'{"deactivated":true}'
    for status, code in ((401, "authentication"), (403, "revoked"), (409, "not-activated"), (503, "unavailable")):
        yield code, json.dumps({
            "type": f"urn:imprint:problem:{code}", "title": "Refused", "status": status, "code": code,
            "detail": "No.", "remedy": "Ask.", "revocation": "e30.e30.AAAA"}).encode()


def json_documents():
    yield "claims", json.dumps(CLAIMS).encode()
    yield "numbers", b"[0,-0,1.5,-1e-3,2E+9,9223372036854775807,-9223372036854775808,9223372036854775808,1e-400]"
    yield "texts", b'["\\"\\\\\\/\\b\\f\\n\\r\\t","\\u0000\\u00e4\\ud83e\\udeaa","\xc3\xa4\xf0\x9f\xaa\xaa"]'
    yield "nested", b"[" * 15 + b"{}" + b"]" * 15
    yield "spaces", b' { "a" : [ true , false , null ] , "" : { } } \n'


@dataclasses.dataclass
class Call:
    """One call as Tests/Fixtures/calls/calls.txt has it: what travelled, byte for byte."""

    name: str
    object: int
    room: int
    status: int = 0
    bodies: dict = dataclasses.field(default_factory=dict)  # of the request and the reply
    # Kind, start and end of what a redacted recording hides.
    hidden: dict = dataclasses.field(default_factory=dict)


def committed_calls():
    """Every call that the wire tests keep. There is one of each function, so a new ability's come by
    themselves."""
    found, side = [], ""
    for line in (REPOSITORY / "Tests/Fixtures/calls/calls.txt").read_text().splitlines():
        if head := re.fullmatch(r"(\S+) on (\d+), waits \d+, room (\d+)", line):
            found.append(Call(head[1], int(head[2]), int(head[3])))
        elif part := re.fullmatch(r"  (request|reply)(?: (-?\d+))?, (\d+) bytes", line):
            side = part[1]
            found[-1].bodies[side], found[-1].hidden[side] = bytearray(int(part[3])), []
            found[-1].status = int(part[2] or 0)
        elif row := re.fullmatch(r"    (\d+): ([0-9a-f]+)", line):
            place, content = int(row[1]), bytes.fromhex(row[2])
            found[-1].bodies[side][place:place + len(content)] = content
        elif line.startswith("    hidden: "):
            parts = re.findall(r"(\w+) (\d+)\.\.<(\d+)", line)
            found[-1].hidden[side] = [(kind, int(start), int(end)) for kind, start, end in parts]
        elif line:
            sys.exit(f"seeds.py: a line of calls.txt is of no call: {line}")
    missing = numbers().keys() - {call.name for call in found}
    if missing:
        sys.exit(f"seeds.py: calls.txt has no call of {', '.join(sorted(missing))}. Add it to EveryCall.swift.")
    return found


def numbers():
    """The number of each function that there is, by its name."""
    rows = (line.split() for line in (REPOSITORY / "Sources/CImprint/abilities/numbers.txt").read_text().splitlines())
    return {row[1]: int(row[0]) for row in rows if len(row) == 2 and row[0].isdecimal()}


def calls():
    # Direction, function by its place among all by their numbers, then room or status, then the body.
    places = {name: place for place, name in enumerate(sorted(numbers(), key=numbers().get))}
    for index, call in enumerate(committed_calls()):
        place, room = places[call.name], min(-(-call.room // 64), 255)
        yield f"request-{call.name}-{index}", bytes([0, place, room]) + call.bodies["request"]
        yield f"reply-{call.name}-{index}", bytes([1, place, 0]) + call.bodies["reply"]
        yield f"reply-short-{call.name}-{index}", bytes([1, place, 1]) + call.bodies["reply"]


def plugin_signatures():
    def url(content):
        return base64.urlsafe_b64encode(content).rstrip(b"=")

    payload = json.dumps({
        "ver": 1, "plugin": "org.example.fixture", "version": "1.2.3", "time": 1790000000, "manifest": "0a" * 32,
        "files": [{"name": "libFixture.so", "bytes": 9, "sha256": "0b" * 32},
                  {"name": "models/face.bin", "bytes": 7, "sha256": "0c" * 32}]}).encode()
    header = json.dumps({"alg": "ES256", "typ": "imprint-plugin+jws", "x5c": [SIGNER, ROOT]}).encode()
    yield "payload", payload
    yield "document", url(header) + b"." + url(payload) + b"." + url(bytes(64)) + b"\n"


def revocations():
    yield "payload", json.dumps({
        "ver": 1, "list": "acme.plugins", "number": 7, "time": 1790000000,
        "certificates": [{"sha256": "0a" * 32}, {"serial": "0a0b", "issuer": "CN=Acme plugin root"}],
        "plugins": [{"sha256": "0b" * 32}], "versions": [{"plugin": "org.example.fixture", "below": "1.2.3"}]}).encode()
    yield "memory", b'{"ver":1,"plugins":{"org.example.fixture":"1.2.3"},"lists":{"acme.plugins":7}}'


def packages():
    def entry(path, content):
        head = bytearray(512)
        for offset, text in ((0, path), (100, "0000644"), (108, "0000000"), (116, "0000000"), (124, f"{len(content):011o}"),
                             (136, "0" * 11), (148, " " * 8), (156, "0"), (257, "ustar\0" + "00"), (329, "0000000"),
                             (337, "0000000")):
            head[offset:offset + len(text)] = text.encode()
        head[148:156] = f"{sum(head):06o}\0 ".encode()
        return bytes(head) + content + bytes(-len(content) % 512)

    def digest(content):
        return hashlib.sha256(content).hexdigest()

    model, runtime = b"a network", b"a library"
    plain = (REPOSITORY / "manifests/plugins/null-matcher.yaml").read_text()
    whole = plain.replace("license: {code: Apache-2.0}", "license: {code: Apache-2.0, weights: CC0-1.0}") + f"""
models:
  - {{name: net, file: net.bin, sha256: {digest(model)}, bytes: {len(model)}, version: 1.0.0, license: CC0-1.0,
     source: {{package: example, version: 1.0.0, file: net.bin, sha256: {digest(model)}}}}}
runtimes:
  - {{name: example, version: 1.0.0, license: Apache-2.0, files: [{{file: libexample.so, sha256: {digest(runtime)}}}]}}
"""
    library = ("libNullMatcher.so", b"\x7fELF")
    own = [("plugin.sig", b"e30.e30.AA"), ("conformance.sig", b"e30.e30.AA"), library, ("licenses/LICENSE", b"Free."),
           ("models/net.bin", model), ("runtimes/example-1.0.0/libexample.so", runtime),
           ("runtimes/example-1.0.0/licenses/LICENSE", b"Free.")]
    for name, manifest, files in (("plain", plain, [library]), ("whole", whole, own)):
        yield name + ".impk", b"".join(entry(*file) for file in [("plugin.yaml", manifest.encode())] + files) + bytes(1024)


def crc32c(content, value=0):
    value ^= 0xFFFFFFFF
    for byte in content:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def sessions():
    """As docs/reference/sessions.md says."""
    def session(chunks, minor=0, end=True):
        content = b"impses\r\n" + struct.pack("<HHI", 1, minor, 0)
        last = crc32c(content)
        counts = [0] * 8
        places = {3: 1, 4: 2, 5: 4, 6: 5, 7: 6, 8: 7}
        for kind, flags, payload in chunks + ([(11, 0, None)] if end else []):
            if payload is None:
                payload = struct.pack("<II8Q", 1, 0, *counts) + hashlib.sha256(content).digest()
            head = struct.pack("<HHI", kind, flags, len(payload))
            last = crc32c(struct.pack("<I", last) + head + payload)
            content += head + payload + struct.pack("<I", last)
            counts[0] += 1
            if kind in places:
                counts[places[kind]] += 1
            if kind == 10:
                counts[3] += struct.unpack_from("<I", payload, 16)[0]
        return content

    def header(**more):
        return 1, 0, json.dumps({
            "imprint": "0.1.0", "plugin": {"id": "org.example.capture", "version": "1.0.0", "hash": "0" * 64},
            "tracker": {"id": "org.example.tracker", "version": "1.0.0"}, "options": {"images": 4, "lit": True},
            "seed": "0" * 32, "began": 1790000000, "processor": "", "redacted": False, **more}).encode()

    camera = {"name": "camera", "locator": "/dev/video0", "light": "colour", "facing": "user"}
    fields = (100, 50, 80, 160, 150, 100, 120, 100, 0.9, 0.8, 1, 2, 3, 0.25, 0)
    face = struct.pack("<II15fI2f", 1, 1, *fields, 3, 70, 60)
    mesh = struct.pack("<II15fI", 1, 5, *fields, 0) + struct.pack("<1404f", *range(1404))
    frame = struct.pack("<3Q3I2H", 7, 1000, 0, 2, 2, 2, 1, 0)
    taken = [(3, 0, frame + b"abcd"), (5, 0, struct.pack("<QII", 7, 1, 0) + face), (6, 0, struct.pack("<HHIQQ", 1, 0, 0, 5, 7)),
             (8, 0, struct.pack("<II", 2, 0) + bytes(8))]
    compared = [(7, 0, struct.pack("<IIIId", 0, 1, 1, 0, 3500.5)), (6, 0, struct.pack("<HHIQQ", 5, 0, 0, 6, 0)),
                (7, 0, struct.pack("<IIIIQ", 0, 1, 2, 4, 0) + b"none"), (6, 0, struct.pack("<HHIQQ", 5, 0, 0, 6, 0))]
    moved = [(6, 0, struct.pack("<HHIQQ3f", 6, 3, 0, 6, 0, 0, 9.81, 0)), (10, 0, struct.pack("<QQII", 8, 9, 2, 1))]
    last = [(2, 0, json.dumps(camera).encode()), (9, 0, struct.pack("<4IQIIfI", 1, 2, 1, 4, 7, 0, 0, 70, 0) + b"done")]
    yield "whole.imps", session([header(camera=camera, subject="ada"), *taken, *compared, *moved, *last])
    yield "cut.imps", session([header(), *taken], end=False)
    yield "landmarks.imps", session([header(), (5, 0, struct.pack("<QII", 7, 1, 0) + mesh)])
    yield "partial.imps", session([header(omitted="9"), *taken[2:], *compared[1:]])
    omitted = (4, 0, frame + struct.pack("<Q", 4))
    yield "redacted.imps", session([header(redacted=True), omitted, *moved])
    yield "turned.imps", session([header(), *((12, 0, struct.pack("<I", held)) for held in (3, 1, 2, 4)), *taken,
                                   (13, 0, bytes(range(16)) + json.dumps(camera).encode()), *taken], minor=1)
    yield "newer.imps", session([header(later=1), (99, 1, b"later"), *taken], minor=2)
    yield "empty.imps", session([header()])


def sealed_metadata():
    """The examples of the page, keys and envelopes."""
    page = (REPOSITORY / "docs/reference/metadata.md").read_text()
    for number, block in enumerate(re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)):
        digits = block.replace("\n", "")
        whole = bytes.fromhex(digits) if re.fullmatch("[0-9a-f]+", digits) else block.encode()
        yield f"example-{number}", whole
        for place, pem in enumerate(re.findall(r"-----BEGIN.*?-----END[^\n]*\n", block, re.DOTALL)):
            yield f"key-{number}-{place}", pem.encode()


def card_commands():
    for number, text in enumerate((
            "00A40400", "00B0000010", "00A40400023F00", "00A40400023F0000", "00B00000000100", "00D60000000001AA",
            "00A404000000013F0000", "8CB0000010", "6F009000", "9000", "63C2", "6105")):
        yield f"{number}.apdu", bytes.fromhex(text)


def answers_to_reset():
    for number, text in enumerate((
            "3B00", "3F00", "3B80800101", "3F80901100", "3BD6960080 31FE45 80738421D300 30", "3B8180018080")):
        yield f"{number}.atr", bytes.fromhex(text)


def data_objects():
    for number, text in enumerate((
            "4F05A000000063", "61124F05A0000000635009504B43532331352020", "5FC10203AABBCC", "7F6608020201050202 1000",
            "0000FF4F0100", "4F8101AA", "6218800201008201418302010288 01108A01058602AABB8C0103",
            "6F128405A000000063A5095007504B4353233135", "64008000")):
        yield f"{number}.tlv", bytes.fromhex(text)


def talks_of_cards():
    def talk(*answers):
        return b"".join(bytes([len(answer)]) + answer for answer in map(bytes.fromhex, answers))

    found, information = "6F0B8405A0000000019000", "62048002000A9000"
    yield "t1", b"\0" + talk(found, "9000", information, "0102030405060708090A9000", "6282")
    yield "t0", b"\1" + talk("610D", found, "6108", information, "6C0A", "0102030405060708090A9000", "6B00")
    yield "more-than-there-is", b"\0" + talk(*200 * ["AA6101"])
    yield "channel", b"\0" + talk("6A82", "6A82", "6A82", "5302AABB9000", "01029000", "019000", *8 * ["9000"])
    yield "chained", b"\5" + talk("6A82", "6A82", "6A82", "6A82", "6A82", "6A82", *10 * ["9000"])


def card_descriptions():
    whole = {
        "atr": "3B80800101", "transfer": "in-parts",
        "pins": [{"value": "1234", "reference": 129, "tries": 3, "unblockingCode": "12345678", "unblockingTries": 2}],
        "fingers": [{"reference": 2, "site": "right-index", "least": 2, "most": 60, "order": "xy", "threshold": 5, "store": "always"}],
        "information": "7F6100",
        "files": [{"id": "2F00", "bytesHex": "61094F05A000000063500150", "read": "always"},
                  {"id": "DF01", "name": "A000000063", "files": [
                      {"id": "0001", "size": 300, "shortID": 3, "update": {"pin": 129}}]}],
        "faults": [{"command": 9, "do": "cut", "bytes": 1}, {"command": 10, "do": "respond", "response": "6F00"}]}
    commands = b"".join(bytes([len(command)]) + command for command in map(bytes.fromhex, (
        "00A4040005A00000006300", "002000810431323334", "00A4020C020001", "00D6000003010203", "00B0830010",
        "00C0000003", "002C0081083132333435363738", "10D60000010A", "00D600010000020B0C",
        "00DB3FFF117F600E8301027F2E0881063336487F7FA0",
        "00CA7F6100", "00CB3FFF045C027F6100", "00200002", "002100020B7F2E0881063336487F7FA0", "00DB3FFF097F60068301027F2E00")))
    yield "whole", json.dumps(whole).encode() + b"\0" + commands
    yield "standard", b"\0" + commands
    for name in whole:
        yield name, json.dumps({name: whole[name]}).encode()


def camera_events():
    yield "add", b"add@/devices/pci/usb1/1-2/1-2:1.0/video4linux/video0\0ACTION=add\0SUBSYSTEM=video4linux\0DEVNAME=video0\0"
    yield "remove", b"remove@/devices/x\0ACTION=remove\0SUBSYSTEM=sound\0DEVNAME=snd/pcmC0D0c\0SEQNUM=7\0"
    yield "udev", b"libudev\0\xfe\xed\xca\xfe"
    yield "texts", b"HD Camera: HD\0" + b"0123 456\n\0046d\n\0" + b"0825\n\0" + b"0\n\0removable\n\0" + b"00\n"


def sound_events():
    yield "add", b"\0add@/x\0ACTION=add\0SUBSYSTEM=sound\0DEVNAME=snd/pcmC2D0c\0"
    yield "remove", b"\0remove@/x\0ACTION=remove\0SUBSYSTEM=sound\0DEVNAME=snd/pcmC12D3c\0SEQNUM=7\0"
    yield "hint", b"\1usb\0USB Audio\nDefault Audio Device\n\0Input"
    cards = (b"\2C615\n\0" + b"A 1\n\0" + b"046d\n\0" + b"0825\n\0" + b" 2 [C615           ]: USB-Audio - C615 HD\n\0"
             b"card: 2\nname: USB Audio\n\0state: RUNNING\nowner_pid   : 4711\n\0" + b"116:24\n\0")
    for number, locator in enumerate((b"hw:2", b"hw:CARD=C615,DEV=0,SUBDEV=1", b"plughw:C615,0", b"usb-046d-0825-A_1-pcm0",
                                      b"at-pci/usb1/1-2/1-2:1.0-pcm0")):
        yield f"cards-{number}", cards + locator


def recognizer_graphs():
    """As docs/reference/speech-graph.md says; length and checksum are set right by the target."""
    def texts(*items):
        return b"".join(bytes([len(it)]) + it for it in items)

    def graph(kind, phrases, order, content, bundle=b""):
        head = b"impgra\r\n" + struct.pack("<HHIIIIHBBBBH", 1, kind, 0, 2, 3, phrases, 6, order, 0, 5, len(bundle), 0)
        words = texts(b"one") + b"\2\3\5\0\2\4\1\5\0\2" + texts(b"two") + b"\1\2\3\4"
        return b"\1" + head + b"en-US" + bundle + texts(b"AH", b"HH", b"N", b"T", b"UW", b"W") + words + content + bytes(4)

    def grams(has_backoff, *items):
        body = b"".join(struct.pack(f"<{len(said)}If", *said, weight) + (bytes(4) if has_backoff else b"") for *said, weight in items)
        return struct.pack("<I", len(items)) + body

    ones = [(0, -99.0), (1, -1.0), (2, -1.0), (3, -1.0)]
    pairs = [(0, 2, -0.5), (0, 3, -0.5), (2, 1, 0.0), (3, 1, 0.0)]
    yield "model-1", graph(1, 0, 1, grams(False, *ones))
    yield "model-2", graph(1, 0, 2, grams(True, *ones) + grams(False, *pairs))
    yield "model-3", graph(1, 0, 3, grams(True, *ones) + grams(True, *pairs) + grams(False, (0, 2, 1, 0.0)), b"fuzz")
    yield "phrases", graph(2, 2, 0, struct.pack("<fBI", -30, 1, 2) + struct.pack("<fBII", -40, 2, 2, 3))


def recognizer_hearings():
    def event(kind, at, phrase=0, begin=0):
        return struct.pack("<IIIIQQ", 32, kind, phrase, 0, begin, at)

    def word(text, begin, end, confidence, alternative=0):
        return struct.pack("<IIQQfI96s", 128, alternative, begin, end, confidence, 0, text)

    def call(events, words, is_end=False):
        return bytes([len(events) | len(words) << 3 | (0x40 if is_end else 0)]) + b"".join(events + words)

    one, partial = word(b"one", 0, 50, -1.0), event(3, 100)
    yield "words", b"\7" + call([event(1, 10), partial], [one]) + call([], []) \
        + call([event(2, 150)], [word(b"one", 0, 50, 0.5), word(b"two", 50, 200, 1.0), word(b"won", 0, 200, 0.25, 1)], True) \
        + call([event(1, 0)], [])
    yield "phrases", b"\x0c" + call([event(1, 0), event(4, 90, 2, 10)], []) + call([event(2, 150)], []) + call([], [], True)
    yield "own", b"\0" + call([partial], [one]) + call([], [one], True)


def voice_states():
    def text(content):
        return struct.pack("<H", len(content)) + content

    claimant, other = b"6ba7b810-9dad-41d1-80b4-00c04fd430c8", b"6ba7b810-9dad-41d1-80b4-00c04fd430c9"
    frames = 40
    prints = struct.pack("<HHH", 0, 0, 1) + struct.pack("<H", frames) + bytes(range(4 * frames)) + struct.pack("<H", frames) + b"\1" * frames
    entry = text(b"adapted-with-factor") + struct.pack("<q", 7) + text(other) + b"\0" + b"\1" + text(b"pin")
    head = b"imprvoic\1" + text(claimant) + struct.pack("<q", 1_795_000_000_000)
    start = text(other) + b"\1" + text(b"phrase") + b"\1" + text(b"call 7") + struct.pack("<q", 5) + text(b"open the door")
    states = {
        "new": head + b"\0" + text(b"") + text(b"") + text(b"") + struct.pack("<HHHHHHH", 0, 0, 0, 0, 0, 0, 0),
        "open": head + b"\0" + text(b"") + text(b"phrase") + text(b"") + struct.pack("<H", 1) + start
                + struct.pack("<HHHH", 2, 0, 0, 0) + struct.pack("<HH", 0, 0) + prints + struct.pack("<H", 1) + entry,
        "concluded": head + b"\0" + text(other) + text(b"phrase") + text(other) + struct.pack("<HH", 0, 1) + text(other)
                     + b"\0" + struct.pack("<q", 9) + text(b"not-validated") + struct.pack("<H", 0) + b"\1"
                     + struct.pack("<HHHHH", 0, 0, 0, 0, 0),
        # A logon with a likeness of no utterance, which is no number either.
        "counts": head + b"\0" + text(other) + text(b"phrase") + text(other) + struct.pack("<H", 1) + start.replace(b"\1", b"\0", 1)
                  + struct.pack("<HHHHd", 2, 0, 0, 1, float("nan")) + struct.pack("<HHHHHH", 0, 0, 0, 0, 0, 0),
    }
    for name, content in states.items():
        yield name, content + hashlib.sha256(content).digest()
        yield f"{name}-unsealed", content


def lockout_files():
    def text(content):
        return bytes([len(content)]) + content

    def attempt(number, shown):
        return (struct.pack("<QiQ", number, 4711, 987) + text(b"0c3e2b9e-8d4b-4a53-8a6c-0d9d5a3f5f6e")
                + text(b"pid:[4026531836] time:[4026531834]") + struct.pack("<qB", 10**14, shown))

    def numbers(failures, locks, left, *attempts):
        return (struct.pack("<IIqq", failures, locks, left, 1_795_000_000_000) + text(b"boot") + struct.pack("<q", 2 * 10**14)
                + bytes([len(attempts)]) + b"".join(attempts))

    def sealed(kind, content):
        whole = b"imprlock\1" + bytes([kind]) + content
        return whole + hashlib.sha256(whole).digest()

    plain, locked = numbers(2, 1, 0, attempt(1, 0), attempt(2, 1)), numbers(0, 3, 60 * 10**9)
    yield "device", sealed(0, bytes(32) + plain)
    yield "subject", sealed(1, hashlib.sha256(b"").digest() + locked)
    yield "salt", sealed(2, bytes(range(32)))
    yield "unsealed", sealed(0, bytes(32) + plain)[:-32]
    yield "salt-unsealed", sealed(2, bytes(range(32)))[:-32]
    yield "numbers", plain
    yield "numbers-locked", locked
    yield "status", b"42 (a) b) S 1 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 777 0 0\n"


def attack_results():
    run = {"format": "imprint.attack-results", "version": 1, "dataSet": {"name": "drawn", "terms": "CC0"},
           "versions": [{"name": "imprint", "version": "0.1.0"}],
           "species": [{"name": "screen", "description": "a picture on a screen"}], "synthetic": True,
           "sharedFaceMesh": True, "laboratory": None, "noDecision": "try again.", "processor": "family 25",
           "date": "2026-11-24"}

    def result(number, kind, outcome, level="high", mode="passive", **more):
        species = {"species": kind} if kind else {}
        return {"id": f"{kind}-{number}", "kind": "attack" if kind else "bona-fide", **species,
                "subject": f"s{number % 3}", "session": str(number), "mode": mode, "level": level,
                "outcome": outcome, "frames": 60, "seconds": 2.5, "findings": [], **more}

    def file(*results):
        return "".join(json.dumps(line) + "\n" for line in (run, *results)).encode()

    def found(measure, limit=1.0):
        return [{"method": "shape", "verdict": "fake", "measure": measure, "limit": limit}]

    outcomes = ("live", "fake", "no-decision", "unknown", "timeout", "no-face")
    yield "header", file()
    yield "outcomes", file(*(result(n, kind, outcome) for kind in ("", "screen", "mask")
                             for n, outcome in enumerate(outcomes)))
    yield "failed", file(result(0, "screen", "failed", error="camera-lost"))
    yield "measures", file(*(result(n, kind, "live", findings=found(n / 3 + (not kind)), match=True)
                             for kind in ("", "still-print", "screen") for n in range(9)))
    yield "levels", file(*(result(1, "", "live", level) for level in ("low", "high", "0.25", "1e9")))
    yield "cut", file(result(0, "", "live"))[:-9]


def puppets():
    points = b"".join(struct.pack("<3f", 8 + index % 22 * 0.4, 6 + index // 22 * 0.6, index % 7 * 0.3) for index in range(468))
    points = points[:12 * 33] + struct.pack("<3f", 6, 12, 0) + points[12 * 34:12 * 263] + struct.pack("<3f", 20, 12, 0) + points[12 * 264:]
    body = struct.pack("<4I3f", 1, 24, 20, 468, 2, -3, 1) + points + bytes(3 * 24 * 20)
    yield "file", b"\1IMPUPPET" + body
    yield "cut", b"\1IMPUPPET" + body[:200]
    yield "unsealed", b"\2IMPUPPET" + body + bytes(4)
    # An odd last byte is a place between -4 and 28: see the target.
    yield "points", b"\0" + b"".join(struct.pack(">I", (int(128 * (value + 4)) | 1) & 4095)
                                      for value in struct.unpack("<1407f", struct.pack("<3f", 0, 0, 0) + points))


def template_codes():
    """A payload, a code with two modules turned over, and the corner of a code alone."""
    yield "payload", b"\0IMF5\x01\x50" + bytes(14) + bytes(range(96))
    yield "newer", b"\0IMF5\x02\x50" + bytes(14) + bytes(range(96))
    yield "whole", b"\x01"
    yield "spoilt", b"\x01" + bytes(120) + b"\x81"
    corner = (0b1111111, 0b1000001, 0b1011101, 0b1011101, 0b1011101, 0b1000001, 0b1111111)
    bits = [corner[row] >> column & 1 if row < 7 and column < 7 else (row + column) % 2 for row in range(21) for column in range(21)]
    yield "corner", b"\x02\x14" + bytes(sum(bit << at for at, bit in enumerate(bits[i:i + 8])) for i in range(0, len(bits), 8))


def finger_records():
    """Finger minutiae records of three standards."""
    minutiae = b"".join(struct.pack(">HHBB", 1 << 14 | 10 * i, 20 * i, 40 * i, 60 + i) for i in range(4))
    view = bytes([2, 0, 80, 4]) + minutiae
    picture = struct.pack(">HHHH", 400, 480, 197, 197)
    body = b"\0\0" + picture + b"\2\0" + view + b"\0\0" + view + b"\0\6\0\1\0\6\7\7"
    yield "iso-2005", b"FMR\0 20\0" + struct.pack(">I", 12 + len(body)) + body
    body = b"\0\x3d\0\7\0\0" + picture + b"\1\0" + view + b"\0\0"
    yield "ansi", b"FMR\0 20\0" + struct.pack(">H", 10 + len(body)) + body
    yield "ansi-long", b"FMR\0 20\0" + struct.pack(">HI", 0, 14 + len(body)) + body
    part = bytes(9) + bytes([4, 0, 9, 0, 33, 1, 55, 0, 1, 0, 2, 1, 0, 1, 1, 3, 0])
    part += struct.pack(">HHBHHB", 197, 197, 24, 400, 480, 0x61) + bytes([4]) + minutiae + b"\0\2\7\7"
    part = struct.pack(">I", 4 + len(part)) + part
    yield "iso-2011", b"FMR\x00030\0" + struct.pack(">IHB", 15 + 2 * len(part), 2, 1) + 2 * part


def finger_cards():
    """The order of a compact card and its minutiae; biometric information templates."""
    minutiae = bytes.fromhex("333648 7F7FA0 050A7F 050A40 000080")
    for order in (0x00, 0x05, 0x06, 0x09, 0x0D, 0x11, 0x12, 0x25, 0x29):
        yield f"order-{order:02x}", bytes([order]) + minutiae
    template = bytes.fromhex("7F601F830181A11A810108820109870201018802 0005B10A81020C3C820105830100")
    yield "template", template
    yield "group", bytes.fromhex("7F6147020102") + 2 * template
    yield "verification", bytes.fromhex("7F2E11810F") + minutiae
    yield "verification-plain", bytes.fromhex("5F2E0F") + minutiae


def finger_card_edges():
    """Answers of a card that compares fingers: what it says of itself, then to each command."""
    def talk(*answers):
        return b"".join(bytes([len(answer)]) + answer for answer in map(bytes.fromhex, answers))

    template = "7F601F830102A11A810108820109870201018802 0005B10A81020C3C820105830100"
    group = "7F6125020101" + template + "9000"
    yield "matches", talk(group, "63C3", "9000", "9000", "9000", "9000")
    yield "counts", talk(group, "63C3", "63C2", "63C2", "6982", "6984")
    yield "rises", talk(group, "63C1", "63CF")
    yield "more", talk(group, "63C3", "61FF", *20 * ["0061FF"])
    yield "odd", talk("6D00", group, "6984", "9000")
    yield "one", talk("6A88", "6A88", template + "9000", "9000", "019000")
    yield "two", talk("7F6147020102" + template + template.replace("830102", "830103") + "9000", *8 * ["63C1", "63C0"])


def finger_scripts():
    """Scripts of a fingerprint reader that is played."""
    head = b"imprint-finger-reader 1\n"
    yield "press", head + b"resolution 500\ndelay 300ms\narrive\nimage a.pgm\nretry too-dry\npoor a.pgm\nlift\n"
    yield "options", head + b"resolution 500 508\nliveness live\nimpression live-swipe\narrive # here\n" \
        b"image b.bmp contrast=50 area=60 liveness=attack impression=other resolution=1000\nlift\nunplug\n"
    yield "busy", head + b"busy while in-use.flag\nretry lift\nfail\n"


def finger_pictures():
    """Grey pictures: PGM, and BMP of each depth."""
    yield "pgm", b"P5 # by hand\n3 2\n255\n" + bytes(range(6))
    yield "pgm-15", b"P5 3 2 15\n" + bytes(range(6))
    for bits in (8, 24, 32):
        colours = b"".join(bytes([4 * i, 4 * i, 4 * i, 0]) for i in range(64)) if bits == 8 else b""
        row = (3 * bits // 8 + 3) // 4 * 4
        for height in (2, -2):
            head = struct.pack("<2sIII", b"BM", 54 + len(colours) + 2 * row, 0, 54 + len(colours))
            head += struct.pack("<IiiHHIIIIII", 40, 3, height, 1, bits, 0, 2 * row, 19685, 19685, len(colours) // 4, 0)
            yield f"bmp-{bits}-{height}", head + colours + bytes(range(2 * row))


def speech_graphs():
    """Two words and a bigram model of them, and a phrase to be spotted."""
    def weights(*values):
        return struct.pack(f"<{len(values)}f", *values)

    def graph(kind, symbols, words, body, phrases=0, order=0):
        text = b"en-US" + b"".join(bytes([len(symbol)]) + symbol for symbol in symbols)
        for word, said in words:
            text += bytes([len(word)]) + word + bytes([len(said)]) + b"".join(bytes([len(one), *one]) for one in said)
        count = sum(len(said) for _, said in words)
        head = struct.pack("<8sHHIIIIHBBBBH", b"impgra\r\n", 1, kind, 40 + len(text) + len(body), len(words), count, phrases,
                           len(symbols), order, 0, 5, 0, 0)
        return head + text + body + struct.pack("<I", crc32c(head + text + body))

    symbols = (b"AH", b"HH", b"N", b"T", b"UW", b"W")
    words = ((b"one", ((5, 0, 2), (1, 5, 0, 2))), (b"two", ((3, 4),)))
    single = b"".join(struct.pack("<I", number) + weights(*pair) for number, pair in
                      enumerate(((-99, 0), (-0.477, 0), (-0.477, 0), (-0.477, 0))))
    double = b"".join(struct.pack("<II", *pair) + weights(weight) for pair, weight in
                      (((0, 2), -0.3), ((0, 3), -0.3), ((2, 1), 0), ((3, 1), 0)))
    yield "model", graph(1, symbols, words, struct.pack("<I", 4) + single + struct.pack("<I", 4) + double, order=2)
    yield "phrases", graph(2, symbols, words, weights(-20) + b"\2" + struct.pack("<II", 2, 3) + weights(-5.5) + b"\1" + struct.pack("<I", 3), phrases=2)


def language_models():
    """ARPA files: of one order and of three, with what some programs write."""
    yield "unigrams", b"\\data\\\nngram 1=3\n\n\\1-grams:\n-99\t<s>\n-0.3\t</s>\n-0.3\tlight\n\n\\end\\\n"
    yield "trigrams", (b"made by hand\n\n\\data\\\nngram 1=5\nngram 2=3\nngram 3=2\n\n\\1-grams:\n-99\t<s>\t-0.3\n-0.6 </s>\r\n"
                       b"-0.6\tturn\t-0.2\n-0.6\ton\t0.1\n-2 <unk>\n\n\\2-grams:\n-0.3 <s> turn -0.1\n-0.3 turn on -1e-2\n"
                       b"-99.9 on </s>\n\n\\3-grams:\n-.2 <s> turn on\n-0.1 turn on </s>\n\n\\end\\\n")


def pronunciations():
    """Dictionaries: alternatives, comments, words with more than letters."""
    yield "words", b"turn T ER N\non AA N\non(2) AO N\nlight L AY T\n'cause K AH Z\na.m. EY EH M\n"
    yield "comments", b";;; old\r\n# new\r\n\r\nAH0 AH0 # stress\r\nREAD R EH1 D\r\nread(2)\tR  IY1 D\r\n"
    yield "scripts", "привет P R\nprivé P R IY\n)paren P\n(2) T\n".encode()


def letters():
    """Letters and sounds: two letters, each a phone, in sequences of one and two. Without the hash, which the
    target adds."""
    head = b"imprlts\n" + struct.pack("<H", 1) + bytes(32) + struct.pack("<I", 2)
    lists = struct.pack("<HII", 2, 0x61, 0x62) + struct.pack("<H", 2) + b"\1A\1B" + struct.pack("<H", 2) + bytes([0, 0, 255, 1, 1, 255])
    root = struct.pack("<IHHHH", 1, 0, 0, 0, 3)
    level = struct.pack("<I", 3) + struct.pack("<4H", 0, 1000, 100, 2) + struct.pack("<4H", 1, 900, 200, 1) + struct.pack("<4H", 2, 900, 200, 1)
    last = struct.pack("<I", 4) + b"".join(struct.pack("<HH", *node) for node in ((1, 500), (2, 600), (2, 400), (0, 300)))
    yield "two", head + lists + b"\2" + root + level + last
    yield "cut", head + lists + b"\2" + root + level


SEEDS = {"speech-graph": speech_graphs, "arpa": language_models, "pronunciation": pronunciations, "letters": letters,
         "attack-results": attack_results, "apdu": card_commands, "atr": answers_to_reset, "tlv": data_objects, "card": talks_of_cards,
         "card-description": card_descriptions, "camera-event": camera_events, "sound-event": sound_events,
         "finger-record": finger_records, "finger-card": finger_cards, "finger-card-edge": finger_card_edges, "finger-script": finger_scripts,
         "finger-picture": finger_pictures,
         "calls": calls, "image": images, "template": templates, "template-code": template_codes, "manifest": manifests, "elf": libraries, "replay": recordings,
         "puppet": puppets, "face-model": face_models,
         "audio-file": sounds,
         "license": licenses, "license-record": license_records, "license-exchange": license_exchanges,
         "recognizer-graph": recognizer_graphs, "recognizer-hearing": recognizer_hearings,
         "json": json_documents, "recording": recorded_calls, "quarantine": quarantine_records, "package": packages,
         "lockout": lockout_files, "voice-state": voice_states,
         "session": sessions, "sealed-metadata": sealed_metadata,
         "plugin-signature": plugin_signatures, "revocations": revocations}


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in SEEDS[target]():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
