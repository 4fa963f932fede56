// SPDX-License-Identifier: Apache-2.0

/// One place where a plugin's code and its manifest do not say the same, or where that cannot be seen.
public typealias FactProblem = Explained<FactProblemCode>

public enum FactProblemCode: String, Sendable, Hashable, CaseIterable {
  /// Code and manifest say something different.
  case differs = "facts-differ"
  /// The code says it in a way that cannot be read without compiling it, or does not say it.
  case unread = "facts-unread"
  /// The file is none that facts can be read from.
  case file = "facts-file"
}

/// A plugin whose code and manifest differ: everything in which they do, in the order of the file.
public typealias FactsError = Gathered<FactProblem>
