// SPDX-License-Identifier: Apache-2.0
import COpenVINOBridge
import CImprint
public import ImprintPluginKit

/// One network ready to run, with its own memory. One thread at a time.
public final class NetworkSession {
  private let core: Core
  private let raw: OpaquePointer

  init(core: Core, raw: OpaquePointer) {
    self.core = core
    self.raw = raw
  }

  deinit { imp_ov_session_destroy(raw) }

  /// The input's memory, as long as its tensor; fill it before each ``run()``.
  public var input: UnsafeMutableRawPointer { imp_ov_session_input(raw) }

  /// The memory of output `index`, as long as its tensor. Each ``run()`` fills it.
  public func output(_ index: Int) -> UnsafePointer<Float> {
    guard let output = imp_ov_session_output(raw, UInt32(index)) else {
      preconditionFailure("The network was described with fewer outputs than \(index + 1).")
    }
    return output
  }

  /// Computes the outputs.
  /// - Throws: `.internal` where OpenVINO fails.
  public func run() throws(PluginFailure) {
    var status = IMP_OK
    let words = String(openVINOWords: { status = imp_ov_session_infer(raw, $0) })
    guard status == IMP_OK else { throw PluginFailure(.init(rawValue: status), words) }
  }
}
