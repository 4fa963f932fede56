// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import FaceNetworks
import Glibc
import ImprintPluginKit

/// The embedding network and its aligned input. One thread at a time.
final class Embedder {
  private static let chipBytes = 3 * Alignment.side * Alignment.side

  private let session: NetworkSession

  init(runtime: NetworkRuntime, threads: Int) throws(PluginFailure) {
    session = try runtime.session(
      Network("embedding", input: .init(.uint8, 2, 150, 150, 3), outputs: [.init(.float32, 2, 128)]),
      threads: threads)
  }

  /// The embeddings of the face and of its mirror image, added and normalised: what lighting or pose does to
  /// one side counts half. Both are computed at once.
  /// - Throws: `.memory`, `.internal`.
  func embed(
    _ image: UnsafePointer<imp_image>, through toImage: imp_affine
  ) throws(PluginFailure) -> [UInt8] {
    let chip = session.input.assumingMemoryBound(to: UInt8.self)
    var toImage = toImage
    guard imp_face_chip_of_means(image, &toImage, UInt32(Alignment.side), chip) == IMP_OK else {
      throw PluginFailure(.memory, "No memory to reduce the image of the face.")
    }
    imp_face_mirror(chip, UInt32(Alignment.side), chip + Self.chipBytes)
    // Either embedding reveals as much as the template.
    defer {
      explicit_bzero(
        UnsafeMutableRawPointer(mutating: session.output(0)),
        2 * Embedding.length * MemoryLayout<Float>.size)
    }
    try session.run()
    let straight = session.output(0)
    guard let template = Embedding.template(of: straight, and: straight + Embedding.length) else {
      throw PluginFailure(.internal, "The embedding network gave no direction.")
    }
    return template
  }
}
