// SPDX-License-Identifier: Apache-2.0

/// How long an uploader in the background rests after a look that could not go on.
struct UploadRest: Sendable, Hashable {
  /// Where no destination asks for more.
  static let longest: Duration = .seconds(3600)

  /// In all.
  let whole: Duration
  /// Of that, what the destination asked for: nobody's wish to look cuts it short.
  let fixed: Duration

  /// - Parameters:
  ///   - failures: looks in succession, this one too, in which nothing came to the destination.
  ///   - retryAfter: what the destination asked for.
  ///   - random: 0..<1; up to a quarter more, so that devices that lost a server together do not return
  ///     together.
  init(interval: Duration, failures: Int, retryAfter: Duration, random: Double) {
    let grown = min(interval * (1 << min(max(failures, 0), 12)), Self.longest)
    whole = max(interval, retryAfter, grown) * (1 + random / 4)
    fixed = retryAfter
  }

  /// After a look with nothing left to do.
  init(interval: Duration) { (whole, fixed) = (interval, .zero) }
}
