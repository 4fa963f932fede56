// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
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

  func matcherFuse(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var fields = try read(FuseMessage.self, body).fields
    let matcher = try object(request, MatcherObject.self)
    var fusion = fields.fusion
    let place = try reply.reserve(FusionResult(length: 0, fusion: fusion))
    let part = try reply.part(Int(fields.capacity))
    var buffer = part.buffer(isThere: fields.hasRoom != 0, length: fields.length)
    let status = matcher.table.pointee.fuse(matcher.object, &fields.gallery, &buffer, &fusion)
    reply.set(FusionResult(length: UInt64(UInt(bitPattern: buffer.length)), fusion: fusion), at: place)
    if status == IMP_OK { reply.keep(try part.filled(buffer), of: part) }
    return status
  }
}
