// SPDX-License-Identifier: Apache-2.0
import DeviceBench
import Imprint
import Synchronization

/// How old frames are when they are shown.
///
/// A camera's clock has a beginning of its own: the frame that came promptest counts as taken when it came.
final class AgeWatch: CaptureRecorder {
  private struct State {
    var offset = Int64.max
    var shown: [Int64] = []
  }

  private let state = Mutex(State())

  func record(_ moment: CaptureMoment) {
    guard case .frame(let frame) = moment else { return }
    let now = DeviceBench.now
    state.withLock { $0.offset = min($0.offset, now - Int64(frame.timestamp)) }
  }

  func shown(_ frame: Frame) {
    let now = DeviceBench.now
    state.withLock { $0.shown.append(now - Int64(frame.timestamp)) }
  }

  /// Of each frame that was shown, in nanoseconds.
  var ages: [Int64] { state.withLock { state in state.shown.map { $0 - state.offset } } }
}
