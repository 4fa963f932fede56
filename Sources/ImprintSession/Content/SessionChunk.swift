// SPDX-License-Identifier: Apache-2.0

/// One thing that happened in a capture session, as it is appended to a session and read from it.
///
/// In this order: a frame, its faces, the step that took them, the step's events. The answer of a comparison
/// precedes the `compared` step that passes it on; a verdict comes last.
public enum SessionChunk: Sendable, Hashable {
  /// The session goes on with another camera, whose frames are numbered anew, and with another capture
  /// machine, whose choices come from this seed; `nil`: from the same one as before.
  case camera(SessionCamera, seed: UInt128? = nil)
  /// How the device is held, from the next frame on, and with another camera too; before the first of these
  /// as the camera is built in.
  case orientation(CaptureOrientation)
  /// A frame as the camera gave it.
  case frame(EncodedFrame)
  /// A frame without its bytes: of a redacted session, or of metadata.
  case omittedFrame(OmittedFrame)
  case faces(SessionFaces)
  case step(SessionStep)
  case comparison(SessionComparison)
  case events(SessionEvents)
  case verdict(SessionVerdict)
  /// Frames that came, and are not in it.
  case lost(SessionLoss)
}

extension SessionChunk {
  /// - Throws: what of it no session may hold.
  func check() throws(SessionFault) {
    switch self {
    case .camera(let camera, _): try camera.check()
    case .orientation: break
    case .frame(let frame):
      if let complaint = frame.complaint { throw SessionFault(complaint) }
      try require(frame.bytes.count <= EncodedFrame.maximumBytes, "the frame is too long.")
    case .omittedFrame(let frame): try frame.check()
    case .faces(let faces): try faces.check()
    case .step(let step): try step.check()
    case .comparison(let comparison): try comparison.check()
    case .events(let events): try events.check()
    case .verdict(let verdict): try verdict.check()
    case .lost(let loss): try loss.check()
    }
  }

  /// Of one that was checked.
  func encoded() -> EncodedChunk {
    switch self {
    case .camera(let camera, nil): EncodedChunk(kind: .camera, fields: camera.encoded())
    case .camera(let camera, let seed?):
      EncodedChunk(kind: .cameraAndSeed, fields: camera.encoded(seed: seed))
    case .orientation(let orientation): EncodedChunk(kind: .orientation, fields: orientation.encoded())
    case .frame(let frame): EncodedChunk(kind: .frame, fields: frame.fields, bulk: frame.bytes)
    case .omittedFrame(let frame): EncodedChunk(kind: .omittedFrame, fields: frame.encoded())
    case .faces(let faces): EncodedChunk(kind: .faces, fields: faces.encoded())
    case .step(let step): EncodedChunk(kind: .step, fields: step.encoded())
    case .comparison(let comparison): EncodedChunk(kind: .comparison, fields: comparison.encoded())
    case .events(let events): EncodedChunk(kind: .events, fields: events.encoded())
    case .verdict(let verdict): EncodedChunk(kind: .verdict, fields: verdict.encoded())
    case .lost(let loss):
      EncodedChunk(kind: .lost, fields: loss.encoded(), lostFrames: UInt64(loss.count))
    }
  }

  /// - Parameter payload: untrusted.
  init(_ kind: SessionForm.Kind, decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    switch kind {
    case .camera: self = .camera(try SessionCamera(decoding: payload))
    case .cameraAndSeed:
      let (camera, seed) = try SessionCamera.withSeed(decoding: payload)
      self = .camera(camera, seed: seed)
    case .orientation: self = .orientation(try CaptureOrientation(decoding: payload))
    case .frame: self = .frame(try EncodedFrame(decoding: payload))
    case .omittedFrame: self = .omittedFrame(try OmittedFrame(decoding: payload))
    case .faces: self = .faces(try SessionFaces(decoding: payload))
    case .step: self = .step(try SessionStep(decoding: payload))
    case .comparison: self = .comparison(try SessionComparison(decoding: payload))
    case .events: self = .events(try SessionEvents(decoding: payload))
    case .verdict: self = .verdict(try SessionVerdict(decoding: payload))
    case .lost: self = .lost(try SessionLoss(decoding: payload))
    case .header: throw SessionFault("there is a second header.")
    case .end: throw SessionFault("there is an end where none can be.")
    }
    try check()
  }
}
