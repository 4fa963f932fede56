// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  // The longest name of an algorithm.
  private static let longestAlgorithm = 63

  func matcherDescribe(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let it = try provider(request, imp_matcher_ability.self)
    // The import says that describe never answers null; a hostile one does.
    typealias Describe = @convention(c) (OpaquePointer) -> UnsafeRawPointer?
    let describe = unsafeBitCast(it.table.pointee.describe, to: Describe.self)
    let info: imp_matcher_info
    var algorithm: String
    do throws(ContractBreach) {
      info = try PluginStruct.checked(
        imp_matcher_info.self, at: describe(it.object), name: "imp_matcher_info", pointers: [8]
      ).pointee
      algorithm = try PluginStruct.text(info.algorithm, field: "algorithm", limit: Self.longestAlgorithm)
    } catch {
      throw .breach(error.sentence)
    }
    let answer = algorithm.withUTF8 { name in
      Result<Void, ExecutionFault> { () throws(ExecutionFault) in
        try reply.add(MatcherInfoMessage(info, algorithm: UnsafeRawBufferPointer(name)))
      }
    }
    try answer.get()
    return IMP_OK
  }

  func matcherExtract(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var message = try read(ExtractMessage.self, body)
    let matcher = try object(request, MatcherObject.self)
    var extraction = message.fields.extraction
    let place = try reply.reserve(ExtractionResult(length: 0, extraction: extraction))
    let part = try reply.part(Int(message.fields.capacity))
    var buffer = part.buffer(isThere: message.fields.hasRoom != 0, length: message.fields.length)
    let extract = matcher.table.pointee.extract
    let landmarks = message.landmarks.baseAddress ?? (message.fields.hasLandmarks == 0 ? nil : .present)
    let count = message.fields.landmarkCount
    let status: imp_status
    if var face = message.face {
      status = extract(
        matcher.object, &message.image.image, &face, landmarks, count, &buffer, &extraction)
    } else {
      status = extract(matcher.object, &message.image.image, nil, landmarks, count, &buffer, &extraction)
    }
    let length = UInt64(UInt(bitPattern: buffer.length))
    reply.set(ExtractionResult(length: length, extraction: extraction), at: place)
    if status == IMP_OK { reply.keep(try part.filled(buffer), of: part) }
    return status
  }

  func matcherCompareMany(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var fields = try read(CompareManyMessage.self, body).fields
    let matcher = try object(request, MatcherObject.self)
    let part = try reply.part(Int(fields.gallery.count) * MemoryLayout<Float>.size)
    let similarities = part.bytes.bindMemory(to: Float.self)
    // What the plugin leaves out must not pass for a template that cannot be read.
    similarities.initialize(repeating: .infinity)
    let status = matcher.table.pointee.compare_many(
      matcher.object, fields.probe, fields.probeVersion, &fields.gallery,
      fields.hasRoom == 0 ? nil : similarities.baseAddress)
    if status == IMP_OK { reply.keep(part.bytes.count, of: part) }
    return status
  }
}
