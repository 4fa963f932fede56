// SPDX-License-Identifier: Apache-2.0

extension LivenessMode: ExpressibleByArgument {}

extension SecurityLevel: ExpressibleByArgument {}

/// What a capture asks of the person, and how strict it is.
struct LivenessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is asked of the person: none; passive, a turn of the head; active, the head points at targets; "
        + "passive-video, the face in an oval, for a server; blink.",
      valueName: "mode"))
  var liveness: LivenessMode = .none

  @Option(help: ArgumentHelp("How strict the verdict is: low, medium or high.", valueName: "level"))
  var security: SecurityLevel = .high

  // A place may begin with a minus sign.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The targets of active: random; path:N; one at X,Y; or from X,Y:X,Y to practise. -1,-1 is the top left.",
      valueName: "targets"))
  var targets: Targets = Targets(mode: .random)

  @Option(
    help: ArgumentHelp("Of active: the time from one target to the next, 0 to 10 seconds.", valueName: "s"))
  var challengeInterval: Double = 0

  @Option(
    help: ArgumentHelp("Of blink: the score to exceed, 0 to 100.", valueName: "score"))
  var blinkThreshold: Float = 0

  @Option(help: ArgumentHelp("Of blink: the time for it, 0 to 30 seconds; 0: no limit.", valueName: "s"))
  var blinkTimeout: Double = 5

  @Option(
    help: ArgumentHelp(
      "32 hexadecimal digits that the challenge follows from, to try one again; default: drawn anew.",
      valueName: "hex"))
  var seed: SeedArgument?

  func validate() throws {
    guard (0...10).contains(challengeInterval) else {
      throw ValidationError("--challenge-interval is 0 to 10 seconds.")
    }
    guard (0...100).contains(blinkThreshold) else { throw ValidationError("--blink-threshold is 0 to 100.") }
    guard (0...30).contains(blinkTimeout) else {
      throw ValidationError("--blink-timeout is 0 to 30 seconds.")
    }
  }

  /// Whether something is asked for that only a single capture has.
  var hasOptionsOfOneCapture: Bool {
    targets.mode != .random || challengeInterval != 0 || blinkTimeout != 5
  }

  /// Sets what was asked for.
  func apply(to options: inout FaceCaptureOptions) {
    options.livenessMode = liveness
    options.securityLevel = security
    options.cr2dMode = targets.mode
    options.challengeIntervalDelay = .milliseconds(Int64(challengeInterval * 1000))
    options.livenessThreshold = blinkThreshold
    options.blinkTimeout = .milliseconds(Int64(blinkTimeout * 1000))
    options.seed = seed?.seed
  }

  struct Targets: ExpressibleByArgument {
    let mode: Cr2dMode

    init(mode: Cr2dMode) { self.mode = mode }

    init?(argument: String) {
      if argument == "random" {
        mode = .random
      } else if argument.hasPrefix("path:") {
        guard let count = Int(argument.dropFirst(5)), (1...8).contains(count) else { return nil }
        mode = .path(targets: count)
      } else {
        let places = argument.split(separator: ":", omittingEmptySubsequences: false).map(Self.place)
        switch (places.count, places.first ?? nil, places.last ?? nil) {
        case (1, let target?, _): mode = .fixedTarget(target)
        case (2, let start?, let target?): mode = .training(start: start, target: target)
        case _: return nil
        }
      }
    }

    private static func place(_ text: Substring) -> ScreenPlace? {
      let sides = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Float($0) }
      guard sides.count == 2, sides.allSatisfy({ (-1...1).contains($0) }) else { return nil }
      return ScreenPlace(x: sides[0], y: sides[1])
    }

    var defaultValueDescription: String { "random" }
  }

  struct SeedArgument: ExpressibleByArgument {
    let seed: CaptureSeed

    init?(argument: String) {
      guard argument.utf8.count == 32, argument.utf8.allSatisfy({ $0.isHexadecimalDigit }),
        let high = UInt64(argument.prefix(16), radix: 16), let low = UInt64(argument.suffix(16), radix: 16)
      else { return nil }
      seed = CaptureSeed(low: low, high: high)
    }
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    case _: false
    }
  }
}
