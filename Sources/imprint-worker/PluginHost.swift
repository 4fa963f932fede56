// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import Glibc
internal import ImprintCalls
private import Synchronization

/// Forwards the plugin's requests to its host to the program that started this one.
final class PluginHost: ExecutorHost {
  private let services: Int32
  /// Received models, never unmapped: the contract lends them until close. One request at a time.
  private let models = Mutex<[String: Model]>([:])

  private struct Model: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
  }

  init(services: Int32) {
    self.services = services
  }

  func model(named name: String) -> UnsafeRawBufferPointer? {
    models.withLock { models -> Model? in
      if let known = models[name] { return known }
      guard let answer = ask(IMP_WORKER_MODEL, name), answer.status == IMP_OK,
        let model = Self.map(answer.descriptor, length: answer.length)
      else { return nil }
      models[name] = Model(bytes: model)
      return Model(bytes: model)
    }?.bytes
  }

  func runtimeFolder(named name: String) -> String? {
    models.withLock { _ in
      guard let answer = ask(IMP_WORKER_FOLDER, name), answer.status == IMP_OK else { return nil }
      return answer.text
    }
  }

  func log(severity: UInt32, text: imp_text) {
    var head = imp_worker_ask(kind: UInt32(IMP_WORKER_LOG), detail: severity)
    let length = min(text.length, Int(IMP_WORKER_LINE))
    let size = MemoryLayout<imp_worker_ask>.size
    // The host keeps reading; where it does not for so long, lines are lost rather than the plugin delayed.
    for _ in 0..<10 {
      guard imp_packet_send(services, &head, size, text.data, length, nil, 0) == -EAGAIN else { return }
      var wait = pollfd(fd: services, events: Int16(POLLOUT), revents: 0)
      poll(&wait, 1, 100)
    }
  }

  private struct Answer {
    let status: Int32
    let descriptor: Int32
    let length: UInt64
    let text: String
  }

  private func ask(_ kind: Int32, _ name: String) -> Answer? {
    var question = imp_worker_ask(kind: UInt32(kind), detail: CurrentLane.number)
    let text = Array(name.utf8)
    guard
      imp_packet_send(
        services, &question, MemoryLayout<imp_worker_ask>.size, text, text.count, nil, 0) == 0
    else { return nil }
    let size = MemoryLayout<imp_worker_answer>.size
    return withUnsafeTemporaryAllocation(byteCount: size + Int(IMP_WORKER_LINE), alignment: 8) { room in
      var descriptor: Int32 = -1
      var count = 1
      let length = imp_packet_receive(services, room.baseAddress, room.count, &descriptor, &count)
      guard length >= size else { return nil }
      let answer = room.load(as: imp_worker_answer.self)
      return Answer(
        status: answer.status, descriptor: count == 1 ? descriptor : -1, length: answer.length,
        text: String(decoding: room[size..<length], as: UTF8.self))
    }
  }

  private static func map(_ descriptor: Int32, length: UInt64) -> UnsafeRawBufferPointer? {
    guard descriptor >= 0, let length = Int(exactly: length) else { return nil }
    defer { close(descriptor) }
    guard length > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: length)
  }
}
