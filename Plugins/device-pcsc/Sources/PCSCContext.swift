// SPDX-License-Identifier: Apache-2.0
import CPCSC
import Glibc
import ImprintPluginKit

/// A connection to pcscd. pcscd answers one call at a time on each, so every object of ours has its own.
final class PCSCContext: Sendable {
  /// pcsc-lite's number.
  let number: Int

  /// - Throws: `.service`, `.deviceDenied`.
  init() throws(PluginFailure) {
    var number = 0
    var code = PCSCCode(cpcsc_establish(&number))
    if code.isBrokenConnection {
      // So a pcscd looks that refuses us, and one that ends at this moment. The one that refuses does so
      // again.
      usleep(Self.endingTime)
      code = PCSCCode(cpcsc_establish(&number))
      if code.isBrokenConnection { throw PCSCCode.denied }
    }
    guard code == .success else { throw code.failure("pcscd") ?? Self.failure("connecting to pcscd", code) }
    self.number = number
  }

  /// In microseconds: a process that was killed is gone by then.
  private static let endingTime: UInt32 = 100_000

  deinit { cpcsc_release(number) }

  /// The readers there are now, and what is in them.
  func snapshot() throws(PluginFailure) -> [ReaderState] {
    // A reader may go between the two calls.
    for _ in 0..<8 {
      var readers = try names().map { ReaderState(name: $0) }
      let code = wait(&readers, milliseconds: 0)
      switch code {
      case .success, .timeout: return readers
      case .unknownReader: continue
      default: throw code.failure("pcscd") ?? Self.failure("listing readers", code)
      }
    }
    throw PluginFailure(.deviceFailed, "Readers come and go faster than they can be listed; try again.")
  }

  func names() throws(PluginFailure) -> [String] {
    let length = Int(CPCSC_NAME_BYTES)
    var bytes = [CChar](repeating: 0, count: Int(CPCSC_MOST_READERS) * length)
    var count = 0
    let code = PCSCCode(cpcsc_list(number, &bytes, &count))
    guard code == .success else { throw code.failure("pcscd") ?? Self.failure("listing readers", code) }
    return (0..<count).map { index in
      let name = bytes[index * length..<(index + 1) * length].prefix { $0 != 0 }
      return String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Asks for the readers' states, and waits until one is another than its `known`.
  /// - Parameter newReaders: whether readers that come and go end the wait too.
  func wait(_ readers: inout [ReaderState], milliseconds: UInt32, newReaders: Bool = false) -> PCSCCode {
    var raw = readers.map(\.raw)
    let code = PCSCCode(cpcsc_wait(number, milliseconds, &raw, raw.count, newReaders ? 1 : 0))
    guard code == .success || code == .timeout else { return code }
    for index in readers.indices { readers[index].take(raw[index]) }
    return code
  }

  /// Ends a wait, if there is one at this moment.
  func cancel() { cpcsc_cancel(number) }

  static func failure(_ what: String, _ code: PCSCCode) -> PluginFailure {
    PluginFailure(.deviceFailed, "\(what): pcscd answers: \(code.words)")
  }
}
