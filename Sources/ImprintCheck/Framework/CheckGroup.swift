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
    "package", "What lies in the plugin's folder; the library is read, and not loaded.")
  public static let load = CheckGroup("load", "From the library's loading to its first answers.")
  public static let life = CheckGroup(
    "life", "Opening, making, using, destroying and closing, often and out of order.")
  public static let threads = CheckGroup(
    "threads", "Which calls may overlap, and how many threads there are.")
  public static let memory = CheckGroup("memory", "What is lent, what is written to, and what is left.")
  public static let security = CheckGroup(
    "security", "Licences, what is asked of the system, and what is left behind.")
  public static let isolation = CheckGroup("isolation", "The same library in a worker of its own.")
}
