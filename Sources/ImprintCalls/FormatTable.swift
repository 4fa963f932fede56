// SPDX-License-Identifier: Apache-2.0
package import CImprint

// What abilities have in common that list formats of templates, and make objects each of one of them. That
// each conforms is generated (scripts/generate-abilities).

/// The table of such an ability.
package protocol FormatTable: AbilityTable {
  /// What its list has of a format.
  associatedtype Format: FormatStruct
  /// What an object is made by.
  associatedtype Options: FormatOptions

  func list(
    _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<Format>?, _ count: UnsafeMutablePointer<Int>
  ) -> imp_status
  func make(
    _ plugin: OpaquePointer, _ options: UnsafePointer<Options>,
    _ object: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status
  var destroy: @convention(c) (OpaquePointer) -> Void { get }
}

/// The table of one that makes templates.
package protocol ExtractorTable: FormatTable where Format: MadeFormatStruct {}

/// A format of templates, as a plugin lists it.
package protocol FormatStruct {
  associatedtype Name
  init()
  var size: UInt32 { get set }
  var template_bytes_max: UInt32 { get }
  var template_bytes_fixed: UInt32 { get }
  /// UTF-8, null-terminated.
  var name: Name { get }
}

/// A format of templates that are made.
package protocol MadeFormatStruct: FormatStruct {
  var version: UInt32 { get }
}

/// What an object of a format is made by.
package protocol FormatOptions {
  var size: UInt32 { get set }
  var threads: UInt32 { get }
  var format: imp_text { get }
  init(size: UInt32, threads: UInt32, format: imp_text)
}

extension FormatStruct {
  /// A place for one, with its size set.
  package static var empty: Self {
    var format = Self()
    format.size = UInt32(MemoryLayout<Self>.size)
    return format
  }
}

extension FormatOptions {
  /// With its size set.
  package init(threads: UInt32, format: imp_text) {
    self.init(size: UInt32(MemoryLayout<Self>.size), threads: threads, format: format)
  }
}
