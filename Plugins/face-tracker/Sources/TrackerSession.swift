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
  /// Every how many frames the detectors are asked, while faces are followed; 1: in each.
  private let searchEvery: Int
  private var tracks = Tracks()
  private var isFirst = true
  /// The faces of the last frame; none where the next one is searched whatever it shows.
  private var followed: [Followed] = []
  /// What the detectors saw beside them, in the last frame that was searched.
  private var strangers: [Detection] = []
  /// Frames since that one.
  private var unsearched = 0
  /// The part of a large frame whose turn it is.
  private var nextPart = 0

  init(
    runtime: NetworkRuntime, options: FaceTrackerOptions, searchEvery: Int
  ) throws(PluginFailure) {
    self.searchEvery = searchEvery
    finder = try FaceFinder(runtime: runtime, threads: options.threads)
    maximumFaces = options.maximumFaces
    threshold = options.detectionThreshold ?? Self.defaultThreshold
  }

  func reset() {
    tracks = Tracks()
    isFirst = true
    nextPart = 0
    (followed, strangers, unsearched) = ([], [], 0)
  }

  func track(_ image: ImageView, at timestamp: UInt64) throws(PluginFailure) -> [Face] {
    let known = tracks.alive(at: timestamp)
    var step: Step
    if let spared = try spared(image, known) {
      step = spared
    } else {
      step = try searched(image, known)
    }
    (followed, strangers, unsearched) = (step.followed, step.strangers, step.unsearched)
    nextPart = step.nextPart
    isFirst = false
    step.faces.sort {
      ($0.face.box.area, $0.face.detection, -$0.face.box.x)
        > ($1.face.box.area, $1.face.detection, -$1.face.box.x)
    }
    let ids = tracks.assign(step.faces.map { ($0.face.box, $0.turn) }, at: timestamp)
    for (index, id) in ids.enumerated() { step.faces[index].face.trackID = id }
    return step.faces.map(\.face)
  }

  /// What a frame gave, and what the next one goes by. The session is changed where nothing can fail any
  /// more.
  private struct Step {
    var faces: [FaceSearch.Found]
    var followed: [Followed] = []
    var strangers: [Detection] = []
    var unsearched = 0
    /// The part of a large frame whose turn it is then.
    var nextPart = 0
  }

  /// All faces where they were, without a detector.
  /// - Returns: `nil` where it is the detectors' turn, or one was not found: the frame is then searched.
  private func spared(
    _ image: ImageView, _ known: [Tracks.Track]
  ) throws(PluginFailure) -> Step? {
    // Somebody who was lost is looked for in every frame.
    guard unsearched + 1 < searchEvery, !followed.isEmpty, known.count == followed.count else { return nil }
    return try image.withImage { image throws(PluginFailure) in
      var search = FaceSearch(finder, image, known: known, most: maximumFaces, threshold: threshold)
      guard try search.follow(followed, strangers: strangers) else { return nil }
      var step = Step(
        faces: search.finish(), followed: followed, strangers: strangers, unsearched: unsearched + 1,
        nextPart: nextPart)
      for index in step.faces.indices { step.followed[index].move(to: step.faces[index].face) }
      return step
    }
  }

  private func searched(
    _ image: ImageView, _ known: [Tracks.Track]
  ) throws(PluginFailure) -> Step {
    try image.withImage { image throws(PluginFailure) in
      var search = FaceSearch(finder, image, known: known, most: maximumFaces, threshold: threshold)
      try search.followTurned()
      try search.searchWhole()
      let nextPart = try searchParts(with: &search, image.pointee)
      if isFirst { try search.searchTurned() }
      let strangers = search.strangers
      var step = Step(faces: search.finish(), nextPart: nextPart)
      // A turned face is looked for in a turned picture, each time.
      if step.faces.allSatisfy({ $0.turn == nil }) {
        step.followed = step.faces.map { Followed($0.face, seen: $0.detection) }
        step.strangers = strangers
      }
      return step
    }
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
