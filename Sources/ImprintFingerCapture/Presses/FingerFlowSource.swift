// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
public import ImprintRuntime

/// What opens what the flows need.
public protocol FingerFlowSource: Sendable {
  /// Opens a reader for the caller alone.
  /// - Parameter reader: `nil`: the first that is there, by id, and gives images.
  /// - Throws: why none can be opened; ``PluginCallError`` `busy` while it is in use.
  func reader(_ reader: FingerReaderOptions?) async throws -> any FingerEventSource

  /// What makes templates of that type.
  /// - Throws: ``PluginError`` `notProvided` where nothing does.
  func maker(of type: FingerTemplateType) async throws -> any FingerTemplateMaker

  /// What compares templates of that type.
  /// - Throws: ``PluginError`` `notProvided` where nothing does.
  func matcher(of type: FingerTemplateType) async throws -> TemplateMatcher
}
