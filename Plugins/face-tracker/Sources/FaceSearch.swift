// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// The search of one frame: each step adds the faces that those before it did not find.
struct FaceSearch {
  /// A face of the frame.
  struct Found {
    var face: Face
    /// As ``Tracks/Track/turn``.
    let turn: Float?
    /// What the mesh was found by.
    let detection: Detection
  }

  /// Two meshes that share more than this of their boxes are on one face.
  private static let sameFace: Float = 0.5
  /// A part of an image shows a face that fills more of it than this too closely: the whole shows it better.
  private static let largestShare: Float = 0.5

  /// Of a large image's longer side, below which a face is small.
  private static let smallShare: Float = 0.1

  private let finder: FaceFinder
  private let image: UnsafePointer<imp_image>
  private let known: [Tracks.Track]
  private let most: Int
  private let threshold: Float
  private var found: [Found] = []
  /// What the detectors said of this frame.
  private var seen: [Detection] = []

  /// - Parameters:
  ///   - image: lent for as long as the search is.
  ///   - known: the faces that are followed.
  ///   - most: the most faces that are wanted.
  init(
    _ finder: FaceFinder, _ image: UnsafePointer<imp_image>, known: [Tracks.Track], most: Int,
    threshold: Float
  ) {
    self.finder = finder
    self.image = image
    self.known = known
    self.most = most
    self.threshold = threshold
  }

  /// Whether a face is followed or was found.
  var isAnyoneKnown: Bool { !known.isEmpty || !found.isEmpty }

  /// Where the faces were that are followed and were not found.
  var missing: [Rectangle] {
    known.map(\.box).filter { box in
      found.allSatisfy { $0.face.box.overlap(box) < Tracks.leastOverlap }
    }
  }

  /// Whether as many were found as are wanted.
  private var isComplete: Bool { found.count >= most }

  /// All of these faces where they were, without a detector. Where one of them is not found, none is.
  /// - Parameter strangers: what the detectors saw beside them in the last frame that they were asked about.
  /// - Returns: whether they were found; in their order.
  mutating func follow(_ followed: [Followed], strangers: [Detection]) throws(PluginFailure) -> Bool {
    let detections = followed.map(\.detection)
    for (face, detection) in zip(followed, detections) {
      guard let mesh = try finder.mesh(detection, in: image), isNew(mesh.box),
        mesh.box.overlap(face.box) >= Tracks.leastOverlap
      else { break }
      add(mesh, detection, among: detections + strangers)
    }
    if found.count == followed.count { return true }
    found = []
    return false
  }

  /// Faces that the detector does not see as they are, where they were.
  mutating func followTurned() throws(PluginFailure) {
    for track in known {
      guard !isComplete, let turn = track.turn,
        let detection = try finder.closeUp(track.box, angle: turn, in: image), detection.score >= threshold,
        let mesh = try finder.mesh(detection, in: image), isNew(mesh.box)
      else { continue }
      add(mesh, detection, among: [detection], isTurned: true)
    }
  }

  /// One face is looked for with the quick detector, and with the thorough one where that finds none.
  /// Several are looked for with both: the quick one misses those farther away.
  mutating func searchWhole() throws(PluginFailure) {
    guard !isComplete else { return }
    let close = try finder.near.detect(image, threshold: threshold)
    if most == 1 {
      try examine(close)
      if isComplete { return }
    }
    let distant = try finder.far.detect(image, threshold: threshold)
    try examine(Detector.withoutRepeats(close + distant))
  }

  /// Faces that are too small in the whole image, in parts of it. Those that were found there stay as they
  /// are.
  mutating func search(_ parts: [ImagePart]) throws(PluginFailure) {
    guard !parts.isEmpty, !isComplete else { return }
    var detections: [Detection] = []
    for part in parts {
      let largest = Self.largestShare * Float(part.longerSide)
      detections += try finder.far.detect(part, of: image, threshold: threshold).filter { $0.size <= largest }
    }
    // Eyes and noses of large faces look like small faces.
    let strangers = Detector.withoutRepeats(detections).filter { isOutside($0.box) }
    let before = found.count
    try examine(strangers, isInParts: true)
    let others = found[before...].map(\.face.box)
    for index in 0..<before { found[index].face.quality.count(others, besides: found[index].face.box) }
  }

  /// Where nobody is seen, perhaps the picture lies on its side or head: it is turned for the detectors.
  /// An upright face that they find so is none: what is upright is found upright, now as in the next frame.
  mutating func searchTurned() throws(PluginFailure) {
    guard !isAnyoneKnown else { return }
    var detections: [Detection] = []
    for quarters in 1...3 {
      detections += try finder.near.detect(image, threshold: threshold, turned: quarters)
      detections += try finder.far.detect(image, threshold: threshold, turned: quarters)
    }
    detections = Detector.withoutRepeats(detections)
    for detection in Self.largestFirst(detections) where !isComplete {
      guard let confirmed = try finder.confirmed(detection, in: image), confirmed.score >= threshold,
        confirmed.isLying, let mesh = try finder.mesh(confirmed, in: image), isNew(mesh.box)
      else { continue }
      add(mesh, confirmed, among: detections, isTurned: true)
    }
  }

  /// The faces that were found.
  consuming func finish() -> [Found] { found }

  /// What the detectors saw beside the faces that were found.
  var strangers: [Detection] {
    seen.filter { seen in found.allSatisfy { $0.face.box.containment(seen.box) < Self.sameFace } }
  }

  /// Finds the mesh of the largest detections, until there are as many faces as asked for.
  private mutating func examine(_ detections: [Detection], isInParts: Bool = false) throws(PluginFailure) {
    self.seen += detections
    for seen in Self.largestFirst(detections) where !isComplete {
      let detection = try closer(seen)
      guard isApartFromTurned(detection.box), let mesh = try finder.mesh(detection, in: image),
        isNew(mesh.box),
        !isInParts || isOutside(mesh.box)
      else { continue }
      // A face that is followed was looked at when it came.
      if known.contains(where: { $0.turn == nil && $0.box.overlap(mesh.box) >= Tracks.leastOverlap }) {
        add(mesh, detection, among: detections)
      } else {
        let righted = try finder.righted(detection, mesh, in: image)
        add(righted.mesh, righted.detection, among: detections, isTurned: righted.isTurned)
      }
    }
  }

  /// The thorough detector is vague about the eyes of faces that are small in what it sees: in a large image
  /// they are looked at again.
  private func closer(_ detection: Detection) throws(PluginFailure) -> Detection {
    let longer = Int(max(image.pointee.width, image.pointee.height))
    guard longer > ImageParts.suffices, detection.size < Self.smallShare * Float(longer),
      let closer = try finder.closeUp(detection.box, angle: detection.angle, in: image),
      closer.score >= threshold
    else { return detection }
    return closer
  }

  private mutating func add(
    _ mesh: Mesh, _ detection: Detection, among others: [Detection], isTurned: Bool = false
  ) {
    guard let face = finder.describe(mesh, detection, others: others, in: image) else { return }
    found.append(Found(face: face, turn: isTurned ? face.roll * .pi / 180 : nil, detection: detection))
  }

  /// Whether no face was found there.
  private func isNew(_ box: Rectangle) -> Bool {
    found.allSatisfy { $0.face.box.overlap(box) < Self.sameFace } && isApartFromTurned(box)
  }

  /// A face that lies is also found as another, which is somewhat beside it.
  private func isApartFromTurned(_ box: Rectangle) -> Bool {
    found.allSatisfy { $0.turn == nil || $0.face.box.containment(box) < Self.sameFace }
  }

  /// Whether a box lies mostly outside all faces that were found, and none of them in it.
  private func isOutside(_ box: Rectangle) -> Bool {
    found.allSatisfy { $0.face.box.containment(box) < Self.sameFace }
  }

  private static func largestFirst(_ detections: [Detection]) -> [Detection] {
    detections.indices.sorted { (-detections[$0].box.area, $0) < (-detections[$1].box.area, $1) }
      .map { detections[$0] }
  }
}
