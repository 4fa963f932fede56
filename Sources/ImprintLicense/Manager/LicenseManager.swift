// SPDX-License-Identifier: Apache-2.0
public import ImprintSignedDocuments
public import Logging

/// Gets, keeps and renews the licence of one profile on this device (F21, F22).
///
/// Call ``activate()`` at every start, before a capture starts, and hand ``entitlements`` to Imprint. Once a
/// device has a licence, a server that cannot be reached stops nothing before the licence and its grace have
/// ended; what then happens is the licence's policy.
///
/// Safe from any thread. What is asked for at once happens one after the other; activations share one.
/// Several processes may use one store.
public final class LicenseManager: Sendable {
  private let desk: LicenseDesk
  private let turns = LicenseTurns()

  /// - Parameters:
  ///   - profile: The profile's name on the licence server; a licence of another profile is refused.
  ///   - product: The product that licences have to be for, such as the application's identifier.
  ///   - apiKey: Shown to the server; `nil` where there is none.
  ///   - trustAnchors: The roots of the authorities whose licences count. They belong to the application:
  ///     whoever can change them makes licences.
  ///   - transport: Reaches the server; `nil` where licences are imported.
  ///   - store: Where the licence is kept.
  ///   - device: Reads what this device is told from others by.
  ///   - sdkVersion: Told to the server.
  ///   - logger: Gets warnings, and an entry for each new licence; no key, nonce or document.
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

  /// What Imprint asks which features may be used. It goes by what the last call here found, and by the time
  /// at which it is asked; before the first one it refuses everything.
  public var entitlements: any EntitlementProvider {
    ManagedEntitlements(profile: desk.profile, holder: desk.holder, clock: desk.clock)
  }

  /// Whether there is what it takes to get a licence (F29): names that can be, trust anchors, and for a
  /// server an API key. Nothing is read or asked.
  public var isConfigured: Bool { desk.misconfiguration.isEmpty }

  /// Whether any feature may be used now (F60), by what the last call here found.
  public var isLicensed: Bool {
    guard case .license(let held) = desk.holder.knowledge else { return false }
    let standing = LicenseStanding(
      of: held.license.claims, at: desk.clock.now(), floor: held.floor(desk.clock))
    return standing.state == .valid || standing.state == .grace || !standing.features.isEmpty
  }

  /// How many users the application has registered, for billing (F31): sent with the next activation or
  /// renewal. `nil` where it counts none; negative numbers count as 0, and those above 2⁴⁸ as that.
  public var registeredUsers: Int? {
    get { desk.holder.registeredUsers }
    set { desk.holder.registeredUsers = newValue.map { min(max(0, $0), LicenseRequest.maximumCount) } }
  }

  /// Fetches the licence where there is none, verifies and stores it, and renews it where it is time. To be
  /// called at every start.
  ///
  /// Asks the server only where there is no licence that is valid here and not due for renewal. While there
  /// is one in its validity or grace, nothing that the server does or fails to do is an error, but for a
  /// revocation that the authority has signed: warnings of the status tell. Goes on when the calling task is
  /// cancelled, as others may have joined it. After ``deactivate()`` it fetches nothing: see
  /// ``activateAnew()``.
  /// - Returns: What the licence is worth now.
  /// - Throws: ``LicenseActivationError``, where nothing licensed may be used.
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

  /// ``activate()``, also where the activation was given back: for somebody who asks for it, never for a
  /// program's start.
  /// - Returns: What the licence is worth now.
  /// - Throws: ``LicenseActivationError``, where nothing licensed may be used.
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

  /// ``activate()`` with a call back, on any thread (F23).
  /// - Parameter completion: Called once, with `nil` where the licence is there.
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

  /// Looks at the stored licence, verifies it, and says what it is worth now. Neither network nor store are
  /// written to; from then on ``entitlements`` go by it.
  public func status() async -> LicenseStatus {
    await explain().status
  }

  /// Gives the activation back to the profile. The licence is removed when the server has confirmed that.
  /// From then on, also where there was no licence, only ``activateAnew()`` and ``importLicense(_:)`` get
  /// another one.
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

  /// Makes the request of an offline activation, or of a renewal where there is a licence. It is remembered,
  /// and asking again gives the same request until it is answered.
  /// - Returns: JSON, as docs/reference/licenses.md defines it. It is for this device alone.
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
  /// - Parameter bytes: The document, or JSON with it, as a server answers. It has to answer the request that
  ///   was made, or be a later document of the activation that is there; and be for this device.
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

  /// Walks through everything that the verdict on the stored licence depends on. Neither network nor store
  /// are written to.
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
