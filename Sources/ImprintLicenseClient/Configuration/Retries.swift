// SPDX-License-Identifier: Apache-2.0

/// How often a request is tried, and how long is waited before the next try.
///
/// Tried again: no connection, a timeout, an answer that broke off or is no HTTP, status 429 and 5xx. Never:
/// certificates, pins, redirects, answers that are too long, and all other statuses.
///
/// Before try *n* + 1 a random time between zero and `firstDelay` · 2ⁿ⁻¹ is waited, `longestDelay` at most:
/// devices which lost the server together do not come back together. Where the server says `Retry-After`,
/// that is waited on top.
public struct Retries: Sendable, Hashable {
  /// Tries in total, 1...10.
  public var tries = 3
  /// 0 or more.
  public var firstDelay: Duration = .milliseconds(500)
  /// 0 or more.
  public var longestDelay: Duration = .seconds(10)
  /// A server that wants more time than this is not asked again; its answer is handed on.
  public var longestRetryAfter: Duration = .seconds(30)

  /// Three tries, half a second.
  public init() {}

  /// One try.
  public static var none: Retries {
    var retries = Retries()
    retries.tries = 1
    return retries
  }
}
