// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import TestSupport

@testable import ImprintLKMS

/// What a server that is killed leaves: the files of a database as they are while it is open, in a folder of
/// their own. What the process wrote is in them, whether it reached the disk or not.
struct LeftFiles {
  /// Those that hold something; `-shm` is made anew by who comes next.
  static let suffixes = ["", "-wal", "-mark"]

  let folder: TemporaryFolder
  var path: String { folder.path + "/licences.sqlite" }

  /// Copies them.
  init(of path: String) throws {
    folder = try TemporaryFolder()
    for suffix in Self.suffixes where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: self.path + suffix)
    }
  }

  func read(_ suffix: String) throws -> Data { try Data(contentsOf: URL(filePath: path + suffix)) }

  func write(_ data: Data, _ suffix: String) throws { try data.write(to: URL(filePath: path + suffix)) }

  func change(_ suffix: String, _ body: (inout Data) -> Void) throws {
    var data = try read(suffix)
    body(&data)
    try write(data, suffix)
  }

  func remove(_ suffix: String) throws { try FileManager.default.removeItem(atPath: path + suffix) }

  /// Replaces one of these by the same of others.
  func take(_ suffix: String, from others: LeftFiles) throws { try write(others.read(suffix), suffix) }

  /// Every byte of them.
  func all() throws -> [String: Data] {
    var all: [String: Data] = [:]
    for suffix in Self.suffixes + ["-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
      all[suffix] = try read(suffix)
    }
    return all
  }

  /// Opens them as a server does, and looks through them.
  /// - Returns: the ids of the activations that are active.
  func open(_ depth: LicenseDatabase.CheckDepth = .everything) async throws(LicenseDatabaseError) -> Set<
    String
  > {
    let database = try LicenseDatabase(path: path, clock: { Lab.start })
    try await database.check(depth)
    let active = try await database.activations(ActivationFilter(state: .active, limit: 10_000))
    try database.close()
    return Set(active.map(\.id))
  }

  /// Why they are not opened; `nil` where they are.
  func refusal() async -> LicenseDatabaseError.Code? {
    do throws(LicenseDatabaseError) {
      _ = try await open()
      return nil
    } catch {
      return error.code
    }
  }
}

extension LeftFiles {
  /// A server with so many devices, and what it would leave now.
  static func of(devices: Range<Int>, in lab: Lab) async throws -> (files: LeftFiles, active: Set<String>) {
    for device in devices { _ = try await lab.activate(device) }
    let active = try await lab.database.activations(ActivationFilter(state: .active, limit: 10_000))
    return (try LeftFiles(of: lab.path), Set(active.map(\.id)))
  }
}
