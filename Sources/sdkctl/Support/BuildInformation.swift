// SPDX-License-Identifier: Apache-2.0

/// What this build is (F14).
enum BuildInformation {
  static let version = "0.1.0"

  static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "other"
    #endif
  }

  static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  static var text: String { "sdkctl \(version) (\(configuration), \(architecture), \(compiler))" }
}
