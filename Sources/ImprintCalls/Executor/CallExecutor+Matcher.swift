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
    let matcher = try object(request, MatcherObject.self)
    return try extract(by: matcher.table.pointee.extract, matcher.object, body, &reply)
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
