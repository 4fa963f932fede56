// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What a fingerprint reader delivered in a test: all up to the first image.
public struct FingerReaderTest: Sendable {
  /// The first image; `nil` where none came in time, or the recording ended before.
  public let image: FingerImage?
  /// Whether the reader told that a finger arrived.
  public let hasArrived: Bool
  /// Why scans before the image failed, in order.
  public let retries: [FingerRetryReason]
  /// From the beginning of the test to its end, by the host's clock.
  public let duration: Duration

  /// Waits for the first image of a reader that was just opened.
  /// - Parameter patience: The longest wait in all.
  /// - Throws: ``PluginCallError`` but for `timeout`.
  public static func run(
    _ reader: FingerReader, within patience: Duration
  ) async throws(PluginCallError) -> FingerReaderTest {
    let start = ContinuousClock.now
    let seen = Seen()
    var image: FingerImage?
    do throws(PluginCallError) {
      image = try await reader.nextImage(within: patience) { await seen.take($0.kind) }
    } catch {
      guard error.code == .timeout else { throw error }
    }
    return FingerReaderTest(
      image: image, hasArrived: await seen.hasArrived, retries: await seen.retries,
      duration: ContinuousClock.now - start)
  }

  private actor Seen {
    var hasArrived = false
    var retries: [FingerRetryReason] = []

    func take(_ kind: FingerReaderEvent.Kind) {
      switch kind {
      case .arrived: hasArrived = true
      case .retry(let reason): retries.append(reason)
      case .lifted, .image: break
      }
    }
  }
}
