// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  /// Executes what fills a buffer and a struct beside it.
  func fill<Info: BitwiseCopyable>(
    _ fields: FillMessage<Info>.Fields, _ reply: inout ReplyWriter,
    _ call: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<Info>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    var info = fields.info
    let place = try reply.reserve(FillResult(length: 0, info))
    let part = try reply.part(Int(fields.capacity))
    var buffer = part.buffer(isThere: fields.isThere != 0, length: fields.length)
    let status = call(&buffer, &info)
    reply.set(FillResult(length: buffer.length, info), at: place)
    if status == IMP_OK { reply.keep(try part.filled(buffer), of: part) }
    return status
  }
}
