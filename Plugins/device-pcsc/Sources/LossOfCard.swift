// SPDX-License-Identifier: Apache-2.0
import CPCSC
import ImprintPluginKit

extension PCSCCard {
  /// The reader's state now; `nil` where there is no such reader, or no pcscd.
  var now: ReaderState? {
    var readers = [ReaderState(name: reader)]
    let code = context.wait(&readers, milliseconds: 0)
    return code == .success || code == .timeout ? readers[0] : nil
  }

  /// How long pcscd may need to see that a card or a reader is gone: it asks most drivers every 400 ms. A
  /// loss is told within a second.
  private static let sightTime: UInt64 = 700_000_000

  /// Says what a failure means.
  ///
  /// A command that fails since the card was torn out is told by pcscd as one that failed, whatever the
  /// reason; what is the matter is seen from the reader, a moment later.
  func verdict(_ code: PCSCCode, _ what: String) -> PluginFailure {
    if let failure = code.failure(reader) { return failure }
    let deadline = MonotonicClock.after(Self.sightTime)
    var readers = [ReaderState(name: reader)]
    var answer = context.wait(&readers, milliseconds: 0)
    while true {
      if answer == .unknownReader || readers[0].isUnavailable { return gone }
      if answer != .success, answer != .timeout { return answer.failure(reader) ?? gone }
      guard readers[0].hasCard, readers[0].events == events else {
        return PCSCCode(CPCSC_W_REMOVED_CARD).failure(reader) ?? gone
      }
      let left = deadline - min(MonotonicClock.now, deadline)
      guard left > 0 else { break }
      answer = context.wait(&readers, milliseconds: UInt32(left / 1_000_000) + 1)
    }
    return PluginFailure(
      .deviceFailed, "\(reader): \(what) failed: \(code.words) Whether the card has seen it is not known.")
  }

  private var gone: PluginFailure {
    PCSCCode(CPCSC_E_READER_UNAVAILABLE).failure(reader)
      ?? PluginFailure(.deviceGone, "\(reader): the reader is gone.")
  }
}

extension PCSCCode {
  /// pcscd no longer knows the connection: its reader was removed.
  var isLossOfHandle: Bool { value == CPCSC_E_INVALID_HANDLE || value == CPCSC_E_INVALID_VALUE }
}
