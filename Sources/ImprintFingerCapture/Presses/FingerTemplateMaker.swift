// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintRuntime

/// What makes templates of presses.
public protocol FingerTemplateMaker: Sendable {
  /// The format that it makes.
  var format: TemplateFormat { get }

  /// - Parameters:
  ///   - image: as the reader gave it; its resolution may differ along the axes.
  ///   - site: which finger, or ``ImprintModel/BodySite/unknown``.
  ///   - created: when it was pressed, in seconds since 1970.
  /// - Throws: ``PluginCallError`` of the class `cannot-acquire` where the finger is to be presented again;
  ///   any other error ends the operation, as `extraction` unless it says more. The task is cancelled when
  ///   the operation ends or its time is over: the operation waits for the answer, and no longer heeds it.
  func template(of image: FingerImage, site: BodySite, created: Int64) async throws -> Template
}
