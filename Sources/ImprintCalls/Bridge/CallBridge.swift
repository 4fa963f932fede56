// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// A plugin on the other side of a carrier, as a plugin in this process: an `imp_entry` whose functions
/// encode the calls, have them carried, and write the outputs as the contract demands.
///
/// Whoever opens plugins by their entry opens this one alike, judges included. The host that it is opened for
/// gets what the plugin reports, on the calling thread; what the plugin logs goes another way
/// (``ExecutorHost``). Thread rules are the contract's.
///
/// When the carrier's generation rises, opened plugins, extractors, matchers, searches and trackers are made
/// again at their next call; a tracker begins a new stream then. A camera, a microphone and a connection to a
/// card answer `IMP_E_DEVICE_GONE` from then on, a capture and a watch of devices `IMP_E_STATE`.
///
/// An answer that cannot be read is `IMP_E_INTERNAL` with words; its object answers `IMP_E_STATE` from then
/// on.
public final class CallBridge: Sendable {
  let carrier: any CallCarrier
  fileprivate let memory: EntryMemory?

  /// Asks the other side who the plugin is.
  public init(over carrier: any CallCarrier) throws(CallBridgeError) {
    self.carrier = carrier
    let said = try Self.describe(carrier)
    memory = said.fields.isThere == 0 ? nil : EntryMemory(said)
    memory?.serve(self)
  }

  /// What `imp_plugin_entry` answers: valid as long as the bridge and every plugin opened from it; `nil`
  /// where the plugin cannot run.
  public var entry: UnsafeRawPointer? { memory?.pointer }

  private static func describe(_ carrier: any CallCarrier) throws(CallBridgeError) -> DescriptorMessage {
    // The other side may begin anew once; a carrier that does so again and again gives up by itself.
    for _ in 0..<3 {
      var said: DescriptorMessage?
      var words = ""
      var isBreach = false
      let request = CallRequest(
        function: .pluginDescribe, object: 0, generation: carrier.generation, bytes: 0,
        replyBytes: ReplyHead.room(DescriptorMessage.longest))
      let delivery = carrier.carry(request) { _ in
      } read: { status, body in
        do throws(MalformedBody) {
          var reply = try ReplyReader(body)
          words = String(decoding: Array(reply.words), as: UTF8.self)
          isBreach = reply.isBreach
          guard status == IMP_OK else { return status }
          let message = try DescriptorMessage(from: &reply.results)
          try reply.results.finish()
          said = message
          return status
        } catch {
          words = "its answer to plugin.describe cannot be read: \(error.sentence)"
          return IMP_E_INTERNAL
        }
      }
      switch delivery {
      case .answered(let status):
        if let said { return said }
        throw CallBridgeError(status: status, sentence: words, isBreach: isBreach)
      case .failed(let status, let words):
        throw CallBridgeError(status: status, sentence: words, isBreach: false)
      case .stale: continue
      }
    }
    throw CallBridgeError(
      status: IMP_E_INTERNAL, sentence: "the plugin's process was restarted repeatedly.", isBreach: false)
  }

  /// - Returns: `IMP_OK` with a handle, or a status.
  fileprivate func open(
    _ host: UnsafePointer<imp_host>, _ handle: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    guard isPresent(host), isPresent(handle) else { return IMP_E_ARGUMENT }
    guard let host = BridgedHost(host, declared: memory?.parameterNames ?? []) else { return IMP_E_ABI }
    guard let plugin = RemotePlugin(bridge: self, host: host) else { return IMP_E_ARGUMENT }
    return plugin.make(handle)
  }
}

/// Why a plugin on the other side cannot be asked who it is.
public struct CallBridgeError: Error, Equatable {
  /// The status instead of an answer.
  public let status: imp_status
  /// Why, as a sentence after the plugin's name.
  public let sentence: String
  /// Whether its entry or descriptor is not what the contract says.
  public let isBreach: Bool
}

/// The `imp_entry` and `imp_descriptor` of a bridge, and who serves it, behind the entry.
///
/// `@unchecked Sendable`: it is written before it is handed out.
fileprivate final class EntryMemory: @unchecked Sendable {
  private struct Entry {
    var table: imp_entry
    var bridge: Unmanaged<CallBridge>?
  }

  private let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
  // Of any library: what one of many has more lies behind.
  private let descriptor = UnsafeMutablePointer<imp_library_descriptor>.allocate(capacity: 1)
  private let texts: [UnsafeMutablePointer<CChar>]
  private let abilities: UnsafeMutableBufferPointer<UnsafePointer<CChar>>
  private let parameters: UnsafeMutableBufferPointer<imp_parameter_declaration>
  /// What a library of many declares.
  let parameterNames: [[UInt8]]

  init(_ message: DescriptorMessage) {
    // A plugin that was not described, as no version of the contract fits, is never asked; it has empty
    // texts.
    parameterNames = message.parameters.map(\.name)
    let said = message.texts.isEmpty ? [[], [], []] : message.texts
    texts = (said + parameterNames + message.parameters.map(\.purpose)).map { text in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
      for (index, byte) in text.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
      (copy + text.count).initialize(to: 0)
      return copy
    }
    abilities = .allocate(capacity: said.count - 3)
    _ = abilities.initialize(from: texts[3..<said.count].map { UnsafePointer($0) })
    parameters = .allocate(capacity: message.parameters.count)
    for (index, parameter) in message.parameters.enumerated() {
      let (fields, name) = (parameter.fields, said.count + index)
      parameters.initializeElement(
        at: index,
        to: imp_parameter_declaration(
          size: UInt32(MemoryLayout<imp_parameter_declaration>.size), type: fields.type,
          required: fields.required, length_max: fields.longest, min: fields.min, max: fields.max,
          name: texts[name], purpose: texts[name + message.parameters.count]))
    }
    let size =
      message.isOfMany ? MemoryLayout<imp_library_descriptor>.size : MemoryLayout<imp_descriptor>.size
    descriptor.initialize(
      to: imp_library_descriptor(
        library: imp_descriptor(
          size: UInt32(size), ability_count: UInt32(abilities.count), id: texts[0], version: texts[1],
          vendor: texts[2], abilities: abilities.isEmpty ? nil : abilities.baseAddress),
        parameter_count: UInt32(parameters.count), reserved: 0,
        parameters: parameters.isEmpty ? nil : parameters.baseAddress))
    let table = imp_entry(
      abi_min: message.fields.abiMinimum, abi_max: message.fields.abiMaximum,
      size: UInt32(MemoryLayout<imp_entry>.size), reserved: 0,
      describe: { EntryMemory.descriptor($0) },
      open: { EntryMemory.bridge($0).open($1, $2) },
      close: { RemotePlugin.end($0) },
      ability: { RemotePlugin.of($0).ability($1) })
    entry.initialize(to: Entry(table: table, bridge: nil))
  }

  deinit {
    entry.deallocate()
    descriptor.deallocate()
    abilities.deallocate()
    parameters.deallocate()
    for text in texts { text.deallocate() }
  }

  var pointer: UnsafeRawPointer { UnsafeRawPointer(entry) }

  /// Not retained: the bridge owns this, and who has the entry keeps the bridge.
  func serve(_ bridge: CallBridge) { entry.pointee.bridge = .passUnretained(bridge) }

  private static func bridge(_ table: UnsafePointer<imp_entry>) -> CallBridge {
    let entry = UnsafeRawPointer(table).assumingMemoryBound(to: Entry.self)
    guard let bridge = entry.pointee.bridge else {
      preconditionFailure("The entry has a bridge from the start.")
    }
    return bridge.takeUnretainedValue()
  }

  private static func descriptor(_ table: UnsafePointer<imp_entry>) -> UnsafePointer<imp_descriptor> {
    guard let memory = bridge(table).memory else {
      preconditionFailure("The bridge of an entry has its memory.")
    }
    return UnsafeRawPointer(memory.descriptor).assumingMemoryBound(to: imp_descriptor.self)
  }
}
