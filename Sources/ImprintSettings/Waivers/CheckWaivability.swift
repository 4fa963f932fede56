// SPDX-License-Identifier: Apache-2.0

/// Which conformance checks may be waived. Shared by those who issue results and those who require them, as
/// neither relies on the other.
public enum CheckWaivability {
  /// Whether a check may be waived: none that shows that a plugin does nothing forbidden.
  ///
  /// These cover the folder's content before any code runs (`package`), system calls and residue
  /// (`security`), and what runs when the library is loaded; checks added to those groups later are included.
  /// One exception: `package.imports` goes by linked symbols, which run-time libraries import without ever
  /// calling them; `security.undeclared-access` finds actual calls.
  /// - Parameter check: the check's id, such as `package.imports`.
  public static func isWaivable(_ check: String) -> Bool {
    let name = Array(check.utf8)
    if name == Array("package.imports".utf8) { return true }
    return !name.starts(with: "package.".utf8) && !name.starts(with: "security.".utf8)
      && name != Array("load.starts-nothing".utf8)
  }
}
