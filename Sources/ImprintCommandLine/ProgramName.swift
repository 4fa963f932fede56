// SPDX-License-Identifier: Apache-2.0

/// The name that this program was called by.
enum ProgramName {
  /// Without its folder.
  static var own: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "command line"
  }
}
