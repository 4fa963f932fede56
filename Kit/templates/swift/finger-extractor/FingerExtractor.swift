// SPDX-License-Identifier: Apache-2.0
public import CImprint
import Glibc
import ImprintPluginKit

/// A finger extractor: it describes a fingerprint by its ridge orientation.
///
/// It needs no model and is deterministic, so tests can be exact. It is no biometric algorithm: a finger that
/// lies elsewhere on the sensor differs. To make it yours, replace what `Ridges` does.
struct FingerExtractor: FingerExtractorPlugin {
  static let identity = PluginIdentity.own

  let fingerFormats = [
    FingerFormat(
      name: Facts.templateFormat, version: Facts.templateVersion,
      templates: .exactly(bytes: Facts.templateBytes), resolutions: 10_000...40_000)
  ]

  init(host: Host) {}

  func makeFingerExtractor(_ options: FingerExtractorOptions) -> any FingerExtractorSession { Session() }
}

private final class Session: FingerExtractorSession {
  func extract(_ image: ImageView, finger: Finger) throws(PluginFailure) -> Extraction {
    // What is said of the finger tells nothing that the template needs.
    let ridges = Ridges(image)
    try ridges.check()
    return Extraction(template: ridges.template)
  }
}

/// The ridge orientation in each of 8 by 8 cells of 2 mm around the middle of an image.
///
/// A class, so that it can be overwritten when it goes: the memory is reused.
private final class Ridges {
  private static let grid = 8
  private static let count = grid * grid
  private static let cellsInAMetre = 500
  /// Mean squared gradient above which a cell shows more than noise.
  private static let contrast = 400
  /// Of 127: a cell shows ridges where its gradients agree at least so much.
  private static let ridgesFrom = 64
  /// So many such cells have to be there.
  private static let ridgedNeeded = 16

  /// Of each cell, row by row, cosine and sine of twice the angle of its ridges, 127 where all of
  /// them agree. Both 0: nothing is visible there.
  private var ways: [Int8] = []
  private var seen = 0
  private var ridged = 0

  init(_ image: borrowing ImageView) {
    ways.reserveCapacity(2 * Self.count)
    for cell in 0..<Self.count {
      let way = Self.way(of: image, row: cell / Self.grid, column: cell % Self.grid)
      ways.append(way?.cosine ?? 0)
      ways.append(way?.sine ?? 0)
      guard let way else { continue }
      seen += 1
      let (cosine, sine) = (Int(way.cosine), Int(way.sine))
      if cosine * cosine + sine * sine >= Self.ridgesFrom * Self.ridgesFrom { ridged += 1 }
    }
  }

  deinit {
    // Not memset: the compiler may leave out writing what nobody reads.
    ways.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
  }

  /// - Throws: `.noSubject` where there is no print, `.quality` where there is too little of one.
  func check() throws(PluginFailure) {
    guard seen > 0 else {
      throw PluginFailure(.noSubject, "The image is blank; place the finger on the sensor.")
    }
    guard ridged >= Self.ridgedNeeded else {
      throw PluginFailure(
        .quality,
        "Ridges are visible in \(ridged) of \(Self.count) places, \(Self.ridgedNeeded) are needed; "
          + "clean the finger, and place it flat.")
    }
  }

  /// Magic, then the cells. The one copy there is, which the kit overwrites once the host has it.
  var template: [UInt8] {
    var template = Facts.templateMagic
    template.reserveCapacity(Facts.templateBytes)
    for way in ways { template.append(UInt8(bitPattern: way)) }
    return template
  }

  /// All in integers: the same with every compiler on every machine.
  /// - Returns: `nil` where too little of the cell lies in the image, or it is blank.
  private static func way(
    of image: borrowing ImageView, row: Int, column: Int
  ) -> (cosine: Int8, sine: Int8)? {
    let side = (image.resolution ?? 0) / cellsInAMetre
    // Of a cell along one side of the image, the pixels at its edges left out.
    func pixels(_ cell: Int, _ limit: Int) -> Range<Int> {
      let start = limit / 2 + (cell - grid / 2) * side
      let (first, end) = (max(start, 1), min(start + side, limit - 1))
      return first..<max(first, end)
    }
    let (columns, rows) = (pixels(column, image.width), pixels(row, image.height))
    let count = columns.count * rows.count
    guard count > 0, 2 * count >= side * side else { return nil }
    var (along, across, all) = (0, 0, 0)
    for y in rows {
      for x in columns {
        let dx = image.grey(x + 1, y) - image.grey(x - 1, y)
        let dy = image.grey(x, y + 1) - image.grey(x, y - 1)
        // Ridges run across the steps.
        along += dy * dy - dx * dx
        across -= 2 * dx * dy
        all += dx * dx + dy * dy
      }
    }
    guard all >= contrast * count else { return nil }
    return (Int8(along * 127 / all), Int8(across * 127 / all))
  }
}

extension ImageView {
  /// The kit has checked that each pixel lies in the bytes.
  fileprivate func grey(_ x: Int, _ y: Int) -> Int {
    Int(pixels.unsafeLoad(fromByteOffset: y * rowBytes + x, as: UInt8.self))
  }
}

private let export = PluginExport(FingerExtractor.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
