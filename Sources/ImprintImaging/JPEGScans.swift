// SPDX-License-Identifier: Apache-2.0

/// The decoding work of a JPEG: how often a decoder visits its blocks (8×8 samples of a component).
///
/// A progressive file may refine its picture in any number of scans, and an empty scan takes a few bytes,
/// however large the picture: without a limit 300 KB keep a processor busy for 10 s (denial of service).
struct JPEGScans {
  /// Block visits allowed for any file: about a second at libjpeg-turbo's 10 to 25 ns each. Four times those
  /// of a 12-megapixel photograph with each of its 64 frequencies in a scan of its own.
  static let alwaysAllowed = 32_000_000
  /// Visits per block allowed for larger pictures. The usual progressive scripts, libjpeg's and mozjpeg's,
  /// need 5 and 6 on average.
  static let allowedPerBlock = 10

  /// The maximum per picture and per scan; the decoder refuses more.
  private static let mostComponents = 4

  private struct Component {
    let id: UInt8
    let blocks: Int
  }

  /// Of a component: how many blocks it has in a group, in a row and below each other.
  private struct Sampling {
    let id: UInt8
    let across: Int
    let down: Int
  }

  private let components: [Component]
  /// Of all components.
  let blocks: Int
  /// Block visits by all scans so far. Stops counting once over the limit.
  private(set) var visits = 0
  private(set) var scans = 0

  /// - Parameter header: the body of a frame header: precision, height, width, and three bytes for each
  ///   component.
  init(frame header: UnsafeRawBufferPointer.SubSequence, width: Int, height: Int) {
    var table: [Sampling] = []
    for at in stride(from: header.startIndex + 6, to: header.endIndex - 2, by: 3).prefix(Self.mostComponents)
    {
      // 1 to 4 by the standard; the decoder refuses what is not.
      let factors = header[at + 1]
      table.append(
        Sampling(id: header[at], across: max(1, Int(factors >> 4)), down: max(1, Int(factors & 15))))
    }
    // Blocks come in groups (MCUs) that cover the same pixels; the last ones may extend beyond the edge.
    let across = Self.groups(width, table.map(\.across).max() ?? 1)
    let down = Self.groups(height, table.map(\.down).max() ?? 1)
    components = table.map { Component(id: $0.id, blocks: across * $0.across * down * $0.down) }
    blocks = components.map(\.blocks).reduce(0, +)
  }

  private static func groups(_ pixels: Int, _ sampling: Int) -> Int {
    (pixels + 8 * sampling - 1) / (8 * sampling)
  }

  /// Counts a scan.
  /// - Parameter header: the body of its header: how many components it has, and two bytes for each.
  mutating func add(scan header: UnsafeRawBufferPointer.SubSequence) {
    scans += 1
    guard isUsual else { return }
    let named = stride(from: header.startIndex + 1, to: header.endIndex - 3, by: 2)
      .prefix(Self.mostComponents).map { header[$0] }
    visits += components.filter { named.contains($0.id) }.map(\.blocks).reduce(0, +)
  }

  private var isUsual: Bool { visits <= max(Self.alwaysAllowed, blocks * Self.allowedPerBlock) }

  /// - Throws: ``ImagingError`` `tooManyScans`.
  func check(place: String) throws(ImagingError) {
    guard isUsual else {
      throw ImagingError(
        .tooManyScans, place: place,
        reason:
          "the JPEG file tells its picture in \(scans) scans, which would be decoded one over the other.",
        remedy: "Save it as baseline JPEG, or as progressive with the usual scans.")
    }
  }
}
