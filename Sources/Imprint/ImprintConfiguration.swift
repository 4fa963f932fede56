// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest
public import ImprintRuntime
public import ImprintTrust
public import Logging

/// What an application chooses when it opens Imprint. Every value has a default.
public struct ImprintConfiguration: Sendable {
  /// Where plugins, variants and run-time libraries are looked for.
  public var searchPath: PluginSearchPath
  /// The plugin set to start from: a variant's name (F1). Default: `face`.
  public var variant: String
  /// Ids of plugins that replace the variant's own for the abilities they provide (F3). Default: none.
  public var plugins: [String]
  /// Which plugins may be used: signatures, publishers, contents. Default: the settings of this machine.
  public var trust: PluginTrust
  /// Which licensed features are granted, by which licence: a LicenseManager's. Default: none.
  public var entitlements: any EntitlementProvider
  /// Where deaths of plugins' workers are recorded; a plugin that died too often is not opened. `nil`
  /// disables it. Default: the user's own.
  public var quarantine: QuarantineStore?
  /// Where every plugin runs; `nil`, the default, leaves it to the variant.
  public var isolation: Isolation?
  /// The policy for plugins in worker processes. Network access that the variant allows is added to it.
  public var workers: WorkerPolicy
  /// Intercepts every call of the plugins that it selects: a recorder. Default: none.
  public var tap: (any PluginCallTap)?
  /// Where plugins in this process keep what they would otherwise make anew in the next, such as compiled
  /// networks; `nil` for nowhere. Default: the user's own.
  public var cache: PluginCache?
  /// Which camera is used where none is named. Default: ``CameraChoice/standard``.
  public var cameraChoice: CameraChoice
  /// Receives the log of runtime and plugins; info and below.
  public var logger: Logger

  public init(
    searchPath: PluginSearchPath = .standard(), variant: String = "face", plugins: [String] = [],
    trust: PluginTrust = .standard(), entitlements: any EntitlementProvider = NoLicense(),
    quarantine: QuarantineStore? = .standard, isolation: Isolation? = nil,
    workers: WorkerPolicy = WorkerPolicy(), tap: (any PluginCallTap)? = nil,
    cache: PluginCache? = .standard, cameraChoice: CameraChoice = .standard,
    logger: Logger = Logger(label: "imprint")
  ) {
    self.searchPath = searchPath
    self.variant = variant
    self.plugins = plugins
    self.trust = trust
    self.entitlements = entitlements
    self.quarantine = quarantine
    self.isolation = isolation
    self.workers = workers
    self.tap = tap
    self.cache = cache
    self.cameraChoice = cameraChoice
    self.logger = logger
  }
}
