// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// What became of a recording of one capture.
public struct FaceCaptureRecording: Sendable {
  /// The words are stable.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case session
    case lastSeconds = "last-seconds"
    case metadata
  }

  public let kind: Kind
  /// The file; `nil` of metadata that is handed over.
  public let path: String?
  /// Sealed metadata that is handed over: to be sent to the server.
  public let message: [UInt8]?
  /// Of file or message; 0 where there is none.
  public let bytes: Int
  /// The frames in it; 0 of what is sealed.
  public let frames: Int
  /// Why there is none, or why it ends before the capture did; what is there of a session can be read.
  public let error: (any ExplainedError)?

  public init(
    _ kind: Kind, path: String?, message: [UInt8]? = nil, bytes: Int = 0, frames: Int = 0,
    error: (any ExplainedError)? = nil
  ) {
    self.kind = kind
    self.path = path
    self.message = message
    self.bytes = bytes
    self.frames = frames
    self.error = error
  }
}

/// Records one capture of a handler.
public protocol FaceCaptureRecorder: CaptureRecorder {
  /// Called once, after the capture has ended: writes what is to be written and is not.
  /// - Returns: `nil` where nothing was asked for.
  func finish() async -> FaceCaptureRecording?
  /// Writes what was kept so far.
  /// - Returns: `nil` of one that writes nothing on demand.
  func writeNow() async -> FaceCaptureRecording?
}

/// Makes the recorders of a handler's captures.
public protocol FaceCaptureRecorders: Sendable {
  /// Called for each capture, before it runs.
  /// - Throws: why it cannot be recorded; then nothing is left behind.
  func begin(_ capture: FaceCapture) async throws -> [any FaceCaptureRecorder]
}
