// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
internal import ImprintSession

/// A capture's options as a session has them: by names, all of them numbers, so that a redacted session has
/// them too. Words are the contract's numbers, times are in nanoseconds.
enum RecordedOptions {
  static func scalars(_ options: FaceCaptureOptions, _ tracker: FaceTrackerOptions) -> [String: SessionScalar]
  {
    var scalars: [String: SessionScalar] = [
      "livenessMode": .integer(Int64(options.livenessMode.code)),
      "securityLevel": .integer(Int64(options.securityLevel.code)),
      "cr2dMode": .integer(Int64(options.cr2dMode.code)), "images": .integer(Int64(options.images)),
      "qualityThreshold": .number(Double(options.qualityThreshold)),
      "livenessThreshold": .number(Double(options.livenessThreshold)),
      "timeout": .integer(nanoseconds(options.timeout)), "steady": .integer(nanoseconds(options.steady)),
      "blinkTimeout": .integer(nanoseconds(options.blinkTimeout)),
      "challengeIntervalDelay": .integer(nanoseconds(options.challengeIntervalDelay)),
      "helps": .integer(Int64(options.helps.rawValue)),
      "trackerMaximumFaces": .integer(Int64(tracker.maximumFaces)),
      "trackerDetectionThreshold": .number(Double(tracker.detectionThreshold)),
      "trackerThreads": .integer(Int64(tracker.threads)),
    ]
    func add(_ place: ScreenPlace, _ name: String) {
      scalars["\(name)X"] = .number(Double(place.x))
      scalars["\(name)Y"] = .number(Double(place.y))
    }
    switch options.cr2dMode {
    case .random: break
    case .fixedTarget(let target): add(target, "cr2dTarget")
    case .path(let targets): scalars["cr2dTargets"] = .integer(Int64(targets))
    case .training(let start, let target):
      add(start, "cr2dStart")
      add(target, "cr2dTarget")
    }
    return scalars
  }

  private static func nanoseconds(_ time: Duration) -> Int64 { Int64(clamping: time.wholeNanoseconds) }

  static func seed(_ seed: CaptureSeed) -> UInt128 { UInt128(seed.high) << 64 | UInt128(seed.low) }

  static func seed(_ number: UInt128) -> CaptureSeed {
    CaptureSeed(low: UInt64(truncatingIfNeeded: number), high: UInt64(truncatingIfNeeded: number >> 64))
  }

  /// What a header says, which may be of anybody's making: whether the values are in their ranges is judged
  /// where they are used.
  /// - Throws: `options`, which names the first that is missing or is none.
  static func read(
    _ header: SessionHeader
  ) throws(SessionReplayError) -> (capture: FaceCaptureOptions, tracker: FaceTrackerOptions) {
    let reader = Reader(scalars: header.options)
    func place(_ name: String) throws(SessionReplayError) -> ScreenPlace {
      // Only of the modes that have it.
      guard header.options["\(name)X"] != nil else { return ScreenPlace(x: 0, y: 0) }
      return ScreenPlace(x: Float(try reader.number("\(name)X")), y: Float(try reader.number("\(name)Y")))
    }
    let targets = header.options["cr2dTargets"] == nil ? 1 : try reader.integer("cr2dTargets")
    let mode = try reader.code("livenessMode")
    let level = try reader.code("securityLevel")
    guard let livenessMode = LivenessMode.allCases.first(where: { $0.code == mode }) else {
      throw .option("livenessMode")
    }
    guard let securityLevel = [SecurityLevel.low, .medium, .high].first(where: { $0.code == level }) else {
      throw .option("securityLevel")
    }
    guard
      let cr2dMode = Cr2dMode(
        code: try reader.code("cr2dMode"), start: try place("cr2dStart"), target: try place("cr2dTarget"),
        targets: Int(targets))
    else { throw .option("cr2dMode") }
    let capture = FaceCaptureOptions(
      livenessMode: livenessMode, securityLevel: securityLevel, cr2dMode: cr2dMode,
      images: Int(try reader.integer("images")),
      qualityThreshold: Float(try reader.number("qualityThreshold")),
      livenessThreshold: Float(try reader.number("livenessThreshold")),
      timeout: .nanoseconds(try reader.integer("timeout")),
      steady: .nanoseconds(try reader.integer("steady")),
      blinkTimeout: .nanoseconds(try reader.integer("blinkTimeout")),
      challengeIntervalDelay: .nanoseconds(try reader.integer("challengeIntervalDelay")),
      seed: seed(header.seed),
      helps: CaptureHelps(rawValue: try reader.code("helps")))
    let tracker = FaceTrackerOptions(
      maximumFaces: Int(try reader.integer("trackerMaximumFaces")),
      detectionThreshold: Float(try reader.number("trackerDetectionThreshold")),
      threads: Int(try reader.integer("trackerThreads")))
    return (capture, tracker)
  }

  private struct Reader {
    let scalars: [String: SessionScalar]

    func integer(_ name: String) throws(SessionReplayError) -> Int64 {
      guard case .integer(let number)? = scalars[name] else { throw .option(name) }
      return number
    }

    func code(_ name: String) throws(SessionReplayError) -> UInt32 {
      guard let code = UInt32(exactly: try integer(name)) else { throw .option(name) }
      return code
    }

    /// JSON does not tell 48.0 from 48.
    func number(_ name: String) throws(SessionReplayError) -> Double {
      switch scalars[name] {
      case .number(let number): return number
      case .integer(let number): return Double(number)
      case .bool, .text, nil: throw .option(name)
      }
    }
  }
}
