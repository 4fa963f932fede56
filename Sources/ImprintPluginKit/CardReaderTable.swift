// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.card-reader/1` asks of an author's plugin.
enum CardReaderTable {
  static func list(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_reader_info] {
    try listed(provided(opened.attached.cardReader).readers())
  }

  static func connect(
    _ opened: OpenedPlugin, _ options: imp_card_options
  ) throws(PluginFailure) -> ProvidedCard {
    let options = try CardOptions(checking: options, named: true)
    return ProvidedCard(opened.host, try provided(opened.attached.cardReader).connect(options))
  }
}

extension imp_reader_info: SizedStruct {}

extension CardReaderInfo: ListedValue {
  func state(in raw: inout imp_reader_info) throws(PluginFailure) {
    raw.state = state.rawValue
    raw.events = events
    raw.atr_length = try fill(&raw.atr, with: atr)
    try copyWhole(locator, to: &raw.locator, "A reader's locator")
    copy(name, to: &raw.name)
  }
}

extension imp_card_status: SizedStruct {}

extension CardStatus: ListedValue {
  func state(in raw: inout imp_card_status) throws(PluginFailure) {
    raw.state = state.rawValue
    raw.protocol = `protocol`.rawValue
    raw.atr_length = try fill(&raw.atr, with: atr)
  }
}

/// Copies an answer to reset into its field.
/// - Returns: its length.
private func fill<Field>(_ field: inout Field, with atr: [UInt8]) throws(PluginFailure) -> UInt32 {
  guard atr.count <= Int(IMP_CARD_ATR_BYTES) else {
    throw PluginFailure(.internal, "An answer to reset has \(atr.count) bytes; the maximum is 33.")
  }
  withUnsafeMutableBytes(of: &field) { $0.copyBytes(from: atr) }
  return UInt32(atr.count)
}

extension CardOptions {
  /// - Parameter named: whether the locator counts.
  init(checking raw: imp_card_options, named: Bool) throws(PluginFailure) {
    guard let share = CardShare(rawValue: raw.share) else {
      throw PluginFailure(
        .argument, "share \(raw.share) is neither shared (1), exclusive (2) nor direct (3).")
    }
    let all: CardProtocols = [.t0, .t1, .raw]
    guard all.isSuperset(of: CardProtocols(rawValue: raw.protocols)) else {
      throw PluginFailure(
        .argument, "protocols \(raw.protocols) contains others than T=0 (1), T=1 (2), raw (4).")
    }
    self.init(
      locator: named ? try readLocator(raw.locator) : "", share: share,
      protocols: raw.protocols == 0 ? [.t0, .t1] : CardProtocols(rawValue: raw.protocols))
  }
}

extension CardDisposition {
  init(checking raw: UInt32) throws(PluginFailure) {
    guard let disposition = CardDisposition(rawValue: raw) else {
      throw PluginFailure(
        .argument, "disposition \(raw) is not one of leave (0), reset (1), unpower (2), eject (3).")
    }
    self = disposition
  }
}
