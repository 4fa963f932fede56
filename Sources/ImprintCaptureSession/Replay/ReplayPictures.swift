// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
internal import ImprintSession

/// The pictures that a replayed machine sees: those of the session, and grey ones where it lacks them.
struct ReplayPictures {
  private let session: SessionSource
  /// The latest frame with its bytes.
  private var frame: EncodedFrame?
  private var omitted: OmittedFrame?
  /// How the device was held when that frame was taken, and how from the next one on.
  private var taken = CaptureOrientation.portrait
  private var held = CaptureOrientation.portrait
  /// In which frames were taken, in the order in which they came first.
  private(set) var orientations: [CaptureOrientation] = []
  /// As the camera gave it.
  private var size: (width: Int, height: Int)?
  /// Of the first picture in the session; an empty one where there is none, `nil` before it was looked for.
  private var first: (width: Int, height: Int)?
  /// The latest grey one.
  private var substitute: Image?
  /// How many were grey.
  private(set) var missing = 0

  /// The pixels of a picture that is not there.
  private static let grey: UInt8 = 128

  init(_ session: SessionSource) { self.session = session }

  mutating func came(_ frame: EncodedFrame) { came(frame, nil) }
  mutating func came(_ frame: OmittedFrame) { came(nil, frame) }

  private mutating func came(_ frame: EncodedFrame?, _ omitted: OmittedFrame?) {
    (self.frame, self.omitted, taken) = (frame, omitted, held)
    if !orientations.contains(taken) { orientations.append(taken) }
  }

  /// The device is held so from the next frame on.
  mutating func turned(_ orientation: CaptureOrientation) { held = orientation }

  /// The next frames are another camera's, of another size.
  mutating func cameraSwitched() { (frame, omitted, size) = (nil, nil, nil) }

  /// The latest frame as the capture turned it, with its time; `nil` where it is another one, or cannot be
  /// decoded.
  mutating func frame(_ sequence: UInt64) -> (image: Image, timestamp: UInt64)? {
    guard let frame, frame.sequence == sequence, let image = try? frame.decoded(held: taken) else {
      return nil
    }
    size = taken.swapsSides ? (image.height, image.width) : (image.width, image.height)
    return (image, frame.timestamp)
  }

  /// Whether that picture is not there, and how large it would be has to be looked for: ``foundFirst(_:)``.
  /// Once at most: a session may have as many cameras as it likes.
  mutating func lacksSize(of sequence: UInt64) -> Bool {
    guard size == nil, first == nil, frame(sequence) == nil else { return false }
    return !knowsSize(of: sequence)
  }

  /// The size of the session's first picture; `nil` where it has none.
  mutating func foundFirst(_ size: (width: Int, height: Int)?) { first = size ?? (0, 0) }

  /// - Throws: `pictures`.
  mutating func picture(of sequence: UInt64) throws(SessionReplayError) -> Image {
    if let found = frame(sequence) { return found.image }
    missing += 1
    if !knowsSize(of: sequence), let first, first.width > 0 { size = first }
    return try grey()
  }

  /// Whether the size of a picture that is not there is known.
  private mutating func knowsSize(of sequence: UInt64) -> Bool {
    // A compressed frame does not say its size; one of a camera has always the same, or nearly always.
    if let omitted, omitted.sequence == sequence, omitted.width > 0 {
      size = (omitted.width, omitted.height)
    }
    return size != nil
  }

  /// As large as the latest, turned as the device was held.
  private mutating func grey() throws(SessionReplayError) -> Image {
    guard let size, size.width * size.height <= EncodedFrame.maximumBytes / 3 else {
      throw .pictures(session.path)
    }
    return taken.swapsSides ? try grey(size.height, size.width) : try grey(size.width, size.height)
  }

  /// Made once for each size: a session may lack many that are large.
  private mutating func grey(_ width: Int, _ height: Int) throws(SessionReplayError) -> Image {
    if let substitute, substitute.width == width, substitute.height == height { return substitute }
    let made = Image(
      width: width, height: height, format: .rgb24,
      pixels: [UInt8](repeating: Self.grey, count: 3 * width * height))
    guard let made else { throw .pictures(session.path) }
    substitute = made
    return made
  }
}
