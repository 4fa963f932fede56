// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel

// Small, so that time goes to the parsers and not to pixels.
private let limit = ImagingLimit(pixels: 1 << 18)

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzImage(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = UnsafeRawBufferPointer(start: data, count: count)
  guard let image = try? ImageDecoder.decode(bytes, limit: limit) else { return 0 }
  precondition(image.width * image.height <= limit.pixels)
  precondition(image.pixels.count == image.height * image.bytesPerRow)
  return 0
}
