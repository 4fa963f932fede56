// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TestSupport

@testable import ImprintLKMS

/// A database as the first version made it: without branch and mark.
enum OlderDatabase {
  static func make(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/licences.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(sql: "PRAGMA application_id = \(DatabaseSchema.applicationID)")
      try database.execute(sql: DatabaseSchema.version1)
      try database.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1: profiles, keys, activations, audit, usage')
          """)
    }
    try queue.close()
    // Stays as long as the test process, like all temporary folders that nobody holds.
    withExtendedLifetime(folder) {}
    return path
  }
}
