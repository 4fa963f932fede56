// SPDX-License-Identifier: Apache-2.0

extension Modality {
  /// What measures a calibration of templates of it, as remedies name it.
  /// - Parameters:
  ///   - matcher: the id of the plugin that compares them.
  ///   - maker: the id of the one that makes them; `nil` where that is not known.
  package func measuring(with matcher: String, templatesOf maker: String?) -> String {
    switch self {
    case .face:
      let other = maker.map { $0 == matcher ? "" : " --plugin \($0)" } ?? ""
      return "sdkctl evaluate --pairs FILE.csv --plugin \(matcher)\(other) --calibrate MANIFEST "
        + "--population TEXT --data-set TEXT."
    case .finger, .voice:
      return "a program of your own does it with Evaluator.calibrate; sdkctl evaluate takes faces alone."
    }
  }
}
