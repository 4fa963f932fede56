# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark programs against each other and prints one Markdown table of ratios.

Every value stands beside its peer's, measured in the same minutes: runs of both are interleaved, so that a
busy machine hurts both. The exit code is 1 where a bound is broken, 2 where something could not be measured.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import captures
import devices
from table import NotMeasured, REPOSITORY, Row, output_of

# What is promised; docs/performance.md says why.
TABLE_CALL_MORE_NS = 5.0
COMPARE_NS = 60.0
LIST_MORE_MS = 15.0
# Where VNNI is 512 bits wide, and where it is narrower or not there.
FACE_CHAIN_FASTER = {True: 4.5, False: 3.5}
SINGLE_PASS_FASTER = {True: 5.5, False: 4.7}
F5_EXTRACTION_MS = 2.0
VERIFY_MEMORY_RATIO = 1.3
VERIFY_CPU_S = 0.2
LICENSE_MS = 1.0
LICENSE_RATIO = 1.0
WORKER_FRAME_MORE_US = 15.0
WORKER_TEMPLATE_MORE_US = 12.0
WORKER_DEATH_MS = 5.0
SEARCH_RATE_RATIO = 0.9
IDENTIFY_RATE_RATIO = 1.0
BYTES_FASTER = 3.5
PACKED_FASTER = 3.5
TWO_THREADS_FASTER = 1.8
BANDWIDTH_SHARE = 0.85
WORKER_RESTART_MS = 50.0
CARD_RATE_RATIO = 0.9
CARD_LATER_MS = 100.0
CAMERA_RATE_RATIO = 0.98
SOUND_LATER_MS = 5.0
CAPTURE_PERCENT = 25.0
PREVIEW_AGE_MS = 100.0

# How the licence server is loaded.
LOAD_WIDTH = 16
LOAD_WARM_UP_S = 2
LOAD_S = 10
MANIFESTS = 50
SEARCHED = 1_000_000
FRAMES = ["obama", "obama2", "biden", "obama3"]
OPENVINO = "openvino-2026.4.1"
FAISS = "faiss-1.15.1"


def table_call(built):
    direct, table = map(float, output_of([built / "table-call", built / "libcallee.so"]).split())
    return [Row("call through an ability's table, least of 200", f"{table:.2f} ns", f"direct: {direct:.2f} ns",
                f"{table - direct:+.2f} ns", f"≤ +{TABLE_CALL_MORE_NS:g} ns", table - direct <= TABLE_CALL_MORE_NS)]


def matcher_call(built, stage):
    # The program has nothing of Swift itself, whose libraries a host in Swift would have loaded.
    swift = json.loads(output_of(["swiftc", "-print-target-info"]))["paths"]["runtimeLibraryPaths"][0]
    rows = []
    for name, library, most in (("F6", "dev.imprint.face-f6/libFaceF6.so", COMPARE_NS),
                                ("F5", "dev.imprint.face-f5/libFaceF5.so", None)):
        said = output_of([built / "matcher-call", stage / "plugins" / library, built / "libembedding.so"],
                         env={**os.environ, "LD_LIBRARY_PATH": swift})
        compared, prepared, kernel = map(float, said.split())
        bound = (f"≤ {most:g} ns", compared <= most) if most else ()
        rows.append(Row(f"two templates of {name} compared through the C table, least of 200", f"{compared:.1f} ns",
                        f"F6's kernel alone: {kernel:.1f} ns", f"{compared - kernel:+.1f} ns", *bound))
        rows.append(Row(f"one with a thousand of {name} in one call, each, least of 200", f"{prepared:.1f} ns",
                        f"F6's kernel alone: {kernel:.1f} ns", f"{prepared - kernel:+.1f} ns"))
    return rows


def many_manifests(stage, root):
    """A root like the stage, with MANIFESTS plugins: the stage's own in turn, under other ids."""
    originals = sorted((stage / "plugins").iterdir())
    if not originals:
        raise NotMeasured(f"no plugin in {stage}")
    (root / "bin").mkdir()
    shutil.copy2(stage / "bin" / "sdkctl", root / "bin" / "sdkctl")
    shutil.copytree(stage / "variants", root / "variants")
    for number in range(MANIFESTS):
        original = originals[number % len(originals)]
        plugin_id = f"dev.bench.plugin-{number}"
        folder = root / "plugins" / plugin_id
        folder.mkdir(parents=True)
        manifest = (original / "plugin.yaml").read_text(encoding="utf-8")
        manifest = re.sub(r"^id: .*$", f"id: {plugin_id}", manifest, flags=re.MULTILINE)
        (folder / "plugin.yaml").write_text(manifest, encoding="utf-8")
        for library in original.glob("*.so"):
            shutil.copy2(library, folder / library.name)


def spent_ms(command, environment):
    start = time.perf_counter_ns()
    child = os.posix_spawn(command[0], command, environment,
                           file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, _ = os.wait4(child, 0)
    if status != 0:
        raise NotMeasured(f"{' '.join(command)} ended with {status}")
    return (time.perf_counter_ns() - start) / 1e6


def start_up(stage, rounds):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        many_manifests(stage, root)
        program = str(root / "bin" / "sdkctl")
        environment = {**os.environ, "XDG_DATA_HOME": folder, "IMPRINT_PLUGIN_PATH": ""}
        listed = output_of([program, "plugin", "list"], env=environment)
        found = len(set(re.findall(r"dev\.bench\.plugin-\d+", listed)))
        if found != MANIFESTS:
            raise NotMeasured(f"`sdkctl plugin list` names {found} of {MANIFESTS} plugins")
        commands = {"list": [program, "plugin", "list"], "version": [program, "--version"]}
        times = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                times[name].append(spent_ms(command, environment))
    rows = []
    for word, of in (("least", min), ("median", statistics.median)):
        value, peer = of(times["list"]), of(times["version"])
        rows.append(Row(f"`sdkctl plugin list`, {MANIFESTS} manifests, {word} of {rounds}", f"{value:.1f} ms",
                        f"`--version`: {peer:.1f} ms", f"{value - peer:+.1f} ms", f"≤ +{LIST_MORE_MS:g} ms",
                        value - peer <= LIST_MORE_MS))
    return rows


def worker_calls(built, stage, rounds):
    said = output_of([built / "WorkerCall", built / "worker", stage / "bin" / "imprint-worker", str(100 * rounds),
                      str(rounds)])
    medians = {line.split()[0]: [int(word) for word in line.split()[1:]] for line in said.splitlines()}
    rows = []
    for name, what, most in (("frame", "a 640x480 frame", WORKER_FRAME_MORE_US),
                             ("template", "a comparison of 2 KiB templates", WORKER_TEMPLATE_MORE_US)):
        inside, outside = (value / 1e3 for value in medians[name])
        rows.append(Row(f"{what} to a worker and back, median of {100 * rounds}", f"{outside:.1f} µs",
                        f"in the process: {inside:.1f} µs", f"{outside - inside:+.1f} µs", f"≤ +{most:g} µs",
                        outside - inside <= most))
    seen, again = (value / 1e6 for value in medians["death"])
    rows.append(Row(f"a worker's end, from its cause to the caller's error, median of {rounds}", f"{seen:.2f} ms",
                    "none", "-", f"≤ {WORKER_DEATH_MS:g} ms", seen <= WORKER_DEATH_MS))
    rows.append(Row(f"from there to the next worker's first answer, median of {rounds}", f"{again:.1f} ms", "none",
                    "-", f"≤ {WORKER_RESTART_MS:g} ms", again <= WORKER_RESTART_MS))
    return rows


def search(built, stage, cache, rounds):
    folder = cache / "bench" / FAISS
    if not folder.is_dir():
        raise NotMeasured(f"{folder} is missing: run scripts/setup --with bench")
    ours = Chain([built / "Search", stage, stage / "bin" / "imprint-worker", built / "libembedding.so",
                  built / "libread.so", str(SEARCHED)])
    peers = {threads: Chain(["/usr/bin/python3", REPOSITORY / "Benchmarks/search/peer.py", str(SEARCHED), str(threads)],
                            {"PYTHONPATH": str(folder)}) for threads in (1, 2)}
    times = {}
    missed = 0
    for _ in range(rounds):
        words = ours.ask("search").split()
        values = dict(zip(words[::2], map(int, words[1::2])))
        missed = values.pop("missed")
        values |= {f"faiss-{threads}": int(peer.ask("search")) for threads, peer in peers.items()}
        for name, value in values.items():
            times.setdefault(name, []).append(value / 1e6)
    for program in (ours, *peers.values()):
        program.end()
    return search_rows({name: statistics.median(values) for name, values in times.items()}, missed, rounds)


def search_rows(ms, missed, rounds):
    best = f"the best 10 of {SEARCHED:,}"

    def row(what, value, peer_name, peer, ratio, bound, holds):
        return Row(f"{best}, {what}, median of {rounds}", f"{value:.1f} ms", f"{peer_name}: {peer:.1f} ms", ratio, bound,
                   holds)

    rows = []
    for name, where in (("in-process", "in the process"), ("process", "in a worker")):
        ratio = ms["kernel"] / ms[name]
        rows.append(row(f"prepared, {where}", ms[name], "its kernel alone", ms["kernel"], f"{ratio:.2f} of its rate",
                        f"≥ {SEARCH_RATE_RATIO:g}", ratio >= SEARCH_RATE_RATIO))
    for name, peer, what in (("identify", "faiss-1", "whole `identify`"), ("identify-2", "faiss-2", "the same, two threads"),
                             ("once", "faiss-1", "whole `identify` of a `Gallery`")):
        ratio = ms[peer] / ms[name]
        rows.append(row(what, ms[name], "faiss IndexFlatIP", ms[peer], f"{ratio:.2f} of its rate",
                        f"≥ {IDENTIFY_RATE_RATIO:g}", ratio >= IDENTIFY_RATE_RATIO))
    faster = ms["identify"] / ms["bytes"]
    rows.append(row(f"whole `identify` by bytes ({missed} of {10 * 2 * (rounds + 1)} missed)", ms["bytes"], "by floats",
                    ms["identify"], f"{faster:.2f} times faster", f"≥ {BYTES_FASTER:g}", faster >= BYTES_FASTER))
    for peer_name, peer, bound in (("by floats, of F6", "identify", PACKED_FASTER), ("its kernel alone", "packed-kernel", None)):
        faster = ms[peer] / ms["packed"]
        rows.append(row("whole `identify` of F5's packed templates", ms["packed"], peer_name, ms[peer],
                        f"{faster:.2f} {'times faster' if bound else 'of its rate'}", f"≥ {bound:g}" if bound else None,
                        not bound or faster >= bound))
    for name, what, entry in (("identify", "two threads instead of one", 512),
                              ("bytes", "by bytes, two threads instead of one", 128),
                              ("packed", "by packed templates, two threads instead of one", 96)):
        faster = ms[name] / ms[f"{name}-2"]
        size = SEARCHED * entry
        share = size / ms[f"{name}-2"] / (SEARCHED * 512 / ms["read-2"])
        rows.append(row(what, ms[f"{name}-2"], "one", ms[name],
                        f"{faster:.2f} times faster; {share:.0%} of the rate of reading alone",
                        f"≥ {TWO_THREADS_FASTER:g}, or {BANDWIDTH_SHARE:.0%}",
                        faster >= TWO_THREADS_FASTER or share >= BANDWIDTH_SHARE))
    return rows


class Chain:
    """A program that measures once for each line it is sent."""

    def __init__(self, command, more=None):
        self.name = pathlib.Path(command[0]).name
        # One thread each, whatever the library's own default is.
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **(more or {})}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)
        self.answer("ready")

    def answer(self, expected=None):
        line = self.process.stdout.readline().strip()
        if not line or (expected and line != expected):
            self.end()
            raise NotMeasured(f"{self.name} gave no answer; its own words are above")
        return line

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return self.answer()

    def measure_ms(self, request):
        """The first of the answer's numbers, and all others."""
        spent, *parts = (int(word) / 1e6 for word in self.ask(request).split())
        return spent, parts

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def face_chain(built, stage, cache, rounds):
    frames = [str(built / f"{name}.ppm") for name in FRAMES]
    dlib_models = [str(built / "shape_predictor_5_face_landmarks.dat"),
                   str(built / "dlib_face_recognition_resnet_model_v1.dat")]
    embedding = cache / "models" / "dlib-resnet29-0.3.0"
    commands = {
        "F6": [str(built / "FaceChain"), str(stage), "dev.imprint.face-f6", *frames],
        "F5": [str(built / "FaceChain"), str(stage), "dev.imprint.face-f5", *frames],
        "mirror": [str(built / "mirrored-pass"), str(cache / "runtimes" / OPENVINO),
                   str(embedding / "dlib-resnet29-int8.xml"), str(embedding / "dlib-resnet29-int8.bin")],
        "AVX2": [str(built / "dlib-chain"), *dlib_models, *frames],
        "portable": [str(built / "dlib-chain-portable"), *dlib_models, *frames],
    }
    chains = {}
    times = {kind: [[] for _ in frames] for kind in [*commands, "F5 extraction"]}
    try:
        for kind, command in commands.items():
            chains[kind] = Chain(command)
        # The first round of each warms up and does not count.
        for turn in range(rounds + 1):
            for index in range(len(frames)):
                for kind, chain in chains.items():
                    spent, parts = chain.measure_ms(f"{index} 1")
                    if turn > 0:
                        times[kind][index].append(spent)
                        if kind == "F5":
                            times["F5 extraction"][index].append(parts[0])
    finally:
        for chain in chains.values():
            chain.end()
    rows, wide = [], has_wide_vnni()
    for word, of in (("least", min), ("median", statistics.median)):
        # Each frame's own figure first: frames differ more than runs.
        figure = {kind: statistics.mean(of(runs) for runs in frames) for kind, frames in times.items()}
        single = figure["F6"] - figure["mirror"]
        for what, value, least in (("F6 template, with its mirrored pass", figure["F6"], FACE_CHAIN_FASTER[wide]),
                                   ("F6 template, without the mirrored pass", single, SINGLE_PASS_FASTER[wide]),
                                   ("F5 template", figure["F5"], SINGLE_PASS_FASTER[wide])):
            for build in ("AVX2", "portable"):
                faster = figure[build] / value
                rows.append(Row(f"frame to {what}, {word} of {rounds}", f"{value:.2f} ms",
                                f"dlib, {build} build: {figure[build]:.2f} ms", f"{faster:.2f} times faster",
                                f"≥ {least:g}", faster >= least))
        extraction = figure["F5 extraction"]
        rows.append(Row(f"from the face to F5's template, {word} of {rounds}", f"{extraction:.2f} ms", "none", "-",
                        f"≤ {F5_EXTRACTION_MS:g} ms", extraction <= F5_EXTRACTION_MS))
    return rows


def license_check(built, rounds):
    folder, now = built / "license", "1790000001"
    files = [str(folder / "root.pem"), str(folder / "licence"), now]
    commands = {"ours": [str(built / "LicenseCheck"), *files],
                "peer": ["/usr/bin/python3", str(REPOSITORY / "Benchmarks/license/peer.py"), "check", *files]}
    chains, times = {}, {kind: [] for kind in commands}
    try:
        for kind, command in commands.items():
            chains[kind] = Chain(command)
        # The first round of each warms up and does not count.
        for turn in range(rounds + 1):
            for kind, chain in chains.items():
                spent, _ = chain.measure_ms("0 100")
                if turn > 0:
                    times[kind].append(spent)
    finally:
        for chain in chains.values():
            chain.end()
    value, peer = statistics.median(times["ours"]), statistics.median(times["peer"])
    return [Row(f"a licence verified, median of {rounds}", f"{value:.3f} ms", f"PyJWT and cryptography: {peer:.3f} ms",
                f"{value / peer:.2f}", f"≤ {LICENSE_RATIO:g}, ≤ {LICENSE_MS:g} ms",
                value <= LICENSE_MS and value / peer <= LICENSE_RATIO)]


def syncs_per_second(folder, seconds=2.0):
    """How often the disk makes 4 KiB last: what every commit has to wait for."""
    path, count, block = folder / "syncs", 0, b"x" * 4096
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            os.write(descriptor, block)
            os.fdatasync(descriptor)
            count += 1
        return count / spent
    finally:
        os.close(descriptor)
        path.unlink()


class LicenseServer:
    """The real program on a home of its own: TLS, SQLite with `synchronous=FULL`, no limits of rates."""

    def __init__(self, program, home):
        self.home = home
        self.command = [str(program)]
        self.tell("init", "--host", "localhost", "--name", "Bench")
        with open(home / "server.yaml", "a", encoding="utf-8") as settings:
            settings.write("visitorRate: {perSecond: 0, burst: 1}\nkeyRate: {perSecond: 0, burst: 1}\n")
        self.tell("profile", "create", "bench", "--bundle", "face")
        self.key = json.loads(self.tell("key", "create", "bench", "--json"))["key"]
        self.process = subprocess.Popen([*self.command, "serve", "--port", "0", "--home", str(home)], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        words = self.process.stdout.readline().split()
        if not words or words[0] != "ready":
            self.end()
            raise NotMeasured("the licence server is not ready")
        self.url = f"{words[1]}/v1/licenses/activate"
        self.devices = 0

    def tell(self, *arguments):
        return output_of([*self.command, *arguments, "--home", str(self.home)])

    def cpu_s(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def load(self, program, seconds, connections):
        """Activations a second, their median and 99th percentile in ms, and the server's CPU for one in
        ms."""
        before = self.cpu_s()
        words = output_of([program, self.url, self.home / "client" / "tls-ca.pem", self.key, "bench", str(LOAD_WIDTH),
                           str(seconds), connections, str(self.devices)]).split()
        answers, spent, median, late = int(words[0]), float(words[1]), int(words[2]), int(words[3])
        self.devices += answers + LOAD_WIDTH
        return answers / spent, median / 1000, late / 1000, (self.cpu_s() - before) / answers * 1000

    def end(self):
        self.process.terminate()
        self.process.stdout.close()
        if self.process.wait() != 0:
            raise NotMeasured(f"the licence server ended with {self.process.returncode}")


def license_server(built, stage):
    rows = []
    # Beside the build, not in /tmp, which may be memory.
    with tempfile.TemporaryDirectory(dir=built) as folder:
        server = LicenseServer(stage / "bin" / "imprint-lkms", pathlib.Path(folder) / "home")
        try:
            for connections, what in (("new", "a TLS connection each"), ("kept", f"{LOAD_WIDTH} connections kept")):
                server.load(built / "load", LOAD_WARM_UP_S, connections)
                rate, median, late, cpu = server.load(built / "load", LOAD_S, connections)
                syncs = syncs_per_second(pathlib.Path(folder))
                rows.append(Row(f"licence server, {what}, {LOAD_WIDTH} devices at a time",
                                f"{rate:.0f} activations/s; median {median:.1f} ms, 99 % {late:.1f} ms; "
                                f"its CPU {cpu:.2f} ms each", f"write and fdatasync: {syncs:.0f}/s",
                                f"{rate / syncs:.2f}"))
        finally:
            server.end()
    return rows


def used_by(command, environment=os.environ):
    """What a whole process uses: seconds of the processor, and the most MiB that are resident."""
    child = os.posix_spawn(command[0], command, environment,
                           file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise NotMeasured(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def memory(built, stage, cache, rounds):
    pictures = [str(cache / "demo" / "face_recognition-1.3.0" / f"{name}.jpg") for name in ("obama", "obama2")]
    models = cache / "models"
    # The same files: how much of a library is resident also depends on how large the pieces are that the
    # system has read it in.
    bare = [str(built / "bare"), str(stage / "runtimes" / OPENVINO),
            str(models / "mediapipe-face-0.10.21" / "blazeface-short.xml"),
            str(models / "mediapipe-face-0.10.21" / "facemesh-468.xml"),
            str(models / "dlib-resnet29-0.3.0" / "dlib-resnet29-int8.xml"), *pictures]
    sdkctl = str(stage / "bin" / "sdkctl")
    first, later, peers = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        person = ["--user", "bench", "--store", f"{folder}/store"]
        output_of([sdkctl, "enroll", *person, pictures[0]])
        for number in range(rounds):
            # A cache of its own: the first process compiles the networks, the second finds them.
            environment = os.environ | {"XDG_CACHE_HOME": f"{folder}/cache-{number}"}
            first.append(used_by([sdkctl, "verify", *person, *pictures], environment))
            later.append(used_by([sdkctl, "verify", *person, *pictures], environment))
            peers.append(used_by(bare))

    def medians(values):
        return [statistics.median(column) for column in zip(*values)]

    (first_cpu, first_mb), (later_cpu, later_mb), (peer_cpu, peer_mb) = map(medians, (first, later, peers))
    rows = []
    for what, cpu, mb, is_judged in (("the first", first_cpu, first_mb, False), ("a later", later_cpu, later_mb, True)):
        cpu_ratio, mb_ratio = f"{cpu / peer_cpu:.2f}", f"{mb / peer_mb:.2f}"
        cpu_bound = (f"≤ {VERIFY_CPU_S:g} s", cpu <= VERIFY_CPU_S) if is_judged else ()
        mb_bound = (f"≤ {VERIFY_MEMORY_RATIO:g}", mb / peer_mb <= VERIFY_MEMORY_RATIO) if is_judged else ()
        rows += [
            Row(f"CPU time of {what} `sdkctl verify`, median of {rounds}", f"{cpu:.2f} s",
                f"bare C program, same networks: {peer_cpu:.2f} s", cpu_ratio, *cpu_bound),
            Row(f"its peak memory, median of {rounds}", f"{mb:.0f} MiB",
                f"bare C program, same networks: {peer_mb:.0f} MiB", mb_ratio, *mb_bound)]
    return rows


def has_wide_vnni():
    """Whether the networks may use VNNI of 512 bits."""
    isa = os.environ.get("ONEDNN_MAX_CPU_ISA", "DEFAULT").upper()
    return "avx512_vnni" in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") and (
        isa in ("ALL", "DEFAULT") or isa.startswith("AVX512_CORE_") or isa.startswith("AVX10"))


def peak(built):
    """What one thread can do at most, in words: by instructions in registers, and nothing else."""
    floats, of_bytes = (line.split(maxsplit=1) for line in output_of([built / "peak"]).splitlines())
    return (f"one thread at most {floats[0]} Gflop/s in float ({floats[1]}) and {of_bytes[0]} Gop/s in bytes "
            f"({of_bytes[1]})")


def machine(built):
    info = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model, family = (re.search(rf"^{name}\s*: (.*)$", info, re.MULTILINE) for name in ("model name", "cpu family"))
    flags = set(re.findall(r"\b(?:avx2|avx_vnni|avx512f|avx512_bf16|avx512_vnni|amx_bf16)\b", info))
    load = os.getloadavg()[0]
    return (f"{model.group(1) if model else 'unknown CPU'}, family {family.group(1) if family else 'unknown'}; "
            f"{os.cpu_count()} CPUs; {' '.join(sorted(flags))}; "
            f"{peak(built)}; Linux {os.uname().release}; load at the start {load:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--built", type=pathlib.Path, required=True, help="folder of the built programs")
    parser.add_argument("--stage", type=pathlib.Path, required=True, help="a staged release build")
    parser.add_argument("--cache", type=pathlib.Path, required=True, help="what scripts/setup fetched")
    parser.add_argument("--rounds", type=int, default=20, help="interleaved runs of each (default 20)")
    parser.add_argument("--only", help="one part, by its name")
    options = parser.parse_args()
    built, stage = options.built.resolve(), options.stage.resolve()

    photograph, models = options.cache / "demo/face_recognition-1.3.0/obama.jpg", options.cache / "models"
    measures = {
        "table-call": lambda: table_call(built),
        "matcher-call": lambda: matcher_call(built, stage),
        "start-up": lambda: start_up(stage, options.rounds),
        "worker": lambda: worker_calls(built, stage, options.rounds),
        "search": lambda: search(built, stage, options.cache, options.rounds),
        "capture": lambda: captures.captures(
            built, stage, options.cache / "runtimes" / OPENVINO, models / "mediapipe-face-0.10.21", photograph,
            min(options.rounds, 5), CAPTURE_PERCENT, PREVIEW_AGE_MS),
        "cards": lambda: devices.cards(built, stage, options.rounds, CARD_RATE_RATIO, CARD_LATER_MS),
        "cameras": lambda: devices.cameras(built, stage, CAMERA_RATE_RATIO),
        "sound": lambda: devices.sound(built, stage, SOUND_LATER_MS),
        "license": lambda: license_check(built, options.rounds),
        "license-server": lambda: license_server(built, stage),
        "face-chain": lambda: face_chain(built, stage, options.cache, options.rounds),
        "memory": lambda: memory(built, stage, options.cache, min(options.rounds, 5)),
    }
    if options.only is not None and options.only not in measures:
        parser.error(f"--only {options.only}: there is no such part; there are {', '.join(measures)}")

    print(f"Machine: {machine(built)}\n")
    print("| what | value | peer | ratio or difference | bound | holds |\n|---|---|---|---|---|---|")
    rows, failures = [], []
    for measure in measures.values() if options.only is None else [measures[options.only]]:
        try:
            for row in measure():
                rows.append(row)
                print("| " + " | ".join(row.cells) + " |", flush=True)
        except (NotMeasured, OSError) as error:
            failures.append(str(error))
    for failure in failures:
        print(f"not measured: {failure}", file=sys.stderr)
    return 2 if failures else 0 if all(row.ok for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
