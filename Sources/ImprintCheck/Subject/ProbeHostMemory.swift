// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintRuntime

/// The C side of a ``ProbeHost``: tables, texts and models. Never freed.
///
/// `@unchecked Sendable`: written only in `init`, except for the context that ``ProbeHost`` sets.
struct ProbeHostMemory: @unchecked Sendable {
  let host: UnsafeMutablePointer<imp_host>
  private let tables: [String: UnsafeRawPointer]
  private let models: [String: UnsafeRawBufferPointer]
  /// `nil` where the library serves this plugin alone.
  let parameters: LentParameters?

  init(for found: FoundPlugin, _ settings: ProbeHost.Settings) {
    func size<T>(_ type: T.Type, _ id: String) -> UInt32 {
      UInt32(MemoryLayout<T>.size + (settings.tableSizeChange[id] ?? 0))
    }
    var tables: [String: UnsafeRawPointer] = [
      IMP_HOST_LOG_ID: Self.keep(
        imp_host_log(
          size: size(imp_host_log.self, IMP_HOST_LOG_ID), reserved: settings.reserved,
          write: { host, _, text in ProbeHost.of(host)?.line(text) })),
      IMP_HOST_REPORT_ID: Self.keep(
        imp_host_report(
          size: size(imp_host_report.self, IMP_HOST_REPORT_ID), reserved: settings.reserved,
          words: { host, status, text in ProbeHost.of(host)?.words(status, text) })),
      IMP_HOST_FILES_ID: Self.keep(
        imp_host_files(
          size: size(imp_host_files.self, IMP_HOST_FILES_ID), reserved: settings.reserved,
          model: { host, name, bytes in ProbeHost.of(host)?.model(name, bytes) ?? IMP_E_ARGUMENT },
          runtime_folder: { host, name, path in
            ProbeHost.of(host)?.runtimeFolder(name, path) ?? IMP_E_ARGUMENT
          })),
      IMP_HOST_ENTITLEMENT_ID: Self.keep(
        Self.entitlement(found.manifest, settings, size(imp_host_entitlement.self, IMP_HOST_ENTITLEMENT_ID))),
      IMP_HOST_CACHE_ID: Self.keep(
        imp_host_cache(
          size: size(imp_host_cache.self, IMP_HOST_CACHE_ID), reserved: settings.reserved,
          find: { host, key, bytes in ProbeHost.of(host)?.find(key, bytes) },
          keep: { host, key, bytes in ProbeHost.of(host)?.keep(key, bytes) })),
    ]
    parameters = settings.parameters.map { LentParameters($0) }
    if parameters != nil {
      tables[IMP_HOST_PARAMETERS_ID] = Self.keep(
        imp_host_parameters(
          size: size(imp_host_parameters.self, IMP_HOST_PARAMETERS_ID), reserved: settings.reserved,
          value: { host, name in ProbeHost.of(host)?.value(name) }))
    }
    for id in settings.additional { tables[id] = Self.keep((UInt32(8), UInt32(0))) }
    self.tables = tables
    var models: [String: UnsafeRawBufferPointer] = [:]
    for model in found.manifest.models {
      models[model.name] = Self.map("\(found.folder)/models/\(model.file)")
    }
    self.models = models
    host = .allocate(capacity: 1)
    host.initialize(
      to: imp_host(
        size: UInt32(MemoryLayout<imp_host>.size + settings.hostSizeChange), abi_version: settings.abiVersion,
        name: Self.text("imprint-check"), version: Self.text("1.0.0"), context: nil,
        ability: { host, id in ProbeHost.of(host)?.ability(String(cString: id)) }))
  }

  func table(_ id: String) -> UnsafeRawPointer? { tables[id] }

  var entitlementBytes: [UInt8] {
    guard let raw = tables[IMP_HOST_ENTITLEMENT_ID] else { return [] }
    let table = raw.load(as: imp_host_entitlement.self)
    let features = UnsafeRawBufferPointer(
      start: table.features, count: Int(table.feature_count) * MemoryLayout<imp_licensed_feature>.stride)
    return Array(UnsafeRawBufferPointer(start: raw, count: MemoryLayout<imp_host_entitlement>.size))
      + features
  }

  func model(_ name: String) -> UnsafeRawBufferPointer? { models[name] }

  private static func entitlement(
    _ manifest: PluginManifest, _ settings: ProbeHost.Settings, _ size: UInt32
  ) -> imp_host_entitlement {
    let features = manifest.features.map { name in
      imp_licensed_feature(
        size: UInt32(MemoryLayout<imp_licensed_feature>.size),
        granted: settings.hasLicense && !settings.refusedFeatures.contains(name) ? 1 : 0, name: text(name))
    }
    let room = UnsafeMutablePointer<imp_licensed_feature>.allocate(capacity: max(1, features.count))
    room.initialize(from: features, count: features.count)
    return imp_host_entitlement(
      size: size, feature_count: UInt32(features.count),
      features: features.isEmpty ? nil : UnsafePointer(room),
      license: settings.hasLicense ? text("check-licence") : imp_text(),
      valid_until: settings.hasLicense ? settings.validUntil : 0)
  }

  private static func keep<T>(_ value: T) -> UnsafeRawPointer {
    let place = UnsafeMutablePointer<T>.allocate(capacity: 1)
    place.initialize(to: value)
    return UnsafeRawPointer(place)
  }

  private static func text(_ string: String) -> imp_text {
    let bytes = Array(string.utf8).map { CChar(bitPattern: $0) }
    let place = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
    place.initialize(from: bytes, count: bytes.count)
    return imp_text(data: UnsafePointer(place), length: bytes.count)
  }

  /// A file's bytes, read-only: a plugin that writes to them is killed by a signal. `nil` where it cannot be
  /// read.
  private static func map(_ path: String) -> UnsafeRawBufferPointer? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let length = lseek(descriptor, 0, SEEK_END)
    guard length > 0, let start = mmap(nil, Int(length), PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(length))
  }
}
