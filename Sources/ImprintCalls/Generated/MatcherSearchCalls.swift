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
      create: { it, options, block, search in
        if let status = misfit(options) ?? misfit(block) ?? absence(search) { return status }
        let request = SearchCreateRequest(options: options.pointee, block: block.pointee)
        return RemotePlugin.of(it).make(
          .searchCreate, request, search, SearchObject.self, lending: block.pointee.memory)
      },
      prepare: { RemoteObject.of($0).searchPrepare($1, $2, $3) },
      search: { it, probe, query, result in
        if let status = misfit(query) ?? misfit(result) { return status }
        let request = SearchSearchRequest(probe: probe, query: query.pointee, result: result.pointee)
        if let status = RemoteObject.of(it).excess(.searchSearch, request.result.capacity, most: IMP_SEARCH_HITS_MAXIMUM, "result.capacity")
        { return status }
        if let status = absence(request.result.hits) { return status }
        return RemoteObject.of(it).collect(
          .searchSearch, request, patience: UInt64(request.query.used) * 20_000, isToldIfShort: false,
          CollectedArray(request.result.hits, request.result.capacity, "hits")) { count, _ in
          result.pointee.count = count
        }
      },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `matcher-search.create`.
struct SearchCreateRequest {
  var options: imp_search_options
  var block: imp_search_block
}

extension SearchCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.form = options.form.header
    sink.put(optionsHeader, .plain)
    var blockHeader = block
    blockHeader.memory = block.memory.header
    sink.put(blockHeader, .plain)
    sink.bulk(options.form.raw, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_search_options.self)
    try expectOwnSize(options)
    block = try reader.take(imp_search_block.self)
    try expectOwnSize(block)
    options.form = try imp_text(options.form, from: &reader)
  }
}

/// The request of `matcher-search.prepare`.
struct SearchPrepareRequest {
  var gallery: imp_gallery
  var entries: imp_buffer
  var statuses: UnsafeMutablePointer<Int32>?

  private struct EntriesCapacityHead: BitwiseCopyable {
    var entriesCapacity: UInt64
    var entriesLength: UInt64
    var hasEntries: UInt32
    var hasStatuses: UInt32
  }
}

extension SearchPrepareRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var galleryHeader = gallery
    galleryHeader.offsets = gallery.offsets == nil ? nil : .present
    galleryHeader.data = gallery.data.header
    sink.put(galleryHeader, .plain)
    sink.put(EntriesCapacityHead(
      entriesCapacity: UInt64(entries.room), entriesLength: UInt64(UInt(bitPattern: entries.length)),
      hasEntries: entries.data == nil ? 0 : 1, hasStatuses: statuses == nil ? 0 : 1), .plain)
    sink.array(gallery.offsets, gallery.count, and: 1, .plain)
    sink.bulk(gallery.data.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    gallery = try reader.take(imp_gallery.self)
    try expectOwnSize(gallery)
    let entriesCapacityHead = try reader.take(EntriesCapacityHead.self)
    entries = try imp_buffer(
      capacity: entriesCapacityHead.entriesCapacity, length: entriesCapacityHead.entriesLength,
      isThere: entriesCapacityHead.hasEntries)
    statuses = entriesCapacityHead.hasStatuses == 0 ? nil : .present
    try expectAtMost(IMP_SEARCH_PREPARED_MAXIMUM, gallery.count, "gallery.count")
    gallery.offsets = try reader.array(gallery.offsets, gallery.count, and: 1)
    gallery.data = try imp_bytes(gallery.data, from: &reader)
  }
}

/// The request of `matcher-search.search`.
struct SearchSearchRequest {
  var probe: imp_bytes
  var query: imp_search_query
  var result: imp_search_result

  private struct ResultCapacityHead: BitwiseCopyable {
    var resultCapacity: UInt32
    var resultCapacityPadding: UInt32
  }
}

extension SearchSearchRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(probe.header, .plain)
    sink.put(query, .plain)
    sink.put(ResultCapacityHead(resultCapacity: result.capacity, resultCapacityPadding: 0), .plain)
    sink.bulk(probe.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    probe = try reader.take(imp_bytes.self)
    query = try reader.take(imp_search_query.self)
    try expectOwnSize(query)
    let resultCapacityHead = try reader.take(ResultCapacityHead.self)
    try expectZero(resultCapacityHead.resultCapacityPadding)
    result = imp_search_result(
      size: UInt32(MemoryLayout<imp_search_result>.size), capacity: resultCapacityHead.resultCapacity,
      count: 0, reserved: 0, hits: .present)
    try expectAtMost(IMP_SEARCH_HITS_MAXIMUM, result.capacity, "result.capacity")
    probe = try imp_bytes(probe, from: &reader)
  }
}

extension CallExecutor {
  func searchForms(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_matcher_search_ability.self)
    return try list(message, &reply) { it.table.pointee.forms(it.object, $0, $1) }
  }

  func searchCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SearchCreateRequest.self, body)
    var options = message.options
    var block = message.block
    let it = try provider(request, imp_matcher_search_ability.self)
    let memory = try lent(message.block.memory, with: request)
    block.memory.data = memory?.start
    return try make(it, SearchObject.self, &reply, lending: memory) {
      it.table.pointee.create(it.object, &options, &block, $0)
    }
  }

  func searchSearch(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SearchSearchRequest.self, body)
    var query = message.query
    var result = message.result
    let it = try object(request, SearchObject.self)
    let counts = try reply.reserve(UInt64(0))
    let resultHits = try reply.array(of: imp_search_hit.self, result.capacity, "hits", isSized: false)
    result.hits = resultHits.start()
    let status = it.table.pointee.search(it.object, message.probe, &query, &result)
    return try collected(status, (resultHits, result.count), at: counts, &reply)
  }

  func searchDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, SearchObject.self)
  }
}
