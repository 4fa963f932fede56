// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/matcher-search.yaml and
// imprint/draft/matcher-search.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_search`.
enum SearchObject: AbilityObject {
  static let noun = "search"
  static let ending = CallFunction.searchDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_matcher_search_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_matcher_search_ability: AbilityTable {
  package static var id: String { IMP_MATCHER_SEARCH_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_matcher_search_ability(
      size: UInt32(MemoryLayout<imp_matcher_search_ability>.size), reserved: 0,
      forms: { it, forms, count in
        RemotePlugin.of(it).list(.searchForms, forms, count) { $0 }
      },
      create: { RemotePlugin.of($0).searchCreate($1, $2, $3) },
      prepare: { RemoteObject.of($0).searchPrepare($1, $2, $3) },
      search: { RemoteObject.of($0).searchSearch($1, $2, $3) },
      destroy: { RemoteObject.end($0) })))
}

extension CallExecutor {
  func searchForms(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_matcher_search_ability.self)
    return try list(message, &reply) { it.table.pointee.forms(it.object, $0, $1) }
  }

  func searchDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, SearchObject.self)
  }
}
