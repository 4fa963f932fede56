// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
public import Logging

/// What opens what a capture needs.
public protocol FaceCaptureSource: Sendable {
  /// An open camera, a fresh tracker, and a machine in its first state.
  /// - Parameters:
  ///   - camera: `nil` for the default one.
  ///   - options: what the machine is made with. Whether comparisons are made is the source's to say:
  ///     ``CaptureHelps/compares``.
  /// - Throws: why one of them cannot be opened; then nothing stays open.
  func parts(camera: CameraOptions?, options: FaceCaptureOptions) async throws -> FaceCaptureParts

  /// What records captures as these options ask for, which are not empty. Asked before anything is opened.
  /// - Throws: why nothing can be recorded so: ``FaceCaptureError`` `license` without the feature,
  ///   `badOptions` for a folder that cannot be written to, a file that exists, a key that is none.
  func recorders(_ options: FaceCaptureRecordingOptions) async throws -> any FaceCaptureRecorders
}

/// What a capture is made of.
public struct FaceCaptureParts: Sendable {
  public let camera: Camera
  public let tracker: FaceTracker
  public let machine: FaceCaptureMachine
  /// `nil` where no images can be compared.
  public let comparer: (any CaptureComparer)?
  /// Told each event before the capture goes on.
  public let observers: [any CaptureObserver]
  public let logger: Logger

  public init(
    camera: Camera, tracker: FaceTracker, machine: FaceCaptureMachine, comparer: (any CaptureComparer)?,
    observers: [any CaptureObserver] = [], logger: Logger
  ) {
    self.camera = camera
    self.tracker = tracker
    self.machine = machine
    self.comparer = comparer
    self.observers = observers
    self.logger = logger
  }
}

extension FaceCapture {
  /// A capture over what was opened, which it takes over.
  public init(_ parts: FaceCaptureParts, orientation: CaptureOrientation = .portrait) {
    self.init(
      camera: parts.camera, tracker: parts.tracker, machine: parts.machine, comparer: parts.comparer,
      observers: parts.observers, orientation: orientation, logger: parts.logger)
  }
}
