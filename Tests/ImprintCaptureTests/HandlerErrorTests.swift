// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// Why a capture does not begin, or fails: each reason has its code.
@Suite(.timeLimit(.minutes(3)))
struct HandlerErrorTests {
  @Test func whatKeepsACameraFromOpeningHasACodeOfItsOwn() async throws {
    let answers: [(String, FaceCaptureErrorCode)] = [
      ("IMP_E_ENTITLEMENT", .license), ("IMP_E_ARGUMENT", .badOptions),
      ("IMP_E_UNSUPPORTED", .modeNotAvailable),
      ("IMP_E_MEMORY", .memory), ("IMP_E_MODEL", .initialization), ("IMP_E_FILE", .initialization),
      ("IMP_E_ABI", .incompatible), ("IMP_RETRY_BUSY", .camera), ("IMP_E_DEVICE_MISSING", .camera),
      ("IMP_E_DEVICE_DENIED", .camera), ("IMP_E_INTERNAL", .plugin),
    ]
    // Which answer is asked for by the width.
    var capture = try FixtureCapture()
    capture.cameraOpen = answers.enumerated().map {
      "if (options->width == \($0.offset + 1)) return \($0.element.0);"
    }.joined(separator: " ")
    let fixture = try FixtureHandler(capture)
    for (index, answer) in answers.enumerated() {
      let camera = CameraOptions(locator: "fixture:0", width: index + 1)
      let handler = try fixture.make(FaceCaptureHandlerOptions(livenessMode: .none, camera: camera))
      let error = try await handlerError { _ = try await handler.start() }
      #expect(error.code == answer.1, "\(answer.0)")
      #expect(!error.reason.isEmpty && !error.remedy.isEmpty)
    }
  }

  /// Opens nothing, for this reason.
  private struct Refusing: FaceCaptureSource {
    let reason: any Error

    func recorders(_ options: FaceCaptureRecordingOptions) async throws -> any FaceCaptureRecorders {
      throw reason
    }

    func parts(camera: CameraOptions?, options: FaceCaptureOptions) async throws -> FaceCaptureParts {
      throw reason
    }
  }

  private struct Surprise: Error {}

  @Test func whatKeepsACaptureFromBeginningHasACodeOfItsOwn() async throws {
    let folder = try TemporaryFolder()
    let reasons: [(any Error, FaceCaptureErrorCode)] = [
      (PluginError(.libraryMissing, place: "p", reason: "it is gone.", remedy: "Install it."), .notAvailable),
      (PluginError(.notEntitled, place: "p", reason: "no licence.", remedy: "Buy one."), .license),
      (PluginError(.abiDisjoint, place: "p", reason: "it is old.", remedy: "Update it."), .incompatible),
      (PluginError(.openFailed, place: "p", reason: "no model.", remedy: "Install it."), .initialization),
      (CancellationError(), .cancelled), (Surprise(), .unknown),
    ]
    for (reason, code) in reasons {
      let handler = try FaceCaptureHandler(
        source: Refusing(reason: reason), options: FaceCaptureHandlerOptions(livenessMode: .none)
      ) { LockoutStore(folder: "\(folder.path)/lockout", settings: $0) }
      let error = try await handlerError { _ = try await handler.start() }
      #expect(error.code == code)
      #expect(try await handler.captureAttemptsLeft() == 5)
    }
  }

  @Test func framesThatCannotBeReadEndACapture() async throws {
    var capture = try FixtureCapture()
    capture.frame = "return IMP_E_FILE;"
    let conclusion = try await FixtureHandler(capture).make().capture()
    #expect(conclusion.failure?.code == .frames && conclusion.failure?.type == .badCapture)
  }

  @Test func aTimeOutIsARetryAndAsAFailureAnError() async throws {
    let conclusion = try await FixtureHandler.judging("NO_DECISION", finish: "TIMEOUT").make().capture()
    guard case .retry(.timedOut, _) = conclusion else { throw Unexpected() }
    #expect(conclusion.failure?.code == .timedOut && conclusion.failure?.type == .timeout)
  }

  @Test func eachCodeHasTheTypeThatTheSeedGivesIt() {
    let types: [(FaceCaptureErrorCode, FaceCaptureErrorType)] = [
      (.timedOut, .timeout), (.frames, .badCapture), (.sourceEnded, .badCapture), (.notLive, .badCapture),
      (.cancelled, .cancelled), (.license, .invalidLicense), (.captureIsLocked, .deviceBlocked),
    ]
    for code in FaceCaptureErrorCode.allCases {
      #expect(code.type == types.first { $0.0 == code }?.1 ?? .unknown, "\(code)")
    }
    // Of captures with a server, which none here is.
    for type in [SeedErrorType.connectionIssue, .authentication, .invalidSession] {
      #expect(type.codes.isEmpty)
    }
  }

  @Test func theMessageSaysAllOfIt() {
    let error = FaceCaptureError(.camera, place: "camera", reason: "it is gone.", remedy: "Plug it in.")
    for part in ["camera", "it is gone.", "Plug it in."] { #expect(error.message.contains(part)) }
    #expect(error.type == .unknown && error.unlockDateTime == nil)
  }
}
