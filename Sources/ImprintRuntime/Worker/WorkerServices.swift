// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import Logging
private import Glibc

/// Serves the requests of a plugin in a worker to its host: models, folders of run-time libraries. Shared by
/// all workers of one opened plugin.
final class WorkerServices: Sendable {
  private let models: ModelFiles?
  private let runtimes: RuntimeFolders?
  let logger: Logger

  /// For a worker that hosts no plugin.
  static let none = WorkerServices()

  private init() {
    models = nil
    runtimes = nil
    logger = Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }
  }

  /// - Parameter models: The models that it lends. Shared with their users in this process, so that each is
  ///   loaded once.
  init(of found: FoundPlugin, models: ModelFiles, logger: Logger) {
    self.models = models
    runtimes = RuntimeFolders(of: found)
    self.logger = logger
  }

  /// The outcome of one packet from a worker.
  enum Outcome {
    /// With a sentence for the log, where a request cannot be met.
    case served(note: String?)
    /// A line for the log.
    case line(severity: UInt32, UnsafeRawBufferPointer)
    /// seccomp refused a system call: its number, as reported by the plugin's process.
    case refused(Int32)
    /// It breaks the protocol: the sentence.
    case breach(String)
  }

  /// Serves one received packet. For a model, O(its bytes) the first time.
  func serve(_ packet: UnsafeRawBufferPointer, on socket: Int32) -> Outcome {
    if let line = Self.line(in: packet) { return line }
    let (ask, text) = Self.parts(of: packet)
    switch Int32(bitPattern: ask.kind) {
    case IMP_WORKER_MODEL:
      return answer(socket, ask, otherwise: IMP_E_MODEL) { () throws(PluginFileError) in
        guard let models else { throw .notStated("model", Self.name(text), section: "models") }
        let model = try models.file(of: Self.name(text))
        return (model.descriptor, UInt64(model.bytes.count), [])
      }
    case IMP_WORKER_FOLDER:
      return answer(socket, ask, otherwise: IMP_E_FILE) { () throws(PluginFileError) in
        guard let runtimes else { throw .notStated("run-time library", Self.name(text), section: "runtimes") }
        return (-1, 0, Array(try runtimes.folder(of: Self.name(text)).utf8))
      }
    default: return .breach("it sends a request of the unknown kind \(ask.kind).")
    }
  }

  /// The outcome of a packet that needs no answer; `nil` for a request.
  static func line(in packet: UnsafeRawBufferPointer) -> Outcome? {
    guard packet.count >= MemoryLayout<imp_worker_ask>.size else {
      return .breach("a request of \(packet.count) bytes is too short.")
    }
    let (ask, text) = parts(of: packet)
    switch Int32(bitPattern: ask.kind) {
    case IMP_WORKER_BLOCKED: return .refused(Int32(bitPattern: ask.detail))
    case IMP_WORKER_LOG: return .line(severity: ask.detail, text)
    default: return nil
    }
  }

  private static func parts(of packet: UnsafeRawBufferPointer) -> (imp_worker_ask, UnsafeRawBufferPointer) {
    // All kinds of packets begin with the same two words.
    let size = MemoryLayout<imp_worker_ask>.size
    return (packet.loadUnaligned(as: imp_worker_ask.self), UnsafeRawBufferPointer(rebasing: packet[size...]))
  }

  private func answer(
    _ socket: Int32, _ ask: imp_worker_ask, otherwise failure: imp_status,
    _ body: () throws(PluginFileError) -> (descriptor: Int32, length: UInt64, text: [UInt8])
  ) -> Outcome {
    var answer = imp_worker_answer()
    answer.kind = UInt32(IMP_WORKER_ANSWER)
    var text: [UInt8] = []
    var descriptors: [Int32] = []
    var note: String?
    do throws(PluginFileError) {
      let given = try body()
      answer.length = given.length
      text = given.text
      if given.descriptor >= 0 { descriptors.append(given.descriptor) }
    } catch {
      answer.status = failure
      // During a call the reply reports the missing file, and the call's error includes it.
      if ask.detail == 0 {
        note = "a file of the plugin cannot be used: \(error.place): \(error.reason) \(error.remedy)"
      }
    }
    let sent = imp_packet_send(
      socket, &answer, MemoryLayout<imp_worker_answer>.size, text, text.count, descriptors, descriptors.count)
    // A worker that has ended meanwhile is detected elsewhere.
    return sent == -EAGAIN
      ? .breach("it sends requests, but does not read the answers.") : .served(note: note)
  }

  private static func name(_ text: UnsafeRawBufferPointer) -> String {
    HostText.copy(
      imp_text(data: text.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.count), limit: 255)
  }
}
