// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

/// What became of making an object.
private enum Making {
  case made(RemotePlace)
  /// Not made, with the status; `IMP_OK` where the plugin answered success and gave nothing.
  case failed(imp_status)
  case stale
}

/// Where an object is on the other side.
struct RemotePlace {
  var object: UInt64 = 0
  /// 0: it has not been made.
  var generation: UInt64 = 0
}

/// What becomes of an object whose other side has begun anew.
enum RemoteLoss: Sendable {
  /// It is made again at the next call.
  case makeAgain
  /// It is gone for ever.
  case gone(imp_status, words: String)
}

/// The proxy of an object on the other side of a carrier, which can make it again. A C handle holds it
/// retained.
///
/// `@unchecked Sendable`: what changes is behind a lock, which is held while the object is made and never
/// while another call is under way; the request that makes it is constant.
class RemoteObject: @unchecked Sendable {
  let bridge: CallBridge
  let host: BridgedHost
  /// What it was made from; `nil` for an opened plugin.
  private let parent: RemoteObject?
  private let making: CallFunction
  private let creation: EncodedMessage
  /// What it is lent, each time that it is made.
  private let memory: CallMemory?
  private let ending: CallFunction
  private let loss: RemoteLoss
  private let place = Mutex(RemotePlace())
  private let broken = Atomic(false)

  // Restarts of the other side during one call; a carrier gives up before long.
  private static let attempts = 3

  /// - Parameter creation: The request's body.
  init(
    bridge: CallBridge, host: BridgedHost, parent: RemoteObject?, making: CallFunction,
    creation: EncodedMessage, kind: any RemoteKind.Type, lending memory: CallMemory? = nil
  ) {
    self.bridge = bridge
    self.host = host
    self.parent = parent
    self.making = making
    self.creation = creation
    self.memory = memory
    ending = kind.ending
    loss = kind.loss
  }

  // MARK: Making and ending

  /// Reads what a plugin tells of a new object, behind its number.
  typealias ReadTold = (inout BodyReader) throws(MalformedBody) -> Void

  /// Makes it for the first time.
  /// - Parameters:
  ///   - room: for what the plugin tells of it.
  ///   - told: reads that. An object that is made again tells nothing.
  /// - Returns: `IMP_OK` with a retained handle; with none where the plugin answers success and gives
  ///   nothing.
  func make(
    _ handle: UnsafeMutablePointer<OpaquePointer?>, room: Int = 0, told: ReadTold? = nil
  ) -> imp_status {
    for _ in 0..<Self.attempts {
      switch current(room: room, told: told) {
      case .made:
        handle.pointee = OpaquePointer(Unmanaged.passRetained(self).toOpaque())
        return IMP_OK
      case .failed(let status): return status
      case .stale: continue
      }
    }
    return restless()
  }

  /// The object behind a handle.
  static func of(_ handle: OpaquePointer) -> Self {
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// Ends the object behind a handle, on the other side too if it is there still.
  static func end(_ handle: OpaquePointer) {
    let object = Unmanaged<Self>.fromOpaque(UnsafeRawPointer(handle)).takeRetainedValue()
    object.inTurn { object.command(object.ending) }
  }

  /// A call that cannot fail, and has nothing to do where the object is gone.
  func command(_ function: CallFunction) {
    let place = place.withLock { $0 }
    guard place.generation != 0, place.generation == bridge.carrier.generation else { return }
    _ = deliver(function, to: place, EmptyMessage(), room: ReplyHead.room(0)) { _, _ in IMP_OK }
  }

  /// Makes or ends it, which the contract wants one at a time for each plugin. Whoever calls sees to that for
  /// what is made first; what is made again is made from any call.
  private func inTurn<Answer>(_ body: () -> Answer) -> Answer {
    guard let plugin = parent as? RemotePlugin else { return body() }
    return plugin.turn.withLock { _ in body() }
  }

  private func current(room: Int = 0, told: ReadTold? = nil) -> Making {
    place.withLock { place in
      let generation = bridge.carrier.generation
      if place.generation == generation, generation != 0 { return .made(place) }
      if place.generation != 0, case .gone(let status, let words) = loss {
        host.report(status, words)
        return .failed(status)
      }
      let isAgain = place.generation != 0
      var origin = RemotePlace(object: 0, generation: generation)
      if let parent {
        switch parent.current() {
        case .made(let place): origin = place
        case let other: return other
        }
      }
      let answer = inTurn { made(from: origin, room: room, told: told) }
      switch answer {
      case .made(let new): place = new
      case .failed(IMP_OK) where isAgain:
        host.report(IMP_E_INTERNAL, "it reported success, but returned no object.")
        return .failed(IMP_E_INTERNAL)
      default: break
      }
      return answer
    }
  }

  private func made(from origin: RemotePlace, room: Int, told: ReadTold?) -> Making {
    var number: UInt64 = 0
    let delivery = deliver(making, to: origin, creation, room: ReplyHead.room(8 + room), memory: memory) {
      (status, reply) throws(MalformedBody) in
      guard status == IMP_OK else { return status }
      let answered = try reply.take(UInt64.self)
      try told?(&reply)
      try reply.finish()
      number = answered
      return IMP_OK
    }
    switch delivery {
    case .answered(IMP_OK) where number != 0:
      return .made(RemotePlace(object: number, generation: origin.generation))
    case .answered(let status): return .failed(status)
    case .failed(let status, let words):
      host.report(status, words)
      return .failed(status)
    case .stale: return .stale
    }
  }

  // MARK: Calls

  /// Makes a call on it.
  /// - Parameters:
  ///   - room: for the reply: ``ReplyHead/room(_:bulk:_:)``.
  ///   - read: reads the results of a success or a short buffer, and gives the status to answer. It writes
  ///     outputs once all is judged.
  func call(
    _ function: CallFunction, _ message: some CallMessage, room: Int, patience: UInt64 = 0,
    read: (imp_status, inout BodyReader) throws(MalformedBody) -> imp_status
  ) -> imp_status {
    guard !broken.load(ordering: .relaxed) else {
      host.report(IMP_E_STATE, "it misbehaved in an earlier call, and is not called any more.")
      return IMP_E_STATE
    }
    for _ in 0..<Self.attempts {
      let place: RemotePlace
      switch current() {
      case .made(let made): place = made
      case .failed(let status): return status == IMP_OK ? IMP_E_INTERNAL : status
      case .stale: continue
      }
      switch deliver(function, to: place, message, room: room, patience: patience, read: read) {
      case .answered(let status): return status
      case .failed(let status, let words):
        host.report(status, words)
        return status
      case .stale:
        if case .gone(let status, let words) = loss {
          host.report(status, words)
          return status
        }
      }
    }
    return restless()
  }

  private func restless() -> imp_status {
    host.report(IMP_E_INTERNAL, "the plugin's process was restarted \(Self.attempts) times during one call.")
    return IMP_E_INTERNAL
  }

  private func deliver(
    _ function: CallFunction, to place: RemotePlace, _ message: some CallMessage, room: Int,
    patience: UInt64 = 0, memory: CallMemory? = nil,
    read: (imp_status, inout BodyReader) throws(MalformedBody) -> imp_status
  ) -> CallDelivery {
    guard let bytes = BodyLength.of(message), room <= CallLimit.bodyBytes else {
      return .failed(
        IMP_E_ARGUMENT, words: "the arguments of \(function.name) exceed \(CallLimit.bodyBytes) bytes.")
    }
    let request = CallRequest(
      function: function, object: place.object, generation: place.generation, bytes: bytes, replyBytes: room,
      patience: patience, memory: memory)
    return bridge.carrier.carry(request) { room in
      BodyWriter.write(message, to: room)
    } read: { status, body in
      judge(status, body, function, read)
    }
  }

  private func judge(
    _ status: imp_status, _ body: UnsafeRawBufferPointer, _ function: CallFunction,
    _ read: (imp_status, inout BodyReader) throws(MalformedBody) -> imp_status
  ) -> imp_status {
    do throws(MalformedBody) {
      var reply = try ReplyReader(body)
      host.hear(reply)
      if reply.isBreach { broken.store(true, ordering: .relaxed) }
      guard status == IMP_OK || status == IMP_RETRY_SHORT_BUFFER else { return status }
      return try read(status, &reply.results)
    } catch {
      broken.store(true, ordering: .relaxed)
      host.report(IMP_E_INTERNAL, "its answer to \(function.name) cannot be read: \(error.sentence)")
      return IMP_E_INTERNAL
    }
  }
}

/// A request's body that is kept, to be sent again.
struct EncodedMessage: CallMessage {
  private let bytes: [UInt8]

  /// Fails where it is longer than messages may be.
  init?(_ message: some CallMessage) {
    guard let length = BodyLength.of(message) else { return nil }
    // The room's own address is of no account: messages count from their beginning.
    var bytes = [UInt8](repeating: 0, count: length)
    bytes.withUnsafeMutableBytes { BodyWriter.write(message, to: $0) }
    self.bytes = bytes
  }

  func encode(to sink: inout some BodySink) {
    bytes.withUnsafeBytes { sink.bulk($0, .bytes) }
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    throw MalformedBody("an encoded message cannot be decoded.")
  }
}
