// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization

/// A folder of previews, a JPEG file for each, written as they come. It cannot fail the capture.
///
/// It must not exist, or be empty; where nothing came, as no capture began, none is left.
final class PreviewFolder: Sendable {
  private struct State {
    var isEmpty = true
    var problem: String?
  }

  private let path: String
  private let state = Mutex(State())

  /// Previews are looked at once.
  private static let quality = 85

  init(_ path: String) throws {
    try NewFolder(at: path).finish()
    self.path = path
  }

  deinit { if state.withLock(\.isEmpty) { rmdir(path) } }

  /// Why previews are missing; `nil` where none is.
  var problem: String? { state.withLock(\.problem) }

  /// - Returns: the line that says it, where it was written.
  func add(_ preview: CapturePreview) -> JSONValue? {
    let name = "\(preview.frame.sequence).jpg"
    let isWritten = state.withLock { state -> Bool in
      guard state.problem == nil else { return false }
      do {
        try Files.write(
          try ImageEncoder.jpeg(preview.frame.image, quality: Self.quality), to: "\(path)/\(name)")
      } catch {
        state.problem = "previews: \(path): some are missing: \(error)"
        return false
      }
      state.isEmpty = false
      return true
    }
    guard isWritten else { return nil }
    return [
      "event": "preview", "file": name, "timestampNanoseconds": Int(clamping: preview.frame.timestamp),
      "overlay": preview.overlay.json(\.json),
    ]
  }
}
