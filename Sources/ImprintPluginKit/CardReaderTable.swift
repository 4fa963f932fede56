// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.card-reader/1` asks of an author's plugin.
enum CardReaderTable {
  static func list(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_reader_info] {
    var listed: [imp_reader_info] = []
    for reader in try provided(opened.attached.cardReader).readers() { listed.append(try reader.raw()) }
    return listed
  }

  static func connect(
    _ opened: OpenedPlugin, _ options: imp_card_options
  ) throws(PluginFailure) -> ProvidedCard {
    let options = try CardOptions(checking: options, named: true)
    return ProvidedCard(host: opened.host, session: try provided(opened.attached.cardReader).connect(options))
  }
}

extension CardReaderInfo {
  fileprivate func raw() throws(PluginFailure) -> imp_reader_info {
    var raw = imp_reader_info()
    raw.size = structSize(imp_reader_info.self)
    raw.state = state.rawValue
    raw.events = events
    raw.atr_length = try fill(&raw.atr, with: atr)
    // A locator that was cut would be another reader's.
    guard copy(locator, to: &raw.locator) else {
      throw PluginFailure(.internal, "A reader's locator is longer than 511 bytes.")
    }
    copy(name, to: &raw.name)
    return raw
  }
}

extension CardStatus {
  func raw() throws(PluginFailure) -> imp_card_status {
    var raw = imp_card_status()
    raw.size = structSize(imp_card_status.self)
    raw.state = state.rawValue
    raw.protocol = `protocol`.rawValue
    raw.atr_length = try fill(&raw.atr, with: atr)
    return raw
  }
}

/// Copies an answer to reset into its field.
/// - Returns: its length.
private func fill<Field>(_ field: inout Field, with atr: [UInt8]) throws(PluginFailure) -> UInt32 {
  guard atr.count <= Int(IMP_CARD_ATR_BYTES) else {
    throw PluginFailure(.internal, "An answer to reset has \(atr.count) bytes; 33 is the most there can be.")
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
      throw PluginFailure(.argument, "protocols \(raw.protocols) has others than T=0 (1), T=1 (2), raw (4).")
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
        .argument, "disposition \(raw) is none of leave (0), reset (1), unpower (2), eject (3).")
    }
    self = disposition
  }
}
