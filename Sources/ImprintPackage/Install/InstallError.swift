// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Why a plugin was not installed, removed, enabled or disabled. The root is unchanged.
public typealias InstallError = Explained<InstallErrorCode>

public enum InstallErrorCode: RawRepresentable, Sendable, Hashable {
  /// The package, or the root.
  case package(PackageError.Code)
  /// The plugin: the same code as when it is opened.
  case plugin(PluginError.Code)

  public init?(rawValue: String) {
    if let code = PackageError.Code(rawValue: rawValue) {
      self = .package(code)
    } else if let code = PluginError.Code(rawValue: rawValue) {
      self = .plugin(code)
    } else {
      return nil
    }
  }

  public var rawValue: String {
    switch self {
    case .package(let code): code.rawValue
    case .plugin(let code): code.rawValue
    }
  }
}

extension InstallError {
  public init(_ error: PackageError) {
    self.init(.package(error.code), error)
  }

  public init(_ error: PluginError) {
    self.init(.plugin(error.code), error)
  }
}
