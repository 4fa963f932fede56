// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Every Swift target of ours: warnings are errors, and the coming language rules hold already.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// C targets of ours. Pixel loops are unusable at -O0, so debug builds optimise them too.
let strictC: [CSetting] = [
  .unsafeFlags([
    "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-gnu-zero-variadic-macro-arguments",
    "-fvisibility=hidden",
  ]),
  .unsafeFlags(["-O2"], .when(configuration: .debug)),
]

/// Exports the plugin entry and nothing else. lld, because gold keeps a few local symbols. No run path to the
/// toolchain: Swift's libraries are the host's, and no plugin has the loader look outside of its own folder.
let pluginLink: [LinkerSetting] = [
  .unsafeFlags([
    "-no-toolchain-stdlib-rpath", "-use-ld=lld", "-Xlinker",
    "--version-script=\(Context.packageDirectory)/Plugins/plugin.map",
    "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "relro",
  ])
]

/// PocketSphinx, out of Debian's archives. It opens files by name, starts a program for a compressed one,
/// ends the process where it finds an error, forgets what it had reserved then, keeps any number of words and
/// prints: all of that comes to CSphinx instead. It is compiled for programs, which is why its two streams
/// cannot be those of the C library. Said of the plugin and of its trial alone, so that nothing else is
/// linked like that.
let sphinxLink: [LinkerSetting] = [
  .unsafeFlags(
    ["-l:libpocketsphinx.a", "-l:libsphinxbase.a"].flatMap { ["-Xlinker", $0] }
      + [
        "fopen", "fclose", "popen", "exit", "abort", "__assert_fail", "malloc", "calloc", "realloc", "free",
        "puts", "putchar", "__printf_chk", "ngram_search_save_bp",
      ].flatMap { ["-Xlinker", "--wrap=\($0)"] }
      + ["stderr", "stdout"].flatMap { ["-Xlinker", "--defsym=\($0)=imp_sphinx_stream"] }),
  .linkedLibrary("m"),
]

/// A plugin in Swift: the folder's `Sources`, the author kit, and what of `Plugins/Shared` it names.
func swiftPlugin(
  _ name: String, folder: String, sources: String = "Sources", shared: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: ["CImprint", "ImprintPluginKit"] + shared, path: "Plugins/\(folder)/\(sources)",
    swiftSettings: strict, linkerSettings: pluginLink)
}

let package = Package(
  name: "imprint",
  products: [
    .library(name: "Imprint", targets: ["Imprint"]),
    .library(name: "ImprintAuthoring", targets: ["ImprintAuthoring"]),
    .library(name: "ImprintPluginKit", targets: ["ImprintPluginKit"]),
    .executable(name: "sdkctl", targets: ["sdkctl"]),
    .executable(name: "imprint-lkms", targets: ["imprint-lkms"]),
    .executable(name: "imprint-worker", targets: ["imprint-worker"]),
    .executable(name: "imprint-check", targets: ["imprint-check"]),
    .library(name: "NullMatcher", type: .dynamic, targets: ["NullMatcher"]),
    .library(name: "DeviceReplay", type: .dynamic, targets: ["DeviceReplay"]),
    .library(name: "DeviceFingerReplay", type: .dynamic, targets: ["DeviceFingerReplay"]),
    .library(name: "DevicePuppet", type: .dynamic, targets: ["DevicePuppet"]),
    .library(name: "DeviceV4L2", type: .dynamic, targets: ["DeviceV4L2"]),
    .library(name: "DeviceALSA", type: .dynamic, targets: ["DeviceALSA"]),
    .library(name: "DevicePCSC", type: .dynamic, targets: ["DevicePCSC"]),
    // A microphone of ALSA's that plays files: libasound looks for a library of this name.
    .library(name: "asound_module_pcm_imprint", type: .dynamic, targets: ["VirtualMicrophone"]),
    .library(name: "ImprintTemplateCodes", targets: ["ImprintTemplateCodes"]),
    .library(name: "ImprintFinger", targets: ["ImprintFinger"]),
    .library(name: "ImprintFingerCard", targets: ["ImprintFingerCard"]),
    .library(name: "ImprintVirtualCard", targets: ["ImprintVirtualCard"]),
    .executable(name: "imprint-virtual-card", targets: ["imprint-virtual-card"]),
    .library(name: "FaceTracker", type: .dynamic, targets: ["FaceTracker"]),
    .library(name: "FaceCaptureLite", type: .dynamic, targets: ["FaceCaptureLite"]),
    .library(name: "FaceCaptureNormal", type: .dynamic, targets: ["FaceCaptureNormal"]),
    .library(name: "FaceCaptureCr2d", type: .dynamic, targets: ["FaceCaptureCr2d"]),
    .library(name: "FaceF5", type: .dynamic, targets: ["FaceF5"]),
    .library(name: "FaceF6", type: .dynamic, targets: ["FaceF6"]),
    .library(name: "FingerEdges", type: .dynamic, targets: ["FingerEdges"]),
    .library(name: "VoiceV1", type: .dynamic, targets: ["VoiceV1"]),
    .library(name: "SpeechSphinx", type: .dynamic, targets: ["SpeechSphinx"]),
    .library(name: "FaceONNX", type: .dynamic, targets: ["FaceONNX"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // The contract and the author kit: all that a plugin may depend on.
    .target(name: "CImprint", path: "Sources/CImprint", exclude: ["abilities", "layout.txt"]),
    // Lifetimes: its views end with the call that lends them, and the compiler knows.
    .target(
      name: "ImprintPluginKit", dependencies: ["CImprint"],
      swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),

    // The core, each depending on those above it only.
    .target(
      name: "ImprintModel", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    // YAML by a schema, and the files of settings.
    .target(
      name: "ImprintSettings",
      dependencies: ["ImprintFiles", "ImprintModel", .product(name: "Yams", package: "Yams")],
      swiftSettings: strict),
    .target(
      name: "ImprintManifest", dependencies: ["ImprintModel", "ImprintSettings"], swiftSettings: strict),
    // Files that last, for whoever keeps some.
    .target(
      name: "ImprintFiles",
      dependencies: ["ImprintModel", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    .target(name: "ImprintThreads", swiftSettings: strict),
    // Finger minutiae in the formats of standards: bytes alone, nothing of plugins.
    .target(name: "ImprintFinger", dependencies: ["ImprintModel"], swiftSettings: strict),
    // What licences, certificates and whose a plugin is have in common: documents, and who may sign them.
    .target(
      name: "ImprintSignedDocuments",
      dependencies: [
        "ImprintModel", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    .target(
      name: "ImprintLicense",
      dependencies: [
        "ImprintFiles", "ImprintModel", "ImprintSignedDocuments",
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    // HTTPS with pinned public keys: libcurl and OpenSSL behind one function.
    .target(
      name: "CLicenseTransport", cSettings: strictC,
      linkerSettings: [.linkedLibrary("curl"), .linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    .target(
      name: "ImprintLicenseClient",
      dependencies: [
        "CLicenseTransport", "ImprintLicense", "ImprintModel", "ImprintSignedDocuments",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    .systemLibrary(
      name: "CImagingLibraries", path: "Sources/CImagingLibraries",
      providers: [.apt(["libturbojpeg0-dev", "libpng-dev", "libexif-dev"])]),
    .target(name: "CImprintPixels", cSettings: strictC),
    .target(
      name: "ImprintImaging",
      dependencies: ["CImagingLibraries", "CImprintPixels", "ImprintFiles", "ImprintModel"],
      swiftSettings: strict),
    // Faces of pictures, by the quality components of ISO/IEC 29794-5.
    .target(
      name: "ImprintFaceQuality", dependencies: ["CImprintPixels", "ImprintModel"], swiftSettings: strict),
    // What Linux has and Swift does not show; the walls around a worker.
    .target(name: "CImprintLinux", cSettings: strictC, linkerSettings: [.linkedLibrary("seccomp")]),
    // Calls into plugins as messages.
    .target(name: "ImprintCalls", dependencies: ["CImprint"], swiftSettings: strict),
    // Keys and certificates: made, read, and signed with.
    .target(
      name: "ImprintCertificates",
      dependencies: [
        "ImprintModel", "ImprintSignedDocuments", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    // Who made a plugin, and whether it may be used.
    .target(
      name: "ImprintTrust",
      dependencies: [
        "ImprintCertificates", "ImprintFiles", "ImprintManifest", "ImprintModel", "ImprintSettings",
        "ImprintSignedDocuments", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    .target(
      name: "ImprintRuntime",
      dependencies: [
        "CImprint", "CImprintLinux", "ImprintCalls", "ImprintFiles", "ImprintLicense", "ImprintManifest",
        "ImprintModel", "ImprintSettings", "ImprintThreads", "ImprintTrust",
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "imprint-worker", dependencies: ["CImprint", "CImprintLinux", "ImprintCalls", "ImprintThreads"],
      swiftSettings: strict),
    // What is done with plugins besides running them: packages, conformance, recordings.
    .target(
      name: "ImprintPackage",
      dependencies: [
        "ImprintFiles", "ImprintManifest", "ImprintModel", "ImprintRuntime", "ImprintSettings",
        "ImprintSignedDocuments", "ImprintTrust",
      ], swiftSettings: strict),
    // A new plugin's folder, from the kit's templates.
    .target(
      name: "ImprintScaffold",
      dependencies: ["ImprintFiles", "ImprintManifest", "ImprintModel", "ImprintSettings"],
      swiftSettings: strict),
    // Starts a check's process, and ends it.
    .target(name: "CCheckProcess", dependencies: ["CImprintLinux"], cSettings: strictC),
    // What a check's process asks of the system, and what it leaves in memory.
    .target(
      name: "CCheckWatch", dependencies: ["CImprintLinux"], cSettings: strictC,
      linkerSettings: [.linkedLibrary("seccomp")]),
    // Allocations that fail on demand. It takes malloc's place in the program that links it: imprint-check
    // alone.
    .target(name: "CCheckFaults", cSettings: strictC),
    .target(
      name: "ImprintCheck",
      dependencies: [
        "CCheckProcess", "CCheckWatch", "CImprint", "CImprintLinux", "ImprintCalls", "ImprintCertificates",
        "ImprintFiles", "ImprintLicense", "ImprintManifest", "ImprintModel", "ImprintRuntime",
        "ImprintSettings", "ImprintSignedDocuments", "ImprintThreads", "ImprintTrust",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "imprint-check", dependencies: ["CCheckFaults", "ImprintCheck"], swiftSettings: strict),
    .target(
      name: "ImprintRecording",
      dependencies: [
        "CImprint", "ImprintCalls", "ImprintFiles", "ImprintManifest", "ImprintModel", "ImprintRuntime",
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    // Capture sessions: written, read, redacted, and sealed as metadata.
    .target(
      name: "ImprintSession",
      dependencies: [
        "ImprintFiles", "ImprintModel", "ImprintThreads", .product(name: "Crypto", package: "swift-crypto"),
      ], swiftSettings: strict),
    .target(
      name: "ImprintCapture",
      dependencies: [
        "ImprintImaging", "ImprintLicense", "ImprintLockout", "ImprintModel", "ImprintRuntime",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    // What is done with fingers on a reader: captured, enrolled, verified, identified, managed.
    .target(
      name: "ImprintFingerCapture",
      dependencies: [
        "ImprintCapture", "ImprintLicense", "ImprintMatching", "ImprintModel", "ImprintRuntime",
        "ImprintStore",
      ], swiftSettings: strict),
    // What a capture consists of, recorded into a session, and a session replayed.
    .target(
      name: "ImprintCaptureSession",
      dependencies: [
        "ImprintCapture", "ImprintLicense", "ImprintModel", "ImprintRuntime", "ImprintSession",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    .target(
      name: "ImprintMatching",
      dependencies: [
        "ImprintLicense", "ImprintManifest", "ImprintModel", "ImprintRuntime", "ImprintSettings",
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CSoundFile", path: "Sources/CSoundFile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"])]),
    // Sound from microphones: measured, and recorded to files.
    .target(
      name: "ImprintAudio",
      dependencies: ["CSoundFile", "ImprintFiles", "ImprintModel", "ImprintRuntime", "ImprintThreads"],
      swiftSettings: strict),
    // QR codes of templates. Apart from Imprint: libzbar brings X11 and D-Bus into each program that links
    // it.
    .systemLibrary(
      name: "CCodeLibraries", path: "Sources/CCodeLibraries",
      providers: [.apt(["libqrencode-dev", "libzbar-dev"])]),
    .target(
      name: "ImprintTemplateCodes", dependencies: ["CCodeLibraries", "ImprintImaging", "ImprintModel"],
      swiftSettings: strict),
    // Smart cards: commands and responses, files, data objects, sessions.
    .target(
      name: "ImprintCard", dependencies: ["ImprintModel", "ImprintRuntime", "ImprintThreads"],
      swiftSettings: strict),
    // Fingers that a card compares itself.
    .target(
      name: "ImprintFingerCard",
      dependencies: ["ImprintCard", "ImprintFinger", "ImprintFingerCapture", "ImprintModel"],
      swiftSettings: strict),
    // A smart card in software, for those who test with one; and the program that puts it into a virtual
    // reader.
    .target(
      name: "ImprintVirtualCard",
      dependencies: ["CFingerEdges", "ImprintFiles", "ImprintFinger", "ImprintModel", "ImprintThreads"],
      swiftSettings: strict),
    .executableTarget(
      name: "imprint-virtual-card",
      dependencies: [
        "ImprintCommandLine", "ImprintVirtualCard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    .target(
      name: "ImprintStore", dependencies: ["ImprintFiles", "ImprintModel"], swiftSettings: strict),
    // Registration and logon by voice.
    .target(
      name: "ImprintVoice",
      dependencies: [
        "ImprintAudio", "ImprintFiles", "ImprintMatching", "ImprintModel", "ImprintRuntime", "ImprintStore",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ], swiftSettings: strict),
    // What a speech recogniser listens for: graphs of phrases, and how words are said.
    .target(
      name: "ImprintSpeech", dependencies: ["ImprintFiles", "ImprintModel"], swiftSettings: strict),
    // Listening to what somebody says: when it begins, when it ends, and what is kept of it.
    .target(
      name: "ImprintListening",
      dependencies: [
        "ImprintAudio", "ImprintCapture", "ImprintFiles", "ImprintModel", "ImprintRuntime", "ImprintSpeech",
        "ImprintThreads",
      ], swiftSettings: strict),
    // Failed captures, counted across processes and restarts.
    .target(
      name: "ImprintLockout", dependencies: ["ImprintFiles", "ImprintModel"], swiftSettings: strict),
    // Photographs with the mesh of the face, of which the puppet camera makes heads.
    .target(
      name: "ImprintPuppet", dependencies: ["ImprintFiles", "ImprintModel"], swiftSettings: strict),
    .target(
      name: "Imprint",
      dependencies: [
        "ImprintAudio", "ImprintCapture", "ImprintCaptureSession", "ImprintCard", "ImprintFaceQuality",
        "ImprintFiles", "ImprintFingerCapture", "ImprintImaging", "ImprintLicense", "ImprintLicenseClient",
        "ImprintListening", "ImprintLockout", "ImprintManifest",
        "ImprintMatching", "ImprintModel", "ImprintRuntime", "ImprintSession", "ImprintSettings",
        "ImprintSignedDocuments", "ImprintSpeech", "ImprintStore", "ImprintTrust", "ImprintVoice",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    // What presentations came to, as a report of attack detection.
    .target(
      name: "ImprintAttackEvaluation", dependencies: ["ImprintModel", "ImprintPages"], swiftSettings: strict),
    // Drawings, numbers and style of reports that are pages.
    .target(name: "ImprintPages", dependencies: ["ImprintModel"], swiftSettings: strict),
    // A matcher's accuracy, as a report in the terms of ISO/IEC 19795-1.
    .target(
      name: "ImprintEvaluation",
      dependencies: ["Imprint", "ImprintMatching", "ImprintModel", "ImprintPages", "ImprintSession"],
      swiftSettings: strict),
    // Puppets before captures, judged at several levels at a time.
    .target(
      name: "ImprintAttackTrials",
      dependencies: [
        "Imprint", "ImprintAttackEvaluation", "ImprintCapture", "ImprintFiles", "ImprintRuntime",
        "ImprintSession", .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    // For those who make plugins and set up machines: checks, recordings, packages, new plugins, evaluations.
    .target(
      name: "ImprintAuthoring",
      dependencies: [
        "Imprint", "ImprintAttackEvaluation", "ImprintAttackTrials", "ImprintCheck", "ImprintEvaluation",
        "ImprintManifest", "ImprintModel", "ImprintPackage", "ImprintPuppet", "ImprintRecording",
        "ImprintRuntime", "ImprintScaffold",
      ], swiftSettings: strict),
    // How our programs tell results and errors.
    .target(
      name: "ImprintCommandLine",
      dependencies: [
        "ImprintFiles", "ImprintModel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    // The licence for trying. No application links it.
    .target(
      name: "ImprintTrial",
      dependencies: [
        "Imprint", "ImprintCertificates", "ImprintFiles", "ImprintLicense", "ImprintModel",
        "ImprintSignedDocuments", .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "sdkctl",
      dependencies: [
        "Imprint", "ImprintAuthoring", "ImprintCommandLine", "ImprintFinger", "ImprintFingerCard",
        "ImprintTemplateCodes",
        "ImprintTrial",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),

    // The licence server: what signs, what serves, and the program. Nothing above links them.
    // p11-kit behind functions that a signing key needs. -isystem: its headers are not held to our warnings.
    .target(
      name: "CPKCS11", cSettings: strictC + [.unsafeFlags(["-isystem", "/usr/include/p11-kit-1"])],
      linkerSettings: [.linkedLibrary("p11-kit")]),
    .target(
      name: "ImprintLicenseAuthority",
      dependencies: [
        "CPKCS11", "ImprintCertificates", "ImprintFiles", "ImprintLicense", "ImprintModel",
        "ImprintSignedDocuments",
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    .target(
      name: "ImprintLKMS",
      dependencies: [
        "ImprintFiles", "ImprintLicense", "ImprintLicenseAuthority", "ImprintModel", "ImprintSettings",
        "ImprintSignedDocuments",
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "imprint-lkms",
      dependencies: [
        "ImprintCommandLine", "ImprintLKMS", "ImprintLicense", "ImprintLicenseAuthority", "ImprintModel",
        "ImprintSettings", "ImprintSignedDocuments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),

    .executableTarget(
      name: "imprint-demo",
      dependencies: [
        "Imprint", "ImprintAuthoring", "ImprintTrial",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),

    // Bundled plugins. Static targets that several of them link lie in Plugins/Shared.
    .target(
      name: "COpenVINOBridge", dependencies: ["CImprint"], path: "Plugins/Shared/COpenVINOBridge",
      cSettings: strictC),
    .target(
      name: "CFaceGeometry", dependencies: ["CImprint"], path: "Plugins/Shared/CFaceGeometry",
      cSettings: strictC),
    .target(
      name: "CEmbedding", dependencies: ["CImprint"], path: "Plugins/Shared/CEmbedding", cSettings: strictC),
    // Minutiae of fingers, and how alike those of two are: the virtual card compares by it too.
    .target(
      name: "CFingerEdges", dependencies: ["CImprint"], path: "Plugins/Shared/CFingerEdges",
      cSettings: strictC),
    .target(
      name: "FaceNetworks", dependencies: ["CImprint", "COpenVINOBridge", "ImprintPluginKit"],
      path: "Plugins/Shared/FaceNetworks", swiftSettings: strict),
    .target(
      name: "FaceEmbedding",
      dependencies: ["CFaceGeometry", "CImprint", "FaceNetworks", "ImprintPluginKit"],
      path: "Plugins/Shared/FaceEmbedding", swiftSettings: strict),
    .target(
      name: "NullMatcher", dependencies: ["CImprint"], path: "Plugins/null-matcher/Sources",
      publicHeadersPath: ".", cSettings: strictC + [.headerSearchPath("../../../Kit/include")],
      linkerSettings: pluginLink + [.linkedLibrary("m")]),
    // What Swift's C library does not show of event descriptors and of the kernel's events.
    .target(name: "CSystemDevices", path: "Plugins/Shared/CSystemDevices", cSettings: strictC),
    // The monotonic clock, and waits that a cancel ends.
    .target(
      name: "Waiting", dependencies: ["CSystemDevices", "ImprintPluginKit"], path: "Plugins/Shared/Waiting",
      swiftSettings: strict),
    // Devices as the kernel's files and events tell of them: where they are attached, who may open them, when
    // they come and go.
    .target(
      name: "SystemDevices", dependencies: ["CSystemDevices", "ImprintPluginKit", "Waiting"],
      path: "Plugins/Shared/SystemDevices", swiftSettings: strict),
    swiftPlugin("DeviceReplay", folder: "device-replay"),
    // What a scripted fingerprint reader reads, below the plugin, so that it can be tested and fuzzed alone.
    .target(
      name: "FingerScripts", dependencies: ["ImprintPluginKit"],
      path: "Plugins/device-finger-replay/FingerScripts", swiftSettings: strict),
    swiftPlugin("DeviceFingerReplay", folder: "device-finger-replay", shared: ["FingerScripts"]),
    .target(name: "CV4L2", path: "Plugins/device-v4l2/CV4L2", cSettings: strictC),
    // Below the plugin, so that its parts can be tested without a device.
    .target(
      name: "V4L2Devices",
      dependencies: ["CImprint", "CV4L2", "ImprintPluginKit", "SystemDevices", "Waiting"],
      path: "Plugins/device-v4l2/V4L2Devices", swiftSettings: strict),
    swiftPlugin("DeviceV4L2", folder: "device-v4l2", shared: ["SystemDevices", "V4L2Devices"]),
    .target(
      name: "CALSA", path: "Plugins/device-alsa/CALSA", cSettings: strictC + [.define("_GNU_SOURCE")],
      linkerSettings: [.linkedLibrary("asound")]),
    .target(
      name: "ALSADevices", dependencies: ["CALSA", "ImprintPluginKit", "SystemDevices", "Waiting"],
      path: "Plugins/device-alsa/ALSADevices", swiftSettings: strict),
    swiftPlugin("DeviceALSA", folder: "device-alsa", shared: ["ALSADevices", "SystemDevices"]),
    .target(
      name: "CPCSC", dependencies: ["CImprint"], path: "Plugins/device-pcsc/CPCSC",
      cSettings: strictC + [.unsafeFlags(["-isystem", "/usr/include/PCSC"])],
      linkerSettings: [.linkedLibrary("pcsclite")]),
    swiftPlugin("DevicePCSC", folder: "device-pcsc", shared: ["CPCSC"]),
    .target(
      name: "VirtualMicrophone", path: "Plugins/virtual-microphone/Sources", publicHeadersPath: ".",
      // PIC: libasound's macros for a module of its own file.
      cSettings: strictC + [.define("PIC"), .define("_GNU_SOURCE")],
      linkerSettings: [.linkedLibrary("asound")]),
    // The renderer: heads from photographs, prints and screens.
    .target(
      name: "CPuppet", path: "Plugins/device-puppet/CPuppet", cSettings: strictC,
      linkerSettings: [.linkedLibrary("m")]),
    swiftPlugin("DevicePuppet", folder: "device-puppet", shared: ["CPuppet"]),
    swiftPlugin("FaceTracker", folder: "face-tracker", shared: ["CFaceGeometry", "FaceNetworks"]),
    // One engine, and what each plugin of it adds.
    .target(
      name: "CFaceLiveness", dependencies: ["CImprint"], path: "Plugins/face-capture/CFaceLiveness",
      cSettings: strictC),
    .target(
      name: "FaceCaptureEngine", dependencies: ["CFaceLiveness", "CImprint", "ImprintPluginKit"],
      path: "Plugins/face-capture/FaceCaptureEngine", swiftSettings: strict),
    swiftPlugin("FaceCaptureLite", folder: "face-capture", sources: "Lite", shared: ["FaceCaptureEngine"]),
    swiftPlugin(
      "FaceCaptureNormal", folder: "face-capture", sources: "Normal", shared: ["FaceCaptureEngine"]),
    swiftPlugin("FaceCaptureCr2d", folder: "face-capture", sources: "Cr2d", shared: ["FaceCaptureEngine"]),
    // Minutiae of fingers.
    swiftPlugin("FingerEdges", folder: "finger-edges", shared: ["CFingerEdges"]),
    // Voices: from a sound to what the encoder and a comparison of words are given, in C, and the plugin.
    .target(
      name: "CVoice", dependencies: ["CImprint"], path: "Plugins/voice-v1/CVoice", cSettings: strictC),
    swiftPlugin("VoiceV1", folder: "voice-v1", shared: ["CEmbedding", "CVoice", "FaceNetworks"]),
    // English speech. -isystem: PocketSphinx's headers are not held to our warnings.
    .target(
      name: "CSphinx", dependencies: ["CImprint"], path: "Plugins/speech-sphinx/CSphinx",
      cSettings: strictC + [
        .define("_GNU_SOURCE"),
        .unsafeFlags(
          ["pocketsphinx", "sphinxbase", "x86_64-linux-gnu", "x86_64-linux-gnu/sphinxbase"].flatMap {
            ["-isystem", "/usr/include/\($0)"]
          }),
      ]),
    // A program of its own: it is linked as the plugin is, which tests that depended on it would be too.
    .executableTarget(
      name: "SphinxTrial", dependencies: ["CImprint", "CSphinx"], path: "Tests/SphinxTrial",
      cSettings: strictC + [
        .define("_GNU_SOURCE"), .headerSearchPath("../../Plugins/speech-sphinx/CSphinx"),
      ],
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])] + sphinxLink),
    .target(
      name: "SpeechSphinx", dependencies: ["CImprint", "CSphinx", "ImprintPluginKit"],
      path: "Plugins/speech-sphinx/Sources", swiftSettings: strict, linkerSettings: pluginLink + sphinxLink),
    // A template of 116 bytes.
    .target(
      name: "CPackedEmbedding", dependencies: ["CEmbedding", "CImprint"],
      path: "Plugins/face-f5/CPackedEmbedding",
      cSettings: strictC + [.headerSearchPath("../../Shared/CEmbedding")]),
    swiftPlugin(
      "FaceF5", folder: "face-f5",
      shared: ["CPackedEmbedding", "FaceEmbedding", "FaceNetworks"]),
    swiftPlugin("FaceF6", folder: "face-f6", shared: ["CEmbedding", "FaceEmbedding", "FaceNetworks"]),
    // A library of many: what each of its plugins is stands in a manifest.
    .target(
      name: "CFaceVectors", dependencies: ["CEmbedding", "CImprint"],
      path: "Plugins/face-onnx/CFaceVectors", cSettings: strictC),
    // What a model's file says of it, read before anything is made of it.
    .target(
      name: "FaceModelFiles", path: "Plugins/face-onnx/FaceModelFiles", swiftSettings: strict),
    swiftPlugin(
      "FaceONNX", folder: "face-onnx",
      shared: ["CFaceVectors", "FaceEmbedding", "FaceModelFiles", "FaceNetworks"]),

    // Tests. None depends on a plugin target: plugins are opened from the stage, as an installation does.
    .target(
      name: "TestSupport", dependencies: ["CImprintLinux", "Imprint"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "ContractTestSupport", dependencies: ["CImprint"], path: "Tests/ContractTestSupport",
      swiftSettings: strict),
    .target(
      name: "CallTestSupport", dependencies: ["CImprint", "ContractTestSupport", "ImprintCalls"],
      path: "Tests/CallTestSupport", swiftSettings: strict),
    .testTarget(name: "ImprintModelTests", dependencies: ["ImprintModel"], swiftSettings: strict),
    .testTarget(
      name: "ImprintCommandLineTests",
      dependencies: ["ImprintCommandLine", "ImprintModel", .product(name: "Logging", package: "swift-log")],
      swiftSettings: strict),
    .target(
      name: "SchemaTestSupport", dependencies: ["ImprintSettings"], path: "Tests/SchemaTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "ImprintSettingsTests", dependencies: ["ImprintModel", "ImprintSettings", "SchemaTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintManifestTests",
      dependencies: ["ImprintManifest", "ImprintModel", "ImprintSettings", "SchemaTestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "ImprintSignedDocumentsTests",
      dependencies: [
        "ImprintCertificates", "ImprintModel", "ImprintSignedDocuments", "TestSupport",
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    .target(
      name: "LicenseTestSupport",
      dependencies: ["ImprintCertificates", "ImprintLicenseAuthority", "ImprintSignedDocuments"],
      path: "Tests/LicenseTestSupport", swiftSettings: strict),
    .testTarget(
      name: "ImprintLicenseTests",
      dependencies: [
        "CPKCS11", "ImprintCertificates", "ImprintLicense", "ImprintLicenseAuthority", "ImprintModel",
        "ImprintSignedDocuments", "LicenseTestSupport", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    .testTarget(
      name: "ImprintLicenseClientTests",
      dependencies: [
        "ImprintLicense", "ImprintLicenseAuthority", "ImprintLicenseClient", "ImprintModel",
        "ImprintSignedDocuments", "LicenseTestSupport", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"), .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "ImprintLKMSTests",
      dependencies: [
        "ImprintLKMS", "ImprintLicense", "ImprintLicenseAuthority", "ImprintLicenseClient", "ImprintModel",
        "ImprintSettings", "ImprintSignedDocuments", "LicenseTestSupport", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], swiftSettings: strict),
    .testTarget(
      name: "ImprintCallsTests",
      dependencies: ["CImprint", "CallTestSupport", "ContractTestSupport", "ImprintCalls"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintTrustTests",
      dependencies: [
        "ImprintCertificates", "ImprintModel", "ImprintSettings", "ImprintSignedDocuments", "ImprintTrust",
        "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ], swiftSettings: strict),
    .testTarget(
      name: "ImprintRuntimeTests",
      dependencies: [
        "CImprint", "ImprintCalls", "ImprintFiles", "ImprintRuntime", "ImprintTrust", "QuarantineWriter",
        "TestSupport",
      ],
      swiftSettings: strict),
    // A process of its own, for the quarantine's lock.
    .executableTarget(
      name: "QuarantineWriter", dependencies: ["ImprintModel", "ImprintRuntime"],
      path: "Tests/QuarantineWriter", swiftSettings: strict),
    .executableTarget(
      name: "WorkerTrial",
      dependencies: [
        "ImprintManifest", "ImprintRuntime", "ImprintTrust", .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/WorkerTrial", swiftSettings: strict),
    .testTarget(
      name: "ImprintWorkerTests",
      dependencies: [
        "CImprint", "CImprintLinux", "ImprintCalls", "ImprintManifest", "ImprintMatching", "ImprintModel",
        "ImprintRuntime", "ImprintTrust", "TestSupport", "WorkerTrial",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintPackageTests",
      dependencies: [
        "Imprint", "ImprintAuthoring", "ImprintPackage", "ImprintTrust", "PackageInstaller", "TestSupport",
      ],
      exclude: ["Support/faults.c"], swiftSettings: strict),
    .testTarget(
      name: "ImprintDemoTests", dependencies: ["Imprint", "ImprintCapture", "imprint-demo", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintScaffoldTests",
      dependencies: ["ImprintManifest", "ImprintScaffold", "ImprintSettings", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintCheckTests",
      dependencies: [
        "CImprint", "ImprintCheck", "ImprintLicense", "ImprintManifest", "ImprintModel", "ImprintSettings",
        "ImprintTrust", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintRecordingTests",
      dependencies: ["CImprint", "Imprint", "ImprintAuthoring", "ImprintCalls", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintSessionTests",
      dependencies: [
        "CImprint", "ImprintModel", "ImprintSession", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
      ], swiftSettings: strict),
    .testTarget(
      name: "ImprintImagingTests", dependencies: ["CImagingLibraries", "ImprintImaging", "TestSupport"],
      swiftSettings: strict),
    // A face that is drawn, for who tests with puppets.
    .target(
      name: "PuppetSamples", dependencies: ["ImprintModel"], path: "Tests/PuppetSamples",
      swiftSettings: strict),
    .testTarget(
      name: "ImprintFingerCaptureTests",
      dependencies: [
        "ImprintCapture", "ImprintFingerCapture", "ImprintLicense", "ImprintMatching", "ImprintModel",
        "ImprintRuntime", "ImprintStore",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "ImprintFingerTests", dependencies: ["ImprintFinger", "ImprintModel"], swiftSettings: strict),
    .testTarget(name: "FingerEdgesTests", dependencies: ["CFingerEdges"], swiftSettings: strict),
    // Speakers that are made, for who tests with voices.
    .target(name: "VoiceSamples", path: "Tests/VoiceSamples", swiftSettings: strict),
    .testTarget(name: "VoiceV1Tests", dependencies: ["CVoice", "VoiceSamples"], swiftSettings: strict),
    .testTarget(
      name: "ImprintTemplateCodesTests",
      dependencies: ["ImprintImaging", "ImprintModel", "ImprintTemplateCodes", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintPuppetTests",
      dependencies: ["CPuppet", "ImprintModel", "ImprintPuppet", "PuppetSamples"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintPluginKitTests", dependencies: ["CImprint", "ContractTestSupport", "ImprintPluginKit"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintMatchingTests", dependencies: ["ImprintMatching", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ImprintAttackEvaluationTests", dependencies: ["ImprintAttackEvaluation", "ImprintPages"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintFaceQualityTests", dependencies: ["ImprintFaceQuality", "ImprintModel"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintEvaluationTests",
      dependencies: ["ImprintEvaluation", "ImprintMatching", "ImprintModel", "ImprintPages"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintAttackTrialsTests",
      dependencies: [
        "ImprintAttackEvaluation", "ImprintAttackTrials", "ImprintModel", "ImprintRuntime", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintStoreTests",
      dependencies: ["ImprintFiles", "ImprintStore", "LockHolder", "StoreWriter", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintVoiceTests",
      dependencies: [
        "ImprintAudio", "ImprintFiles", "ImprintModel", "ImprintRuntime", "ImprintStore", "ImprintVoice",
        "TestSupport", "VoiceSamples",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintSpeechTests", dependencies: ["ImprintModel", "ImprintSpeech", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintListeningTests",
      dependencies: [
        "ImprintAudio", "ImprintListening", "ImprintModel", "ImprintRuntime", "ImprintSpeech", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintLockoutTests",
      dependencies: ["ImprintLockout", "ImprintModel", "LockoutWriter", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "LockoutWriter", dependencies: ["ImprintLockout", "ImprintModel", "ProcessSupport"],
      path: "Tests/LockoutWriter", swiftSettings: strict),
    // A process of its own: what locks, kills and limits are tried on.
    .executableTarget(
      name: "LockHolder", dependencies: ["ImprintFiles", "ProcessSupport"], path: "Tests/LockHolder",
      swiftSettings: strict),
    .executableTarget(
      name: "StoreWriter", dependencies: ["ImprintModel", "ImprintStore", "ProcessSupport"],
      path: "Tests/StoreWriter", swiftSettings: strict),
    .executableTarget(
      name: "LicenseWriter", dependencies: ["ImprintLicense", "ImprintModel", "ProcessSupport"],
      path: "Tests/LicenseWriter", swiftSettings: strict),
    .executableTarget(
      name: "PackageInstaller",
      dependencies: ["ImprintModel", "ImprintPackage", "ProcessSupport"],
      path: "Tests/PackageInstaller", swiftSettings: strict),
    .target(name: "ProcessSupport", path: "Tests/ProcessSupport", swiftSettings: strict),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "ALSADevices", "CALSA", "CEmbedding", "CFaceGeometry", "CImagingLibraries", "CImprint",
        "CFaceVectors", "COpenVINOBridge", "CPackedEmbedding", "ContractTestSupport", "Imprint",
        "FaceModelFiles", "ImprintPluginKit", "ImprintPuppet",
        "PuppetSamples", "SystemDevices", "TestSupport", "VoiceSamples",
      ], path: "Tests/PluginTests", exclude: ["Face/README.md"], swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Imprint", "ImprintAuthoring", "ImprintFinger", "ImprintFingerCard", "ImprintLicenseAuthority",
        "ImprintTrial", "ImprintVirtualCard", "LicenseTestSupport", "TestSupport", "VoiceSamples",
      ],
      path: "Tests/EndToEndTests",
      exclude: ["Snapshots"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintAudioTests", dependencies: ["Imprint", "ImprintAudio", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintCardTests",
      dependencies: [
        "Imprint", "ImprintCard", "ImprintFinger", "ImprintFingerCapture", "ImprintFingerCard",
        "ImprintRuntime", "ImprintThreads", "ImprintVirtualCard", "TestSupport",
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DeviceV4L2Tests",
      dependencies: [
        "CImprint", "CV4L2", "ImprintPluginKit", "SystemDevices", "TestSupport", "V4L2Devices",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FingerScriptsTests", dependencies: ["FingerScripts", "ImprintPluginKit"], swiftSettings: strict),
    .testTarget(
      name: "SystemDevicesTests",
      dependencies: ["ImprintPluginKit", "SystemDevices", "TestSupport", "Waiting"], swiftSettings: strict),
    .target(name: "CDeviceTrials", path: "Tests/CDeviceTrials", cSettings: strictC),
    // What is tried on real drivers and daemons, in a virtual machine or beside a private daemon:
    // scripts/test-devices.
    .executableTarget(
      name: "DeviceTrials",
      dependencies: [
        "CDeviceTrials", "CV4L2", "Imprint", "ImprintVirtualCard", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ], path: "Tests/DeviceTrials",
      swiftSettings: strict),
    // The fuzzer's targets as they are, on cases that once failed. Not a plugin's: how it is linked
    // would be how all tests are.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "ALSADevices", "CImprint", "CPuppet", "CallTestSupport", "ContractTestSupport", "FaceModelFiles",
        "FingerScripts", "ImprintAttackEvaluation", "ImprintAudio", "ImprintCalls", "ImprintCard",
        "ImprintFinger", "ImprintFingerCapture", "ImprintFingerCard", "ImprintImaging", "ImprintLicense",
        "ImprintLockout", "ImprintManifest",
        "ImprintModel", "ImprintPackage", "ImprintPluginKit", "ImprintPuppet", "ImprintRecording",
        "ImprintRuntime", "ImprintSession", "ImprintSignedDocuments", "ImprintSpeech", "ImprintTemplateCodes",
        "ImprintTrust", "ImprintVirtualCard", "ImprintVoice", "SystemDevices", "V4L2Devices",
      ], path: "Fuzz",
      exclude: ["FailCases", "README.md", "Targets/replay.swift", "seeds.py"],
      swiftSettings: strict),
    .testTarget(
      name: "ImprintCaptureTests", dependencies: ["Imprint", "ImprintCapture", "TestSupport"],
      swiftSettings: strict),
  ],
  cLanguageStandard: .c11,
  cxxLanguageStandard: .cxx17
)

// For scripts/demo, which asks for it: what is staged and nothing else. Optimised is what the job runs
// through, so that the times it reports are a release's. Dependencies, checks of plugins, the command line
// and the licence server are not: most of the compilers' time went there.
if Context.environment["IMPRINT_BUILD"] == "demo" {
  let job: Set = [
    "DevicePuppet", "DeviceReplay", "FaceCaptureEngine", "FaceCaptureLite", "FaceCaptureNormal",
    "FaceEmbedding", "FaceF6", "FaceNetworks", "FaceTracker", "Imprint", "ImprintCalls", "ImprintCapture",
    "ImprintCaptureSession",
    "ImprintFiles", "ImprintFingerCapture", "ImprintImaging",
    "ImprintLicense", "ImprintListening", "ImprintLockout", "ImprintManifest", "ImprintMatching",
    "ImprintModel",
    "ImprintPluginKit", "ImprintRuntime", "ImprintSession", "ImprintSettings", "ImprintSignedDocuments",
    "ImprintSpeech", "ImprintStore", "ImprintThreads", "ImprintTrust", "ImprintVoice", "imprint-demo",
    "imprint-worker",
  ]
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
  // The driver is told -Onone for all, dependencies too; the compiler itself heeds what it is told last.
  for target in package.targets where job.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo"]))
  }
  // The same of C, with what the driver adds to -O2.
  let optimised = ["-O2", "-vectorize-loops", "-vectorize-slp"].flatMap { ["-Xclang", $0] }
  for target in package.targets where target.cSettings?.isEmpty == false {
    target.cSettings?.append(.unsafeFlags(optimised))
  }
}
