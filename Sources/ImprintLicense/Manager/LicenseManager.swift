// SPDX-License-Identifier: Apache-2.0
public import ImprintSignedDocuments
public import Logging

/// Obtains, stores and renews the licence of one profile on this device (F21, F22).
///
/// Call ``activate()`` at every start, before a capture starts, and pass ``entitlements`` to Imprint. Once a
/// device has a licence, an unreachable server has no effect before the licence and its grace period have
/// ended; then the licence's policy applies.
///
/// Thread-safe. Concurrent operations are serialized; concurrent activations are coalesced. Several processes
/// may use one store.
public final class LicenseManager: Sendable {
  private let desk: LicenseDesk
  private let turns = LicenseTurns()

  /// - Parameters:
  ///   - profile: the profile's name on the licence server; a licence of another profile is refused.
  ///   - product: the product that licences must be for, such as the application's identifier.
  ///   - apiKey: authenticates to the server; `nil` if there is none.
  ///   - trustAnchors: the roots of the trusted licence authorities. They belong to the application: whoever
  ///     can change them can make licences.
  ///   - transport: reaches the server; `nil` if licences are imported.
  ///   - store: where the licence is stored.
  ///   - device: reads this device's fingerprint.
  ///   - sdkVersion: sent to the server.
  ///   - logger: receives warnings, and an entry for each new licence; no key, nonce or document.
  public init(
    profile: String, product: String, apiKey: APIKey?, trustAnchors: [TrustAnchor],
    transport: (any LicenseTransport)?, store: LicenseStore = .standard, device: DeviceReader = .system,
    clock: LicenseClock = .system, sdkVersion: String, logger: Logger
  ) {
    desk = LicenseDesk(
      profile: profile, product: product, apiKey: apiKey, trustAnchors: trustAnchors,
      verifier: LicenseVerifier(trustAnchors: trustAnchors), transport: transport, store: store,
      device: device,
      clock: clock, sdkVersion: sdkVersion, logger: logger)
  }

  public var profile: String { desk.profile }
  public var product: String { desk.product }

  /// Tells Imprint which features may be used, by the result of the last call here and the current time;
  /// before the first call it refuses everything.
  public var entitlements: any EntitlementProvider {
    ManagedEntitlements(profile: desk.profile, holder: desk.holder, clock: desk.clock)
  }

  /// Whether the configuration is complete (F29): valid names, trust anchors, and for a server an API key.
  /// Makes no I/O.
  public var isConfigured: Bool { desk.misconfiguration.isEmpty }

  /// Whether any feature may be used now (F60), by the result of the last call here.
  public var isLicensed: Bool {
    guard case .license(let held) = desk.holder.knowledge else { return false }
    let standing = LicenseStanding(
      of: held.license.claims, at: desk.clock.now(), floor: held.floor(desk.clock))
    return standing.state == .valid || standing.state == .grace || !standing.features.isEmpty
  }

  /// How many users the application has registered, for billing (F31): sent with the next activation or
  /// renewal. `nil` if it does not count; clamped to 0...2⁴⁸.
  public var registeredUsers: Int? {
    get { desk.holder.registeredUsers }
    set { desk.holder.registeredUsers = newValue.map { min(max(0, $0), LicenseRequest.maximumCount) } }
  }

  /// Fetches the licence if there is none, verifies and stores it, and renews it when due. To be called at
  /// every start.
  ///
  /// Contacts the server only if there is no licence that is valid here and not due for renewal. While one is
  /// valid or in its grace period, no server failure is an error, only a warning of the status, except a
  /// revocation signed by the authority. Continues when the calling task is cancelled, as others may have
  /// joined it. After ``deactivate()`` it fetches nothing: see ``activateAnew()``.
  /// - Returns: the current status of the licence.
  /// - Throws: ``LicenseActivationError`` if no licensed feature may be used.
  @discardableResult
  public func activate() async throws(LicenseActivationError) -> LicenseStatus {
    try desk.checkOrder()
    return try await turns.shared { [desk] in
      await Self.outcome { () async throws(LicenseActivationError) in
        // A capture may have started while this waited.
        try desk.checkOrder()
        return try await desk.activate(isAnew: false)
      }
    }.get()
  }

  /// ``activate()``, even after a deactivation: on a user's request, never at program start.
  /// - Returns: the current status of the licence.
  /// - Throws: ``LicenseActivationError`` if no licensed feature may be used.
  @discardableResult
  public func activateAnew() async throws(LicenseActivationError) -> LicenseStatus {
    try desk.checkOrder()
    return try await turns.alone { [desk] in
      await Self.outcome { () async throws(LicenseActivationError) in
        try desk.checkOrder()
        return try await desk.activate(isAnew: true)
      }
    }.get()
  }

  /// ``activate()`` with a callback, on any thread (F23).
  /// - Parameter completion: called once, with `nil` on success.
  public func activate(completion: @escaping @Sendable (LicenseActivationError?) -> Void) {
    Task {
      do throws(LicenseActivationError) {
        try await activate()
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }

  /// Reads and verifies the stored licence, and returns its current status. Uses neither the network nor
  /// writes the store; updates ``entitlements``.
  public func status() async -> LicenseStatus {
    await explain().status
  }

  /// Deactivates: returns the activation to the profile. The licence is removed when the server has
  /// confirmed. From then on, even if there was no licence, only ``activateAnew()`` and ``importLicense(_:)``
  /// obtain another one.
  @discardableResult
  public func deactivate() async throws(LicenseActivationError) -> LicenseStatus {
    try desk.checkOrder()
    return try await turns.alone { [desk] in
      await Self.outcome { () async throws(LicenseActivationError) in
        try desk.checkOrder()
        return try await desk.deactivate()
      }
    }.get()
  }

  /// Makes the request of an offline activation, or of a renewal if there is a licence. It is stored, and
  /// returned again until it is answered.
  /// - Returns: JSON, as docs/reference/licenses.md defines it. Valid only for this device.
  public func request() async throws(LicenseActivationError) -> [UInt8] {
    try desk.checkOrder()
    return try await turns.alone { [desk] () -> Result<[UInt8], LicenseActivationError> in
      do throws(LicenseActivationError) {
        try desk.checkOrder()
        return .success(try await desk.makeRequest())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Verifies and stores the answer to a ``request()``.
  /// - Parameter bytes: the document, or JSON with it, as in a server's response. It must answer the stored
  ///   request, or be a later document of the current activation; and be for this device.
  @discardableResult
  public func importLicense(_ bytes: [UInt8]) async throws(LicenseActivationError) -> LicenseStatus {
    try desk.checkOrder()
    return try await turns.alone { [desk] in
      await Self.outcome { () async throws(LicenseActivationError) in
        try desk.checkOrder()
        return try await desk.importLicense(bytes)
      }
    }.get()
  }

  /// Explains every check behind the verdict on the stored licence. Uses neither the network nor writes the
  /// store.
  public func explain() async -> LicenseExplanation {
    await turns.alone { [desk] in await desk.explain() }
  }

  private static func outcome(
    _ work: () async throws(LicenseActivationError) -> LicenseStatus
  ) async -> LicenseTurns.Outcome {
    do throws(LicenseActivationError) {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }
}

extension LicenseDesk {
  /// - Throws: ``LicenseActivationError`` `captureStarted` while a capture runs.
  func checkOrder() throws(LicenseActivationError) {
    guard !holder.isCapturing else { throw .captureStarted }
  }
}
