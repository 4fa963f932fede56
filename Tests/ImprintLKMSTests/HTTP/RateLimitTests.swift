// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Synchronization
import Testing

@testable import ImprintLKMS

struct RateLimiterTests {
  private final class Seconds: Sendable {
    let value = Mutex(0.0)
    var clock: @Sendable () -> Double { { self.value.withLock { $0 } } }
  }

  @Test func burstIsAllowedAndThenTheRate() {
    let seconds = Seconds()
    let limiter = RateLimiter(RateLimit(perSecond: 2, burst: 3), clock: seconds.clock)
    #expect((0..<4).map { _ in limiter.take("a") } == [nil, nil, nil, 1])
    seconds.value.withLock { $0 = 0.5 }
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == 1)
  }

  @Test func waitIsAsLongAsItTakes() {
    let limiter = RateLimiter(RateLimit(perSecond: 0.1, burst: 1), clock: { 0 })
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == 10)
  }

  @Test func oneNameDoesNotHinderAnother() {
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 1), clock: { 0 })
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") != nil)
    #expect(limiter.take("b") == nil)
  }

  @Test func longPauseGivesNoMoreThanTheBurst() {
    let seconds = Seconds()
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 2), clock: seconds.clock)
    _ = limiter.take("a")
    seconds.value.withLock { $0 = 1e6 }
    #expect((0..<3).map { _ in limiter.take("a") == nil } == [true, true, false])
  }

  @Test func debtIsAtMostOneBurst() {
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 5), clock: { 0 })
    for _ in 0..<1000 { limiter.charge("a", 10) }
    #expect(limiter.take("a") == 6)
  }

  @Test func clockThatGoesBackGivesNothing() {
    let seconds = Seconds()
    seconds.value.withLock { $0 = 100 }
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 1), clock: seconds.clock)
    _ = limiter.take("a")
    seconds.value.withLock { $0 = 0 }
    #expect(limiter.take("a") != nil)
  }

  @Test func memoryIsBoundedWhateverNamesCome() {
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 1), capacity: 100, clock: { 0 })
    for name in 0..<10_000 {
      _ = limiter.take("\(name)")
      #expect(limiter.count <= 200)
    }
  }

  @Test func nameThatKeepsComingIsNotForgotten() {
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 1), capacity: 100, clock: { 0 })
    #expect(limiter.take("a") == nil)
    for name in 0..<1000 {
      _ = limiter.take("\(name)")
      #expect(limiter.take("a") != nil)
    }
  }

  @Test func rateOfZeroIsNoLimit() {
    let limiter = RateLimiter(RateLimit(perSecond: 0, burst: 1), clock: { 0 })
    #expect((0..<100).allSatisfy { _ in limiter.take("a") == nil })
    #expect(limiter.count == 0)
  }
}

struct RateLimitTests {
  @Test func visitorWhoAsksTooOftenIsPutOff() async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.visitorRate = RateLimit(perSecond: 0.001, burst: 3) }) { (port) async throws in
      for _ in 0..<3 { #expect(try await RawConnection.ask(port: port, "GET", "/health/live").status == 200) }
      let answer = try await lab.post(.activate(1), port: port)
      #expect(answer.status == 429)
      #expect(answer.body.contains(#""code":"rate-limited""#))
      let wait = try #require(answer.fields["retry-after"].flatMap { Int($0) })
      #expect(wait >= 1)
    }
    #expect(try await lab.activeCount() == 0)
  }

  @Test func keyThatIsUsedTooOftenIsPutOff() async throws {
    let lab = try await Lab()
    let other = try await lab.database.createKey(profile: Lab.profile, label: "other").key
    try await lab.serving({ $0.keyRate = RateLimit(perSecond: 0.001, burst: 2) }) { (port) async throws in
      #expect(try await lab.post(.activate(1), port: port).status == 200)
      #expect(try await lab.post(.activate(2), port: port).status == 200)
      #expect(try await lab.post(.activate(3), port: port).status == 429)
      #expect(try await lab.post(.activate(3), port: port, key: other.secret).status == 200)
      let metrics = try await RawConnection.ask(port: port, "GET", "/metrics").body
      #expect(metrics.contains(#"imprint_lkms_rate_limited_total{by="key"} 1"#))
    }
    #expect(try await lab.activeCount() == 3)
  }

  @Test func wrongKeysDoNotUseUpTheRateOfTheRightOne() async throws {
    let lab = try await Lab()
    var wrong = lab.key.secret
    wrong.removeLast(2)
    wrong += "xx"
    try await lab.serving({ $0.keyRate = RateLimit(perSecond: 0.001, burst: 1) }) { (port) async throws in
      #expect(try await lab.post(.activate(1), port: port, key: wrong).status == 401)
      #expect(try await lab.post(.activate(1), port: port).status == 200)
    }
  }

  @Test func guessingIsSlow() async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.visitorRate = RateLimit(perSecond: 0.001, burst: 15) }) {
      (port) async throws in
      #expect(try await lab.post(.activate(1), port: port, key: "imk_wrong").status == 401)
      #expect(try await lab.post(.activate(1), port: port, key: "imk_wrong").status == 401)
      #expect(try await lab.post(.activate(1), port: port).status == 429)
    }
  }
}
