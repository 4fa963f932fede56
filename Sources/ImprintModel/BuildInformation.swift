// SPDX-License-Identifier: Apache-2.0

/// What this build of the library is (F14).
public enum BuildInformation {
  public static let version = SemanticVersion(major: 0, minor: 1, patch: 0)

  /// What this build enforces.
  public static var flavour: BuildFlavour {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }

  /// As manifests name it.
  public static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "other"
    #endif
  }

  /// The compiler, by its first two numbers.
  public static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  /// All in one line: `0.1.0 (release, x86_64, Swift 6.3)`.
  public static var text: String { "\(version) (\(flavour.rawValue), \(architecture), \(compiler))" }
}

/// What a build enforces (F15). The raw values are stable.
public enum BuildFlavour: String, Sendable, Hashable, CaseIterable {
  /// For development: signatures may be waived.
  case debug
  /// For use: every plugin is signed, and settings that waive that are refused.
  case release
  /// What that means, in one phrase for people.
  public var enforcement: String {
    switch self {
    case .debug: "signatures of plugins may be waived by the trust settings"
    case .release: "signatures of plugins are required"
    }
  }
}
