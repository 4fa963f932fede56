// SPDX-License-Identifier: Apache-2.0
import ImprintModel

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzTemplate(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var bytes = Array(UnsafeBufferPointer(start: data, count: count))
  _ = try? TemplateEnvelope.decode(bytes)
  // The hash would keep every mutated field from being read: set it right.
  guard count > 32 else { return 0 }
  bytes.replaceSubrange((count - 32)..., with: ContentHash(of: Array(bytes.dropLast(32))).bytes)
  guard let template = try? TemplateEnvelope.decode(bytes) else { return 0 }
  // What was read is what is written, in the latest version.
  let written = TemplateEnvelope.encode(template)
  precondition(written == bytes || bytes[4] == 1 && (try? TemplateEnvelope.decode(written)) == template)
  return 0
}
