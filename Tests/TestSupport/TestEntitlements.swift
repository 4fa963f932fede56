// SPDX-License-Identifier: Apache-2.0
public import Imprint
import Synchronization

/// Grants what a test says, which may change while it runs, and counts what it is asked and told.
public final class TestEntitlements: EntitlementProvider {
  private struct State {
    var granted: Set<LicenseFeature>
    var asked = 0
    var captures: [CaptureBound] = []
  }

  /// What a provider is told of a capture.
  public enum CaptureBound: Sendable, Hashable {
    case began
    case ended
  }

  /// Why it refuses, and what it advises.
  public static let reason = "the profile kiosk does not have it."
  public static let remedy = "Buy it."

  public let license: EntitlementFacts?
  private let limits: [LicenseLimit: Int]
  private let state: Mutex<State>

  public init(
    granting features: Set<LicenseFeature> = [], limits: [LicenseLimit: Int] = [:],
    license: EntitlementFacts? = nil
  ) {
    state = Mutex(State(granted: features))
    self.limits = limits
    self.license = license
  }

  public func entitlement(for feature: LicenseFeature) -> Entitlement {
    state.withLock {
      $0.asked += 1
      return $0.granted.contains(feature) ? .granted : .refused(reason: Self.reason, remedy: Self.remedy)
    }
  }

  public func limit(_ limit: LicenseLimit) -> Int? { limits[limit] }

  public func captureBegan() { state.withLock { $0.captures.append(.began) } }

  public func captureEnded() { state.withLock { $0.captures.append(.ended) } }

  /// How often it was asked for a feature.
  public var asked: Int { state.withLock { $0.asked } }

  /// What it was told of captures, in order.
  public var captures: [CaptureBound] { state.withLock { $0.captures } }

  /// From now on grants these and no others.
  public func grant(_ features: Set<LicenseFeature>) { state.withLock { $0.granted = features } }
}

extension EntitlementFacts {
  /// A licence of the profile kiosk, valid until September 2026.
  public static let kiosk = EntitlementFacts(
    id: "licence-1", activation: "activation-1", profile: "kiosk", validUntil: 1_790_000_000,
    features: [.verification])
}
