// SPDX-License-Identifier: Apache-2.0
import Imprint

/// A reference page of names of the seeds, made from the tables in code.
struct SeedNamesPage {
  /// In `docs/reference`.
  let file: String
  let title: String
  /// Which names they are, and where their tables are.
  let about: String
  let sources: String
  let tables: [Table]

  static let all = [capture, matching, fingers, voice, speech]

  /// One list of names.
  struct Table {
    let title: String
    /// What is to be known of all of them; may be empty.
    let about: String
    let names: [any TestedName]

    init<Name: TestedName>(_ title: String, _ names: Name.Type, about: String = "") {
      self.title = title
      self.about = about
      self.names = Array(names.allCases)
    }
  }

  static let capture = SeedNamesPage(
    file: "face-capture-names.md", title: "face capture",
    about: """
      What the capture SDK and the toolkit for enrolment, which this one follows, call their options, events,
      errors and values
      """, sources: "Sources/ImprintCapture/SeedNames and SeedFlowNames.swift", tables: captureTables)

  static let matching = SeedNamesPage(
    file: "matching-names.md", title: "matching",
    about: """
      What the capture SDK and the toolkit for enrolment, which this one follows, call their options, results, errors and
      values where templates are made, compared and searched
      """, sources: "SeedMatchingNames.swift", tables: matchingTables)

  static let voice = SeedNamesPage(
    file: "voice-names.md", title: "voice",
    about: """
      What the SDK of voice dialogues, which this one follows, calls its credentials, calls and outcomes
      """, sources: "SeedVoiceNames.swift", tables: voiceTables)

  private static let voiceTables = [
    Table(
      "Credentials", SeedVoiceCredential.self,
      about: "How a dialogue goes is in [the guide](../guides/verify-voices.md)."),
    Table("Calls", SeedVoiceCall.self),
    Table(
      "Outcomes and adaptation", SeedVoiceOutcome.self,
      about: """
        What the seed has no word for, neither an accept nor a strong reject, is `VoiceOutcome.notValidated`.
        """),
  ]

  static let speech = SeedNamesPage(
    file: "speech-names.md", title: "speech",
    about: """
      What the SDK of speech recognition, which this one follows, calls its classes, settings, calls and call-backs
      """, sources: "SeedSpeechNames.swift", tables: speechTables)

  private static let speechTables = [
    Table(
      "Classes", SeedSpeechType.self,
      about: """
        How they are used is in [the guide](../guides/recognize-speech.md#listen). The seed names one of its levels of logs and
        none of its constants of rules; ours are the cases of `ListeningParameter`. Its service that recordings are sent to has no
        counterpart of ours: a directory or a server of one's own takes them.
        """),
    Table(
      "Settings and calls", SeedSpeechCall.self,
      about: """
        What fails answers `NO` in the seed, without a reason. Here it throws: `ListeningError` while listening, `SpeechError` and
        `SpeechErrors` where graphs are made, `PluginError` where no plugin can be opened. A trigger phrase is a graph of its own
        here, given beside the one that is listened for after it, so that one may go with several.
        """),
    Table(
      "Call-backs and what happens", SeedSpeechEvent.self,
      about: """
        The trigger's call-back has two spellings in the seed. Partial results come at most every 100 ms, and only where the words
        changed. After an interruption the seed calls nothing back until it is over; here the interruption is an event too, and
        neither has a result.
        """),
  ]

  static let fingers = SeedNamesPage(
    file: "finger-capture-names.md", title: "fingers",
    about: """
      What the toolkit for fingerprint readers, which this one follows, calls its classes, calls, states and sounds, and the
      capture SDK its captures of fingers
      """, sources: "Sources/ImprintFingerCapture/SeedNames", tables: fingerTables)

  private static let fingerTables = [
    Table(
      "Classes and protocols", SeedFingerType.self,
      about: """
        Its manual has names and no headers: parameters, ranges and defaults are ours ([proposal
        0013](../proposals/0013-finger-flows.md)).
        """),
    Table(
      "Calls, settings and states", SeedFingerCall.self,
      about: """
        By default templates are compact cards, as in the seed. The record of ISO/IEC 19794-2 has qualities and finer
        positions, our own format also how ridges run; both are more accurate
        ([figures](../proposals/0010-fingers.md#what-was-measured)).
        """),
    Table(
      "Sounds", SeedFingerSound.self,
      about: """
        All are off by default. Nothing is played: an event says which is due, and a file of its name, such as
        `press-failed.wav`, replaces it. Whoever watches devices knows of readers and cards.
        """),
  ]

  private static let captureTables = [
    Table(
      "Handlers", SeedHandlerType.self,
      about: "How captures are made is in [the guide](../guides/capture-faces.md)."),
    Table("What handlers do", SeedHandlerCall.self),
    Table("What handlers call", SeedDelegateCall.self),
    Table("Options", SeedCaptureOption.self),
    Table("Errors of handlers", SeedHandlerError.self),
    Table(
      "Errors of captures", SeedCapturingError.self,
      about: """
        A time-out and a fake are no errors here: a *retry*, and a *verdict*. `FaceCaptureConclusion.failure` says them \
        as the seed does.
        """),
    Table(
      "Types of errors", SeedErrorType.self,
      about: "| type | codes that have it |\n|---|---|\n"
        + SeedErrorType.allCases.map { type in
          let codes = type.codes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
          return
            "| `\(type.type.rawValue)` | \(codes.isEmpty ? "none: captures with a server have it" : codes) |"
        }.joined(separator: "\n")),
    Table("What errors say", SeedErrorField.self),
    Table("Modes of liveness", SeedLivenessMode.self),
    Table("Levels of security", SeedSecurityLevel.self),
    Table("Active challenges", SeedCr2dMode.self),
    Table("Verdicts of liveness", SeedLivenessStatus.self),
    Table("Feedback", SeedCapturingInfo.self),
    Table("What events say", SeedEventField.self),
    Table("What images say", SeedImageField.self),
    Table("Quality of faces", SeedFaceQuality.self),
    Table("Cameras", SeedCamera.self),
    Table("Overlay", SeedOverlay.self),
    Table("Orientations", SeedOrientation.self),
    Table("Previews", SeedPreviewColorspace.self),
    Table("Colour spaces", SeedColorSpace.self),
    Table("Levels of logs", SeedLogLevel.self),
    Table("The SDK, its images and its reports", SeedGeneralName.self),
    Table("Use cases", SeedUseCaseName.self),
    Table("What use cases do and call", SeedUseCaseCall.self),
    Table("Values of use cases", SeedUseCaseValue.self),
    Table(
      "Enrolment and verification: errors", SeedFlowStatus.self,
      about: """
        Of [these flows](../guides/enroll-and-verify.md): the names of both platforms; where they differ by the prefix `EM`
        alone, the one without it. A time-out, poor quality and a person who is somebody else are no errors here.
        """),
    Table(
      "Enrolment and verification: settings", SeedFlowSetting.self,
      about: """
        `qualityThreshold` and `matchingThreshold` have the seed's numbers without conversion; the latter is one of several
        policies here: [matching](matching-names.md).
        """),
    Table("Enrolment and verification: calls", SeedFlowCall.self),
    Table("Enrolment and verification: frames", SeedFlowFrame.self),
  ]

  private static let matchingTables = [
    Table(
      "Types", SeedMatchingType.self,
      about: "How they are used is in [the guide](../guides/enroll-and-verify.md#compare-and-search)."),
    Table("Calls", SeedMatchingCall.self),
    Table(
      "Options", SeedMatchingOption.self,
      about: """
        A match is a score strictly above the threshold. The seed's `threshold` is a whole score, 3500 by default; its
        `matchingThreshold` is 0 to 72, 48 by default, 12 for each decade of the false match rate:


        """ + thresholdTable),
    Table(
      "Algorithms", SeedAlgorithm.self,
      about: """
        Plugins, which are installed and not linked. `F6_5_LOW70`, for selfies and not for documents, is
        `dev.imprint.face-f6` here, which the variant `face` has; `F5_4_LOW75`, of 116 bytes, is `dev.imprint.face-f5`, which
        `--plugin` puts in its place. Neither reads the seed's templates, and neither is said to be for the portraits of
        documents: [which is for what](face-onnx.md#which-algorithm-is-for-what). Templates of different algorithms are
        compared in the seed no more than here.
        """),
    Table(
      "Results", SeedMatchingResult.self,
      about: """
        A score is a number with a fraction here; `Score.whole` is the seed's whole number, rounded up, so that it is above a
        whole threshold exactly where the score is. Identification has no threshold in the seed: here too, the best people
        are returned whether they match or not, and each says whether it does.
        """),
    Table("Modalities", SeedModality.self),
    Table(
      "Places on the body", SeedLocation.self,
      about: """
        Fingers have the numbers of ISO/IEC 19794-2. No template is of a hand: a capture that is asked for one takes its five
        fingers (`BodySite.fingers`).
        """),
    Table("Quality of templates", SeedTemplateQuality.self),
    Table(
      "Errors", SeedMatchingError.self,
      about: """
        The seed has one list of errors for handlers. `MatcherHandlerError` tells more apart, and its `cause` is the error of
        the library below, whose code `sdkctl` prints.
        """),
  ]

  /// The seed's thresholds, by what the library makes of the rate of each.
  static let thresholds = [
    ("1 %", 1e-2), ("0.1 %", 1e-3), ("0.01 %", 1e-4), ("0.001 %", 1e-5), ("0.0001 %", 1e-6),
    ("0.00001 %", 1e-7),
  ].map { words, rate in (words: words, score: MatchPolicy.falseMatchRate(rate).threshold) }

  private static var thresholdTable: String {
    let units = thresholds.map {
      MatchingThreshold(Int($0.score.twelveLog.rounded())).map { "\($0)" } ?? "none"
    }
    let rows = [
      ["false match rate"] + thresholds.map(\.words), Array(repeating: "---", count: thresholds.count + 1),
      ["`threshold`"] + thresholds.map { "\($0.score)" }, ["`matchingThreshold`"] + units,
    ]
    return rows.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  var names: [any TestedName] { tables.flatMap(\.names) }

  /// Of all pages.
  static var names: [any TestedName] { all.flatMap(\.names) }

  var text: String {
    let left = names.count { if case .leftOut = $0.counterpart { true } else { false } }
    return """
      # Names of the seeds: \(title)

      <!-- Made from the tables in \(sources); change those, not this. Then:
           IMPRINT_UPDATE_SNAPSHOTS=1 swift test --disable-xctest --filter SeedNamesTests -->

      \(about): \(names.count) names, and what each is in Swift and in `sdkctl`. \(left) of them are left out:
      nothing here can be so, something else does the work, or the seed itself calls them obsolete.

      | in the column `sdkctl` | is |
      |---|---|
      | `capture --liveness` | an option of a command, with its value where the name is one |
      | `liveness` in `capture --json` | a field of what the command prints, by the path to it |
      | error `license` of `capture` | the code of an error: `error.code` in `--json` |
      | `step: …`, told by `capture` | a line that is told while it runs |
      | `pointer` in `capture --events` | an event, a line of JSON in that file |
      | Swift only | what a command has no use for, and why |


      """ + tables.map { Self.section($0) }.joined(separator: "\n")
  }

  private static func section(_ table: Table) -> String {
    var text = "## \(table.title)\n\n"
    if !table.about.isEmpty { text += table.about + "\n\n" }
    text += "| seed | Swift | sdkctl |\n|---|---|---|\n"
    for name in table.names {
      let (swift, sdkctl) = name.counterpart.cells
      text += "| `\(name.seedName)` | \(swift) | \(sdkctl) |\n"
    }
    return text
  }
}
