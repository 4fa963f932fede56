// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
internal import ImprintManifest
public import ImprintMatching
public import ImprintRuntime
internal import Synchronization

/// A system's operations on faces: detection, capture, extraction and comparison. Thread-safe.
///
/// Errors are ``PluginError`` where the set's plugin for it cannot be opened, ``PluginCallError`` where a
/// call fails, and what each function documents.
public struct Faces: Sendable {
  /// The maximum number of faces detected in one image: the most that the contract of trackers has. Where it
  /// is reached, there may be more.
  public static let mostOfOnePicture = 64

  let system: BiometricSystem

  /// A tracker with its own state: one per stream.
  public func tracker(_ options: FaceTrackerOptions = FaceTrackerOptions()) async throws -> FaceTracker {
    try await FaceTracker.make(await system.plugin(providing: .faceTracker), options: options)
  }

  /// Every face of one image, largest first; at most ``mostOfOnePicture`` (F91). The first call loads the
  /// tracker's models; calls are serialized.
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
      // A later attempt may succeed.
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

  /// A face capture over the default camera, ready to run.
  /// - Throws: as ``DeviceDirectory/defaultCamera()`` and ``capture(camera:options:)``.
  public func capture(options: FaceCaptureOptions = FaceCaptureOptions()) async throws -> FaceCapture {
    try await capture(
      camera: CameraOptions(locator: system.devices.defaultCamera().locator), options: options)
  }

  /// A face capture over one camera, ready to run. A camera that simulates a person is told what the capture
  /// shows: ``ShownToCamera``.
  public func capture(
    camera: CameraOptions, options: FaceCaptureOptions = FaceCaptureOptions()
  ) async throws -> FaceCapture {
    // The camera last: opening it starts the stream.
    let (tracker, machine) = (try await tracker(), try await machine(options))
    let opened = try await system.devices.camera(camera)
    return FaceCapture(
      camera: opened, tracker: tracker, machine: machine, comparer: comparer(),
      observers: await observers(of: opened), logger: system.configuration.logger)
  }

  /// What decides in a capture, with what this set can help it with.
  package func machine(_ options: FaceCaptureOptions) async throws -> FaceCaptureMachine {
    var options = options
    if canCompare { options.helps.insert(.compares) } else { options.helps.remove(.compares) }
    return try await FaceCaptureMachine.make(
      await system.plugin(providing: .faceCapture), options: options)
  }

  /// What compares images of a capture; `nil` where the set makes and compares no templates of faces.
  package func comparer() -> (any CaptureComparer)? { canCompare ? FaceComparer(self) : nil }

  /// What a camera has to be told of a capture.
  func observers(of camera: Camera) async -> [any CaptureObserver] {
    guard let shown = await ShownToCamera(camera, logger: system.configuration.logger) else { return [] }
    return [shown]
  }

  /// Whether the set makes and compares templates of faces.
  private var canCompare: Bool { system.set.templatePath(of: .face, format: nil) != nil }

  /// Switches a running or ready capture to another camera (F38), with the same options, as if it began with
  /// that camera, and with another seed, so that another challenge is asked for. Recordings go on, and
  /// say so. Where it cannot be opened, the capture continues with the present one. Both are open for a
  /// moment.
  /// - Throws: as ``capture(camera:options:)``; ``CaptureError`` `alreadyRun` where the capture has ended.
  public func switchCamera(of capture: FaceCapture, to camera: CameraOptions) async throws {
    let tracker = try await tracker()
    // Another challenge: whoever has seen the first one is not asked for it again.
    var options = await capture.options
    options.seed = nil
    let machine = try await machine(options)
    let camera = try await system.devices.camera(camera)
    do {
      try await capture.switchCamera(
        to: camera, tracker: tracker, machine: machine, observers: await observers(of: camera))
    } catch {
      await camera.close()
      throw error
    }
  }
}
