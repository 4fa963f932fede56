// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Token buckets by name, in bounded memory.
///
/// Names are in two generations: when the younger is full, it becomes the older, and the older is discarded.
/// So at most twice ``capacity`` of the latest names are stored, without an ordered list. A client that uses
/// that many names in turn gets a full bucket for each, which no limiter by name prevents.
final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    /// Seconds.
    var time: Double
  }

  private struct Generations {
    var young: [String: Bucket] = [:]
    var old: [String: Bucket] = [:]
  }

  private let limit: RateLimit
  private let capacity: Int
  private let clock: @Sendable () -> Double
  private let buckets = Mutex(Generations())

  /// `clock`: monotonic seconds.
  init(
    _ limit: RateLimit, capacity: Int = 10_000, clock: @escaping @Sendable () -> Double = RateLimiter.uptime
  ) {
    self.limit = limit
    self.capacity = capacity
    self.clock = clock
  }

  /// Takes one token.
  /// - Returns: `nil` on success, else the number of seconds until there is one, 1 or more.
  func take(_ name: String) -> Int? {
    guard limit.perSecond > 0 else { return nil }
    return change(name) { bucket in
      guard bucket.tokens < 1 else {
        bucket.tokens -= 1
        return nil
      }
      return max(1, Int(min(((1 - bucket.tokens) / limit.perSecond).rounded(.up), 3600)))
    }
  }

  /// Takes tokens, going into debt by at most one full bucket.
  func charge(_ name: String, _ tokens: Double) {
    guard limit.perSecond > 0 else { return }
    change(name) { $0.tokens = max($0.tokens - tokens, -limit.burst) }
  }

  /// The number of stored names.
  var count: Int { buckets.withLock { $0.young.count + $0.old.count } }

  @discardableResult
  private func change<T: Sendable>(_ name: String, _ body: (inout Bucket) -> T) -> T {
    let now = clock()
    return buckets.withLock { generations in
      var bucket =
        generations.young[name] ?? generations.old[name] ?? Bucket(tokens: limit.burst, time: now)
      bucket.tokens = min(limit.burst, bucket.tokens + max(0, now - bucket.time) * limit.perSecond)
      bucket.time = now
      let value = body(&bucket)
      if generations.young[name] == nil, generations.young.count >= capacity {
        generations.old = generations.young
        generations.young = [:]
      }
      generations.young[name] = bucket
      return value
    }
  }

  static let uptime: @Sendable () -> Double = {
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  private static let start = ContinuousClock.now
}
