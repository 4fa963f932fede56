// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// What a ``TestPlugin``'s card reader does.
struct TestCards {
  var onList: (UnsafeMutablePointer<imp_reader_info>?, UnsafeMutablePointer<Int>) -> imp_status = { _, _ in
    IMP_OK
  }
  var onConnect: (imp_card_options) -> imp_status = { _ in IMP_OK }
  var onStatus: (UnsafeMutablePointer<imp_card_status>) -> imp_status = { _ in IMP_OK }
  /// `transmit`, `control`, `attribute`: which, the code or tag, what goes in, what comes out.
  var onExchange: (String, UInt32, imp_bytes, UnsafeMutablePointer<imp_buffer>) -> imp_status = {
    _, _, _, out in
    out.pointee.length = 0
    return IMP_OK
  }
  var onBegin: (UInt64) -> imp_status = { _ in IMP_OK }
  /// `end`, `disconnect`, `reconnect`: which, the options, the disposition.
  var onDispose: (String, imp_card_options?, UInt32) -> imp_status = { _, _, _ in IMP_OK }
  var onSetAttribute: (UInt32, imp_bytes) -> imp_status = { _, _ in IMP_OK }
  var onCancel: () -> Void = {}
}

extension TestPlugin {
  nonisolated(unsafe) static let cardReader = table(
    imp_card_reader_ability(
      size: structSize(imp_card_reader_ability.self), reserved: 0,
      list: { TestPlugin.of($0).cards.onList($1, $2) },
      connect: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.cards.onConnect($1.pointee), $2)
      },
      status: { TestPlugin.of($0).cards.onStatus($1) },
      transmit: { TestPlugin.of($0).cards.onExchange("transmit", 0, $1, $2) },
      begin: { TestPlugin.of($0).cards.onBegin($1) },
      end: { TestPlugin.of($0).cards.onDispose("end", nil, $1) },
      reconnect: { TestPlugin.of($0).cards.onDispose("reconnect", $1.pointee, $2) },
      disconnect: { TestPlugin.of($0).cards.onDispose("disconnect", nil, $1) },
      control: { TestPlugin.of($0).cards.onExchange("control", $1, $2, $3) },
      attribute: { TestPlugin.of($0).cards.onExchange("attribute", $1, imp_bytes(), $2) },
      set_attribute: { TestPlugin.of($0).cards.onSetAttribute($1, $2) },
      cancel: { TestPlugin.of($0).cards.onCancel() }, close: { TestPlugin.release($0) }))
}
