// SPDX-License-Identifier: Apache-2.0

/// What of a session stays when it is passed on to people who may not see faces.
///
/// Left out are pixels, landmarks, exact places of eyes, the subject, names and places of cameras, texts of
/// options, and reasons. Boxes, poses, openness, quality, scores, times, the seed, events and
/// how the device is held stay. A chunk
/// that is not known is left out: whoever adds one says here what of it stays.
public enum SessionRedaction {
  /// Copies a session, chunk by chunk: at most one chunk is in memory. Blocks its thread for as long as the
  /// disk takes. A copy of a session that was cut says so; one that was redacted is copied as it is.
  /// - Parameters:
  ///   - source: a session.
  ///   - path: the copy, readable by its owner only. Where this throws there is none.
  ///   - replacing: whether a file that is there is replaced.
  /// - Throws: what ``SessionReader`` and ``SessionWriter`` throw.
  @discardableResult
  public static func copy(
    _ source: String, to path: String, replacing: Bool = false
  ) throws(SessionError) -> SessionSummary {
    var reader = try SessionReader(source)
    var file = try SessionFile.creating(path, header: reader.header.redacted, replacing: replacing)
    do throws(SessionError) {
      while let chunk = try reader.next() { try file.add(chunk.redacted.encoded()) }
      return try file.end(reader.reason)
    } catch {
      file.remove()
      throw error
    }
  }
}

extension SessionReader {
  /// What a copy ends with.
  var reason: SessionEnd.Reason {
    switch ending {
    case .complete(let end)?: end.reason
    case .cut?, nil: .copyOfCut
    }
  }
}

extension SessionChunk {
  /// What of it stays in a redacted session.
  public var redacted: SessionChunk {
    switch self {
    case .camera(let camera, let seed): .camera(camera.redacted, seed: seed)
    case .frame(let frame): .omittedFrame(OmittedFrame(of: frame))
    case .faces(let faces): .faces(faces.redacted)
    case .comparison(let comparison): .comparison(comparison.redacted)
    case .verdict(let verdict): .verdict(verdict.redacted)
    case .orientation, .omittedFrame, .step, .events, .lost: self
    }
  }
}

extension SessionHeader {
  /// What of it stays in a redacted session, whose chunks have to be ``SessionChunk/redacted`` too.
  public var redacted: SessionHeader {
    var header = SessionHeader(
      imprint: imprint, plugin: plugin, tracker: tracker, extractor: extractor,
      options: options.filter { if case .text = $0.value { false } else { true } }, seed: seed,
      camera: camera?.redacted, began: began, processor: processor)
    header.isRedacted = true
    header.omitted = omitted
    return header
  }
}

extension SessionCamera {
  /// Its name, its place and its id may name people, and rooms; and so may what should be a word, and is
  /// none that is known.
  var redacted: SessionCamera {
    SessionCamera(
      name: "", locator: "", light: Self.lights.contains(light) ? light : Self.unknown,
      facing: Self.facings.contains(facing) ? facing : Self.unknown)
  }

  private static let unknown = "unknown"
  /// The words of `CameraLight`, and of `CameraFacing`.
  private static let lights = [unknown, "colour", "infrared"]
  private static let facings = [unknown, "user", "away", "external"]
}

extension SessionComparison {
  var redacted: SessionComparison {
    guard case .impossible = answer else { return self }
    return SessionComparison(first: first, second: second, answer: .impossible(""))
  }
}

extension SessionVerdict {
  var redacted: SessionVerdict {
    SessionVerdict(outcome: outcome, liveness: liveness, images: images)
  }
}

extension SessionFaces {
  var redacted: SessionFaces { SessionFaces(sequence: sequence, faces: faces.map(\.withoutGeometry)) }
}

extension Face {
  /// Without landmarks, and with its eyes to an eighth of its box: enough to see what the tracker looked at,
  /// and too little to measure a face by.
  fileprivate var withoutGeometry: Face {
    var face = self
    face.landmarks = []
    face.leftEye = coarse(leftEye)
    face.rightEye = coarse(rightEye)
    return face
  }

  private func coarse(_ eye: Point) -> Point {
    Point(
      x: Self.coarse(eye.x, from: box.x, side: box.width),
      y: Self.coarse(eye.y, from: box.y, side: box.height))
  }

  private static func coarse(_ place: Float, from start: Float, side: Float) -> Float {
    let coarse = rounded(place, from: start, side: side)
    // A box far away has no eighths in this precision: what is rounded once more has to stay the same.
    return rounded(coarse, from: start, side: side) == coarse ? coarse : start
  }

  private static func rounded(_ place: Float, from start: Float, side: Float) -> Float {
    guard side > 0 else { return start }
    // Within the box: a number beyond could hold anything.
    let eighths = ((place - start) / side * 8).rounded()
    let rounded = start + (eighths.isNaN ? 0 : min(max(eighths, 0), 8)) / 8 * side
    return rounded.isFinite ? rounded : start
  }
}
