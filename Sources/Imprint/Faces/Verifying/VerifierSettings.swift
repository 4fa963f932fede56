// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
public import ImprintModel

/// What a ``Verifier`` is asked for.
public struct VerifierSettings: Sendable, Hashable {
  /// What it has in common with an enrolment. Its mode is blink by default: keep still, then blink.
  public var capture: FaceCaptureSettings
  /// Of the mode blink, from being asked to blink: 0...30 s, default 5 s. Without a blink until then the
  /// person is not verified. 0 is no limit of its own.
  public var blinkTimeout: Duration
  /// What counts as a match: default ``MatchPolicy/standard``, one comparison of different people in 10,000.
  public var policy: MatchPolicy
  /// Whether a policy beyond what the matcher's calibration measured is refused. Default `false`: the
  /// comparison says it.
  public var requireCalibrated: Bool
  /// What is compared, such as a person with the portrait of their document, which the algorithm may not be
  /// meant for. Default `nil`: nothing is said of it.
  public var use: ComparisonUse?
  /// What happens where it is not. Default ``UseRule/warn``: the explanation says it.
  public var otherUses: UseRule

  public init(
    capture: FaceCaptureSettings = FaceCaptureSettings(livenessMode: .blink),
    blinkTimeout: Duration = .seconds(5), policy: MatchPolicy = .standard, requireCalibrated: Bool = false,
    use: ComparisonUse? = nil, otherUses: UseRule = .warn
  ) {
    self.capture = capture
    self.blinkTimeout = blinkTimeout
    self.policy = policy
    self.requireCalibrated = requireCalibrated
    self.use = use
    self.otherUses = otherUses
  }

  /// How the image is compared.
  var matching: AuthenticationOptions {
    AuthenticationOptions(
      modality: .face, policy: policy, requireCalibrated: requireCalibrated, use: use, otherUses: otherUses)
  }

  /// One image is captured and compared.
  var options: FaceCaptureHandlerOptions {
    var options = capture.options(images: 1)
    options.capture.blinkTimeout = blinkTimeout
    return options
  }

  /// - Throws: ``FaceFlowError`` `badSettings`.
  func check() throws(FaceFlowError) {
    try capture.check()
    guard (.zero...(.seconds(30))).contains(blinkTimeout) else {
      throw .setting("blinkTimeout", "it is \(blinkTimeout).", "Give 0...30 s.")
    }
  }
}
