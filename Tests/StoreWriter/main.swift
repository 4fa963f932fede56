// SPDX-License-Identifier: Apache-2.0
// StoreWriter <folder> <rounds> <bytes>: adds users with one template of so many bytes each.
// StoreWriter <folder> <rounds> <bytes>... <name>: enrols that user with a template of each length.
// 0 rounds are without end. Prints the code of the error that ends it.
import Glibc
import ImprintModel
import ImprintStore
import ProcessSupport

endWithParent()

func template(_ bytes: Int) -> Template? {
  TemplateFormat(algorithm: "imprint.test", version: 1).flatMap {
    Template(
      format: $0, modality: .face, site: .face, quality: 50, payload: .init(repeating: 7, count: bytes))
  }
}

let arguments = CommandLine.arguments
let words = arguments.dropFirst(3)
let name = words.last.flatMap { Int($0) == nil ? $0 : nil }
let templates = words.compactMap { Int($0) }.compactMap(template)
guard arguments.count >= 4, let rounds = Int(arguments[2]), let first = templates.first else { exit(64) }
do throws(StoreError) {
  let store = try await FolderStore(path: arguments[1], create: false)
  var done = 0
  while rounds == 0 || done < rounds {
    if let name {
      _ = try await store.enroll(name: name, templates: templates)
    } else {
      let user = try await store.addUser(named: "writer")
      _ = try await store.addTemplate(first, to: user.id)
    }
    done += 1
  }
} catch {
  print(error.code.rawValue)
  exit(1)
}
