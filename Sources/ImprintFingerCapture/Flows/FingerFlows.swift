// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// What is done with fingers on a reader: capture, enrol, verify, identify. Each starts a
/// ``FingerOperation``; two of them on one reader at once are refused with `reader-busy`. Any task may call.
public struct FingerFlows: Sendable {
  let source: any FingerFlowSource
  /// Seconds since 1970, for templates.
  let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - source: opens readers and plugins.
  ///   - now: seconds since 1970, which templates have as the time of their press; by default the system's.
  public init(source: any FingerFlowSource, now: (@Sendable () -> Int64)? = nil) {
    self.source = source
    self.now = now ?? { Int64(time(nil)) }
  }

  func work(_ demand: FingerDemand, hasEndingSound: Bool = false) -> FingerWork {
    FingerWork(demand: demand, hasEndingSound: hasEndingSound, now: now)
  }

  func maker(of type: FingerTemplateType) async throws(FingerCaptureError) -> any FingerTemplateMaker {
    do { return try await source.maker(of: type) } catch { throw FingerCaptureError(error, .notAvailable) }
  }
}
