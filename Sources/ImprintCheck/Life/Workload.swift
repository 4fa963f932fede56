// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest

/// How checks for any kind of plugin exercise it: a little of each of its abilities.
enum Workload {
  /// Uses each ability once, so that a plugin has started whatever it starts.
  static func once(_ plugin: ProbePlugin, _ subject: CheckSubject) throws {
    for work in try all(plugin, subject) { try work.once() }
  }

  /// Creates an object of each kind and destroys it, but none of a kind of which there have been enough;
  /// `nil` where there is none.
  static func maker(
    _ plugin: ProbePlugin, _ subject: CheckSubject
  ) throws -> ((_ time: Int) throws -> Void)? {
    let works = try all(plugin, subject)
    return works.isEmpty ? nil : { time in for work in works where time < work.objects { try work.make() } }
  }

  /// Fails where an object's answers depend on calls on another one.
  static func separation(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> (() throws -> Void)? {
    let each = try all(plugin, subject).compactMap(\.separation)
    return each.isEmpty ? nil : { try inTurn(each) { try $0() } }
  }

  /// A repeatable call of each ability.
  static func repeated(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [RepeatedCall] {
    try all(plugin, subject).map { try $0.repeated() }
  }

  /// For each ability that the manifest lists and that has something to work with.
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

/// Waits for what another thread may do.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
