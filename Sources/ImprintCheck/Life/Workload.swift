// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest

/// What a plugin is made to do by checks that are for plugins of any kind: a little of each ability that it
/// has.
enum Workload {
  /// Uses each ability once, so that a plugin that starts something has started it.
  static func once(_ plugin: ProbePlugin, _ subject: CheckSubject) throws {
    for work in try all(plugin, subject) { try work.once() }
  }

  /// Makes an object of each kind and destroys it; `nil` where it makes none.
  static func maker(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> (() throws -> Void)? {
    let works = try all(plugin, subject)
    return works.isEmpty ? nil : { for work in works { try work.make() } }
  }

  /// Fails where the answers of an object depend on another one's calls.
  static func separation(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> (() throws -> Void)? {
    let each = try all(plugin, subject).compactMap(\.separation)
    return each.isEmpty ? nil : { try inTurn(each) { try $0() } }
  }

  /// A call of each ability that can be made again and again.
  static func repeated(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [RepeatedCall] {
    try all(plugin, subject).map { try $0.repeated() }
  }

  /// Of each ability that the manifest lists, and that there is something to work with for.
  private static func all(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    let manifest = try subject.manifest
    return try CheckCatalog.ofAbilities.filter { manifest.provides($0.ability) }.flatMap { checks in
      do {
        return try checks.work(plugin, subject)
      } catch is CheckSkip {
        return []
      }
    }
  }
}

/// Waits, for what another thread may do.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
