// SPDX-License-Identifier: Apache-2.0
import ImprintVirtualCard

// A card's description in JSON up to a null, then commands for it: a length, and as many bytes.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzCardDescription(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let parts = Array(UnsafeBufferPointer(start: data, count: count)).split(
    separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let described = try? VirtualCard.Description(parsing: Array(parts[0]))
  let card = VirtualCard(described ?? .standard)
  var rest = parts.count > 1 ? parts[1] : []
  while let length = rest.popFirst() {
    let response = card.respond(to: Array(rest.prefix(Int(length))))
    rest = rest.dropFirst(Int(length))
    precondition(response.count <= 65_538 || described?.faults.isEmpty == false)
    precondition(response.count >= 2 || described?.faults.isEmpty == false)
  }
  for file in described?.files ?? [] { _ = card.content(at: [file.id]) }
  return 0
}
