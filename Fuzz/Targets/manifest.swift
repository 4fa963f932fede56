// SPDX-License-Identifier: Apache-2.0
import ImprintManifest

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzManifest(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  _ = try? ManifestReader.plugin(bytes: bytes, place: "plugin.yaml")
  _ = try? ManifestReader.variant(bytes: bytes, place: "variant.yaml")
  return 0
}
