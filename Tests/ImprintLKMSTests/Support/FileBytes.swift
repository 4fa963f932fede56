// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The bytes of a file, to look for what must not be in them.
struct FileBytes {
  private let data: Data

  static func read(_ path: String) throws -> FileBytes {
    FileBytes(data: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  var isEmpty: Bool { data.isEmpty }

  func contains(_ bytes: some Sequence<UInt8>) -> Bool { data.range(of: Data(bytes)) != nil }
}
