// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintThreads
internal import Logging
private import Dispatch
private import Glibc
private import Synchronization
internal import SystemPackage

/// Everything needed to start, and restart, a worker for one plugin.
struct WorkerLaunch: Sendable {
  let found: FoundPlugin
  /// The library's bytes, as validated.
  let library: SealedFile
  let facts: ElfFile
  let policy: WorkerPolicy
  /// Files and folders that this plugin may read, besides the policy's.
  let readablePaths: [String]
  let services: WorkerServices

  /// Starts one, within its walls and with the library loaded. Takes some milliseconds.
  /// - Parameter died: Called once it has ended without being closed.
  /// - Throws: ``PluginError``; then nothing of it remains.
  func start(
    died: @escaping @Sendable (WorkerEnd, CallFunction?) -> Void
  ) throws(PluginError) -> (worker: WorkerProcess, walls: WorkerWalls) {
    // Determined at each start: the walls are irreversible.
    let devices = DeviceGrants(
      of: found.manifest.devices, root: policy.deviceRoot, cardServices: policy.cardServices)
    let starting = try WorkerStart.spawn(
      policy: policy, services: services, devices: devices, place: found.libraryPath, died: died)
    do throws(PluginError) {
      let ready = try starting.greet(
        with: library.descriptor, readable: readable, devices: devices, withNetwork: mayUseNetwork)
      try check(ready)
      for (wall, reason) in ready.walls.missing.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        services.logger.info(
          "a wall around the plugin cannot be set up",
          metadata: ["wall": "\(wall.rawValue)", "reason": "\(reason)"])
      }
      return (starting.worker, ready.walls)
    } catch {
      starting.worker.closeDown()
      throw error
    }
  }

  /// Where both manifest and integrator allow it. Not together with smart cards: with `connect` it could
  /// reach any service.
  private var mayUseNetwork: Bool {
    !found.manifest.devices.contains(.smartCards) && found.manifest.dataUse.egress == .network
      && policy.networkPlugins.contains(found.manifest.id)
  }

  /// The folders of its run-time libraries, and the granted paths.
  private var readable: [String] {
    found.manifest.runtimes.map(found.folder(of:)) + policy.readablePaths + readablePaths
  }

  private func check(_ ready: WorkerStart.Ready) throws(PluginError) {
    let missing = policy.requiredWalls.intersection(ready.walls.missing.keys)
    guard missing.isEmpty else { throw ready.walls.refusal(of: missing, place: found.manifest.id) }
    switch ready.stage {
    case IMP_WORKER_STAGE_LOADED: return
    case IMP_WORKER_STAGE_LOAD:
      throw LoaderRefusal(path: found.libraryPath, facts: facts).error(ready.words, loadedAs: ready.loadedAs)
    default:
      throw PluginError(
        .noEntry, place: found.libraryPath, reason: "the loader does not find \(PluginEntry.symbol) in it.",
        remedy: "Export \(PluginEntry.symbol).")
    }
  }
}

/// A worker that runs and has not sent anything yet.
struct WorkerStart {
  let worker: WorkerProcess
  private let services: Int32
  private let answers: Int32?
  private let policy: WorkerPolicy
  private let place: String

  /// Its answer to the greeting.
  struct Ready {
    let stage: Int32
    let walls: WorkerWalls
    /// The loader's message, where it refused the library.
    let words: String
    let loadedAs: String
  }

  /// Starts the program on the thread that will watch it.
  static func spawn(
    policy: WorkerPolicy, services: WorkerServices, devices: DeviceGrants = DeviceGrants(of: []),
    place: String, died: @escaping @Sendable (WorkerEnd, CallFunction?) -> Void
  ) throws(PluginError) -> WorkerStart {
    let program = try WorkerProgram.find(policy.program)
    do throws(Errno) {
      let control = try PacketPair()
      let questions: PacketPair
      do throws(Errno) {
        questions = try PacketPair()
      } catch {
        close(control.own)
        close(control.other)
        throw error
      }
      let answers: PacketPair?
      do throws(Errno) {
        answers = devices.kinds == 0 ? nil : try PacketPair()
      } catch {
        for end in [control.own, control.other, questions.own, questions.other] { close(end) }
        throw error
      }
      // From here on the worker owns all ends.
      let worker = WorkerProcess(
        control: control.own, questions: questions.own, answers: answers?.own ?? -1, devices: devices,
        policy: policy, died: died)
      do throws(Errno) {
        defer { close(control.other) }
        try start(
          program, worker, services, devices.environment, limits: policy.limits, socket: control.other)
      } catch {
        close(questions.other)
        if let answers { close(answers.other) }
        throw error
      }
      return WorkerStart(
        worker: worker, services: questions.other, answers: answers?.other, policy: policy, place: place)
    } catch {
      throw PluginError(
        .workerFailed, place: place, reason: "\(program) cannot be started for it: \(error).",
        remedy: "Install imprint-worker again; raise this program's limits of processes and of open files.")
    }
  }

  private static func start(
    _ program: String, _ worker: WorkerProcess, _ services: WorkerServices, _ variables: [String: String],
    limits: WorkerLimits, socket: Int32
  ) throws(Errno) {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let made = imp_process_errors(&reading, &writing)
    guard made == 0 else { throw Errno(rawValue: -made) }
    let errors = (reading: reading, writing: writing)
    let started = DispatchSemaphore(value: 0)
    let problem = Mutex<Int32>(0)
    let answer = Answer(problem)
    do throws(SystemThreadError) {
      try WorkerThread.start {
        let process = run(program, variables, socket: socket, errors: errors.writing)
        close(errors.writing)
        guard process >= 0 else {
          answer.number.withLock { $0 = -process }
          started.signal()
          close(errors.reading)
          return
        }
        // Both before it is greeted: its walls then hide it from other processes.
        let group = worker.controlGroup(for: process, services.logger)
        let meter = WorkerMeter(process, limits: limits, now: .now)
        worker.begin(process)
        started.signal()
        WorkerWatch.run(
          worker, services: services, process: process, socket: worker.questions, errors: errors.reading,
          limits: limits, group: group, meter: meter)
      }
    } catch {
      close(reading)
      close(writing)
      throw Errno(rawValue: error.number)
    }
    started.wait()
    let number = answer.number.withLock { $0 }
    guard number == 0 else { throw Errno(rawValue: number) }
  }

  private final class Answer: Sendable {
    let number: Mutex<Int32>

    init(_ number: consuming Mutex<Int32>) {
      self.number = number
    }
  }

  /// The minimal environment: nothing that affects the loader, the C library or a plugin, except what locates
  /// its devices. Swift's crash reporter starts another program, which the walls forbid.
  private static func run(
    _ program: String, _ variables: [String: String], socket: Int32, errors: Int32
  ) -> Int32 {
    let texts: [String] =
      [program, "\(getpid())", "LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
      + variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let words = texts.map { strdup($0) }
    defer { for word in words { free(word) } }
    let arguments: [UnsafePointer<CChar>?] = [UnsafePointer(words[0]), UnsafePointer(words[1]), nil]
    let environment: [UnsafePointer<CChar>?] = words[2...].map { UnsafePointer($0) } + [nil]
    return imp_process_start(program, arguments, environment, socket, errors)
  }

  /// Passes what it needs, and waits until it has set up its walls and loaded its library.
  func greet(
    with library: Int32?, readable paths: [String], devices: DeviceGrants, withNetwork: Bool
  ) throws(PluginError) -> Ready {
    defer {
      close(services)
      if let answers { close(answers) }
    }
    // What does not exist cannot be read anyway.
    let granted = [paths + devices.readable, devices.listable, devices.usable].map { paths in
      paths.map { imp_wall_grant($0) }.filter { $0 >= 0 }
    }
    defer { for descriptor in granted.joined() { close(descriptor) } }
    let descriptors = [services] + [answers, library].compactMap(\.self) + granted.joined()
    guard descriptors.count <= Int(IMP_PACKET_DESCRIPTORS) else {
      throw failure("it is granted \(descriptors.count) files, folders and devices, which is too many.")
    }
    var message = imp_worker_start()
    message.kind = UInt32(IMP_WORKER_START)
    message.protocol = UInt32(IMP_WORKER_PROTOCOL)
    message.required_walls = WorkerWalls.bits(policy.requiredWalls)
    message.with_network = withNetwork ? 1 : 0
    message.devices = devices.kinds
    message.has_library = library == nil ? 0 : 1
    message.readable = UInt32(granted[0].count)
    message.listable = UInt32(granted[1].count)
    message.usable = UInt32(granted[2].count)
    message.limits = imp_limits(
      data: policy.limits.memoryBytes, processor: policy.limits.processorSeconds,
      descriptors: policy.limits.descriptors, address_space: policy.limits.addressSpaceBytes,
      threads: policy.limits.threads)
    let sent = imp_packet_send(
      worker.control, &message, MemoryLayout<imp_worker_start>.size, nil, 0, descriptors, descriptors.count)
    if sent == 0 { _ = imp_packet_patience(worker.control, policy.deadlines.open.wholeNanoseconds) }
    return try receive()
  }

  private func receive() throws(PluginError) -> Ready {
    let size = MemoryLayout<imp_worker_ready>.size
    var packet = [UInt8](repeating: 0, count: size + Int(IMP_WORKER_LINE))
    var none = 0
    let length = imp_packet_receive(worker.control, &packet, packet.count, nil, &none)
    guard length >= size else {
      let deadline = policy.deadlines.open.wholeNanoseconds
      if length == -Int(EAGAIN) {
        worker.end(for: .deadline(function: "loading", nanoseconds: deadline))
      } else if length > 0 || worker.waitForEnd(500_000_000) == nil {
        worker.end(for: .breach("it does not report its state."))
      }
      let end = worker.waitForEnd(5_000_000_000)
      if end != nil { worker.waitUntilTold() }
      throw failure(end.map { "its worker \($0.sentence)" } ?? "its worker does not answer.")
    }
    let message = packet.withUnsafeBytes { $0.loadUnaligned(as: imp_worker_ready.self) }
    guard message.kind == IMP_WORKER_READY, message.protocol == IMP_WORKER_PROTOCOL else {
      throw failure(
        "the worker speaks protocol \(message.protocol), but this host speaks \(IMP_WORKER_PROTOCOL).")
    }
    let words = packet.withUnsafeBytes { bytes in
      HostText.copy(
        imp_text(
          data: bytes.baseAddress.map { ($0 + size).assumingMemoryBound(to: CChar.self) },
          length: length - size),
        limit: Int(IMP_WORKER_LINE))
    }
    return Ready(
      stage: Int32(bitPattern: message.stage),
      walls: WorkerWalls(message, controlGroup: worker.controlGroup), words: words,
      loadedAs: "/proc/self/fd/\(message.library)")
  }

  private func failure(_ reason: String) -> PluginError {
    PluginError(
      .workerFailed, place: place, reason: reason,
      remedy: "See the log at debug level. The plugin's constructors run while it is loaded; ask its vendor.")
  }
}
