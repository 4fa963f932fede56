// SPDX-License-Identifier: Apache-2.0
// PackageInstaller <root> install <rounds> <package>...: installs them in turn, newer and older; what each
// did. 0 rounds are without end.
// PackageInstaller <root> remove <id>
// Prints the code of the error that ends it.
import Glibc
import ImprintModel
import ImprintPackage
import ProcessSupport

endWithParent()

/// Trust is not what is tried here.
struct EveryPackage: PackageJudge {
  func judge(
    _ package: PluginPackage, beside folders: [String], allowingOlder: Bool
  ) throws(InstallError) -> PackageVerdict { PackageVerdict() }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
let installer = PluginInstaller(root: arguments[1], judge: EveryPackage(), patience: .seconds(120))
do throws(InstallError) {
  if arguments[2] == "remove" {
    _ = try await installer.remove(arguments[3])
    print("removed")
  } else {
    let rounds = Int(arguments[3]) ?? 0
    var done = 0
    while rounds == 0 || done < rounds {
      done += 1
      for package in arguments[4...] {
        print(try await installer.install(package, allowingDowngrade: true).change.rawValue)
      }
    }
  }
} catch {
  print(error.code.rawValue)
  exit(1)
}
