// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintLicense
internal import ImprintRuntime
public import ImprintSession
public import Logging

/// Records the captures of a handler into session files, last seconds and metadata, as its options ask for.
public struct SessionRecorders: FaceCaptureRecorders {
  /// Says of a capture what a session's header has.
  public typealias Description = @Sendable (FaceCapture) async throws -> (CaptureSetup, CaptureOrigin)

  private let options: FaceCaptureRecordingOptions
  private let key: MetadataPublicKey?
  private let logger: Logger
  private let describe: Description

  /// Blocks its thread for as long as it takes to look at files and folders.
  /// - Parameter entitlements: the application's; each capture's are asked again.
  /// - Throws: ``FaceCaptureError`` `license` without the feature `MSC_DUMP`; `badOptions`: a folder is
  ///   missing or cannot be written to, a file exists or is named twice, a time is out of its range, a key is
  ///   none.
  public init(
    _ options: FaceCaptureRecordingOptions, entitlements: any EntitlementProvider, logger: Logger,
    describing describe: @escaping Description
  ) throws(FaceCaptureError) {
    if let place = options.dumped {
      do throws(SessionError) {
        try RecordingPermission.check(entitlements, place: place)
      } catch {
        throw FaceCaptureError(recording: error)
      }
    }
    self.options = options
    self.logger = logger
    self.describe = describe
    do throws(MetadataError) {
      key = try options.metadata?.key.map { (pem) throws(MetadataError) in try MetadataPublicKey(pem: pem) }
    } catch {
      throw FaceCaptureError(.badOptions, error)
    }
    var places: Set<FaceCaptureRecordingOptions.Destination.Place> = []
    for destination in [options.session, options.lastSeconds?.destination, options.metadata?.destination] {
      guard let place = try destination?.check() else { continue }
      guard places.insert(place).inserted else {
        throw FaceCaptureError(
          .badOptions, place: place.name, reason: "two recordings would be written to this file.",
          remedy: "Choose a file for each.")
      }
    }
    if let last = options.lastSeconds, !(.seconds(1) ... .seconds(600)).contains(last.duration) {
      throw FaceCaptureError(
        .badOptions, place: "lastSeconds", reason: "\(last.duration) is not within 1 s to 600 s.",
        remedy: "Choose a time in that range.")
    }
  }

  public func begin(_ capture: FaceCapture) async throws -> [any FaceCaptureRecorder] {
    var (setup, origin) = try await describe(capture)
    if let subject = options.subject { origin.subject = subject }
    let entitlements = await capture.entitlements
    do throws(SessionError) {
      var begun: [any FaceCaptureRecorder] = []
      if let metadata = options.metadata {
        let recorder = try MetadataRecorder(
          of: setup, origin, forDump: key == nil, entitlements: entitlements)
        begun.append(CollectedMetadata(recorder, to: metadata.destination, key: key))
      }
      if let last = options.lastSeconds {
        let recorder = try LastSecondsRecorder(
          of: setup, origin, duration: last.duration, entitlements: entitlements)
        begun.append(KeptSeconds(recorder, last, isRedacted: options.isRedacted))
      }
      // Last, as it is the only one that leaves something behind.
      if let session = options.session {
        let path = session.path(of: .session, ending: "imps")
        begun.append(
          WrittenSession(
            try await PluginWork.run { [options, logger, setup, origin] () throws(SessionError) in
              try SessionRecorder(
                creating: path, of: setup, origin, redacted: options.isRedacted, entitlements: entitlements,
                logger: logger)
            }))
      }
      return begun
    } catch {
      throw FaceCaptureError(recording: error)
    }
  }
}

extension FaceCaptureError {
  /// Why a capture cannot be recorded.
  public init(recording error: SessionError) {
    switch error.code {
    case .notEntitled: self.init(.license, error)
    case .file, .exists, .content, .limit: self.init(.badOptions, error)
    case .noSpace, .stalled, .notASession, .newer, .damaged: self.init(.initialization, error)
    }
  }
}

extension FaceCaptureRecordingOptions {
  /// Something that needs the feature; `nil` where nothing does.
  fileprivate var dumped: String? {
    if session != nil { return "recording of a session" }
    if lastSeconds != nil { return "last seconds of a capture" }
    if case .written = metadata { return "metadata of a capture" }
    return nil
  }
}

extension FaceCaptureRecordingOptions.Metadata {
  var key: String? {
    switch self {
    case .written: nil
    case .sealed(_, let key), .handedOver(let key): key
    }
  }

  var destination: FaceCaptureRecordingOptions.Destination? {
    switch self {
    case .written(let destination), .sealed(let destination, _): destination
    case .handedOver: nil
    }
  }
}
