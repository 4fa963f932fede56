// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
internal import ImprintCaptureSession
public import ImprintLockout
public import ImprintRuntime

extension Faces {
  /// What makes captures one after the other, counts them, and locks after too many that failed.
  ///
  /// Nothing is opened until ``FaceCaptureHandler/start(subject:awaitsMatch:)``.
  /// - Parameters:
  ///   - camera: instead of the one that the options name; `nil` leaves it to them.
  ///   - delegate: is told what the events say; kept until the handler is destroyed.
  ///   - lockout: where attempts are counted, given the settings of the options; by default in the standard
  ///     folder. Whatever is to be locked together uses one folder.
  /// - Throws: ``FaceCaptureError`` `badOptions`.
  public func captureHandler(
    camera: CameraOptions? = nil, options: FaceCaptureHandlerOptions,
    delegate: (any FaceCaptureHandlerDelegate)? = nil,
    lockout: @Sendable (LockoutSettings) -> LockoutStore = { LockoutStore.standard($0) }
  ) throws(FaceCaptureError) -> FaceCaptureHandler {
    var options = options
    if let camera { options.camera = camera }
    return try FaceCaptureHandler(
      source: FacesCaptureSource(faces: self), options: options, delegate: delegate, lockout: lockout)
  }

  /// The same, with call-backs that are grouped by purpose.
  /// - Parameters:
  ///   - delegates: kept until the use case is destroyed.
  ///   - lockout: as ``captureHandler(camera:options:delegate:lockout:)``.
  /// - Throws: ``FaceCaptureError`` `badOptions`.
  public func captureUseCase(
    options: FaceCaptureHandlerOptions, delegates: FaceCaptureDelegates,
    lockout: @Sendable (LockoutSettings) -> LockoutStore = { LockoutStore.standard($0) }
  ) throws(FaceCaptureError) -> FaceCaptureUseCase {
    try FaceCaptureUseCase(
      source: FacesCaptureSource(faces: self), options: options, delegates: delegates, lockout: lockout)
  }
}

/// Opens what captures need from the plugins of a set.
struct FacesCaptureSource: FaceCaptureSource {
  let faces: Faces

  func recorders(_ options: FaceCaptureRecordingOptions) async throws -> any FaceCaptureRecorders {
    let (faces, configuration) = (faces, faces.system.configuration)
    return try await PluginWork.run { () throws(FaceCaptureError) in
      try SessionRecorders(
        options, entitlements: configuration.entitlements, logger: configuration.logger
      ) { capture in
        let (setup, origin, _) = try await faces.described(capture, nil)
        return (setup, origin)
      }
    }
  }

  func parts(
    camera: CameraOptions?, options: FaceCaptureOptions
  ) async throws -> FaceCaptureParts {
    let (tracker, machine) = (try await faces.tracker(), try await faces.machine(options))
    do {
      let devices = faces.system.devices
      let chosen: CameraOptions
      if let camera {
        chosen = camera
      } else {
        chosen = CameraOptions(locator: try await devices.defaultCamera().locator)
      }
      let opened = try await devices.camera(chosen)
      return FaceCaptureParts(
        camera: opened, tracker: tracker, machine: machine, comparer: faces.comparer(),
        observers: await faces.observers(of: opened), logger: faces.system.configuration.logger)
    } catch let error as DeviceError {
      throw FaceCaptureError(.camera, error)
    } catch let error as PluginCallError where error.code == .file {
      throw FaceCaptureError(.camera, error)
    }
  }
}
