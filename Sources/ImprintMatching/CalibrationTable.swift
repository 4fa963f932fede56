// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// One of a matcher's calibrations, and the pairs of templates that it applies to.
public struct CalibrationEntry: Sendable, Hashable, CustomStringConvertible {
  /// Its index in the manifest's `calibrations`.
  public let number: Int
  public let pair: CalibratedPair
  public let calibration: Calibration

  public init(number: Int, pair: CalibratedPair, calibration: Calibration) {
    self.number = number
    self.pair = pair
    self.calibration = calibration
  }

  /// `imprint.face-f6, version 1 of dev.imprint.face-f6 1.0.0, one sample; measured 2026-11-21`.
  public var description: String { "\(pair); measured \(calibration.date)" }
}

/// Finds the calibration for a pair of templates.
public struct CalibrationTable: Sendable, Hashable {
  /// In the manifest's order.
  public let entries: [CalibrationEntry]
  /// Whether either template of a pair may be the probe, since comparison is symmetric.
  public let inEitherOrder: Bool

  /// No pair has a calibration.
  public static let empty = CalibrationTable([], inEitherOrder: false)

  /// - Parameter entries: no two of them apply to the same pair.
  init(_ entries: [CalibrationEntry], inEitherOrder: Bool) {
    self.entries = entries
    self.inEitherOrder = inEitherOrder
  }

  /// From a plugin's manifest, for one format that it compares.
  public init(of manifest: PluginManifest, format: String) {
    let entries = manifest.calibrations.enumerated().compactMap { number, declared in
      declared.pair.format == format
        ? CalibrationEntry(number: number, pair: declared.pair, calibration: declared.calibration) : nil
    }
    self.init(
      entries,
      inEitherOrder: manifest.compares.first { $0.algorithm == format }?.isSymmetric ?? false)
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The calibration of a pair; `nil` if there is none.
  /// - Complexity: O(entries), at most 32.
  public func entry(probe: TemplateOrigin, reference: TemplateOrigin) -> CalibrationEntry? {
    index(probe: probe, reference: reference).map { entries[$0] }
  }

  /// The index of the entry.
  func index(probe: TemplateOrigin, reference: TemplateOrigin) -> Int? {
    entries.firstIndex {
      $0.pair.covers(probe: probe, reference: reference, inEitherOrder: inEitherOrder)
    }
  }
}
