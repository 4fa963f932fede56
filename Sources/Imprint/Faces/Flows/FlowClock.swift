// SPDX-License-Identifier: Apache-2.0

/// What a countdown goes by: whole seconds that are waited for.
struct FlowClock: Sendable {
  private let clock: any Clock<Duration>

  init(_ clock: any Clock<Duration>) { self.clock = clock }

  /// Says each second that is left, from the first on, and returns when none is.
  /// - Throws: ``FaceFlowError`` `cancelled` where the task is.
  func countDown(
    from seconds: Int, _ tell: (Int) -> Void
  ) async throws(FaceFlowError) {
    for left in stride(from: seconds, to: 0, by: -1) {
      tell(left)
      do {
        try await clock.sleep(for: .seconds(1))
      } catch {
        throw .cancelled
      }
    }
    if Task.isCancelled { throw .cancelled }
  }
}
