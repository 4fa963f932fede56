// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
public import ImprintLicense
public import ImprintManifest
public import ImprintTrust
internal import Logging

/// An opened plugin: its library is loaded, has been compared with its manifest, and can be called.
///
/// ``Camera``, ``Microphone``, ``FingerReader``, ``CardConnection``, ``DeviceWatch``, ``FaceTracker``,
/// ``FaceCaptureMachine``, ``SpeechRecognizer``, each ``TemplateExtractor`` and ``Matcher`` are made from it,
/// and keep it open.
///
/// **In a worker** the walls are irreversible: where devices have changed since, the next listing or opening
/// happens in a new worker, with the device nodes present then.
///
/// Its objects may be used from any thread, and calls wait for their turn as the manifest's
/// `concurrency.instances` says. With `serial`, no two calls into the library run concurrently, whichever
/// object or runtime they are for, except:
/// - what the contract allows on any thread: `describe`, `ability`, a matcher's compare, compare_many and
///   fuse, and cancel;
/// - what waits for a device, perhaps for hours: a camera's next_frame, a microphone's read, a fingerprint
///   reader's next_event, a watch's next, a card's begin, transmit and control. One at a time for each of
///   them.
///
/// With `parallel`, only opening, closing, listing, creating and destroying wait for each other, and each
/// object makes one call at a time.
public final class OpenPlugin: WaitsForPlugin {
  public let found: FoundPlugin
  /// The trust decision that allows its use.
  public let trust: TrustVerdict
  /// The state of the walls around its process; `nil` where it runs in this one.
  public let walls: WorkerWalls?
  /// The contract version that was agreed.
  public let abiVersion: UInt32
  let handle: PluginHandle
  let tables: AbilityTables
  /// Checks that the licence still allows opening it: before objects are made from it, and before long-lived
  /// ones continue; `nil` where its manifest names no feature. A capture that has begun may finish.
  let opening: OperationGate?
  /// How it reaches devices connected later; `nil` where it runs in this process, or has none.
  let renewal: DeviceRenewal?
  /// Answers what the licence grants.
  public let entitlements: any EntitlementProvider
  /// Carries the plugin's id.
  let logger: Logger

  init(
    _ found: FoundPlugin, trust: TrustVerdict, walls: WorkerWalls?, abiVersion: UInt32, handle: PluginHandle,
    tables: AbilityTables, entitlements: any EntitlementProvider,
    logger: Logger, renewal: DeviceRenewal? = nil
  ) {
    self.found = found
    self.trust = trust
    self.walls = walls
    self.abiVersion = abiVersion
    self.handle = handle
    self.tables = tables
    self.entitlements = entitlements
    self.logger = logger
    self.renewal = renewal
    opening =
      found.manifest.features.isEmpty
      ? nil
      : OperationGate(plugin: found.manifest.id) {
        LicenseState(of: found.manifest, by: entitlements).obstacle
      }
  }

  public var manifest: PluginManifest { found.manifest }

  /// Where it runs.
  public var isolation: Isolation { walls == nil ? .inProcess : .process }

  public var id: String { found.manifest.id }

  /// Checks the licence before an operation; `nil` where its manifest does not name the feature.
  func gate(of operation: LicensedOperation) -> OperationGate? {
    guard manifest.features.contains(operation.feature.rawValue) else { return nil }
    return OperationGate(plugin: id) { [entitlements] in
      entitlements.refusals(among: [operation.feature]).first
    }
  }

  /// The table of an ability.
  /// - Throws: ``PluginCallError`` `unsupported` where it does not have the ability.
  func table<Table: AbilityTable>(_ ability: Table.Type) throws(PluginCallError) -> UnsafePointer<Table> {
    guard let table = tables[ability] else { throw .missingAbility(plugin: id, ability: ability.id) }
    return table
  }

  /// Makes a call on one of its objects, in turn where the manifest says `serial`.
  func run<Answer>(_ body: () -> Answer) -> (answer: Answer, said: RunningCall) {
    switch manifest.concurrency.instances {
    case .serial: handle.inTurn { RunningCall.make(body) }
    case .parallel: RunningCall.make(body)
    }
  }

  /// A number of threads, validated against the manifest.
  func checkedThreads(_ threads: Int, function: String) throws(PluginCallError) -> UInt32 {
    guard threads >= 1, threads <= manifest.concurrency.threads else {
      throw .argument(
        plugin: id, function: function,
        "\(threads) threads were requested; its manifest allows 1 to \(manifest.concurrency.threads).")
    }
    return UInt32(threads)
  }
}
