// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The seeds' names: each has a counterpart here or a reason, a test, and a row of the page.
@Suite struct SeedNamesTests {
  @Test func thereAreAsManyAsTheSeedHas() {
    #expect(SeedHandlerError.allCases.count == 21)
    #expect(SeedCapturingError.allCases.count == 7)
    #expect(SeedErrorType.allCases.count == 9 && FaceCaptureErrorType.allCases.count == 9)
    // With the two that are inside of others.
    #expect(SeedCaptureOption.allCases.count == 22 + 2)
    // With the spellings of its text.
    #expect(SeedLivenessMode.allCases.count == 4 + 7)
    #expect(SeedSecurityLevel.allCases.count == 3 && SeedLivenessStatus.allCases.count == 4)
    #expect(SeedCapturingInfo.allCases.count == 30)
    #expect(SeedCr2dMode.allCases.count == 5 && SeedOrientation.allCases.count == 4)
    #expect(SeedPreviewColorspace.allCases.count == 5 && SeedColorSpace.allCases.count == 4)
    #expect(SeedLogLevel.allCases.count == 5)
    // 2 types and a call of the SDK, 3 words for types, and of images a call and 9 of an extension.
    #expect(SeedGeneralName.allCases.count == 20)
    // Of enrolment and verification: 5 and 6 error codes and 2 states; 7 settings, 2 values of one, a time.
    #expect(SeedFlowStatus.allCases.count == 13 && SeedFlowSetting.allCases.count == 10)
    // Of matching: 14 types, 7 calls and one of the other seed, 13 fields and one setting of it.
    #expect(SeedMatchingType.allCases.count == 14 && SeedMatchingCall.allCases.count == 7 + 1)
    #expect(SeedMatchingOption.allCases.count == 13 + 1 && SeedMatchingResult.allCases.count == 5)
    #expect(SeedAlgorithm.allCases.count == 4)
    #expect(SeedModality.allCases.count == 3 && SeedLocation.allCases.count == 15)
    #expect(SeedTemplateQuality.allCases.count == 2 + 3)
    // Of voices: 5 credentials, 30 calls and call-backs with what they are given, 4 outcomes.
    #expect(SeedVoiceCredential.allCases.count == 5 && SeedVoiceCall.allCases.count == 30)
    #expect(SeedVoiceOutcome.allCases.count == 4)
    // Of speech: 5 types, a level of logs, a header, a service, a bundle and a folder; 15 settings and calls;
    // 5 call-backs, and 3 that it has words for.
    #expect(SeedSpeechType.allCases.count == 5 + 5 && SeedSpeechCall.allCases.count == 15)
    #expect(SeedSpeechEvent.allCases.count == 5 + 3)
    // All 21 of handlers, and 2 of captures that are about places on the body and pictures.
    #expect(SeedMatchingError.allCases.count == 21 + 2)
    // Of fingers: classes, protocols and one of the other seed; calls, settings and states, and 4 errors of
    // it.
    #expect(SeedFingerType.allCases.count == 22 + 1 && SeedFingerCall.allCases.count == 12 + 4)
    #expect(SeedFingerSound.allCases.count == 7 + 2)
    #expect(SeedHandlerError.allCases.allSatisfy { SeedMatchingError(rawValue: $0.rawValue) != nil })
  }

  /// The seed's table has six columns.
  @Test func thresholdsAreTheSeeds() {
    #expect(
      SeedNamesPage.thresholds.map { $0.score.value.rounded() } == [2500, 3000, 3500, 4000, 4500, 5000])
    #expect(SeedNamesPage.thresholds.map(\.words).last == "0.00001 %")
  }

  @Test func noNameOccursTwice() {
    for page in SeedNamesPage.all {
      let counts = Dictionary(page.names.map { ($0.seedName, 1) }, uniquingKeysWith: +)
      #expect(counts.filter { $0.value > 1 }.isEmpty, "\(page.title)")
    }
  }

  @Test func whatIsLeftOutSaysWhy() {
    for name in SeedNamesPage.names {
      switch name.counterpart {
      case .leftOut(let reason), .here(_, .swiftOnly(let reason)):
        #expect(reason.count > 10 && !reason.hasSuffix("."), "\(name.seedName)")
      case .here(let names, _): #expect(!names.isEmpty, "\(name.seedName)")
      }
    }
  }

  @Test(arguments: SeedNamesPage.all.map(\.file)) func thePageIsAsTheTablesSay(file: String) throws {
    let page = BuiltProducts.package.appending(path: "docs/reference/\(file)")
    let text = try #require(SeedNamesPage.all.first { $0.file == file }).text
    if ProcessInfo.processInfo.environment["IMPRINT_UPDATE_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: page)
    }
    let committed = try String(contentsOf: page, encoding: .utf8)
    let (now, before) = (Self.lines(text), Self.lines(committed))
    for (index, line) in now.enumerated() {
      let was = index < before.count ? before[index] : "nothing"
      try #require(line == was, "line \(index + 1); see the page's head for how it is written anew")
    }
    #expect(now.count == before.count)
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  // MARK: In Swift

  @Test func everythingNamedIsDeclared() throws {
    let declarations = try Declarations()
    // Of swift-log.
    let others = ["Logger.Level.debug", "Logger.Level.info", "Logger.Level.warning", "Logger.Level.error"]
    for name in SeedNamesPage.names {
      guard case .here(let names, _) = name.counterpart else { continue }
      for declared in names where !(others + ["SwiftLogNoOpLogHandler"]).contains(declared) {
        #expect(declarations.has(declared), "\(name.seedName): \(declared)")
      }
    }
  }

  @Test func whatIsNotDeclaredIsNotFound() throws {
    let declarations = try Declarations()
    #expect(declarations.has("CaptureFeedback.good") && declarations.has("FaceCaptureHandler.start"))
    #expect(!declarations.has("CaptureFeedback.bad") && !declarations.has("FaceCaptureHandler.begin"))
    #expect(!declarations.has("FaceCaptureHandlerX"))
  }

  /// What is named as a counterpart of any seed's name.
  private static let named = Set(
    SeedNamesPage.names.flatMap { name -> [String] in
      if case .here(let names, _) = name.counterpart { names } else { [] }
    })

  /// Every value of ours is one of a seed's, or of ours alone: never both, and never neither.
  private func check<Value: OwnOrSeeds>(_ values: [Value]) {
    for value in values {
      let name = "\(Value.self).\(value)"
      #expect(Self.named.contains(name) != value.isOursAlone, "\(name)")
    }
  }

  @Test func everyValueOfOursIsOneOfASeedOrOfOursAlone() {
    check(CaptureFeedback.allCases)
    check(CaptureStep.allCases)
    check(LivenessMode.allCases)
    check(SecurityLevel.allCases)
    check([LivenessStatus.unknown, .live, .fake, .noDecision])
    check(CapturePreparation.allCases)
    check(CaptureOrientation.allCases)
    check(PreviewColorspace.allCases)
    check(CameraFacing.allCases)
    check(FaceCaptureErrorCode.allCases)
    check(FaceCaptureErrorType.allCases)
    check(FaceFlowErrorCode.allCases)
    check(FaceFlowRetry.allCases)
    check(FaceRequirement.allCases)
    check(MatcherHandlerErrorCode.allCases)
    check(FingerCaptureErrorCode.allCases)
    check(FingerSound.allCases)
    check(Modality.allCases)
    check(BodySite.allCases)
    check([QualityLevel.low, .medium, .high])
  }

  /// Events have values of their own, so their names are read.
  private func check(_ type: String, oursAlone: Set<String>) throws {
    let names = try #require(try Declarations().cases(of: type))
    #expect(oursAlone.isSubset(of: names), "\(type)")
    for name in names {
      #expect(Self.named.contains("\(type).\(name)") != oursAlone.contains(name), "\(type).\(name)")
    }
  }

  @Test func everyEventOfOursIsOneOfASeedOrOfOursAlone() throws {
    // Of previews and the end the handler's own are said.
    try check("CaptureEvent", oursAlone: ["preview", "light", "finding", "finished"])
    try check("FaceCaptureHandlerEvent", oursAlone: ["capture", "interrupted", "ready"])
    try check(
      "EnrollerEvent",
      oursAlone: [
        "frameExpired", "frameEnrolled", "extractionFailed", "restarted", "pose", "action", "capture",
        "interrupted", "ready",
      ])
    // How a capture begins and ends is of enrolments in the seed.
    try check(
      "VerifierEvent", oursAlone: ["capturingStarted", "capture", "interrupted", "ready", "capturingEnded"])
  }

  // MARK: At the command line

  @Test func everyOptionNamedIsInTheHelp() throws {
    for name in SeedNamesPage.names {
      guard case .here(_, .option(let option, let command, let value)) = name.counterpart else { continue }
      let help = try help(of: command)
      #expect(help.contains("\n  \(option) "), "\(name.seedName): \(command) \(option)")
      if let value {
        let words = help.split { " \n,;().".contains($0) && !value.contains($0) }
        #expect(words.contains { $0 == value }, "\(name.seedName): \(command) \(option) \(value)")
      }
    }
  }

  @Test func everyCommandNamedExists() throws {
    for name in SeedNamesPage.names {
      guard case .here(_, let counterpart) = name.counterpart else { continue }
      switch counterpart {
      case .command(let command), .line(_, let command), .error(_, let command), .field(_, let command, _),
        .option(_, let command, _):
        _ = try help(of: command)
      case .event, .swiftOnly: break
      }
    }
  }

  @Test func everythingThatIsPrintedIsInTheSourcesOfWhatPrintsIt() throws {
    let folders = ["Sources/sdkctl", "Sources/ImprintCommandLine"]
    let printing = try folders.flatMap { try Sources.read($0) }.map(\.text).joined(separator: "\n")
    for name in SeedNamesPage.names {
      guard case .here(_, let counterpart) = name.counterpart else { continue }
      switch counterpart {
      case .field(let path, _, _):
        for part in path.split(separator: ".") {
          #expect(printing.contains("\"\(part)\":"), "\(name.seedName): \(path)")
        }
      case .line(let line, _):
        let parts = line.split(separator: ": ", maxSplits: 1)
        let text = parts.count == 2 ? "\"\(parts[0]): \\(" : "\"\(line)\""
        #expect(printing.contains(text), "\(name.seedName): \(line)")
      case .event(let event):
        #expect(printing.contains("\"event\": \"\(event)\""), "\(name.seedName): \(event)")
      case .error(let code, _): #expect(Self.codes.contains(code), "\(name.seedName): \(code)")
      case .option, .command, .swiftOnly: break
      }
    }
  }

  /// The codes of errors that commands with faces end with.
  private static let codes: [String] = {
    var codes = ["usage", CaptureChoiceErrorCode.nothingCaptured.rawValue]
    codes += FaceCaptureErrorCode.allCases.map(\.rawValue) + FaceFlowErrorCode.allCases.map(\.rawValue)
    codes += FingerCaptureErrorCode.allCases.map(\.rawValue) + MatchingErrorCode.allCases.map(\.rawValue)
    codes += PluginCallError.Code.allCases.map(\.rawValue) + DeviceErrorCode.allCases.map(\.rawValue)
    return codes + PluginError.Code.allCases.map(\.rawValue)
  }()

  private func help(of command: String) throws -> String {
    let name = command.split(separator: " ").joined(separator: "-")
    let file = BuiltProducts.package.appending(path: "Tests/EndToEndTests/Snapshots/help-\(name).txt")
    return try String(contentsOf: file, encoding: .utf8)
  }

  // MARK: Tests

  @Test func everyNameHasATestThatIsThere() throws {
    let suites = Dictionary(
      try Sources.read("Tests").map { ($0.name, $0.text) }, uniquingKeysWith: { $0 + $1 })
    for name in SeedNamesPage.names {
      let parts = name.test.split(separator: ".").map(String.init)
      try #require(parts.count == 2, "\(name.seedName)")
      #expect(suites[parts[0]]?.contains("func \(parts[1])(") == true, "\(name.seedName): \(name.test)")
    }
  }
}
