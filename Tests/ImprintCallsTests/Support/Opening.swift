// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

extension imp_microphone_ability {
  /// Opens a microphone.
  func opened(_ plugin: OpenedEntry) throws -> OpaquePointer {
    var options = imp_microphone_options.test
    var format = room(imp_audio_format(), \.size, 1)[0]
    var made: OpaquePointer?
    let status = open(plugin.plugin, &options, &format, &made)
    guard status == IMP_OK, let made else {
      throw StatusError(status: status, words: plugin.host.last?.words ?? "")
    }
    return made
  }
}

extension imp_device_watch_ability {
  /// Opens a watch.
  func opened(_ plugin: OpenedEntry) throws -> OpaquePointer {
    var made: OpaquePointer?
    let status = open(plugin.plugin, &made)
    guard status == IMP_OK, let made else {
      throw StatusError(status: status, words: plugin.host.last?.words ?? "")
    }
    return made
  }
}
