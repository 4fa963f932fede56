// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import Logging

/// The ids of the abilities that this host has.
enum HostAbilities {
  static let ids: Set<String> = [
    IMP_HOST_LOG_ID, IMP_HOST_REPORT_ID, IMP_HOST_FILES_ID, IMP_HOST_ENTITLEMENT_ID, IMP_HOST_PARAMETERS_ID,
  ]

  /// Refuses a plugin whose manifest requires another one.
  static func judge(_ found: FoundPlugin) throws(PluginError) {
    let missing = found.manifest.needs.host.map(\.description).filter { !ids.contains($0) }
    guard !missing.isEmpty else { return }
    throw PluginError(
      .hostAbilityMissing, place: found.manifest.id,
      reason: "it needs \(missing.joined(separator: ", ")) from the host, which has "
        + "\(ids.sorted().joined(separator: ", ")).",
      remedy: "Update Imprint, or install a version of the plugin that was built for this version of Imprint."
    )
  }
}

/// `imprint.host.log/1`: a plugin's lines in the host's log, labelled with its id.
enum HostLog {
  static let longestLine = 4096

  static var table: imp_host_log {
    imp_host_log(
      size: UInt32(MemoryLayout<imp_host_log>.size), reserved: 0,
      write: { host, severity, text in
        guard let link = HostLink.of(host) else { return }
        let level = HostLog.level(of: severity)
        guard link.logger.logLevel <= level else { return }
        link.logger.log(level: level, "\(HostText.copy(text, limit: HostLog.longestLine))")
      })
  }

  static func level(of severity: UInt32) -> Logger.Level {
    switch Int32(clamping: severity) {
    case ...IMP_LOG_DEBUG: .debug
    case IMP_LOG_INFO: .info
    case IMP_LOG_WARNING: .warning
    default: .error
    }
  }
}

/// `imprint.host.report/1`: the message for the status that the running call is about to return.
enum HostReport {
  static let longestWords = 1024

  static var table: imp_host_report {
    imp_host_report(
      size: UInt32(MemoryLayout<imp_host_report>.size), reserved: 0,
      words: { host, status, text in
        let words = HostText.copy(text, limit: HostReport.longestWords)
        if !RunningCall.report(words) {
          HostLink.of(host)?.logger.debug(
            "message reported outside a call: \(words)", metadata: ["status": "\(status)"])
        }
      })
  }
}

/// `imprint.host.files/1`: verified models, and the folders of shared run-time libraries.
enum HostFiles {
  private static let longestName = 255

  static var table: imp_host_files {
    imp_host_files(
      size: UInt32(MemoryLayout<imp_host_files>.size), reserved: 0,
      model: { host, name, bytes in
        guard let link = HostLink.of(host) else { return IMP_E_ARGUMENT }
        do throws(PluginFileError) {
          let model = try link.models.bytes(of: HostText.copy(name, limit: HostFiles.longestName))
          bytes.pointee = imp_bytes(
            data: model.baseAddress?.assumingMemoryBound(to: UInt8.self), length: model.count)
          return IMP_OK
        } catch {
          return HostFiles.note(error, link, answer: IMP_E_MODEL)
        }
      },
      runtime_folder: { host, name, path in
        guard let link = HostLink.of(host) else { return IMP_E_ARGUMENT }
        do throws(PluginFileError) {
          let folder = Array(
            try link.runtimes.folder(of: HostText.copy(name, limit: HostFiles.longestName)).utf8)
          path.pointee.length = folder.count
          guard folder.count <= path.pointee.capacity, let room = path.pointee.data else {
            return IMP_RETRY_SHORT_BUFFER
          }
          room.update(from: folder, count: folder.count)
          return IMP_OK
        } catch {
          return HostFiles.note(error, link, answer: IMP_E_FILE)
        }
      })
  }

  private static func note(_ finding: PluginFileError, _ link: HostLink, answer: imp_status) -> imp_status {
    if !RunningCall.note(finding) {
      link.logger.info(
        "a file of the plugin cannot be used: \(finding.place): \(finding.reason) \(finding.remedy)")
    }
    return answer
  }
}
