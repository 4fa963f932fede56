// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/finger-explainer.yaml and
// imprint/draft/finger-explainer.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_finger_explainer`.
enum FingerExplainerObject: AbilityObject {
  static let noun = "finger explainer"
  static let ending = CallFunction.fingerExplainerDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_finger_explainer_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_finger_explainer_ability: AbilityTable {
  package static var id: String { IMP_FINGER_EXPLAINER_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_finger_explainer_ability(
      size: UInt32(MemoryLayout<imp_finger_explainer_ability>.size), reserved: 0,
      create: { it, options, explainer in
        if let status = misfit(options) ?? absence(explainer) { return status }
        let request = FingerExplainerCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(
          .fingerExplainerCreate, request, explainer, FingerExplainerObject.self)
      },
      explain: { it, probe, probeVersion, reference, referenceVersion, explained, explanation in
        if let status = misfit(explanation) ?? absence(explained) { return status }
        let request = FingerExplainerExplainRequest(
          probe: probe, reference: reference, probeVersion: probeVersion, referenceVersion: referenceVersion,
          explanation: explanation.pointee, explained: explained.pointee)
        return RemoteObject.of(it).fill(.fingerExplainerExplain, explained, explanation, request)
      },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `finger-explainer.create`.
struct FingerExplainerCreateRequest {
  var options: imp_finger_explainer_options
}

extension FingerExplainerCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.format = options.format.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.format.raw, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_finger_explainer_options.self)
    try expectOwnSize(options)
    options.format = try imp_text(options.format, from: &reader)
  }
}

/// The request of `finger-explainer.explain`.
struct FingerExplainerExplainRequest {
  var probe: imp_bytes
  var reference: imp_bytes
  var probeVersion: UInt32
  var referenceVersion: UInt32
  var explanation: imp_finger_explanation
  var explained: imp_buffer

  private struct ProbeHead: BitwiseCopyable {
    var probe: imp_bytes
    var reference: imp_bytes
    var probeVersion: UInt32
    var referenceVersion: UInt32
  }

  private struct ExplainedCapacityHead: BitwiseCopyable {
    var explainedCapacity: UInt64
    var explainedLength: UInt64
    var hasExplained: UInt32
    var hasExplainedPadding: UInt32
  }
}

extension FingerExplainerExplainRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(ProbeHead(
      probe: probe.header, reference: reference.header, probeVersion: probeVersion,
      referenceVersion: referenceVersion), .plain)
    sink.put(explanation, .plain)
    sink.put(ExplainedCapacityHead(
      explainedCapacity: UInt64(explained.room), explainedLength: UInt64(UInt(bitPattern: explained.length)),
      hasExplained: explained.data == nil ? 0 : 1, hasExplainedPadding: 0), .plain)
    sink.bulk(probe.raw, .bytes)
    sink.bulk(reference.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let probeHead = try reader.take(ProbeHead.self)
    explanation = try reader.take(imp_finger_explanation.self)
    try expectOwnSize(explanation)
    let explainedCapacityHead = try reader.take(ExplainedCapacityHead.self)
    try expectZero(explainedCapacityHead.hasExplainedPadding)
    probe = probeHead.probe
    reference = probeHead.reference
    probeVersion = probeHead.probeVersion
    referenceVersion = probeHead.referenceVersion
    explained = try imp_buffer(
      capacity: explainedCapacityHead.explainedCapacity, length: explainedCapacityHead.explainedLength,
      isThere: explainedCapacityHead.hasExplained)
    probe = try imp_bytes(probe, from: &reader)
    reference = try imp_bytes(reference, from: &reader)
  }
}

extension CallExecutor {
  func fingerExplainerCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(FingerExplainerCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_finger_explainer_ability.self)
    return try make(it, FingerExplainerObject.self, &reply) {
      it.table.pointee.create(it.object, &options, $0)
    }
  }

  func fingerExplainerExplain(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(FingerExplainerExplainRequest.self, body)
    let it = try object(request, FingerExplainerObject.self)
    return try fill(message.explained, message.explanation, &reply) {
      it.table.pointee.explain(
        it.object, message.probe, message.probeVersion, message.reference, message.referenceVersion, $0, $1)
    }
  }

  func fingerExplainerDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FingerExplainerObject.self)
  }
}
