// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

enum ContractFormats {
  /// The formats that plugins list, by ability.
  static let all: [any ListedFormat.Type] = [
    VoiceFormat.self,
    FaceFormat.self,
    MatcherFormat.self,
    FingerFormat.self,
  ]
}
