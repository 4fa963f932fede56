// SPDX-License-Identifier: Apache-2.0
import CImprint
import FaceEmbedding
import FaceNetworks
import Glibc
import ImprintPluginKit

/// One extractor, its network loaded.
final class ExtractorONNX: FaceExtractorSession {
  private let session: NetworkSession
  private let input: NetworkInput
  private let format: VectorFormat
  /// The aligned face, and its mirror image behind it.
  private let picture: UnsafeMutablePointer<UInt8>
  /// The sum of what the network gave.
  private let sum: UnsafeMutablePointer<Float>

  init(_ session: NetworkSession, _ input: NetworkInput, _ format: VectorFormat) {
    self.session = session
    self.input = input
    self.format = format
    picture = .allocate(capacity: 2 * input.alignment.bytes)
    picture.initialize(repeating: 0, count: 2 * input.alignment.bytes)
    sum = .allocate(capacity: format.count)
    sum.initialize(repeating: 0, count: format.count)
  }

  deinit {
    explicit_bzero(picture, 2 * input.alignment.bytes)
    picture.deallocate()
    sum.deallocate()
  }

  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    let face = try FaceAlignment.sure(of: face)
    // An embedding reveals as much as the template.
    defer { forget() }
    try image.withImage { image throws(PluginFailure) in
      try input.alignment.draw(face, of: image, into: picture)
    }
    sum.update(repeating: 0, count: format.count)
    try add(picture)
    if input.isMirrored {
      let mirrored = picture + input.alignment.bytes
      input.alignment.mirror(picture, into: mirrored)
      try add(mirrored)
      for index in 0..<format.count { sum[index] /= 2 }
    }
    return Extraction(template: try format.template(of: sum), quality: FaceAlignment.quality(of: face))
  }

  /// Adds the embedding of a picture.
  private func add(_ picture: UnsafePointer<UInt8>) throws(PluginFailure) {
    input.write(picture, into: session.input)
    try session.run()
    let embedding = session.output(0)
    for index in 0..<format.count { sum[index] += embedding[index] }
  }

  private func forget() {
    explicit_bzero(sum, format.count * MemoryLayout<Float>.size)
    explicit_bzero(
      UnsafeMutableRawPointer(mutating: session.output(0)), format.count * MemoryLayout<Float>.size)
  }
}
