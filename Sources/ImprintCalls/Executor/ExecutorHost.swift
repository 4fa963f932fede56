// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// What a ``CallExecutor`` asks of the program that embeds it, for the plugin that it runs. Any thread, also
/// outside calls.
public protocol ExecutorHost: AnyObject, Sendable {
  /// The verified bytes of a model, by its name in the manifest: read-only, beginning at a multiple of 64,
  /// the same at each call and valid as long as the executor is there. `nil` where it has none of that name.
  func model(named name: String) -> UnsafeRawBufferPointer?

  /// The folder of a shared run-time library, by its name in the manifest; `nil` where it has none of that
  /// name.
  func runtimeFolder(named name: String) -> String?

  /// A line for the log, at once, from whichever thread said it: lines do not travel with answers, so the
  /// last one before a crash is not lost.
  /// - Parameters:
  ///   - severity: `IMP_LOG_...`, or any number.
  ///   - text: The plugin's own, valid until return; may be longer than the 4096 bytes that count, and not
  ///     UTF-8.
  func log(severity: UInt32, text: imp_text)
}
