// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Smart card readers, as a plugin lists them. ``CardConnection`` uses one.
public enum CardReader {
  /// Lists the readers present now, and their cards; an empty list where there are none. No command is sent
  /// to a card.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.card-reader/1`; `service`
  ///   where the system's service is not running, `device-denied`, `device-failed`; `internal` where the
  ///   answer is not what the contract allows.
  @available(*, noasync)
  public static func list(_ plugin: OpenPlugin) throws(PluginCallError) -> [CardReaderInfo] {
    let table = try plugin.table(imp_card_reader_ability.self)
    return try plugin.list("card-reader.list", of: sized(imp_reader_info())) {
      table.pointee.list(plugin.handle.plugin, $0, $1)
    } read: { info throws(ContractBreach) in
      try CardReaderInfo(info)
    }
  }
}
