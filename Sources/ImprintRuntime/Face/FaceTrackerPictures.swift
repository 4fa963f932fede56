// SPDX-License-Identifier: Apache-2.0

extension FaceTracker {
  /// The faces of a single picture, independent of what is tracked before and after. Largest first.
  /// - Throws: what ``track(_:timestamp:)`` throws.
  public func faces(in picture: Image) throws(PluginCallError) -> [Face] {
    reset()
    defer { reset() }
    return try track(picture, timestamp: 0)
  }
}
