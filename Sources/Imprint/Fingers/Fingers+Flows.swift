// SPDX-License-Identifier: Apache-2.0
public import ImprintFingerCapture
public import ImprintStore

extension Fingers {
  /// Capture, enrolment, verification, search and practice on a reader. Nothing is opened until one begins.
  public var flows: FingerFlows { FingerFlows(source: SystemFingers(fingers: self)) }

  /// What captures fingers, as ``Faces`` has it for faces.
  /// - Throws: ``FingerCaptureError`` `badOptions`, `wrongBiometricLocation`.
  public func captureHandler(
    options: FingerCaptureHandlerOptions = FingerCaptureHandlerOptions(),
    verifier: (any FingerVerifier)? = nil
  ) throws(FingerCaptureError) -> FingerCaptureHandler {
    try FingerCaptureHandler(flows: flows, options: options, verifier: verifier)
  }

  /// A verifier made of the set's matcher.
  /// - Parameter decision: default: one false match in 10,000 comparisons, by a calibration.
  /// - Throws: ``FingerCaptureError`` `notAvailable`.
  public func verifier(
    of type: FingerTemplateType = .isoCompactCard, decision: FingerDecision = .policy(.standard)
  ) async throws(FingerCaptureError) -> MatcherFingerVerifier {
    do { return MatcherFingerVerifier(try await matcher(format: type.rawValue), decision: decision) } catch {
      throw FingerCaptureError(error, .notAvailable)
    }
  }

  /// The fingers of one user. A new user counts towards the licence's limit, and templates that seem to be of
  /// another person are refused, as ``BiometricSystem/enroll(name:templates:with:in:anyway:)`` does.
  /// - Parameters:
  ///   - user: name or id; need not exist before the first finger.
  ///   - requiresVerification:
  ///     ``FingerManagement/init(of:in:flows:requiresVerification:patience:clock:storing:)``.
  ///   - anyway: whether templates are stored even where they seem to be of another person.
  public func management(
    of user: String, in store: any TemplateStore, requiresVerification: Bool = true, anyway: Bool = false
  ) -> FingerManagement {
    let (system, fingers) = (system, self)
    let storing: FingerManagement.Storing = { name, templates, replaced, seen in
      let matcher = try await fingers.matcher(format: templates.first?.format.algorithm)
      do {
        return try await system.enroll(
          name: name, templates: templates, replacing: replaced, with: matcher, in: store, anyway: anyway,
          seen: seen
        ).templates
      } catch let error as LicenseLimitError {
        throw FingerCaptureError(.license, error)
      } catch let error as EnrollmentError {
        switch error.code {
        case .otherPerson: throw FingerCaptureError(.otherPerson, error)
        }
      }
    }
    return FingerManagement(
      of: user, in: store, flows: flows, requiresVerification: requiresVerification, storing: storing)
  }
}
