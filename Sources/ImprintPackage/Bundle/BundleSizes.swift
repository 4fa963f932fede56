// SPDX-License-Identifier: Apache-2.0

/// The size of a bundle, in bytes of its files.
public struct BundleSizes: Sendable, Hashable {
  /// A plugin's own files.
  public struct Plugin: Sendable, Hashable {
    public let id: String
    public let version: SemanticVersion
    public let library: Int
    public let models: Int
    /// Manifest, signature, conformance result, texts of licences.
    public let other: Int
    /// Folders of the run-time libraries that it names; counted separately.
    public let runtimes: [String]

    /// Without run-time libraries.
    public var total: Int { library + models + other }
  }

  /// A run-time library, shared by all plugins that name it.
  public struct Runtime: Sendable, Hashable {
    public let folder: String
    public let bytes: Int
    /// Ids of the plugins that name it.
    public let plugins: [String]

    public var isShared: Bool { plugins.count > 1 }
  }

  /// In the order in which they are opened.
  public let plugins: [Plugin]
  /// By name.
  public let runtimes: [Runtime]
  /// Name and bytes.
  public let programs: [Program]
  /// The variant's file, and the trust settings with what they name.
  public let settings: Int

  public struct Program: Sendable, Hashable {
    public let name: String
    public let bytes: Int
  }

  /// Of all files.
  public var total: Int {
    plugins.reduce(settings) { $0 + $1.total } + runtimes.reduce(0) { $0 + $1.bytes }
      + programs.reduce(0) { $0 + $1.bytes }
  }
}
