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
      compare_many: { it, probe, probeVersion, gallery, similarities in
        if let status = misfit(gallery) { return status }
        return RemoteObject.of(it).each(.matcherCompareMany, of: gallery.pointee, most: CallLimit.galleryTemplates, similarities) {
          MatcherCompareManyRequest(
            gallery: $0, probe: probe, probeVersion: probeVersion, similarities: similarities)
        }
      },
      fuse: { it, gallery, payload, fusion in
        if let status = misfit(gallery) ?? misfit(fusion) ?? absence(payload) { return status }
        let request = MatcherFuseRequest(
          gallery: gallery.pointee, fusion: fusion.pointee, payload: payload.pointee)
        if let status = RemoteObject.of(it).excess(.matcherFuse, request.gallery.count, most: CallLimit.galleryTemplates, "gallery.count")
        { return status }
        return RemoteObject.of(it).fill(.matcherFuse, payload, fusion, request)
      },
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
    var similarityPadding: UInt32
  }
}

extension MatcherCompareRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(ProbeHead(
      probe: probe.header, reference: reference.header, probeVersion: probeVersion,
      referenceVersion: referenceVersion, similarity: similarity, similarityPadding: 0), .plain)
    sink.bulk(probe.raw, .bytes)
    sink.bulk(reference.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let probeHead = try reader.take(ProbeHead.self)
    try expectZero(probeHead.similarityPadding)
    probe = probeHead.probe
    reference = probeHead.reference
    probeVersion = probeHead.probeVersion
    referenceVersion = probeHead.referenceVersion
    similarity = probeHead.similarity
    probe = try imp_bytes(probe, from: &reader)
    reference = try imp_bytes(reference, from: &reader)
  }
}

/// The request of `matcher.compare_many`.
struct MatcherCompareManyRequest {
  var gallery: imp_gallery
  var probe: imp_bytes
  var probeVersion: UInt32
  var similarities: UnsafeMutablePointer<Float>?

  private struct ProbeHead: BitwiseCopyable {
    var probe: imp_bytes
    var probeVersion: UInt32
    var hasSimilarities: UInt32
  }
}

extension MatcherCompareManyRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var galleryHeader = gallery
    galleryHeader.offsets = gallery.offsets == nil ? nil : .present
    galleryHeader.data = gallery.data.header
    sink.put(galleryHeader, .plain)
    sink.put(ProbeHead(
      probe: probe.header, probeVersion: probeVersion, hasSimilarities: similarities == nil ? 0 : 1), .plain)
    sink.bulk(probe.raw, .bytes)
    sink.array(gallery.offsets, gallery.count, and: 1, .plain)
    sink.bulk(gallery.data.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    gallery = try reader.take(imp_gallery.self)
    try expectOwnSize(gallery)
    let probeHead = try reader.take(ProbeHead.self)
    probe = probeHead.probe
    probeVersion = probeHead.probeVersion
    similarities = probeHead.hasSimilarities == 0 ? nil : .present
    try expectAtMost(CallLimit.galleryTemplates, gallery.count, "gallery.count")
    probe = try imp_bytes(probe, from: &reader)
    gallery.offsets = try reader.array(gallery.offsets, gallery.count, and: 1)
    gallery.data = try imp_bytes(gallery.data, from: &reader)
  }
}

/// The request of `matcher.fuse`.
struct MatcherFuseRequest {
  var gallery: imp_gallery
  var fusion: imp_fusion
  var payload: imp_buffer

  private struct PayloadCapacityHead: BitwiseCopyable {
    var payloadCapacity: UInt64
    var payloadLength: UInt64
    var hasPayload: UInt32
    var hasPayloadPadding: UInt32
  }
}

extension MatcherFuseRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var galleryHeader = gallery
    galleryHeader.offsets = gallery.offsets == nil ? nil : .present
    galleryHeader.data = gallery.data.header
    sink.put(galleryHeader, .plain)
    sink.put(fusion, .plain)
    sink.put(PayloadCapacityHead(
      payloadCapacity: UInt64(payload.room), payloadLength: UInt64(UInt(bitPattern: payload.length)),
      hasPayload: payload.data == nil ? 0 : 1, hasPayloadPadding: 0), .plain)
    sink.array(gallery.offsets, gallery.count, and: 1, .plain)
    sink.bulk(gallery.data.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    gallery = try reader.take(imp_gallery.self)
    try expectOwnSize(gallery)
    fusion = try reader.take(imp_fusion.self)
    try expectOwnSize(fusion)
    let payloadCapacityHead = try reader.take(PayloadCapacityHead.self)
    try expectZero(payloadCapacityHead.hasPayloadPadding)
    payload = try imp_buffer(
      capacity: payloadCapacityHead.payloadCapacity, length: payloadCapacityHead.payloadLength,
      isThere: payloadCapacityHead.hasPayload)
    try expectAtMost(CallLimit.galleryTemplates, gallery.count, "gallery.count")
    gallery.offsets = try reader.array(gallery.offsets, gallery.count, and: 1)
    gallery.data = try imp_bytes(gallery.data, from: &reader)
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

  func matcherCompareMany(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(MatcherCompareManyRequest.self, body)
    var gallery = message.gallery
    let it = try object(request, MatcherObject.self)
    return try each(message.gallery, message.similarities, &reply) {
      it.table.pointee.compare_many(it.object, message.probe, message.probeVersion, &gallery, $0)
    }
  }

  func matcherFuse(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(MatcherFuseRequest.self, body)
    var gallery = message.gallery
    let it = try object(request, MatcherObject.self)
    return try fill(message.payload, message.fusion, &reply) {
      it.table.pointee.fuse(it.object, &gallery, $0, $1)
    }
  }

  func matcherDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, MatcherObject.self)
  }
}
