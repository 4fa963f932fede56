// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import ImprintRuntime
import Synchronization

/// A source that gives what a test has written down, step by step, and then ends.
final class ScriptedSource: AudioSource {
  enum Step {
    case piece(AudioPiece)
    case error(Int32)
    /// Nothing comes until the source is cancelled, or the wait is over.
    case nothing
  }

  let layout: AudioLayout
  private let steps: Mutex<[Step]>
  private let cancelled = Mutex(false)

  init(_ steps: [Step], layout: AudioLayout = AudioLayout(rate: 16_000, channels: 1, kind: .int16)) {
    self.layout = layout
    self.steps = Mutex(steps)
  }

  /// Gives samples in pieces of so many frames.
  convenience init(_ samples: [Float], frames: Int = 320) {
    self.init(
      stride(from: 0, to: samples.count, by: frames).map { start in
        .piece(AudioPiece(samples: Sounds.int16(Array(samples[start..<min(start + frames, samples.count)]))))
      })
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }
  var stepsLeft: Int { steps.withLock(\.count) }

  func nextPiece(timeout: Duration) async throws(PluginCallError) -> AudioPiece? {
    if isCancelled { throw Self.error(1002) }
    switch steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
    case nil: return nil
    case .piece(let piece): return piece
    case .error(let status): throw Self.error(status)
    case .nothing:
      steps.withLock { $0.insert(.nothing, at: 0) }
      try? await Task.sleep(for: min(timeout, .milliseconds(20)))
      throw Self.error(isCancelled || Task.isCancelled ? 1002 : 101)
    }
  }

  func cancel() { cancelled.withLock { $0 = true } }

  private static func error(_ status: Int32) -> PluginCallError {
    PluginCallError(status: status, plugin: "scripted", function: "read")
  }
}
