// SPDX-License-Identifier: Apache-2.0
@testable import ImprintSignedDocuments
import ImprintModel
@testable import ImprintTrust

/// A plugin's signature as it comes, then what it says with the form set right: base64 and signature would
/// keep every mutated byte from being read.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzPluginSignature(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  _ = try? SignedStatement(parsing: bytes, as: .plugin, place: "fuzz")
  guard let json = try? JSONValue(parsing: bytes) else { return 0 }
  guard let signature = try? PluginSignature(json: json, place: "fuzz") else { return 0 }
  // What was read is written, and read the same; no name leads out of the folder, and the hash is one of all
  // of it.
  precondition((try? PluginSignature(json: signature.json, place: "fuzz")) == signature)
  for file in signature.contents.files {
    precondition(!file.name.hasPrefix("/") && !file.name.split(separator: "/").contains(".."))
  }
  precondition((try? signature.contents.compare(withSigned: signature.contents, in: "fuzz")) != nil)
  _ = signature.contents.sha256
  return 0
}
