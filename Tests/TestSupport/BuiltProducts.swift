// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Where tests find what was built and what is committed.
public enum BuiltProducts {
  /// The folder of the running test program: `lib<Product>.so` and `sdkctl` lie there.
  public static func folder() throws -> URL {
    URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      .deletingLastPathComponent()
  }

  /// The library of a plugin's product.
  public static func library(_ product: String) throws -> URL {
    try folder().appending(path: "lib\(product).so")
  }

  /// The package's folder: fixtures and headers are read from the sources.
  public static var package: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The folder of a stage that the environment names by `IMPRINT_STAGE`.
  public static var stage: URL? {
    ProcessInfo.processInfo.environment["IMPRINT_STAGE"].map { URL(filePath: $0) }
  }
}

/// What a test needs and is not there.
public struct MissingForTest: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
