// SPDX-License-Identifier: Apache-2.0

extension Modality {
  /// The command that measures a calibration for it, for remedies.
  /// - Parameters:
  ///   - matcher: the id of the plugin that compares them.
  ///   - maker: the id of the one that extracts them; `nil` if unknown.
  package func measuring(with matcher: String, templatesOf maker: String?) -> String {
    switch self {
    case .face:
      let other = maker.map { $0 == matcher ? "" : " --plugin \($0)" } ?? ""
      return "sdkctl evaluate --pairs FILE.csv --plugin \(matcher)\(other) --calibrate MANIFEST "
        + "--population TEXT --data-set TEXT."
    case .finger, .voice:
      return "a program of your own does it with Evaluator.calibrate: there is a command for faces alone."
    }
  }
}
