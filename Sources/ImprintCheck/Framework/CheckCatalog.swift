// SPDX-License-Identifier: Apache-2.0

/// All checks, in the order they are run and listed.
public enum CheckCatalog {
  /// Ids are unique; a group's checks follow one another.
  public static let all: [ConformanceCheck] =
    PackageChecks.all + LoadChecks.all + ParameterChecks.all + LifeChecks.all + ThreadChecks.all
    + MemoryChecks.all
    + ofAbilities.flatMap { $0.all } + SecurityChecks.all + IsolationChecks.all

  /// The groups, in the same order.
  static var groups: [CheckGroup] {
    var groups: [CheckGroup] = []
    for check in all where groups.last != check.group { groups.append(check.group) }
    return groups
  }

  /// The check with that id.
  public static func check(_ id: String) -> ConformanceCheck? { all.first { $0.id == id } }
}
