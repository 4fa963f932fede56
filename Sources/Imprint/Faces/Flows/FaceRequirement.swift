// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintMatching
internal import ImprintModel
internal import ImprintRuntime

/// What has to be true before a face can be enrolled or verified (F60). The words are stable.
public enum FaceRequirement: String, Sendable, Hashable, Codable, CaseIterable {
  /// There is a camera, and the set of plugins captures and recognizes faces.
  case supported
  /// The licence covers it, now.
  case licensed
  /// The plugins that it needs are started; asking starts them.
  case initialized
  /// A face of the person is enrolled. Of an enrolment nothing is required here.
  case configured
}

/// Asks for the requirements of an enrolment or of a verification. Each check may be made at any time, from
/// any task, and changes nothing but that plugins are started.
///
/// The check before a start may pass and the start fail all the same: a camera can be unplugged in between.
public struct FaceRequirements: Sendable {
  let faces: Faces
  let camera: CameraOptions?
  /// What the capture is made with.
  let capture: FaceCaptureOptions
  /// Templates of the claimed person; `nil` of an enrolment.
  let references: [Template]?

  /// - Throws: ``FaceFlowError``, which says why it is not met: `noCamera` or `notSupported`, `notLicensed`,
  ///   `notInitialized`, `notConfigured`. A mode of liveness that the plugin does not have is `notSupported`,
  ///   and found when it is started.
  public func check(_ requirement: FaceRequirement) async throws(FaceFlowError) {
    switch requirement {
    case .supported: try await checkSupport()
    case .licensed:
      if let error = await openingError(), error.code == .notLicensed { throw error }
    case .initialized:
      if let error = await openingError(), error.code != .notLicensed { throw error }
    case .configured: try await checkReferences()
    }
  }

  /// Those that are not met, with why. Empty: it can be started.
  public func unmet() async -> [FaceRequirement: FaceFlowError] {
    var unmet: [FaceRequirement: FaceFlowError] = [:]
    for requirement in FaceRequirement.allCases {
      do throws(FaceFlowError) {
        try await check(requirement)
      } catch {
        unmet[requirement] = error
      }
    }
    return unmet
  }

  /// All of them, in order; what is opened is opened once.
  func checkAll() async throws(FaceFlowError) {
    try await checkSupport()
    if let error = await openingError() { throw error }
    try await checkReferences()
  }

  private func checkSupport() async throws(FaceFlowError) {
    let set = faces.system.set
    let missing = [AbilityID.faceCapture, .faceTracker, .camera].filter { set.providers(of: $0).isEmpty }
    guard missing.isEmpty else {
      throw FaceFlowError(
        .notSupported, place: "plugins",
        reason: "none of them provides \(missing.map { "\($0)" }.joined(separator: ", ")).",
        remedy: "Choose a variant with it, or add a plugin that provides it.")
    }
    guard set.templatePath(of: .face) != nil else {
      throw FaceFlowError(
        .notSupported, place: "plugins", reason: "they do not make and compare templates of faces.",
        remedy: "Choose a variant that recognizes faces, such as face.")
    }
    guard camera == nil else { return }
    do {
      _ = try await faces.system.devices.defaultCamera()
    } catch {
      throw FaceFlowError(.noCamera, from: error)
    }
  }

  /// Why something that is needed cannot be opened; `nil` where all can.
  private func openingError() async -> FaceFlowError? {
    do {
      _ = try await faces.tracker()
      _ = try await faces.machine(capture)
      _ = try await faces.extractor()
      if references != nil { try await faces.matcher().checkEntitlement(for: .verification) }
      return nil
    } catch {
      let error = FaceFlowError(FaceCaptureError(opening: error))
      // A mode that no plugin has is as little supported as a face is; all else is not started.
      switch error.code {
      case .notLicensed, .notSupported, .badSettings, .cancelled: return error
      case _: return FaceFlowError(.notInitialized, error)
      }
    }
  }

  private func checkReferences() async throws(FaceFlowError) {
    guard let references else { return }
    guard !references.isEmpty else {
      throw FaceFlowError(
        .notConfigured, place: "references", reason: "no face of this person is enrolled.",
        remedy: "Enrol the person first.")
    }
    // Which can be compared at all is the matcher's to say.
    guard let matcher = try? await faces.matcher() else { return }
    guard references.contains(where: { (try? matcher.check($0)) != nil }) else {
      throw FaceFlowError(
        .notConfigured, place: "references",
        reason: "none of the \(references.count) enrolled can be compared by \(matcher.format.algorithm).",
        remedy: "Enrol the person again, with the present plugins.")
    }
  }
}
