// SPDX-License-Identifier: Apache-2.0

/// What a conformance check is about. Those of an ability stand with its checks (``AbilityCheckGroup``).
public struct CheckGroup: Sendable, Hashable {
  /// The first word of its checks' ids.
  public let rawValue: String
  /// What its checks have in common, in a sentence.
  let words: String

  init(_ rawValue: String, _ words: String) {
    self.rawValue = rawValue
    self.words = words
  }

  public static let package = CheckGroup(
    "package", "The contents of the plugin's folder; the library is read, not loaded.")
  public static let load = CheckGroup("load", "Loading the library, its entry point and its abilities.")
  public static let life = CheckGroup(
    "life", "Opening, creating, using, destroying and closing, repeatedly and in different orders.")
  public static let threads = CheckGroup(
    "threads", "Concurrent calls, and the number of threads.")
  public static let memory = CheckGroup("memory", "Lent memory, memory bounds and allocation failures.")
  public static let security = CheckGroup(
    "security", "Licences, access to system resources, and residual data.")
  public static let isolation = CheckGroup("isolation", "The same library in a worker process.")
}
