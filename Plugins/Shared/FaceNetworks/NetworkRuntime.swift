// SPDX-License-Identifier: Apache-2.0
import COpenVINOBridge
import CImprint
public import ImprintPluginKit
import Synchronization

/// OpenVINO for one opened plugin: opened by the first session, not before, so that a plugin which runs no
/// network costs nothing. Any thread.
public final class NetworkRuntime: Sendable {
  private let host: Host
  private let core = Mutex<Core?>(nil)

  public init(host: Host) { self.host = host }

  /// Makes a network ready to run: 50-300 ms the first time, and then little.
  /// - Throws: `.model` where a file is missing, or is another network than the code was made for; `.file`
  ///   where OpenVINO is missing; `.memory`.
  public func session(_ network: Network, threads: Int) throws(PluginFailure) -> NetworkSession {
    let graph: UnsafeRawBufferPointer
    var weights = UnsafeRawBufferPointer(start: nil, count: 0)
    switch network.kind {
    case .ir:
      graph = try host.model(named: network.name + ".xml")
      weights = try host.model(named: network.name + ".bin")
    case .onnx: graph = try host.model(named: network.name + ".onnx")
    }
    let core = try openedCore()
    return NetworkSession(
      core: core,
      raw: try core.session(network, graph: graph, weights: weights, threads: UInt32(threads)))
  }

  private func openedCore() throws(PluginFailure) -> Core {
    try core.withLock { core throws(PluginFailure) in
      if let core { return core }
      let opened = try Core(folder: try host.runtimeFolder(named: "openvino"), host: host)
      core = opened
      return opened
    }
  }
}

/// The bridge's runtime, for as long as it or one of its sessions is used.
final class Core: @unchecked Sendable {
  // Sendable: the bridge serialises calls on a runtime.
  private let raw: OpaquePointer

  private let kept: KeptNetworks

  init(folder: String, host: Host) throws(PluginFailure) {
    kept = KeptNetworks(host)
    var made: OpaquePointer?
    var status = IMP_OK
    var kept = kept.raw
    let words = String(openVINOWords: { status = imp_ov_runtime_create(folder, &kept, &made, $0) })
    guard status == IMP_OK, let made else { throw PluginFailure(.init(rawValue: status), words) }
    raw = made
  }

  deinit { imp_ov_runtime_destroy(raw) }

  func session(
    _ network: Network, graph: UnsafeRawBufferPointer, weights: UnsafeRawBufferPointer, threads: UInt32
  ) throws(PluginFailure) -> OpaquePointer {
    var made: OpaquePointer?
    var status = IMP_OK
    let words = network.name.withCString { name in
      let none = imp_ov_tensor()
      var raw = imp_ov_network(
        name: name,
        graph: imp_bytes(data: graph.assumingMemoryBound(to: UInt8.self).baseAddress, length: graph.count),
        weights: imp_bytes(
          data: weights.assumingMemoryBound(to: UInt8.self).baseAddress, length: weights.count),
        output_count: UInt32(network.outputs.count), kind: network.kind.raw,
        input: network.input.raw,
        outputs: (network.outputs.first?.raw ?? none, network.outputs.dropFirst().first?.raw ?? none))
      return String(openVINOWords: { status = imp_ov_session_create(self.raw, &raw, threads, &made, $0) })
    }
    guard status == IMP_OK, let made else { throw PluginFailure(.init(rawValue: status), words) }
    return made
  }
}

/// The host's cache, for the bridge.
private final class KeptNetworks: Sendable {
  private let host: Host

  init(_ host: Host) { self.host = host }

  /// Valid as long as this.
  var raw: imp_ov_kept {
    imp_ov_kept(
      context: Unmanaged.passUnretained(self).toOpaque(),
      find: { context, key in
        guard let bytes = KeptNetworks.of(context)?.host.kept(under: String(cString: key)) else {
          return imp_bytes()
        }
        return imp_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count)
      },
      keep: { context, key, bytes in
        KeptNetworks.of(context)?.host.keep(
          UnsafeRawBufferPointer(start: bytes.data, count: bytes.length), under: String(cString: key))
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> KeptNetworks? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}

extension String {
  /// The words a call of the bridge leaves; empty where it leaves none.
  init(openVINOWords call: (UnsafeMutablePointer<CChar>) -> Void) {
    self = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(IMP_OV_WORDS)) { words in
      guard let start = words.baseAddress else { return "" }
      start.initialize(repeating: 0, count: words.count)
      call(start)
      return String(cString: start)
    }
  }
}
