// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest
public import ImprintRuntime

/// Installs, removes, enables and disables plugins in one root.
///
/// Atomic: at any moment, even after a power cut, a plugin's folder is completely the old or the new one:
/// files are written to a hidden folder of the root, synced, verified, and moved into place by one rename.
/// Leftovers of a killed run are removed by the next one. Runs are serialized by a lock on the root.
/// Thread-safe.
public struct PluginInstaller: Sendable {
  /// The folder with `plugins` and `runtimes`.
  public let root: String
  let judge: any PackageJudge
  let patience: Duration

  /// - Parameters:
  ///   - root: created on the first installation.
  ///   - judge: decides about every package before anything is written.
  ///   - patience: how long to wait for another process that holds the root's lock.
  public init(root: String, judge: any PackageJudge, patience: Duration = .seconds(30)) {
    var trimmed = root
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.root = trimmed
    self.judge = judge
    self.patience = patience
  }

  /// The default root to install in: the user's own.
  /// - Throws: ``InstallError`` `no-root` if there is none: without a home, or in an elevated process, whose
  ///   environment is not trusted.
  public static func root(of path: PluginSearchPath) throws(InstallError) -> String {
    if let named = path.roots.first(where: { $0.origin == .explicit }) { return named.path }
    if let own = path.roots.first(where: { $0.origin == .user }) { return own.path }
    throw InstallError(
      PackageError(
        .noRoot, place: "root",
        reason: "there is no root of the user's own: \(path.notes.last ?? "HOME is not set.")",
        remedy: "Name the root with --root."))
  }

  /// Installs a package: reads and verifies it completely, then replaces an installed one.
  /// - Parameters:
  ///   - allowingDowngrade: whether it may be older than what is installed, or was used here before.
  ///   - catalog: where else there may be plugins of that id, perhaps of another publisher.
  /// - Throws: ``InstallError``: a problem with the package, its maker, its library or the root. The root is
  ///   then unchanged.
  /// - Complexity: O(bytes of the package), in three passes.
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

  /// File operations, with their failures as the installer's.
  func files<Value>(
    _ work: @autoclosure () throws(PackageError) -> Value
  ) throws(InstallError) -> Value {
    do throws(PackageError) { return try work() } catch { throw InstallError(error) }
  }

  private func plugin(_ judgement: @autoclosure () throws(PluginError) -> Void) throws(InstallError) {
    do throws(PluginError) { try judgement() } catch { throw InstallError(error) }
  }
}
