// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/matcher.yaml and
// imprint/draft/matcher.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_matcher`.
enum MatcherObject: AbilityObject {
  static let noun = "matcher"
  static let ending = CallFunction.matcherDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_matcher_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_matcher_ability: AbilityTable {
  package static var id: String { IMP_MATCHER_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_matcher_ability(
      size: UInt32(MemoryLayout<imp_matcher_ability>.size), reserved: 0,
      formats: { it, formats, count in
        RemotePlugin.of(it).list(.matcherFormats, formats, count) { $0 }
      },
      create: { it, options, matcher in
        if let status = misfit(options) ?? absence(matcher) { return status }
        let request = MatcherCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.matcherCreate, request, matcher, MatcherObject.self)
      },
      compare: { it, probe, probeVersion, reference, referenceVersion, similarity in
        if let status = absence(similarity) { return status }
        let request = MatcherCompareRequest(
          probe: probe, reference: reference, probeVersion: probeVersion, referenceVersion: referenceVersion,
          similarity: similarity.pointee)
        return RemoteObject.of(it).perform(.matcherCompare, request, answering: similarity)
      },
      compare_many: { RemoteObject.of($0).matcherCompareMany($1, $2, $3, $4) },
      fuse: { RemoteObject.of($0).matcherFuse($1, $2, $3) },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `matcher.create`.
struct MatcherCreateRequest {
  var options: imp_matcher_options
}

extension MatcherCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.format = options.format.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.format.raw, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_matcher_options.self)
    try expectOwnSize(options)
    options.format = try imp_text(options.format, from: &reader)
  }
}

/// The request of `matcher.compare`.
struct MatcherCompareRequest {
  var probe: imp_bytes
  var reference: imp_bytes
  var probeVersion: UInt32
  var referenceVersion: UInt32
  var similarity: Float

  private struct ProbeHead: BitwiseCopyable {
    var probe: imp_bytes
    var reference: imp_bytes
    var probeVersion: UInt32
    var referenceVersion: UInt32
    var similarity: Float
    var similarityRest: UInt32
  }
}

extension MatcherCompareRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(ProbeHead(
      probe: probe.header, reference: reference.header, probeVersion: probeVersion,
      referenceVersion: referenceVersion, similarity: similarity, similarityRest: 0), .plain)
    sink.bulk(probe.raw, .bytes)
    sink.bulk(reference.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let probeHead = try reader.take(ProbeHead.self)
    probe = probeHead.probe
    reference = probeHead.reference
    probeVersion = probeHead.probeVersion
    referenceVersion = probeHead.referenceVersion
    similarity = probeHead.similarity
    try expectZero(probeHead.similarityRest)
    probe = try imp_bytes(probe, from: &reader)
    reference = try imp_bytes(reference, from: &reader)
  }
}

extension CallExecutor {
  func matcherFormats(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_matcher_ability.self)
    return try list(message, &reply) { it.table.pointee.formats(it.object, $0, $1) }
  }

  func matcherCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(MatcherCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_matcher_ability.self)
    return try make(it, MatcherObject.self, &reply) { it.table.pointee.create(it.object, &options, $0) }
  }

  func matcherCompare(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(MatcherCompareRequest.self, body)
    let it = try object(request, MatcherObject.self)
    return try answering(message.similarity, &reply) {
      it.table.pointee.compare(
        it.object, message.probe, message.probeVersion, message.reference, message.referenceVersion, $0)
    }
  }

  func matcherDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, MatcherObject.self)
  }
}
