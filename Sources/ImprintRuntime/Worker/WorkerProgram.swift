// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Finds the program that hosts a plugin.
public enum WorkerProgram {
  public static let name = "imprint-worker"

  /// The search order: beside the running program, in its installation's `libexec`, and in the system's. No
  /// environment variable names it.
  public static var places: [String] {
    let system = ["/usr/local/libexec/imprint", "/usr/libexec/imprint", "/usr/local/bin", "/usr/bin"]
    guard let own = runningFolder else { return system.map { "\($0)/\(name)" } }
    return ([own, "\(own)/../libexec/imprint"] + system).map { "\($0)/\(name)" }
  }

  /// The program to start.
  /// - Parameter chosen: The only path to use; `nil` searches ``places``.
  /// - Throws: ``PluginError`` `worker-missing`.
  public static func find(_ chosen: String? = nil) throws(PluginError) -> String {
    let places = chosen.map { [$0] } ?? places
    guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
      throw PluginError(
        .workerMissing, place: chosen ?? name,
        reason: "the program that hosts plugins does not exist, or is not executable. Looked for: "
          + "\(places.joined(separator: ", ")).",
        remedy: "Install \(name) beside this program, or choose `in-process` isolation.")
    }
    return found
  }

  private static var runningFolder: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let length = readlink("/proc/self/exe", start, room.count)
      guard length > 0, length < room.count else { return nil }
      let path = room[..<length].map { UInt8(bitPattern: $0) }
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      return String(decoding: path[..<slash], as: UTF8.self)
    }
  }
}
