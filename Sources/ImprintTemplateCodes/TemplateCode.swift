// SPDX-License-Identifier: Apache-2.0
private import CCodeLibraries
private import Glibc
public import ImprintModel

/// A QR code of a face template of 116 bytes, `imprint.face-f5`: exactly these bytes, in binary mode.
///
/// Whoever sees the code has the template: treat its pictures as templates. Redacted: its description never
/// shows modules.
public struct TemplateCode: Sendable, Hashable, CustomStringConvertible {
  /// How much of a code may be hidden or spoilt (ISO/IEC 18004).
  public enum Correction: String, Sendable, Hashable, CaseIterable {
    /// Level M, about 15 %: 45 modules wide.
    case medium = "m"
    /// Level Q, about 25 %: 53 modules wide.
    case quartile = "q"
  }

  /// Modules in a row and a column, without the quiet zone.
  public let side: Int
  public let correction: Correction
  /// Row by row from the top.
  private let dark: [Bool]

  /// The quiet zone on each side, in modules (ISO/IEC 18004).
  static let quietZone = 4

  /// Makes the code of a template.
  /// - Throws: ``TemplateCodeError``: `otherFormat`, which names the template's; `newerVersion`, `damaged` by
  ///   the payload's own check; `outOfMemory`.
  /// - Complexity: some milliseconds. Safe from any thread.
  public init(
    _ template: Template, correction: Correction = .quartile, place: String = "template"
  ) throws(TemplateCodeError) {
    guard template.format.algorithm == PackedFaceTemplate.algorithm, template.modality == .face else {
      throw TemplateCodeError(
        .otherFormat, place: place,
        reason: "it is of \(template.format.algorithm), \(template.payload.count) bytes, and a code holds "
          + "templates of \(PackedFaceTemplate.algorithm) alone.",
        remedy: "Enrol with a plugin that makes those: `sdkctl plugin list` names what is installed, and "
          + "`sdkctl enroll --plugin` takes one.")
    }
    let packed = try PackedFaceTemplate(template.payload, place: place)
    try self.init(bytes: packed.payload, correction: correction, place: place)
  }

  /// The code of any bytes, at least one and at most some 1,600.
  package init(
    bytes: [UInt8], correction: Correction = .quartile, place: String = "template"
  ) throws(TemplateCodeError) {
    let level = correction == .medium ? QR_ECLEVEL_M : QR_ECLEVEL_Q
    // Version 0: the smallest that the bytes fit into.
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, level) else {
      throw .outOfMemory(place)
    }
    defer {
      explicit_bzero(code.pointee.data, Int(code.pointee.width * code.pointee.width))
      QRcode_free(code)
    }
    side = Int(code.pointee.width)
    self.correction = correction
    // The lowest bit is the colour; the others say what a module is for.
    dark = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
  }

  /// Whether a module is dark. Outside of the code, as in the quiet zone, none is.
  public func isDark(row: Int, column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && dark[row * side + column]
  }

  public var description: String {
    "TemplateCode(\(side)x\(side), \(correction.rawValue), <redacted>)"
  }
}
