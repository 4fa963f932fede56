// SPDX-License-Identifier: Apache-2.0
internal import CCheckWatch
internal import CImprintLinux
internal import Glibc

/// Refuses a plugin's system calls beyond what its manifest declares, and reports them.
///
/// It detects what code requests; unlike a worker's walls it does not stop malicious code.
enum SystemWatch {
  /// The permitted operations; paths by prefix.
  struct Rules {
    var readable: [String] = []
    var writable: [String] = []
    /// The permitted sockets of local services, by path prefix.
    var services: [String] = []
    var network = false
    /// The kernel's hot-plug events.
    var kernelEvents = false
  }

  /// From now on this thread and all it starts are watched, for the rest of the process.
  /// - Throws: ``CheckSkip`` where the system does not permit it.
  static func start(_ rules: Rules) throws {
    let status = imp_watch_start(
      imp_watch_rules(
        readable: lasting(rules.readable), writable: lasting(rules.writable),
        services: lasting(rules.services), network: rules.network ? 1 : 0,
        kernel_events: rules.kernelEvents ? 1 : 0))
    guard status == 0 else {
      throw CheckSkip(
        "this system does not let a process watch itself: \(String(cString: strerror(-status))).")
    }
  }

  /// What was refused so far, each once, in words: "openat of /etc/shadow, to be read".
  static func refusals() -> [String] {
    var words: [String] = []
    var refusal = imp_watch_refusal()
    while imp_watch_refused(words.count, &refusal) == 0 {
      let path = withUnsafeBytes(of: &refusal.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let call = refusal.call.map { String(cString: $0) } ?? ""
      let purpose =
        switch refusal.kind {
        case IMP_WATCH_NETWORK: ", for the network"
        case IMP_WATCH_READ: ", to be read"
        case IMP_WATCH_WRITE: ", to be written"
        case IMP_WATCH_SYSTEM: ", on the system"
        default: ", on another process"
        }
      words.append(call + (path.isEmpty ? "" : " of \(path)") + purpose)
    }
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  private static func lasting(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { (list + index).initialize(to: UnsafePointer(strdup(text))) }
    (list + texts.count).initialize(to: nil)
    return UnsafePointer(list)
  }
}
