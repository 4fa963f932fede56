// SPDX-License-Identifier: Apache-2.0

extension FaceTracker {
  /// The faces of a picture that belongs to no stream: nothing carries over from what was tracked before, nor
  /// to what comes after. Largest first.
  /// - Throws: what ``track(_:timestamp:)`` throws.
  public func faces(in picture: Image) throws(PluginCallError) -> [Face] {
    reset()
    defer { reset() }
    return try track(picture, timestamp: 0)
  }
}
