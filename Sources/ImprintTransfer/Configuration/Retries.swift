// SPDX-License-Identifier: Apache-2.0

/// The number of attempts of a request, and the delays before retries.
///
/// Retried: no connection, a timeout, a truncated response or one that is not HTTP, status 429 and 5xx.
/// Never: certificates, pins, redirects, too long responses, and all other statuses.
///
/// Exponential backoff with full jitter: before attempt *n* + 1 a random delay between zero and `firstDelay`
/// · 2ⁿ⁻¹, at most `longestDelay`: so that devices which lost the server together do not return together. A
/// server's `Retry-After` is added.
public struct Retries: Sendable, Hashable {
  /// Attempts in total, 1...10.
  public var tries = 3
  /// 0 or more.
  public var firstDelay: Duration = .milliseconds(500)
  /// 0 or more.
  public var longestDelay: Duration = .seconds(10)
  /// If the server wants a longer delay, there is no retry; its response is returned.
  public var longestRetryAfter: Duration = .seconds(30)

  /// Three attempts, half a second.
  public init() {}

  /// One attempt.
  public static var none: Retries {
    var retries = Retries()
    retries.tries = 1
    return retries
  }
}
