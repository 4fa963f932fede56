// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
internal import ImprintSession

/// The pictures that a replayed machine sees: those of the session, and grey ones where it lacks them.
struct ReplayPictures {
  private let session: SessionSource
  /// The latest frame with its bytes.
  private(set) var frame: EncodedFrame?
  private var omitted: OmittedFrame?
  private var size: (width: Int, height: Int)?
  /// How many were grey.
  private(set) var missing = 0

  /// The pixels of a picture that is not there.
  private static let grey: UInt8 = 128

  init(_ session: SessionSource) { self.session = session }

  mutating func came(_ frame: EncodedFrame) { (self.frame, omitted) = (frame, nil) }
  mutating func came(_ frame: OmittedFrame) { (self.frame, omitted) = (nil, frame) }

  /// - Throws: `pictures`; what reading throws.
  mutating func picture(of sequence: UInt64) async throws -> Image {
    if let frame, frame.sequence == sequence, let image = try? frame.decoded() {
      size = (image.width, image.height)
      return image
    }
    missing += 1
    // A compressed frame does not say its size; one of a camera has always the same, or nearly always.
    if let omitted, omitted.sequence == sequence, omitted.width > 0 {
      size = (omitted.width, omitted.height)
    }
    if size == nil { size = try await session.pictureSize() }
    guard let size, size.width * size.height <= EncodedFrame.maximumBytes / 3,
      let image = Image(
        width: size.width, height: size.height, format: .rgb24,
        pixels: [UInt8](repeating: Self.grey, count: 3 * size.width * size.height))
    else { throw SessionReplayError.pictures(session.path) }
    return image
  }
}
