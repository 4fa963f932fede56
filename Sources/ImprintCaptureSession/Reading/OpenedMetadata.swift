// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
public import ImprintModel
public import ImprintSession

/// Metadata of a capture, as the server that it was sealed to has it.
public struct OpenedMetadata: Sendable {
  /// An image that the capture returned.
  public struct Image: Sendable {
    public let facts: SessionVerdict.Image
    /// As the camera gave it.
    public let frame: EncodedFrame
    /// How the device was held then.
    public let orientation: CaptureOrientation

    /// The picture, upright, as the capture returned it. O(pixels).
    /// - Throws: what decoding the frame throws.
    public func picture() throws -> ImprintModel.Image { try frame.decoded(held: orientation) }
  }

  /// The session's bytes: a file of them can be replayed.
  public let session: [UInt8]
  public let digest: SessionDigest
  /// The best first. Less than were returned where they were too long to be sent.
  public let images: [Image]

  /// Opens what a client has sent. O(bytes); blocks its thread.
  /// - Parameters:
  ///   - envelope: untrusted, as is what is in it.
  ///   - place: for errors.
  /// - Throws: ``MetadataError``; ``SessionError`` where something else than a session was sealed.
  public init(opening envelope: [UInt8], with key: MetadataPrivateKey, place: String = "metadata") throws {
    try self.init(session: try SealedMetadata.open(envelope, with: key, place: place), place: place)
  }

  /// Reads metadata that is not sealed.
  public init(session: [UInt8], place: String = "metadata") throws(SessionError) {
    var reader = try SessionReader(bytes: session, place: place)
    let digest = try SessionDigest(&reader)
    let frames = try Self.frames(session, place)
    self.session = session
    self.digest = digest
    images = (digest.verdict?.images ?? []).sorted { $0.rank < $1.rank }.compactMap { facts in
      frames[facts.sequence].map { Image(facts: facts, frame: $0.frame, orientation: $0.orientation) }
    }
  }

  /// By number, those of the last camera: a switch discards what was kept.
  private static func frames(
    _ session: [UInt8], _ place: String
  ) throws(SessionError) -> [UInt64: (frame: EncodedFrame, orientation: CaptureOrientation)] {
    var reader = try SessionReader(bytes: session, place: place)
    var frames: [UInt64: (EncodedFrame, CaptureOrientation)] = [:]
    var orientation = CaptureOrientation.portrait
    while let chunk = try reader.next() {
      switch chunk {
      case .camera: frames = [:]
      case .orientation(let found): orientation = found
      case .frame(let frame): frames[frame.sequence] = (frame, orientation)
      case .omittedFrame, .faces, .step, .comparison, .events, .verdict, .lost: break
      }
    }
    return frames
  }
}
