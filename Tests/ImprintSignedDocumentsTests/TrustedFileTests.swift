// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintSignedDocuments
import ImprintCertificates
import ImprintModel
import Testing
import TestSupport

@Suite struct TrustedFileTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(DERCertificate.pem(Forge.root("One").certificate).utf8, to: "etc/anchors.pem")
    for path in [folder.path, "\(folder.path)/etc"] { #expect(chmod(path, 0o755) == 0) }
    #expect(chmod(file, 0o644) == 0)
  }

  private func error(_ path: String, isSecret: Bool = false) -> TrustedFileError? {
    do throws(TrustedFileError) {
      _ = try TrustedFile.read(path, limit: 65_536, isSecret: isSecret)
      return nil
    } catch {
      return error
    }
  }

  @Test func fileThatOnlyItsOwnerWritesIsRead() throws {
    #expect(try TrustAnchor.read(path: file).map(\.name) == ["CN=One"])
    #expect(try TrustAnchor.read(path: "\(folder.path)/etc/./../etc//anchors.pem").count == 1)
  }

  @Test func anchorFileThatIsNotTrustedIsRefusedWithTheFilesReason() {
    #expect(chmod(file, 0o666) == 0)
    let error = #expect(throws: TrustAnchorError.self) { try TrustAnchor.read(path: file) }
    #expect(error?.code == .file && error?.remedy == "Run: chmod go-w -- \(ShellWord.quoted(file))")
  }

  @Test(arguments: [mode_t(0o644), 0o640, 0o604])
  func secretThatOthersMayReadIsRefused(mode: mode_t) {
    #expect(chmod(file, mode) == 0)
    #expect(error(file, isSecret: true)?.code == .readable)
    #expect(error(file) == nil)
    #expect(chmod(file, 0o600) == 0)
    #expect(error(file, isSecret: true) == nil)
  }

  @Test func derIsReadToo() throws {
    let path = try folder.write(Forge.root("Two").certificate, to: "etc/anchor.der")
    #expect(chmod(path, 0o644) == 0)
    #expect(try TrustAnchor.read(path: path).map(\.name) == ["CN=Two"])
  }

  @Test(arguments: [mode_t(0o646), 0o664, 0o666, 0o622])
  func fileThatOthersMayWriteIsRefused(mode: mode_t) {
    #expect(chmod(file, mode) == 0)
    let error = error(file)
    #expect(error?.code == .writable && error?.place == file)
    #expect(error?.remedy == "Run: chmod go-w -- \(ShellWord.quoted(file))")
  }

  @Test(arguments: [mode_t(0o757), 0o775, 0o777])
  func folderThatOthersMayWriteIsRefusedUnlessSticky(mode: mode_t) {
    for place in [folder.path, "\(folder.path)/etc"] {
      #expect(chmod(place, mode) == 0)
      let error = error(file)
      #expect(error?.code == .writable && error?.place == place)
      #expect(chmod(place, mode | S_ISVTX) == 0)
      #expect(self.error(file) == nil)
      #expect(chmod(place, 0o755) == 0)
    }
  }

  @Test func linkIsFollowedAndWhereItLeadsIsJudged() throws {
    let link = "\(folder.path)/link.pem"
    #expect(symlink("etc/anchors.pem", link) == 0)
    #expect(try TrustAnchor.read(path: link).count == 1)
    #expect(symlink(folder.path + "/etc", "\(folder.path)/elsewhere") == 0)
    #expect(try TrustAnchor.read(path: "\(folder.path)/elsewhere/anchors.pem").count == 1)
    // `..` after a link leads up from where the link leads to.
    #expect(try TrustAnchor.read(path: "\(folder.path)/elsewhere/../etc/anchors.pem").count == 1)
    #expect(chmod("\(folder.path)/etc", 0o777) == 0)
    #expect(error(link)?.code == .writable)
    #expect(error("\(folder.path)/elsewhere/anchors.pem")?.code == .writable)
  }

  @Test func linksThatLeadNowhereOrInACircleAreRefused() {
    let path = "\(folder.path)/circle"
    #expect(symlink("circle", path) == 0)
    #expect(error(path)?.code == .links)
    #expect(symlink("missing", "\(folder.path)/dangling") == 0)
    #expect(error("\(folder.path)/dangling")?.code == .missing)
  }

  @Test func whatIsNoRegularFileIsRefusedWithoutWaiting() {
    #expect(error("\(folder.path)/etc")?.code == .kind)
    #expect(error("/")?.code == .kind)
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o644) == 0)
    #expect(error(pipe)?.code == .kind)
    #expect(error("/dev/null")?.code == .kind)
  }

  @Test func whatIsMissingIsToldAsSuch() {
    #expect(error("\(folder.path)/none.pem")?.code == .missing)
    #expect(error("\(folder.path)/none/anchors.pem")?.code == .missing)
    #expect(error("\(file)/below")?.code == .missing)
    #expect(error("a\u{0}b")?.code == .missing)
    #expect(error("")?.code != nil)
  }

  @Test func fileThatIsTooLongIsRefused() throws {
    let path = try folder.write([UInt8](repeating: 10, count: 65_537), to: "etc/long.pem")
    #expect(chmod(path, 0o644) == 0)
    #expect(error(path)?.code == .size)
    let empty = try folder.write([], to: "etc/empty.pem")
    #expect(chmod(empty, 0o644) == 0)
    #expect(throws: TrustAnchorError.self) { try TrustAnchor.read(path: empty) }
  }

  @Test(.enabled(if: geteuid() == 0, "giving files away needs root"))
  func whatBelongsToSomebodyElseIsRefused() {
    #expect(chown(file, 12_345, 12_345) == 0)
    #expect(error(file)?.code == .owner)
    #expect(chown(file, 0, 0) == 0)
    #expect(chown("\(folder.path)/etc", 12_345, 0) == 0)
    #expect(error(file)?.code == .owner && error(file)?.place == "\(folder.path)/etc")
    #expect(chown("\(folder.path)/etc", 0, 0) == 0)
    let link = "\(folder.path)/link.pem"
    #expect(symlink("etc/anchors.pem", link) == 0 && lchown(link, 12_345, 0) == 0)
    #expect(error(link)?.code == .owner)
  }
}
