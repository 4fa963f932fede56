// SPDX-License-Identifier: Apache-2.0
package import ImprintTrust

/// Why a plugin was skipped in a listing, or could not be opened.
public struct PluginError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A folder of a root cannot be read.
    case unreadableFolder = "unreadable-folder"
    /// The manifest cannot be read, or breaks a rule; the reason quotes line and column.
    case brokenManifest = "broken-manifest"
    /// An earlier root already has a plugin with this id.
    case duplicateID = "duplicate-id"
    /// The folder's name is not the id in its manifest.
    case folderNameDiffers = "folder-name-differs"
    /// The library that the manifest names is not there.
    case libraryMissing = "library-missing"
    /// The library is not a 64-bit little-endian ELF shared library, or is truncated or damaged.
    case notAnElfLibrary = "not-an-elf-library"
    /// The loader and other readers would interpret the library's bytes differently: no linker makes such a
    /// file.
    case irregularLibrary = "irregular-library"
    /// The library makes the loader search outside the plugin's own folder, by a run path or by a dependency
    /// named as a path.
    case foreignPath = "foreign-path"
    /// The library is for another processor architecture.
    case wrongArchitecture = "wrong-architecture"
    /// The plugin needs a newer C library than the one running.
    case libcTooOld = "libc-too-old"
    /// Host and plugin have no contract version in common.
    case abiDisjoint = "abi-disjoint"
    /// The plugin needs an ability that this host does not have.
    case hostAbilityMissing = "host-ability-missing"
    /// The library does not export `imp_plugin_entry`.
    case noEntry = "no-entry"
    /// The library exports more than `imp_plugin_entry`.
    case extraExports = "extra-exports"
    /// A library that the plugin needs is not installed.
    case dependencyMissing = "dependency-missing"
    /// The loader refused the library for another reason.
    case cannotLoad = "cannot-load"
    /// The entry reported that the plugin cannot run here.
    case entryRefused = "entry-refused"
    /// A struct of the plugin has a size field, a null or an unterminated string that the contract forbids.
    case brokenContract = "broken-contract"
    /// The library's descriptor differs from the manifest.
    case descriptorDiffers = "descriptor-differs"
    /// A parameter of the manifest is not as its library declares it, or a required one is missing.
    case parameterRefused = "parameter-refused"
    /// No licence covers a feature of the plugin.
    case notEntitled = "not-entitled"
    /// No plugin of the set provides the ability, or makes or compares templates of that modality and format.
    case notProvided = "not-provided"
    /// Several plugins of the set provide the ability, which is one for devices, and none was chosen; or
    /// templates of the modality are made or compared in several formats, and none was named.
    case severalProvide = "several-provide"
    /// The plugin's own `open` failed.
    case openFailed = "open-failed"
    /// The worker program is not installed.
    case workerMissing = "worker-missing"
    /// The worker for it cannot be started, or ended while the plugin was opened.
    case workerFailed = "worker-failed"
    /// A wall that the policy requires cannot be set up on this system.
    case wallMissing = "wall-missing"
    /// It has no signature of an authority that is trusted here, and one is required.
    case notSigned = "not-signed"
    /// The signature is damaged, or was not made by its key.
    case badSignature = "bad-signature"
    /// Manifest, library or another file differs from what was signed.
    case contentsDiffer = "contents-differ"
    /// The signature's certificates do not chain to a root that the trust settings name.
    case unknownPublisher = "unknown-publisher"
    /// A certificate of the signature was revoked.
    case publisherRevoked = "publisher-revoked"
    /// The plugin was revoked, by its contents or by its version.
    case pluginRevoked = "plugin-revoked"
    /// The trust settings allow neither its publisher nor its contents.
    case notAllowed = "not-allowed"
    /// Its id belongs to another publisher than the one that signed it.
    case otherPublisher = "other-publisher"
    /// A newer version was used on this machine before.
    case olderThanSeen = "older-than-seen"
    /// A passing conformance result is required, and there is none.
    case notConforming = "not-conforming"
    /// The trust settings cannot be used: then nothing is trusted.
    case trustSettings = "trust-settings"
    /// The revocation list that the trust settings name is missing, damaged, or older than one seen before.
    case revocationList = "revocation-list"
    /// The record of what was seen before cannot be read.
    case trustMemory = "trust-memory"
    /// A file of the plugin cannot be read, or is not one that a plugin may have.
    case trustFile = "trust-file"
    /// It has crashed the process that hosted it too often; the quarantine records when and how.
    case quarantined
    /// Its calls must not be recorded, or the recording cannot be made.
    case recordingRefused = "recording-refused"
    /// Somebody disabled it; the remedy is the command that enables it.
    case disabled
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String
  private let others: [PluginError]

  /// This and all other problems that prevent opening the plugins of a set, where they were collected; else
  /// empty.
  public var problems: [PluginError] {
    others.isEmpty ? [] : [PluginError(code, place: place, reason: reason, remedy: remedy)] + others
  }

  /// The same, with the other problems.
  package func with(_ others: [PluginError]) -> PluginError {
    PluginError(code, place: place, reason: reason, remedy: remedy, others: others)
  }

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.init(code, place: place, reason: reason, remedy: remedy, others: [])
  }

  private init(_ code: Code, place: String, reason: String, remedy: String, others: [PluginError]) {
    self.others = others
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// Why it is not trusted.
  package init(_ error: TrustError) {
    // Both use the same codes; a signing key is not used here.
    self.init(
      Code(rawValue: error.code.rawValue) ?? .notAllowed, place: error.place, reason: error.reason,
      remedy: error.remedy)
  }
}
