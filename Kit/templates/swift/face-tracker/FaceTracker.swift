// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A tracker: it takes each bright spot for a face, and follows it.
///
/// No face detector, but it does what a host asks of one: boxes, eyes, tracks and qualities, the largest
/// first. To make it yours, replace `Spot.find` and `describe`; numbering and order stay as they are.
struct FaceTracker: FaceTrackerPlugin {
  static let identity = PluginIdentity.own

  init(host: Host) {}

  func makeFaceTracker(_ options: FaceTrackerOptions) -> any FaceTrackerSession { Session(options) }
}

private final class Session: FaceTrackerSession {
  let landmarksPerFace = 0

  private let options: FaceTrackerOptions
  /// Of the last frame.
  private var tracks: [(id: UInt32, spot: Spot)] = []
  private var nextID: UInt32 = 1

  init(_ options: FaceTrackerOptions) { self.options = options }

  func track(_ image: ImageView, at timestamp: UInt64) -> [Face] {
    let cells = Cells(image)
    let spots = Spot.find(in: cells, most: options.maximumFaces)
    let isAlone = spots.count == 1
    follow(spots.filter { $0.contrast(in: cells) >= options.detectionThreshold ?? 0 })
    let size = (Float(image.width), Float(image.height))
    return tracks.map { describe($0.spot, id: $0.id, in: cells, size: size, isAlone: isAlone) }
  }

  func reset() {
    tracks = []
    nextID = 1
  }

  /// Gives each spot the number of the track it goes on; a new one where it goes on none that is free.
  private func follow(_ spots: [Spot]) {
    var free = tracks
    tracks = spots.map { spot in
      if let index = free.firstIndex(where: { $0.spot.overlaps(spot) }) {
        return (free.remove(at: index).id, spot)
      }
      let id = nextID
      nextID = id == .max ? 1 : id + 1  // 0 is never one
      return (id, spot)
    }
  }

  private func describe(
    _ spot: Spot, id: UInt32, in cells: Cells, size: (width: Float, height: Float), isAlone: Bool
  ) -> Face {
    let (width, height) = (size.width / Float(cells.columns), size.height / Float(cells.rows))
    let box = Rectangle(
      x: Float(spot.left) * width, y: Float(spot.top) * height, width: Float(spot.right - spot.left) * width,
      height: Float(spot.bottom - spot.top) * height)
    let isWhole =
      spot.left > 0 && spot.top > 0 && spot.right < cells.columns && spot.bottom < cells.rows
    let contrast = spot.contrast(in: cells)
    var quality = FaceQuality()
    quality[.dynamicRange] = 100 * contrast
    quality[.margin] = isWhole ? 100 : 0
    quality[.singleFace] = isAlone ? 100 : 0
    quality[.unified] = isWhole ? 100 * contrast : 0
    return Face(
      trackID: id, box: box,
      // Left is the subject's own: the image's right.
      leftEye: Point(x: box.x + 0.7 * box.width, y: box.y + 0.4 * box.height),
      rightEye: Point(x: box.x + 0.3 * box.width, y: box.y + 0.4 * box.height),
      detection: contrast, presence: 0, yaw: 0, pitch: 0, roll: 0, quality: quality)
  }
}

private let export = PluginExport(FaceTracker.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
