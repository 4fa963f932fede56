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
    return try fill(fields.room, fields.fusion, &reply) {
      matcher.table.pointee.fuse(matcher.object, &fields.gallery, $0, $1)
    }
  }
}
