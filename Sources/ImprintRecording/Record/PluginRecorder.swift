// SPDX-License-Identifier: Apache-2.0
public import ImprintCalls
internal import ImprintManifest
public import ImprintRuntime
private import Synchronization

/// Records the calls of one plugin into a file, as they are made: to be given to a `PluginRuntime`, or to
/// `ImprintConfiguration.tap`.
///
/// ```swift
/// let recorder = PluginRecorder(plugin: "org.example.matcher", to: "fault.imrec")
/// var configuration = ImprintConfiguration()
/// configuration.tap = recorder
/// // ... use it ...
/// let summary = await recorder.finish()
/// ```
///
/// The file is created when the plugin is opened, readable by its owner only. It contains what was passed to
/// the plugin, images and templates, unless it is redacted. It survives the death of this process, but not a
/// power cut. Thread-safe; copies and hashes each call.
public final class PluginRecorder: PluginCallTap {
  /// The plugin's id.
  public let plugin: String
  /// The file.
  public let path: String
  private let limit: Int
  private let isRedacted: Bool
  private let clock: @Sendable () -> Int64
  private let recording = Mutex<CallRecording?>(nil)

  /// The default maximum length: 512 MiB, some 500 frames of 640 × 480 pixels.
  public static let usualLimit = 512 << 20

  /// - Parameters:
  ///   - plugin: the id of the plugin to be recorded.
  ///   - path: the file, which must not exist yet.
  ///   - limit: in bytes, 4096 or more; calls beyond it are made but not recorded.
  ///   - isRedacted: whether biometric and personal data are omitted.
  ///   - clock: seconds since 1970 UTC.
  public init(
    plugin: String, to path: String, limit: Int = PluginRecorder.usualLimit, isRedacted: Bool = false,
    clock: @escaping @Sendable () -> Int64 = QuarantineStore.systemClock
  ) {
    self.plugin = plugin
    self.path = path
    self.limit = max(limit, 4096)
    self.isRedacted = isRedacted
    self.clock = clock
  }

  public var purpose: PluginCallPurpose { .recording }

  /// The first time it is opened.
  public func wants(_ found: FoundPlugin) -> Bool {
    found.manifest.id == plugin && recording.withLock { $0 == nil }
  }

  public func tap(
    _ carrier: any CallCarrier, of tapped: TappedPlugin
  ) throws(PluginError) -> any CallCarrier {
    let header = RecordingHeader(
      plugin: tapped.build.plugin, version: tapped.build.version, library: tapped.build.library,
      manifest: tapped.manifest, architecture: tapped.architecture,
      imprint: BuildInformation.version.description, isolation: tapped.isolation, isRedacted: isRedacted,
      began: clock())
    do throws(RecordingError) {
      let made = try CallRecording(path, limit: limit, header: header)
      recording.withLock { $0 = made }
      return RecordingCarrier(carrier, to: made)
    } catch {
      throw PluginError(.recordingRefused, place: error.place, reason: error.reason, remedy: error.remedy)
    }
  }

  /// Completes the file, once what was released before is destroyed: later calls are not in it.
  /// - Returns: `nil` if the plugin was not opened, so that there is no file.
  public func finish() async -> RecordingSummary? {
    await PluginWork.awaitReleases()
    return recording.withLock { $0 }?.finish()
  }
}
