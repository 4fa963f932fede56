// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Text that is committed and compared. Run the tests with IMPRINT_UPDATE_SNAPSHOTS=1 to write it anew,
/// and review the difference.
enum Snapshot {
  static func check(
    _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = BuiltProducts.package.appending(path: "Tests/EndToEndTests/Snapshots/\(name).txt")
    if ProcessInfo.processInfo.environment["IMPRINT_UPDATE_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, "\(name).txt differs", sourceLocation: sourceLocation)
  }
}
