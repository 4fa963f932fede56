// SPDX-License-Identifier: Apache-2.0
import CFaceLiveness
import ImprintPluginKit

/// Whether the face is made of a display's pixels: sampled by the camera's, they leave a pattern that moves
/// otherwise than the face does, and that a sheet of paper, skin and noise do not leave (moiré).
///
/// Ten times a second two frames that follow each other are held against each other, which costs about 1 ms
/// (640 × 480).
/// It cannot look where the face is narrower than about 107 pixels, and finds nothing where the lens or the
/// distance blurs the display's pixels to an even grey: most displays before a camera of 640 × 480. So it
/// never finds life: only a fake, or nothing.
final class ArtefactWatch {
  struct Limits {
    /// How far the strongest frequency of what is left of the face rises above those around it, natural
    /// logarithms of power.
    let peak: Float
  }

  private let limits: Limits
  private let moire: OpaquePointer?
  /// When the parts of the frame before were taken, which are to be found in this one.
  private var taken: UInt64?
  private var lastLook: UInt64?
  private var looks = 0
  /// One for each row of looks: the higher of light and colour, middle values of each.
  private var peaks: [imp_moire_peaks] = []

  /// Nanoseconds from one look to the next, at least; after the longest, a frame is no neighbour.
  private static let pause: UInt64 = 100_000_000
  private static let longest: UInt64 = 100_000_000
  /// Looks that are measured together: fewer leave more noise, and over more the pattern changes with the
  /// distance of the hand.
  private static let row = 8
  /// One may have met a blink, or a word.
  private static let leastRows = 2
  /// The latest, so that a capture that takes long is judged by its last half a minute.
  private static let mostRows = 32

  init(limits: Limits) {
    self.limits = limits
    moire = imp_moire_make()
  }

  deinit { imp_moire_free(moire) }

  /// Another face, or the same one after an interruption.
  func forget() {
    (taken, looks, peaks) = (nil, 0, [])
    if let moire { _ = imp_moire_measure(moire) }
  }

  func frame(_ face: Face, image: ImageView, now: UInt64) {
    guard let moire else { return }
    let box = imp_rect(x: face.box.x, y: face.box.y, width: face.box.width, height: face.box.height)
    if let before = taken {
      taken = nil
      guard now - before <= Self.longest,
        image.withImage({ imp_moire_compare(moire, $0, box) }) != 0
      else { return }
      looks += 1
      if looks == Self.row { measure(moire) }
      return
    }
    if let lastLook, now - lastLook < Self.pause { return }
    lastLook = now
    if image.withImage({ imp_moire_begin(moire, $0, box) }) != 0 { taken = now }
  }

  private func measure(_ moire: OpaquePointer) {
    looks = 0
    if peaks.count == Self.mostRows { peaks.removeFirst() }
    peaks.append(imp_moire_measure(moire))
  }

  var finding: Finding {
    guard peaks.count >= Self.leastRows else { return .nothing(.artefacts, limit: limits.peak) }
    let highest = max(Self.middle(peaks.map(\.light)), Self.middle(peaks.map(\.colour)))
    return Finding(
      method: .artefacts, verdict: highest >= limits.peak ? .fake : .noDecision, measure: highest,
      limit: limits.peak)
  }

  /// The lower one of two.
  private static func middle(_ values: [Float]) -> Float { values.sorted()[(values.count - 1) / 2] }
}
