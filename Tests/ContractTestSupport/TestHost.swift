// SPDX-License-Identifier: Apache-2.0
public import CImprint
import Glibc

/// The host side of the contract, for tests: remembers the words that a plugin reports.
public final class TestHost: @unchecked Sendable {
  // Sendable: what changes is under the lock.
  public let raw: UnsafeMutablePointer<imp_host>
  private let log = UnsafeMutablePointer<imp_host_log>.allocate(capacity: 1)
  private let report = UnsafeMutablePointer<imp_host_report>.allocate(capacity: 1)
  private let files = UnsafeMutablePointer<imp_host_files>.allocate(capacity: 1)
  private let entitlement = UnsafeMutablePointer<imp_host_entitlement>.allocate(capacity: 1)
  private let features = UnsafeMutablePointer<imp_licensed_feature>.allocate(capacity: 2)
  private let parameters = UnsafeMutablePointer<imp_host_parameters>.allocate(capacity: 1)
  /// What the manifest of a plugin of a library of many gives; empty: the library serves one plugin.
  public var given: [String: imp_parameter] = [:] {
    didSet {
      lent = given.mapValues { value in
        let memory = UnsafeMutablePointer<imp_parameter>.allocate(capacity: 1)
        memory.initialize(to: value)
        return UnsafePointer(memory)
      }
    }
  }
  // Never freed: a test ends soon.
  private var lent: [String: UnsafePointer<imp_parameter>] = [:]
  // Never freed either.
  private var ownModels: [String: imp_bytes] = [:]
  private var ownFolder = TestHost.runtimeFolder
  private let cache = UnsafeMutablePointer<imp_host_cache>.allocate(capacity: 1)
  private var keptBytes: [[UInt8]: [UInt8]] = [:]
  /// What `find` lends, until the host goes.
  private var found: [[UInt8]: UnsafeMutableBufferPointer<UInt8>] = [:]
  private let withheld: Set<String>
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var reported: [(status: imp_status, words: String)] = []
  private var lines: [String] = []

  /// The one model this host lends, and its name.
  public static let model: [UInt8] = [1, 2, 3]
  public static let modelName = "weights.bin"
  public static let runtimeFolder = "/opt/a folder/ü"
  /// What the manifest of a plugin under test is supposed to name, and the licence.
  public static let grantedFeature: StaticString = "VERIF"
  public static let refusedFeature: StaticString = "IDENT"
  public static let license: StaticString = "licence-1"
  public static let validUntil: Int64 = 1_790_000_000

  /// - Parameter withheld: ids of abilities that this host does not have.
  public init(withheld: Set<String> = []) {
    self.withheld = withheld
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    raw = .allocate(capacity: 1)
    raw.initialize(
      to: imp_host(
        size: UInt32(MemoryLayout<imp_host>.size), abi_version: 1, name: imp_text(), version: imp_text(),
        context: nil, ability: { TestHost.from($0).table(String(cString: $1)) }))
    log.initialize(
      to: imp_host_log(
        size: UInt32(MemoryLayout<imp_host_log>.size), reserved: 0,
        write: { TestHost.from($0).add(line: TestHost.string($2)) }))
    report.initialize(
      to: imp_host_report(
        size: UInt32(MemoryLayout<imp_host_report>.size), reserved: 0,
        words: { TestHost.from($0).add($1, TestHost.string($2)) }))
    files.initialize(
      to: imp_host_files(
        size: UInt32(MemoryLayout<imp_host_files>.size), reserved: 0,
        model: { TestHost.from($0).lendModel(TestHost.string($1), $2) },
        runtime_folder: { TestHost.from($0).writeFolder($2) }))
    let size = UInt32(MemoryLayout<imp_licensed_feature>.size)
    features.initialize(
      to: imp_licensed_feature(size: size, granted: 1, name: Self.lasting(Self.grantedFeature)))
    (features + 1).initialize(
      to: imp_licensed_feature(size: size, granted: 0, name: Self.lasting(Self.refusedFeature)))
    entitlement.initialize(
      to: imp_host_entitlement(
        size: UInt32(MemoryLayout<imp_host_entitlement>.size), feature_count: 2, features: features,
        license: Self.lasting(Self.license), valid_until: Self.validUntil))
    parameters.initialize(
      to: imp_host_parameters(
        size: UInt32(MemoryLayout<imp_host_parameters>.size), reserved: 0,
        value: { TestHost.from($0).lent[TestHost.string($1)] }))
    cache.initialize(
      to: imp_host_cache(
        size: UInt32(MemoryLayout<imp_host_cache>.size), reserved: 0,
        find: { TestHost.from($0).find(TestHost.bytes($1), $2) },
        keep: { TestHost.from($0).keep(TestHost.bytes($1), TestHost.bytes($2)) }))
    raw.pointee.context = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
    raw.deallocate()
    log.deallocate()
    report.deallocate()
    files.deallocate()
    entitlement.deallocate()
    features.deallocate()
    parameters.deallocate()
    cache.deallocate()
    for bytes in found.values { bytes.deallocate() }
  }

  /// What was reported last, as status and words.
  public var last: (status: imp_status, words: String)? { locked { reported.last } }
  public var logged: [String] { locked { lines } }

  /// Lends models by their names, beside its own, and a folder of a run-time library in its own one's place.
  public func lend(_ models: [String: [UInt8]], runtime folder: String) {
    ownModels = models.mapValues { model in
      let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, model.count), alignment: 64)
      memory.copyMemory(from: model, byteCount: model.count)
      return imp_bytes(data: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), length: model.count)
    }
    ownFolder = folder
  }

  /// What plugins had it keep.
  public var kept: [[UInt8]: [UInt8]] { locked { keptBytes } }

  /// Makes one of the host's tables lie about its size.
  public func breakReportSize() { report.pointee.size += 1 }

  /// Makes the table of the cache lie about its size.
  public func breakCacheSize() { cache.pointee.size -= 4 }

  /// Makes one element of the entitlement lie about its size.
  public func breakFeatureSize() { features[1].size -= 1 }

  /// Takes the licence away: no feature is named, and none is there.
  public func removeLicense() {
    entitlement.pointee = imp_host_entitlement(
      size: entitlement.pointee.size, feature_count: 0, features: nil, license: imp_text(), valid_until: 0)
  }

  private static func lasting(_ text: StaticString) -> imp_text {
    let start = UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    return imp_text(data: start, length: text.utf8CodeUnitCount)
  }

  private func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  private func add(_ status: imp_status, _ words: String) { locked { reported.append((status, words)) } }
  private func add(line: String) { locked { lines.append(line) } }

  private func keep(_ key: [UInt8], _ bytes: [UInt8]) { locked { keptBytes[key] = bytes } }

  private func find(_ key: [UInt8], _ bytes: UnsafeMutablePointer<imp_bytes>) {
    let lent = locked { () -> UnsafeMutableBufferPointer<UInt8>? in
      if let known = found[key] { return known }
      guard let kept = keptBytes[key] else { return nil }
      let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: kept.count)
      _ = memory.initialize(from: kept)
      found[key] = memory
      return memory
    }
    bytes.pointee = imp_bytes(data: lent.flatMap { UnsafePointer($0.baseAddress) }, length: lent?.count ?? 0)
  }

  private func table(_ id: String) -> UnsafeRawPointer? {
    if withheld.contains(id) { return nil }
    switch id {
    case IMP_HOST_LOG_ID: return UnsafeRawPointer(log)
    case IMP_HOST_REPORT_ID: return UnsafeRawPointer(report)
    case IMP_HOST_FILES_ID: return UnsafeRawPointer(files)
    case IMP_HOST_ENTITLEMENT_ID: return UnsafeRawPointer(entitlement)
    case IMP_HOST_CACHE_ID: return UnsafeRawPointer(cache)
    case IMP_HOST_PARAMETERS_ID: return given.isEmpty ? nil : UnsafeRawPointer(parameters)
    default: return nil
    }
  }

  private static func from(_ raw: UnsafePointer<imp_host>) -> TestHost {
    guard let context = raw.pointee.context else { preconditionFailure("The host has no context.") }
    return Unmanaged<TestHost>.fromOpaque(context).takeUnretainedValue()
  }

  private static func bytes(_ lent: imp_bytes) -> [UInt8] {
    Array(UnsafeBufferPointer(start: lent.data, count: lent.length))
  }

  private static func string(_ text: imp_text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
  }

  // Never written after it was made.
  nonisolated(unsafe) private static let lent: UnsafePointer<UInt8> = {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: model.count)
    memory.initialize(from: model, count: model.count)
    return UnsafePointer(memory)
  }()

  private func lendModel(_ name: String, _ bytes: UnsafeMutablePointer<imp_bytes>) -> imp_status {
    if let own = ownModels[name] {
      bytes.pointee = own
      return IMP_OK
    }
    guard name == Self.modelName else { return IMP_E_MODEL }
    bytes.pointee = imp_bytes(data: Self.lent, length: Self.model.count)
    return IMP_OK
  }

  private func writeFolder(_ path: UnsafeMutablePointer<imp_buffer>) -> imp_status {
    let bytes = Array(ownFolder.utf8)
    path.pointee.length = bytes.count
    guard path.pointee.capacity >= bytes.count else { return IMP_RETRY_SHORT_BUFFER }
    path.pointee.data?.update(from: bytes, count: bytes.count)
    return IMP_OK
  }
}
