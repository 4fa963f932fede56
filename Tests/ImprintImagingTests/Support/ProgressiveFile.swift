// SPDX-License-Identifier: Apache-2.0
import CImagingLibraries
import Testing

/// A JPEG file told anew in the scans that libjpeg uses for progressive ones.
func progressiveFile(_ file: [UInt8]) throws -> [UInt8] {
  let handle = try #require(tjInitTransform())
  defer { tjDestroy(handle) }
  var transform = tjtransform()
  transform.options = TJXOPT_PROGRESSIVE
  var target: UnsafeMutablePointer<UInt8>?
  defer { tjFree(target) }
  var length: UInt = 0
  try #require(tjTransform(handle, file, UInt(file.count), 1, &target, &length, &transform, 0) == 0)
  return Array(UnsafeBufferPointer(start: try #require(target), count: Int(length)))
}
