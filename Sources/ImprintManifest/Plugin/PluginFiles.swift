// SPDX-License-Identifier: Apache-2.0

/// The binary of a plugin.
public struct PluginLibrary: Sendable, Hashable {
  public enum Architecture: String, Sendable, Hashable, CaseIterable {
    case x86_64
    case aarch64
  }

  /// A bare file name in the manifest's folder.
  public let file: String
  public let architecture: Architecture
  public let libc: LibCFloor
  /// The library's identity if it serves several plugins; `nil` if it serves only this one.
  public let ofMany: LibraryOfMany?
}

/// A library that serves several plugins, each with a manifest of its own: the content of its descriptor.
public struct LibraryOfMany: Sendable, Hashable, CustomStringConvertible {
  public let id: String
  public let version: SemanticVersion
  public let vendor: String

  public var description: String { "\(id) \(version) of \(vendor)" }
}

/// A parameter that a plugin passes to a library of many: an entry of the manifest's `parameters`.
public struct PluginParameter: Sendable, Hashable, CustomStringConvertible {
  public enum Value: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int)
    /// Finite. One without a fraction is read as an integer.
    case number(Double)
    /// One line of 1...1024 characters.
    case text(String)
  }

  public let name: String
  public let value: Value

  /// `threshold: 0.5`, as in a manifest.
  public var description: String {
    switch value {
    case .boolean(let value): "\(name): \(value)"
    case .integer(let value): "\(name): \(value)"
    case .number(let value): "\(name): \(value)"
    case .text(let value): "\(name): \"\(value)\""
    }
  }
}

/// The C library a binary is linked to, and the minimum version.
public struct LibCFloor: Sendable, Hashable, CustomStringConvertible {
  public enum Family: String, Sendable, Hashable, CaseIterable {
    case glibc
    case musl
  }

  public let family: Family
  /// Two or three numbers: `glibc 2.34` is 2, 34.
  public let version: [Int]

  /// Reads `glibc 2.34`.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let family = Family(rawValue: String(words[0])) else { return nil }
    let numbers = words[1].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    version = numbers.compactMap { $0 }
    guard version.count == numbers.count else { return nil }
    self.family = family
  }

  /// Whether a C library of the same family and that version satisfies it.
  public func isMet(by version: [Int]) -> Bool { !version.lexicographicallyPrecedes(self.version) }

  public var description: String { "\(family) \(version.map(String.init).joined(separator: "."))" }
}

/// A file that the host reads, verifies and provides to a plugin.
public struct PluginModel: Sendable, Hashable {
  /// A model's origin.
  public struct Source: Sendable, Hashable {
    public let package: String
    public let version: String
    /// In the package.
    public let file: String
    /// Of that file.
    public let sha256: ContentHash
  }

  /// The name in the code. Unique among the plugin's models.
  public let name: String
  /// A bare file name below `models/`.
  public let file: String
  /// Of this file.
  public let sha256: ContentHash
  /// Its length, 1...4 GiB.
  public let bytes: Int
  public let version: String
  public let license: String
  public let source: Source
}

/// A shared run-time library, in `runtimes/<name>-<version>/`.
public struct PluginRuntimeLibrary: Sendable, Hashable {
  public struct File: Sendable, Hashable {
    /// A bare file name in ``PluginRuntimeLibrary/folder``.
    public let file: String
    public let sha256: ContentHash
  }

  /// The name in the code. Unique among the plugin's run-time libraries.
  public let name: String
  public let version: String
  public let license: String
  /// At least one.
  public let files: [File]

  /// Its folder below `runtimes/`: `openvino-2026.4.1`.
  public var folder: String { "\(name)-\(version)" }
}
