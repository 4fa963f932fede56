// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What all flows have in common: which reader, how long, and what a press has to be.
public struct FingerDemand: Sendable, Hashable {
  /// `nil`, the default: the first reader that is there and gives images.
  public var reader: FingerReaderOptions?
  /// For the whole operation, from the opened reader to its end: 1 s...600 s, default 30 s.
  public var timeout: Duration
  /// A press of a lower quality is taken again, 0...100, default 0: any. It is the extractor's; a quality
  /// that was not measured is not below it.
  public var minimumQuality: Int
  /// A press with less of a finger is taken again, in percent of the sensor, 0...100, default 0.
  public var minimumArea: Int
  /// Whether the reader has to say that the finger is live. Default `false`: readers that do not judge are
  /// accepted. What a reader calls an attack is never accepted.
  public var requiresLive: Bool
  /// Whether pictures for people are made: ``FingerPicture/enhanced``. Default `true`.
  public var enhances: Bool
  /// Which sounds are told: by default none.
  public var signals: FingerSignals

  public init(
    reader: FingerReaderOptions? = nil, timeout: Duration = .seconds(30), minimumQuality: Int = 0,
    minimumArea: Int = 0, requiresLive: Bool = false, enhances: Bool = true,
    signals: FingerSignals = FingerSignals()
  ) {
    self.reader = reader
    self.timeout = timeout
    self.minimumQuality = minimumQuality
    self.minimumArea = minimumArea
    self.requiresLive = requiresLive
    self.enhances = enhances
    self.signals = signals
  }

  /// - Throws: ``FingerCaptureError`` `badOptions`.
  func check() throws(FingerCaptureError) {
    guard (.seconds(1)...(.seconds(600))).contains(timeout) else {
      throw .option("timeout", "it is \(timeout).", "Give 1 s to 600 s.")
    }
    for (name, value) in [("minimumQuality", minimumQuality), ("minimumArea", minimumArea)]
    where !(0...100).contains(value) {
      throw .option(name, "it is \(value).", "Give 0 to 100.")
    }
  }

  /// Whether a finger of that verdict is refused.
  func refuses(_ liveness: FingerLiveness) -> Bool {
    switch liveness {
    case .attack: true
    case .unknown: requiresLive
    case .live: false
    }
  }
}
