// SPDX-License-Identifier: Apache-2.0
import CImprint
import FaceNetworks
import ImprintPluginKit

/// One stream of frames: search, follow.
final class TrackerSession: FaceTrackerSession {
  let landmarksPerFace = Face.meshLandmarks

  /// The detector's score from which a box is a face, where the caller states none; the networks' own value.
  private static let defaultThreshold: Float = 0.5
  /// Parts of a large frame that are searched while nobody is seen, after the first frame. All of 1920 × 1080
  /// have their turn in two frames.
  private static let partsOfFrame = 4

  private let finder: FaceFinder
  private let maximumFaces: Int
  private let threshold: Float
  private var tracks = Tracks()
  private var isFirst = true
  /// The part of a large frame whose turn it is.
  private var nextPart = 0

  init(runtime: NetworkRuntime, options: FaceTrackerOptions) throws(PluginFailure) {
    finder = try FaceFinder(runtime: runtime, threads: options.threads)
    maximumFaces = options.maximumFaces
    threshold = options.detectionThreshold ?? Self.defaultThreshold
  }

  func reset() {
    tracks = Tracks()
    isFirst = true
    nextPart = 0
  }

  func track(_ image: ImageView, at timestamp: UInt64) throws(PluginFailure) -> [Face] {
    let known = tracks.alive(at: timestamp)
    var searched = 0
    var faces = try image.withImage { image throws(PluginFailure) in
      var search = FaceSearch(finder, image, known: known, most: maximumFaces, threshold: threshold)
      try search.followTurned()
      try search.searchWhole()
      searched = try searchParts(with: &search, image.pointee)
      if isFirst { try search.searchTurned() }
      return search.finish()
    }
    faces.sort {
      ($0.face.box.area, $0.face.detection, -$0.face.box.x)
        > ($1.face.box.area, $1.face.detection, -$1.face.box.x)
    }
    let ids = tracks.assign(faces.map { ($0.face.box, $0.turn) }, at: timestamp)
    for (index, id) in ids.enumerated() { faces[index].face.trackID = id }
    isFirst = false
    nextPart = searched
    return faces.map(\.face)
  }

  /// A large image is searched in parts: all of them in the first frame; then around the faces that were
  /// known and were not found, or, where there are none, a few parts in turn.
  /// - Returns: the part whose turn comes next.
  private func searchParts(
    with search: inout FaceSearch, _ image: imp_image
  ) throws(PluginFailure) -> Int {
    let (width, height) = (Int(image.width), Int(image.height))
    if isFirst {
      try search.search(ImageParts.of(width: width, height: height))
    } else if search.isAnyoneKnown {
      var parts: [ImagePart] = []
      for box in search.missing where !parts.contains(where: { $0.contains(box) }) {
        if let part = ImageParts.around(box, width: width, height: height) { parts.append(part) }
      }
      try search.search(parts)
    } else {
      let parts = ImageParts.of(width: width, height: height)
      guard !parts.isEmpty else { return 0 }
      let count = min(Self.partsOfFrame, parts.count)
      try search.search((0..<count).map { parts[(nextPart + $0) % parts.count] })
      return (nextPart + count) % parts.count
    }
    return 0
  }
}
