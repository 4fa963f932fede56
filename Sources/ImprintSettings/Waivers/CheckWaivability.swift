// SPDX-License-Identifier: Apache-2.0

/// Which conformance checks a failure may be accepted of. Said here for those who make results and those who
/// require them: neither goes by the other's word.
public enum CheckWaivability {
  /// Whether a waiver of a check counts: of none that shows that something forbidden is not done.
  ///
  /// What lies in the folder and is read before any code runs (`package`), what is asked of the system and
  /// left behind (`security`), and what runs when the library is loaded are such. A check of those groups
  /// that is added later is too. One of them may be waived: `package.imports` goes by the names that a
  /// library is linked with, which run-time libraries bring along that never call them; that none of it is
  /// done is for `security.undeclared-access` to find.
  /// - Parameter check: The check's id, such as `package.imports`.
  public static func isWaivable(_ check: String) -> Bool {
    let name = Array(check.utf8)
    if name == Array("package.imports".utf8) { return true }
    return !name.starts(with: "package.".utf8) && !name.starts(with: "security.".utf8)
      && name != Array("load.starts-nothing".utf8)
  }
}
