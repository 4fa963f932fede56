// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import FaceNetworks
import Glibc
import ImprintPluginKit

/// The embedding network and its aligned input. One thread at a time.
final class Embedder {
  private let session: NetworkSession
  private var chip = [UInt8](repeating: 0, count: 3 * Alignment.side * Alignment.side)

  init(runtime: NetworkRuntime, threads: Int) throws(PluginFailure) {
    session = try runtime.session(
      Network("embedding", input: .init(.uint8, 1, 150, 150, 3), outputs: [.init(.float32, 1, 128)]),
      threads: threads)
  }

  /// The embeddings of the face and of its mirror image, added and normalised: what lighting or pose does to
  /// one side counts half.
  /// - Throws: `.internal`.
  func embed(
    _ image: UnsafePointer<imp_image>, through toImage: imp_affine
  ) throws(PluginFailure) -> [UInt8] {
    let input = session.input.assumingMemoryBound(to: UInt8.self)
    var toImage = toImage
    imp_face_chip(image, &toImage, UInt32(Alignment.side), &chip)
    input.update(from: chip, count: chip.count)
    try session.run()
    var straight = Array(UnsafeBufferPointer(start: session.output(0), count: Embedding.length))
    // Either reveals as much as the template.
    defer {
      straight.withUnsafeMutableBytes { Self.forget($0.baseAddress) }
      Self.forget(UnsafeMutableRawPointer(mutating: session.output(0)))
    }
    imp_face_mirror(chip, UInt32(Alignment.side), input)
    try session.run()
    guard let template = Embedding.template(of: straight, and: session.output(0)) else {
      throw PluginFailure(.internal, "The embedding network gave no direction.")
    }
    return template
  }

  private static func forget(_ vector: UnsafeMutableRawPointer?) {
    if let vector { explicit_bzero(vector, Embedding.length * MemoryLayout<Float>.size) }
  }
}
