// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
internal import ImprintManifest
public import ImprintMatching
public import ImprintRuntime
internal import Synchronization

/// What a system does with faces: finds, captures, and makes and compares templates of them. Any thread.
///
/// Errors are ``PluginError`` where the set's plugin for it cannot be opened, ``PluginCallError`` where it
/// cannot do it, and what is said beside it.
public struct Faces: Sendable {
  /// How many faces are looked for in one picture. A picture of so many may show more.
  public static let mostOfOnePicture = 16

  let system: BiometricSystem

  /// A tracker of its own state: one for each stream.
  public func tracker(_ options: FaceTrackerOptions = FaceTrackerOptions()) async throws -> FaceTracker {
    try await FaceTracker.make(await system.plugin(providing: .faceTracker), options: options)
  }

  /// Every face of one picture, largest first; at most ``mostOfOnePicture`` (F91). The first call loads
  /// the tracker's models; calls take turns.
  public func detect(in image: Image) async throws -> [Face] {
    let made = system.pictureTracker.withLock { made -> Task<FaceTracker, any Error> in
      if let made { return made }
      let task = Task {
        try await self.tracker(FaceTrackerOptions(maximumFaces: Self.mostOfOnePicture))
      }
      made = task
      return task
    }
    let tracker: FaceTracker
    do {
      tracker = try await made.value
    } catch {
      // Another try may find it mended.
      system.pictureTracker.withLock { if $0 == made { $0 = nil } }
      throw error
    }
    return try await tracker.faces(in: image)
  }

  /// What makes templates of faces.
  /// - Parameter format: the name of the format; `nil`: the one that new templates are written in.
  public func extractor(format: String? = nil) async throws -> FaceExtractor {
    let (plugin, format) = try await system.plugin(.faceExtractor, for: .face, format: format, \.extractor)
    return try await FaceExtractor.make(plugin, format: format)
  }

  /// What compares templates of faces, with its calibration; the format as for ``extractor(format:)``.
  public func matcher(format: String? = nil) async throws -> TemplateMatcher {
    try await system.matcher(of: .face, format: format)
  }

  /// A face capture over the camera that is taken where none is named, ready to run.
  /// - Throws: as ``DeviceDirectory/defaultCamera()`` and ``capture(camera:options:)``.
  public func capture(options: FaceCaptureOptions = FaceCaptureOptions()) async throws -> FaceCapture {
    try await capture(
      camera: CameraOptions(locator: system.devices.defaultCamera().locator), options: options)
  }

  /// A face capture over one camera, ready to run.
  public func capture(
    camera: CameraOptions, options: FaceCaptureOptions = FaceCaptureOptions()
  ) async throws -> FaceCapture {
    // The camera last: it starts when it is opened.
    let tracker = try await tracker()
    let machine = try await FaceCaptureMachine.make(
      await system.plugin(providing: .faceCapture), options: options)
    return FaceCapture(
      camera: try await system.devices.camera(camera), tracker: tracker, machine: machine,
      logger: system.configuration.logger)
  }

  /// Goes on with another camera in a capture that runs or is ready to (F38): with the same options, and as
  /// if it began with that camera. Where it cannot be opened, the capture goes on with the one it has. Both
  /// are open for a moment.
  /// - Throws: as ``capture(camera:options:)``; ``CaptureError`` `alreadyRun` where the capture has ended.
  public func switchCamera(of capture: FaceCapture, to camera: CameraOptions) async throws {
    let tracker = try await tracker()
    let machine = try await FaceCaptureMachine.make(
      await system.plugin(providing: .faceCapture), options: await capture.options)
    try await capture.switchCamera(
      to: try await system.devices.camera(camera), tracker: tracker, machine: machine)
  }
}
