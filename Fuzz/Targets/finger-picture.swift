// SPDX-License-Identifier: Apache-2.0
import FingerScripts

/// Pictures of a fingerprint reader that is played, as they are and worse.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzFingerPicture(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard var image = try? GreyImage(bytes, place: "finger") else { return 0 }
  precondition(image.pixels.count == image.width * image.height && !image.pixels.isEmpty)
  image.worsen(contrast: Int(bytes.last ?? 0) % 101, area: Int(bytes.first ?? 0) % 101)
  precondition(image.pixels.count == image.width * image.height)
  return 0
}
