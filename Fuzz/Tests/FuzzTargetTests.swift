// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCalls
import Testing

/// The fuzzer's targets, each given what once failed, or aims at a known weak spot.
@Suite struct FuzzTargetTests {
  struct Target: Sendable, CustomTestStringConvertible {
    let name: String
    let run: @Sendable (UnsafePointer<UInt8>?, Int) -> Int32

    init(_ name: String, _ run: @escaping @Sendable (UnsafePointer<UInt8>?, Int) -> Int32) {
      self.name = name
      self.run = run
    }

    var testDescription: String { name }
  }

  static let all = [
    Target("apdu", fuzzApdu),
    Target("arpa", fuzzArpa),
    Target("atr", fuzzAtr),
    Target("attack-results", fuzzAttackResults),
    Target("audio-file", fuzzAudioFile),
    Target("calls", fuzzCalls),
    Target("camera-event", fuzzCameraEvent),
    Target("card-description", fuzzCardDescription),
    Target("card", fuzzCard),
    Target("elf", fuzzElf),
    Target("face-model", fuzzFaceModel),
    Target("finger-card", fuzzFingerCard),
    Target("finger-card-edge", fuzzFingerCardEdge),
    Target("finger-picture", fuzzFingerPicture),
    Target("finger-record", fuzzFingerRecord),
    Target("finger-script", fuzzFingerScript),
    Target("image", fuzzImage),
    Target("json", fuzzJson),
    Target("letters", fuzzLetters),
    Target("license-exchange", fuzzLicenseExchange),
    Target("license-record", fuzzLicenseRecord),
    Target("license", fuzzLicense),
    Target("lockout", fuzzLockout),
    Target("manifest", fuzzManifest),
    Target("package", fuzzPackage),
    Target("plugin-signature", fuzzPluginSignature),
    Target("pronunciation", fuzzPronunciation),
    Target("puppet", fuzzPuppet),
    Target("quarantine", fuzzQuarantine),
    Target("recognizer-graph", fuzzRecognizerGraph),
    Target("recognizer-hearing", fuzzRecognizerHearing),
    Target("recording", fuzzRecording),
    Target("revocations", fuzzRevocations),
    Target("sealed-metadata", fuzzSealedMetadata),
    Target("session", fuzzSession),
    Target("sound-event", fuzzSoundEvent),
    Target("speech-graph", fuzzSpeechGraph),
    Target("template-code", fuzzTemplateCode),
    Target("template", fuzzTemplate),
    Target("tlv", fuzzTlv),
    Target("voice-state", fuzzVoiceState),
  ]

  /// Their cases are tried with the built plugin: its own tests have them.
  static let elsewhere: Set = ["replay"]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }

  /// `<target>/<file>`. A folder that cannot be read has no cases, and that is seen below.
  static let cases: [String] = ((try? names("FailCases")) ?? []).flatMap { target in
    elsewhere.contains(target)
      ? [] : ((try? names("FailCases/\(target)")) ?? []).map { "\(target)/\($0)" }
  }

  @Test func everyTargetIsTried() throws {
    let files = try Self.names("Targets").map { String($0.dropLast(".swift".count)) }
    #expect(Set(files) == Set(Self.all.map(\.name)).union(Self.elsewhere))
    #expect(try Set(Self.names("FailCases")).isSubset(of: files))
    #expect(Self.cases.count >= 30)
  }

  @Test(arguments: all) func nothingIsTaken(_ target: Target) { #expect(target.run(nil, 0) == 0) }

  /// The byte that chooses a function reaches every one, in both directions, and a case stays one of the
  /// function that it was written for.
  @Test func everyFunctionIsFuzzed() throws {
    let places = (0...UInt8.max).map { fuzzedFunction([0, $0, 0]) }
    #expect(Set(places) == Set(CallFunction.allCases))
    for place in 0..<UInt8(clamping: CallFunction.allCases.count) {
      for direction: UInt8 in 0...1 {
        for room: UInt8 in [0, 1, 64] {
          let bytes = [direction, place, room]
          #expect(fuzzCalls(bytes, bytes.count) == 0)
        }
      }
    }
    for (name, function) in [
      ("answer-of-a-count-beyond", CallFunction.cameraControlModes),
      ("gallery-count-beyond", .matcherCompareMany),
    ] {
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "FailCases/calls/\(name)")))
      #expect(fuzzedFunction(bytes) == function, "\(name)")
    }
  }

  /// In a process of its own, which a case that fails ends.
  @Test(arguments: cases) func aFailCasePasses(_ name: String) async throws {
    await #expect(processExitsWith: .success, "\(name)") { [name = name as String] in
      let target = try #require(Self.all.first { name.hasPrefix("\($0.name)/") })
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "FailCases/\(name)")))
      guard target.run(bytes, bytes.count) == 0 else { exit(1) }
    }
  }
}
