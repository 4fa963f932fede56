// SPDX-License-Identifier: Apache-2.0

/// A finger or a hand, by its name.
struct FingerSite: ExpressibleByArgument {
  let site: BodySite

  init(_ site: BodySite) { self.site = site }

  init?(argument: String) {
    guard let site = BodySite(name: argument), !site.fingers.isEmpty else { return nil }
    self.site = site
  }

  static var allValueStrings: [String] {
    BodySite.allCases.filter { !$0.fingers.isEmpty }.map(\.name)
  }

  var defaultValueDescription: String { site.name }
}

extension FingerTemplateType: ExpressibleByArgument {
  public init?(argument: String) { self.init(rawValue: argument) }

  public var defaultValueDescription: String { rawValue }
}

/// How a finger is pressed, on whichever reader.
struct FingerPressOptions: ParsableArguments {
  @Option(help: paceOption)
  var pace: CameraSource.Pace = .real

  @Option(help: timeoutOption)
  var timeout = 60

  @Option(
    help: ArgumentHelp("A press of a lower quality is taken again, 0 to 100.", valueName: "quality"))
  var pressQuality = 0

  static let readerOption = ArgumentHelp(
    "Locator or id of the fingerprint reader, or the folder of a script that is played as one; default: the first "
      + "that gives images.", valueName: "locator")
  static let paceOption: ArgumentHelp = "Playback speed of a script: real (time) or full (speed)."
  static let timeoutOption = ArgumentHelp(
    "Seconds to the end of the whole operation, 1 to 600.", valueName: "s")

  /// Without enhanced pictures: who shows or writes them asks for them.
  /// - Parameter reader: `nil`: the first that gives images.
  func demand(on reader: String?) -> FingerDemand {
    FingerDemand(
      reader: reader.map { FingerReaderOptions(locator: $0, pace: pace == .real ? .real : .full) },
      timeout: .seconds(timeout), minimumQuality: pressQuality, enhances: false)
  }

  /// - Parameter reader: as it was named.
  func check(with reader: String?) throws {
    guard pace == .real || reader != nil else { throw ValidationError("--pace full is of a script.") }
  }

  func validate() throws {
    guard (1...600).contains(timeout) else { throw ValidationError("--timeout is 1 to 600 seconds.") }
    guard (0...100).contains(pressQuality) else { throw ValidationError("--press-quality is 0 to 100.") }
  }
}

/// Which reader, how long it is waited for, and what a press has to be.
struct FingerReaderChoice: ParsableArguments {
  @Option(help: FingerPressOptions.readerOption)
  var reader: String?

  @OptionGroup var press: FingerPressOptions

  @Option(
    help: ArgumentHelp(
      "A press that covers less of the sensor is taken again, in percent.", valueName: "percent"))
  var pressArea = 0

  @Flag(help: "Only a finger that the reader says is live; what it calls an attack is never accepted.")
  var requireLive = false

  var demand: FingerDemand {
    var demand = press.demand(on: reader)
    demand.minimumArea = pressArea
    demand.requiresLive = requireLive
    return demand
  }

  func validate() throws {
    try press.check(with: reader)
    guard (0...100).contains(pressArea) else { throw ValidationError("--press-area is 0 to 100.") }
  }
}

/// What counts as a match of fingers.
struct FingerDecisionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The score that must be exceeded, such as 3500.", valueName: "score"))
  var threshold: Double?

  @Option(help: ArgumentHelp("The false match rate of one comparison, such as 1e-4.", valueName: "rate"))
  var fmr: Double?

  @Option(
    help: ArgumentHelp(
      "The raw similarity that must be exceeded, for a matcher without calibration: how often it errs is not "
        + "known.", valueName: "similarity"))
  var similarity: Double?

  func validate() throws {
    guard [threshold != nil, fmr != nil, similarity != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --threshold, --fmr and --similarity.")
    }
    for (name, value) in [("threshold", threshold), ("similarity", similarity)] {
      if let value, !value.isFinite { throw ValidationError("--\(name) is a number.") }
    }
    if let fmr, !(fmr > 0 && fmr <= 1) {
      throw ValidationError("--fmr is above 0 and at most 1, such as 1e-4.")
    }
  }

  /// - Parameter standard: where none was given.
  func decision(_ standard: MatchPolicy) -> FingerDecision {
    if let similarity { return .similarity(above: Float(similarity)) }
    return .policy(
      fmr.map { .falseMatchRate($0) } ?? threshold.map { .threshold(Score($0)) } ?? standard)
  }
}

/// The types of templates, as all commands of fingers have them.
struct FingerTypeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The type of the templates: imprint.finger-card (as a card takes them), iso-19794-2-2005 (the record), "
        + "imprint.finger-edges (the most accurate), or another plugin's.", valueName: "type"))
  var templateType: FingerTemplateType = .isoCompactCard
}

extension GlobalOptions {
  /// Imprint with the chosen plugin set for fingers: the default set is of faces.
  func openForFingers(telling console: Console) async throws -> BiometricSystem {
    var options = self
    if variant == "face" { options.variant = "finger" }
    return try await options.open(telling: console)
  }
}

extension FingerOperation {
  /// The result, with a line for each event that a person has to know.
  func value(telling console: Console) async throws -> Value {
    do throws(FingerCaptureError) {
      return try await value { event in if let line = event.line { console.tell(line) } }
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      throw error
    }
  }
}
