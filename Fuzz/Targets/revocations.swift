// SPDX-License-Identifier: Apache-2.0
@testable import ImprintSignedDocuments
import ImprintModel
@testable import ImprintTrust

/// A revocation list as it comes, then what it says with the form set right; and what is remembered of lists.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzRevocations(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  _ = try? RevocationList.verify(bytes, under: [], place: "fuzz")
  if let content = try? TrustMemory.Content(parsing: bytes, place: "fuzz") {
    let again = try? TrustMemory.Content(parsing: Array(content.json.text.utf8), place: "fuzz")
    precondition(again?.plugins == content.plugins && again?.lists == content.lists)
  }
  guard let json = try? JSONValue(parsing: bytes) else { return 0 }
  guard let list = try? RevocationList(json: json, place: "fuzz") else { return 0 }
  precondition((try? RevocationList(json: list.json, place: "fuzz")) == list)
  return 0
}
