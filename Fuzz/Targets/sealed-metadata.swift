// SPDX-License-Identifier: Apache-2.0
@testable import ImprintSession

/// The envelope, then the same with the id of the key that it is opened with, which would keep every mutated
/// point from being looked at; and the bytes as what is sealed.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzSealedMetadata(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for key in keys {
    open(bytes, key)
    guard bytes.count >= SealedMetadata.fieldBytes else { continue }
    var named = bytes
    named.replaceSubrange(16..<24, with: key.publicKey.id)
    open(named, key)
  }
  if let key = keys.first, bytes.count < 1024 {
    let sealed = try? SealedMetadata.seal(bytes, to: key.publicKey)
    precondition(sealed.flatMap { try? SealedMetadata.open($0, with: key) } == bytes)
  }
  _ = try? MetadataPublicKey(pem: String(decoding: bytes, as: UTF8.self))
  _ = try? MetadataPrivateKey(pem: String(decoding: bytes, as: UTF8.self))
  return 0
}

private let keys = MetadataSuite.allCases.map { MetadataPrivateKey.generate($0) }

private func open(_ envelope: [UInt8], _ key: MetadataPrivateKey) {
  do throws(MetadataError) {
    let header = try SealedMetadata.header(of: envelope)
    precondition(header.count + 48 + header.suite.encapsulatedBytes == envelope.count)
    _ = try SealedMetadata.open(envelope, with: key)
    preconditionFailure("opened what nobody sealed")
  } catch {
    // Refused: all that is asked.
  }
}
