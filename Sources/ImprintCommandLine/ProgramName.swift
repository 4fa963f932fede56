// SPDX-License-Identifier: Apache-2.0

/// What this program was called as.
enum ProgramName {
  /// Without its folder.
  static var own: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "command line"
  }
}
