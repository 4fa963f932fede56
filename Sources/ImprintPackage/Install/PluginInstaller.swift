// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest
public import ImprintRuntime

/// Installs plugins in one root, and removes, enables and disables them there.
///
/// At any moment, that of a power cut included, a plugin's folder is the old or the new one, whole: files are
/// written in a hidden folder of the root, synced, judged, and put in their place by one rename. What a run
/// that was killed left there is cleared up by the next one. Runs take turns, by a lock on the root. Any
/// thread.
public struct PluginInstaller: Sendable {
  /// The folder with `plugins` and `runtimes`.
  public let root: String
  let judge: any PackageJudge
  let patience: Duration

  /// - Parameters:
  ///   - root: made where there is none, when something is installed.
  ///   - judge: asked of every package before anything is written.
  ///   - patience: how long another process is waited for that is at work in the root.
  public init(root: String, judge: any PackageJudge, patience: Duration = .seconds(30)) {
    var trimmed = root
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.root = trimmed
    self.judge = judge
    self.patience = patience
  }

  /// The root to install in where none is named: the user's own.
  /// - Throws: ``InstallError`` `no-root` where there is none: without a home, or in an elevated process,
  ///   whose environment somebody else chose.
  public static func root(of path: PluginSearchPath) throws(InstallError) -> String {
    if let named = path.roots.first(where: { $0.origin == .explicit }) { return named.path }
    if let own = path.roots.first(where: { $0.origin == .user }) { return own.path }
    throw InstallError(
      PackageError(
        .noRoot, place: "root",
        reason: "there is no root of the user's own: \(path.notes.last ?? "HOME is not set.")",
        remedy: "Name the root with --root."))
  }

  /// Installs a package: reads and judges it whole, then puts it in the place of what is there.
  /// - Parameters:
  ///   - allowingDowngrade: whether it may be older than what is installed, or was used here before.
  ///   - catalog: where else a plugin of that id may lie, which may be another publisher's.
  /// - Throws: ``InstallError``: what is wrong with the package, its maker, its library or the root. The root
  ///   is as it was then.
  /// - Complexity: O(bytes of the package), three times over.
  public func install(
    _ path: String, allowingDowngrade: Bool = false, knownTo catalog: PluginCatalog? = nil
  ) async throws(InstallError) -> Installation {
    let package = try files(PluginPackage.open(path))
    var verdict = try judge.judge(
      package, beside: places(of: package.manifest.id, catalog), allowingOlder: allowingDowngrade)
    let turn = try await beginTurn(creates: true)
    var withdraw: @Sendable () -> Void = {}
    do throws(InstallError) {
      withdraw = try judge.claim(package, &verdict)
      let plan = try files(
        InstallPlan(package, turn, allowingDowngrade: allowingDowngrade) {
          judge.isOfAnother($0, than: package, verdict)
        })
      if plan.change != .unchanged {
        try files(plan.extract(into: turn))
        try plugin(plan.judgeLibrary(in: turn))
        try files(plan.place(in: turn))
      }
      return plan.done(
        removing: turn.end(),
        warnings: verdict.warnings + judge.installed(package, verdict, allowingOlder: allowingDowngrade))
    } catch {
      withdraw()
      _ = turn.end()
      throw error
    }
  }

  /// The folders of plugins of an id, in this root and in others.
  private func places(of id: String, _ catalog: PluginCatalog?) -> [String] {
    let own = "\(root)/\(RootTurn.plugins)/\(id)"
    return [own] + (catalog?.places(ofID: id) ?? []).filter { $0 != own }
  }

  func beginTurn(creates: Bool) async throws(InstallError) -> RootTurn {
    do throws(PackageError) {
      return try await RootTurn.begin(in: root, creates: creates, patience: patience)
    } catch {
      throw InstallError(error)
    }
  }

  /// Work with files, and its failure as an installer's.
  func files<Value>(
    _ work: @autoclosure () throws(PackageError) -> Value
  ) throws(InstallError) -> Value {
    do throws(PackageError) { return try work() } catch { throw InstallError(error) }
  }

  private func plugin(_ judgement: @autoclosure () throws(PluginError) -> Void) throws(InstallError) {
    do throws(PluginError) { try judgement() } catch { throw InstallError(error) }
  }
}
