// SPDX-License-Identifier: Apache-2.0
import CPCSC
import ImprintPluginKit

/// A reader, as pcscd shows it.
struct ReaderState {
  let name: String
  /// SCARD_STATE_..., with the count of cards put in and taken out in the upper half. 0 before pcscd was
  /// asked.
  private(set) var flags: UInt32 = 0
  private(set) var atr: [UInt8] = []

  var raw: cpcsc_reader {
    var raw = cpcsc_reader()
    withUnsafeMutableBytes(of: &raw.name) { $0.copyBytes(from: name.utf8.prefix($0.count - 1)) }
    raw.known = flags
    return raw
  }

  mutating func take(_ raw: cpcsc_reader) {
    // The mark of a change is not part of the state: given back, it would be told as known.
    flags = raw.now & ~UInt32(CPCSC_STATE_CHANGED)
    atr = withUnsafeBytes(of: raw.atr) { Array($0.prefix(Int(raw.atr_length))) }
  }

  var state: CardReaderState {
    var state: CardReaderState = []
    if isSet(CPCSC_STATE_PRESENT) { state.insert(.card) }
    if isSet(CPCSC_STATE_MUTE) { state.insert(.mute) }
    if isSet(CPCSC_STATE_INUSE) || isSet(CPCSC_STATE_EXCLUSIVE) { state.insert(.inUse) }
    if isSet(CPCSC_STATE_EXCLUSIVE) { state.insert(.exclusive) }
    if isSet(CPCSC_STATE_UNPOWERED) { state.insert(.unpowered) }
    return state
  }

  /// Cards put in and taken out, since pcscd has known the reader.
  var events: UInt32 { flags >> 16 }

  var hasCard: Bool { isSet(CPCSC_STATE_PRESENT) }

  /// It is listed, and pcscd cannot speak with it.
  var isUnavailable: Bool { isSet(CPCSC_STATE_UNAVAILABLE) || isSet(CPCSC_STATE_UNKNOWN) }

  private func isSet(_ flag: UInt32) -> Bool { flags & flag != 0 }
}
