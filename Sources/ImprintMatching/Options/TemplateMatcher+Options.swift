// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

// Verification and search by options, with an explanation: over the same comparisons as without.

extension TemplateMatcher {
  /// Verifies a person against one reference, by the options alone.
  ///
  /// Templates of either side that the options or this matcher do not take are passed over, and the
  /// explanation says which, and why.
  /// - Throws: ``MatchingError`` `badOptions`, `otherUse`, `noTemplates`, `nothingComparable`,
  ///   `notCalibrated`, `invalidPolicy`, `extrapolatedThreshold`; ``TemplateError`` where every template of
  ///   the candidate is passed over, as of the first; ``PluginCallError`` where the plugin fails or the
  ///   licence does not cover it.
  /// - Complexity: O(candidate · reference). Any thread, and blocks it.
  @available(*, noasync)
  public func authenticateBlocking<ID>(
    _ options: AuthenticationOptions, candidate: BiometricCandidate, reference: BiometricReference<ID>
  ) throws -> AuthenticationResult {
    let otherUse = try options.check(for: self)
    let chosen = try choose(candidate, by: options)
    var comparison = try authenticateBlocking(
      candidates: chosen.templates, references: reference.templates, policy: options.policy,
      requireCalibrated: options.requireCalibrated, conditions: options.conditions)
    comparison.renumber(chosen.indices)
    return AuthenticationResult(
      comparison: comparison,
      explanation: MatchExplanation(
        comparison, of: candidate.templates, chosen.passedOver, and: reference.templates, by: self, options,
        otherUse), otherUse: otherUse)
  }

  /// ``authenticateBlocking(_:candidate:reference:)`` on a thread of its own.
  public func authenticate<ID>(
    _ options: AuthenticationOptions, candidate: BiometricCandidate, reference: BiometricReference<ID>
  ) async throws -> AuthenticationResult {
    try await withoutBlocking {
      try $0.authenticateBlocking(options, candidate: candidate, reference: reference)
    }
  }

  /// Searches references for a person, by the options alone; the references are laid out for this search.
  /// Two references of one user are that user's together.
  /// - Returns: nobody where there is no reference.
  /// - Throws: as ``authenticateBlocking(_:candidate:reference:)``, but that references which cannot be
  ///   compared are no error.
  /// - Complexity: O(candidate · references). Any thread, and blocks it.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, references: [BiometricReference<ID>]
  ) throws -> IdentificationResult<ID> {
    let otherUse = try options.checkSearch(for: self)
    let entries = references.flatMap { reference in
      reference.templates.map { (id: reference.user, template: $0) }
    }
    let gallery = Gallery(entries, for: self, options.conditions)
    let result = try identify(options, candidate, otherUse) {
      try identifyBlocking(
        candidates: $0, in: gallery, policy: options.policy, maximumCandidates: options.maximumCandidates,
        requireCalibrated: options.requireCalibrated, sites: options.sites)
    }
    var explanation = result.explanation
    explanation.addReferences(references, to: result.search)
    return IdentificationResult(search: result.search, explanation: explanation, otherUse: otherUse)
  }

  /// ``identifyBlocking(_:candidate:references:)`` on a thread of its own.
  public func identify<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, references: [BiometricReference<ID>]
  ) async throws -> IdentificationResult<ID> {
    try await withoutBlocking {
      try $0.identifyBlocking(options, candidate: candidate, references: references)
    }
  }

  /// The same in a gallery that was laid out before. The least quality is asked of the candidate alone: what
  /// is in the gallery was chosen when it was made.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, in gallery: Gallery<ID>
  ) throws -> IdentificationResult<ID> {
    let otherUse = try options.checkSearch(for: self)
    return try identify(options, candidate, otherUse) {
      try identifyBlocking(
        candidates: $0, in: gallery, policy: options.policy, maximumCandidates: options.maximumCandidates,
        requireCalibrated: options.requireCalibrated, sites: options.sites)
    }
  }

  /// ``identifyBlocking(_:candidate:in:)`` of a ``Gallery`` on a thread of its own.
  public func identify<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, in gallery: Gallery<ID>
  ) async throws -> IdentificationResult<ID> {
    try await withoutBlocking { try $0.identifyBlocking(options, candidate: candidate, in: gallery) }
  }

  /// The same in a gallery that lives. Cancelling the task ends it within some milliseconds.
  /// - Throws: ``PluginCallError`` `cancelled` too; `argument` for a gallery of another matcher.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, in gallery: LiveGallery<ID>
  ) throws -> IdentificationResult<ID> {
    let otherUse = try options.checkSearch(for: self)
    return try identify(options, candidate, otherUse) {
      try identifyBlocking(
        candidates: $0, in: gallery, policy: options.policy, maximumCandidates: options.maximumCandidates,
        requireCalibrated: options.requireCalibrated, sites: options.sites)
    }
  }

  /// ``identifyBlocking(_:candidate:in:)`` of a ``LiveGallery`` on a thread of its own.
  public func identify<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, in gallery: LiveGallery<ID>
  ) async throws -> IdentificationResult<ID> {
    try await withoutBlocking { try $0.identifyBlocking(options, candidate: candidate, in: gallery) }
  }

  private func identify<ID>(
    _ options: IdentificationOptions, _ candidate: BiometricCandidate, _ otherUse: MatchingError?,
    _ search: ([Template]) throws -> Identification<ID>
  ) throws -> IdentificationResult<ID> {
    let chosen = try choose(candidate, by: options)
    var found = try search(chosen.templates)
    found.renumber(chosen.indices)
    return IdentificationResult(
      search: found,
      explanation: MatchExplanation(
        found, of: candidate.templates, chosen.passedOver, by: self, options, otherUse), otherUse: otherUse)
  }

  /// The candidate's templates that are compared.
  private func choose(
    _ candidate: BiometricCandidate, by options: some MatchingOptions
  ) throws -> (templates: [Template], indices: [Int], passedOver: [(index: Int, reason: TemplateError)]) {
    guard !candidate.templates.isEmpty else { throw MatchingError.noTemplates("candidate") }
    // Of a plugin without any calibration nothing else is worth saying.
    try requireCalibrations(for: candidate.templates)
    var passedOver: [(index: Int, reason: TemplateError)] = []
    let indices = candidate.templates.indices.filter { index in
      let refusal = options.conditions.refusal(of: candidate.templates[index], by: self)
      if let refusal { passedOver.append((index, refusal)) }
      return refusal == nil
    }
    if indices.isEmpty, let first = passedOver.first { throw first.reason }
    return (indices.map { candidate.templates[$0] }, indices, passedOver)
  }
}
