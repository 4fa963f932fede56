// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Glibc

/// The call into a plugin that runs on this thread, and what was reported during it.
///
/// It is stored on the caller's stack and found through a thread-specific key: the report and file abilities
/// need no lock, and threads never see each other's messages.
struct RunningCall {
  /// The plugin's last message.
  private(set) var words: String?
  /// The error that a host ability found for the plugin, such as a model whose hash differs.
  private(set) var finding: PluginFileError?
  /// Why the plugin was not reached, or did not answer: replaces the status.
  private(set) var failure: PluginCallError?

  // Made once, never deleted. `pthread_key_create` fails only beyond 1024 keys; setting a key that was not
  // created does nothing, and errors then lack their messages.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : pthread_key_t.max
  }()

  /// Makes a call into plugin code, and returns its answer with what was reported during it.
  static func make<Answer>(_ body: () -> Answer) -> (answer: Answer, said: RunningCall) {
    var call = RunningCall()
    let answer = withUnsafeMutablePointer(to: &call) { pointer in
      // A nested call, which no plugin should make, restores the outer one.
      let outer = pthread_getspecific(key)
      pthread_setspecific(key, pointer)
      defer { pthread_setspecific(key, outer) }
      return body()
    }
    return (answer, call)
  }

  /// Stores the plugin's message. Outside a call nobody would receive it: `false`.
  static func report(_ words: String) -> Bool {
    guard let call = running else { return false }
    call.pointee.words = words
    return true
  }

  /// Stores what a host ability found. Outside a call: `false`.
  static func note(_ finding: PluginFileError) -> Bool {
    guard let call = running else { return false }
    call.pointee.finding = finding
    return true
  }

  /// Stores why the call was not answered. Outside a call nobody would receive it.
  static func fail(_ error: PluginCallError) {
    running?.pointee.failure = error
  }

  private static var running: UnsafeMutablePointer<RunningCall>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: RunningCall.self)
  }

  /// The error for a status that the call returned.
  ///
  /// Where the host found a bad file and the plugin passed that on, the host's finding has the better place,
  /// reason and remedy.
  func error(status: imp_status, plugin: String, function: String) -> PluginCallError {
    if let failure { return failure }
    guard let finding, PluginCallError.StatusClass(status: status) == .resource else {
      return PluginCallError(status: status, plugin: plugin, function: function, words: words)
    }
    let also = words.map { $0.isEmpty ? "" : " The plugin says: \($0)" } ?? ""
    return PluginCallError(
      code: PluginCallError.Code(status: status), status: status, place: "\(plugin): \(finding.place)",
      reason: finding.reason + also, remedy: finding.remedy)
  }
}
