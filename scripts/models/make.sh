# SPDX-License-Identifier: Apache-2.0
# Sourced by scripts/setup, after fetch.sh: what is made of the downloads. Each
# part has its files' SHA-256 in pins/<part>.sha256, relative to the cache. A part is
# made in $partial and takes its place whole, so no half of one is ever seen.
# shellcheck shell=bash

openvino=openvino-2026.4.1
pins=$scripts_folder/models/pins
partial=$cache/partial

# is_right <part>: every file is there with its pinned SHA-256.
is_right() {
    [[ $repin == no ]] || return
    (cd "$cache" && sha256sum --check --strict --quiet "$pins/$1.sha256") >/dev/null 2>&1
}

# check_made <part> <folder>...: the same in $partial, or ends the script.
check_made() {
    local wrong
    if [[ $repin == yes ]]; then
        (cd "$partial" && find "${@:2}" -type f -print0 | sort -z | xargs -0 sha256sum) >"$pins/$1.sha256"
        return
    fi
    wrong=$(cd "$partial" && sha256sum --check --strict --quiet "$pins/$1.sha256" 2>/dev/null) && return
    die "wrong-$1" "$partial" "it does not match scripts/models/pins/$1.sha256: ${wrong//$'\n'/, }" \
        'Run this again; if it persists, report it with the CPU and Python version. Nothing was installed'
}

extract() { "$python" -B "$scripts_folder/models/extract.py" "$@"; }

make_runtime() {
    local to=$partial/runtimes/$openvino libs=openvino/libs
    extract "$(archive_of openvino)" "$to" \
        "$libs/libopenvino.so.2641=libopenvino.so.2641" \
        "$libs/libopenvino_c.so.2641=libopenvino_c.so.2641" \
        "$libs/libopenvino_intel_cpu_plugin.so=libopenvino_intel_cpu_plugin.so" \
        "$libs/libopenvino_ir_frontend.so.2641=libopenvino_ir_frontend.so.2641" \
        "$libs/libopenvino_onnx_frontend.so.2641=libopenvino_onnx_frontend.so.2641" \
        "$libs/libtbb.so.12=libtbb.so.12" \
        "$openvino.dist-info/licenses/*=licenses/"
    check_made runtime runtimes
    put_folder "$to" "$cache/runtimes/$openvino"
}

make_headers() {
    local to=$partial/dev/$openvino
    extract "$(archive_of openvino)" "$to" 'openvino/include/openvino/c/*.h=include/openvino/c/' \
        "$openvino.dist-info/licenses/LICENSE=LICENSE"
    check_made headers dev
    put_folder "$to" "$cache/dev/$openvino"
}

make_models() {
    local mediapipe=$partial/models/mediapipe-face-0.10.21 dlib=$partial/models/dlib-resnet29-0.3.0
    local source=$partial/source
    make_converter
    extract "$(archive_of mediapipe)" "$source" \
        'mediapipe/modules/face_detection/face_detection_short_range.tflite=blazeface-short.tflite' \
        'mediapipe/modules/face_detection/face_detection_full_range_sparse.tflite=blazeface-full.tflite' \
        'mediapipe/modules/face_landmark/face_landmark.tflite=facemesh-468.tflite' \
        '*.dist-info/LICENSE=MEDIAPIPE-LICENSE'
    extract "$(archive_of face-recognition-models)" "$source" \
        '*/models/dlib_face_recognition_resnet_model_v1.dat=dlib-resnet29.dat' \
        'face_recognition_models-*/LICENSE=DLIB-LICENSE'

    mkdir -p "$mediapipe" "$dlib"
    local name
    for name in blazeface-short blazeface-full facemesh-468; do
        convert convert_tflite.py "$name" "$source/$name.tflite" "$mediapipe/$name.xml"
    done
    convert convert_resnet.py "$source/dlib-resnet29.dat" "$dlib/dlib-resnet29.xml"
    # A face and its mirror image at once.
    convert convert_resnet.py "$source/dlib-resnet29.dat" "$dlib/dlib-resnet29-int8.xml" --batch 2 \
        --ranges "$scripts_folder/models/dlib-resnet29-ranges.tsv"
    # A face alone, with the same weights.
    convert convert_resnet.py "$source/dlib-resnet29.dat" "$dlib/dlib-resnet29-int8-single.xml" \
        --ranges "$scripts_folder/models/dlib-resnet29-ranges.tsv"
    mv "$dlib/dlib-resnet29-int8-single.bin" "$dlib/dlib-resnet29-int8.bin"
    mv "$source/MEDIAPIPE-LICENSE" "$mediapipe/LICENSE"
    mv "$source/DLIB-LICENSE" "$dlib/LICENSE"
    check_made models models/mediapipe-face-0.10.21 models/dlib-resnet29-0.3.0
    put_folder "$mediapipe" "$cache/models/mediapipe-face-0.10.21"
    put_folder "$dlib" "$cache/models/dlib-resnet29-0.3.0"
}

make_voice() {
    local to=$partial/models/resemblyzer-0.1.4 source=$partial/source
    make_converter
    extract "$(archive_of resemblyzer)" "$source" 'resemblyzer/pretrained.pt=resemblyzer.pt' \
        'Resemblyzer-*.dist-info/LICENSE=RESEMBLYZER-LICENSE'
    mkdir -p "$to"
    convert convert_lstm.py "$source/resemblyzer.pt" "$to/resemblyzer.xml"
    mv "$source/RESEMBLYZER-LICENSE" "$to/LICENSE"
    check_made voice models/resemblyzer-0.1.4
    put_folder "$to" "$cache/models/resemblyzer-0.1.4"
}

# What is linked into speech-sphinx: pins/archives.sha256, out of the packages in pins/archives.packages.
mapfile -t sphinx_packages <"$pins/archives.packages"
sphinx_folder=/usr/lib/x86_64-linux-gnu

# sphinx_archives: whether the archives that are linked into speech-sphinx are the pinned ones; else sets
# archives_wrong.
sphinx_archives() {
    archives_wrong=$(cd "$sphinx_folder" && sha256sum --check --strict --quiet "$pins/archives.sha256" 2>/dev/null) && return
    archives_wrong=${archives_wrong//$'\n'/, }
    return 1
}

installed_archives() { dpkg-query --show --showformat '${Package}=${Version}\n' "${sphinx_packages[@]%%=*}" 2>/dev/null; }

# The same, or ends the script.
check_archives() {
    local installed
    sphinx_archives && return
    installed=$(installed_archives | tr '\n' ' ') || true
    die wrong-archives "$sphinx_folder (${archives_wrong:-none})" \
        "what is linked into a plugin is of ${installed:-no package }and not of ${sphinx_packages[*]}" \
        "Run: apt-get install --allow-downgrades ${sphinx_packages[*]}; or, after a review of the newer one, scripts/setup --repin"
}

# With --repin: what is installed is what is linked from then on.
pin_archives() {
    (cd "$sphinx_folder" && sha256sum libpocketsphinx.a libsphinxbase.a) >"$pins/archives.sha256"
    installed_archives >"$pins/archives.packages"
}

# Out of Debian's package, which apt has installed: nothing is converted.
make_speech() {
    local to=$partial/models/pocketsphinx-en-us-0.8 from=/usr/share/pocketsphinx/model/en-us
    local terms=/usr/share/doc/pocketsphinx-en-us/copyright name
    [[ $repin == no ]] || pin_archives
    check_archives
    for name in "$terms" "$from/cmudict-en-us.dict" "$from"/en-us/{mdef,means,variances,sendump,transition_matrices}; do
        [[ -f $name ]] ||
            die no-model "$name" 'a file of the package pocketsphinx-en-us is missing' 'Run: apt-get install --reinstall pocketsphinx-en-us'
    done
    mkdir -p "$to"
    for name in mdef means variances sendump; do
        cp "$from/en-us/$name" "$to/en-us.$name"
    done
    cp "$from/en-us/transition_matrices" "$to/en-us.transitions"
    cp "$from/cmudict-en-us.dict" "$to/en-us.dict"
    cp "$terms" "$to/LICENSE"
    chmod 644 "$to"/*
    check_made speech models/pocketsphinx-en-us-0.8
    put_folder "$to" "$cache/models/pocketsphinx-en-us-0.8"
}

# What converters run with, unless an earlier part has made it.
make_converter() {
    local converter=$partial/converter
    [[ ! -d $converter ]] || return 0
    # Only what conversion needs: no GPU and NPU plugins.
    extract "$(archive_of openvino)" "$converter" 'openvino/*.py=openvino/' 'openvino/*.so=openvino/' \
        "openvino/libs/libopenvino.so.*=openvino/libs/" 'openvino/libs/libtbb.so.*=openvino/libs/' \
        'openvino/libs/libopenvino_*frontend.so.*=openvino/libs/'
    extract "$(archive_of numpy)" "$converter" 'numpy*/*=./'
}

# convert <script> <argument>...
convert() {
    env -u PYTHONHOME PYTHONPATH="$partial/converter" PYTHONNOUSERSITE=1 "$python" -B "$scripts_folder/models/$1" "${@:2}" ||
        die convert "$1" 'the conversion failed (see its output above)' 'Run this again; if it persists, report it with the Python version'
}

make_demo() {
    local to=$partial/demo/face_recognition-1.3.0
    extract "$(archive_of face_recognition)" "$to" \
        '*/tests/test_images/obama.jpg=obama.jpg' '*/tests/test_images/obama2.jpg=obama2.jpg' \
        '*/tests/test_images/obama3.jpg=obama3.jpg' '*/tests/test_images/biden.jpg=biden.jpg' \
        'face_recognition-*/LICENSE=LICENSE'
    check_made demo demo
    put_folder "$to" "$cache/demo/face_recognition-1.3.0"
}
