// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
public import ImprintRuntime
private import Synchronization

/// Repeats the calls of a recording on a plugin, and compares its replies.
///
/// The plugin is opened like any other: validated, trusted, licensed, in process or in a worker. It may be
/// another build than the recorded one, to verify a fix.
public struct PluginReplay: Sendable {
  /// What was replayed on what, and the result.
  public struct Outcome: Sendable, Hashable {
    public let header: RecordingHeader
    /// The build that the calls were made on.
    public let build: PluginBuild
    /// Where it ran: `in-process` or `process`.
    public let isolation: String
    public let report: ReplayReport

    /// Whether it is the library that was recorded.
    public var isSameLibrary: Bool { header.library == build.library }
  }

  private let plugin: FoundPlugin
  private let runtime: @Sendable (any PluginCallTap) -> PluginRuntime

  /// - Parameters:
  ///   - plugin: the plugin to call.
  ///   - runtime: makes a runtime with the given tap.
  public init(
    _ plugin: FoundPlugin, runtime: @escaping @Sendable (any PluginCallTap) -> PluginRuntime
  ) {
    self.plugin = plugin
    self.runtime = runtime
  }

  /// Makes the calls, on the calling thread. O(recording).
  ///
  /// In process, a crash ends this process: use a worker for a recording of a crash.
  /// - Parameters:
  ///   - reader: a recording of which only the header has been read.
  ///   - before: called before each call.
  /// - Throws: ``RecordingError`` if it cannot be read; `PluginError` if the plugin cannot be opened.
  public func run(
    _ reader: inout RecordingReader, before: (RecordedRequest) -> Void = { _ in }
  ) throws -> Outcome {
    let tap = ReplayTap()
    let opened = try runtime(tap).openBlocking(plugin)
    guard let carried = tap.carried else {
      throw RecordingError(
        .noPlugin, place: plugin.manifest.id, reason: "it was open already, and its calls cannot be reached.",
        remedy: "Replay it with a runtime of its own.")
    }
    var replay = CallReplay(
      carried.carrier, generation: carried.generation, plugin: carried.object,
      isRedacted: reader.header.isRedacted)
    let report = try withExtendedLifetime(opened) { try replay.run(&reader, before: before) }
    return Outcome(
      header: reader.header, build: carried.plugin.build, isolation: carried.plugin.isolation, report: report)
  }
}

/// Captures the carrier of the opened plugin's calls, and the plugin's object number there.
private final class ReplayTap: PluginCallTap {
  struct Carried {
    let carrier: any CallCarrier
    let plugin: TappedPlugin
    var generation: UInt64 = 0
    var object: UInt64 = 0
  }

  private let state = Mutex<Carried?>(nil)

  /// `nil` until the plugin has been opened.
  var carried: Carried? { state.withLock { $0.flatMap { $0.object == 0 ? nil : $0 } } }

  var purpose: PluginCallPurpose { .replay }

  func wants(_ plugin: FoundPlugin) -> Bool { state.withLock { $0 == nil } }

  func tap(_ carrier: any CallCarrier, of plugin: TappedPlugin) throws(PluginError) -> any CallCarrier {
    state.withLock { $0 = Carried(carrier: carrier, plugin: plugin) }
    return Onlooker(carrier) { [self] generation, object in
      state.withLock {
        $0?.generation = generation
        $0?.object = object
      }
    }
  }

  /// Forwards calls, and notes the opened plugin's object number.
  private final class Onlooker: CallCarrier {
    private let carrier: any CallCarrier
    private let opened: @Sendable (_ generation: UInt64, _ object: UInt64) -> Void

    init(_ carrier: any CallCarrier, opened: @escaping @Sendable (UInt64, UInt64) -> Void) {
      self.carrier = carrier
      self.opened = opened
    }

    var generation: UInt64 { carrier.generation }

    func carry(
      _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
      read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
    ) -> CallDelivery {
      carrier.carry(request, write: write) { status, body in
        if request.function == .pluginOpen, status == IMP_OK,
          let object = ReplyFacts(of: request.function, body: body)?.object
        {
          opened(request.generation, object)
        }
        return read(status, body)
      }
    }
  }
}
