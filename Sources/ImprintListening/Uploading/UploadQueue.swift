// SPDX-License-Identifier: Apache-2.0

/// The files of one look at the folder, in the order that they are offered in: one that has used up its tries
/// stops no other. It is offered once more at the end, and goes last at the next look. Two that fail in
/// succession are the destination's failure, and end the look.
struct UploadQueue {
  private var names: [String]
  private var next = 0
  private var putOff: Set<String> = []
  private var lastFailed: String?
  private var open: [String: ListeningUploadError] = [:]

  /// - Parameters:
  ///   - names: in the order of time.
  ///   - failures: of earlier looks.
  init(_ names: [String], failures: [String: Int]) {
    self.names = names.enumerated().sorted { one, other in
      (failures[one.element] ?? 0, one.offset) < (failures[other.element] ?? 0, other.offset)
    }.map(\.element)
  }

  mutating func popFirst() -> String? {
    guard next < names.count else { return nil }
    defer { next += 1 }
    return names[next]
  }

  /// The destination has said something about it.
  mutating func settled(_ name: String) {
    open[name] = nil
    lastFailed = nil
  }

  /// It has used up its tries.
  /// - Returns: whether the look ends.
  mutating func failed(_ name: String, _ error: ListeningUploadError) -> Bool {
    open[name] = error
    defer { lastFailed = name }
    if let lastFailed, lastFailed != name { return true }
    // The only one, or the last one, would be tried twice without a pause.
    if next < names.count, putOff.insert(name).inserted { names.append(name) }
    return false
  }

  /// Why some of them are not there, once all were offered; of the first by name.
  var failure: ListeningUploadError? { open.min { $0.key < $1.key }?.value }
}
