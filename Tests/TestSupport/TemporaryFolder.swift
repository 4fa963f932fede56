// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A new empty folder for one test.
///
/// It goes when the process ends, not before: libraries that were opened stay loaded, and the loader would
/// take a new file with the number of a deleted one for the old library.
public struct TemporaryFolder: Sendable {
  public let url: URL

  private static let parent: URL = {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "imprint-tests-\(ProcessInfo.processInfo.processIdentifier)")
    atexit {
      do {
        try FileManager.default.removeItem(at: TemporaryFolder.parent)
      } catch {
        print("left behind: \(TemporaryFolder.parent.path): \(error)")
      }
    }
    return url
  }()

  public init() throws {
    url = Self.parent.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  public var path: String { url.path }

  /// Writes a file, and the folders it lies in.
  /// - Returns: Its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Makes an empty folder.
  /// - Returns: Its path.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    let folder = url.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }
}
