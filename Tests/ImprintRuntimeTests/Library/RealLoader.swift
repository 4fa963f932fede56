// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The C library's own loader, asked in a process that is thrown away: what it makes of bytes that this
/// process only reads.
struct RealLoader {
  private let folder: TemporaryFolder
  private let program: URL

  /// Says for each name whether the loader finds it, and then every library that it has mapped.
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <link.h>
    #include <stdio.h>
    static int tell(struct dl_phdr_info *info, size_t size, void *none) {
      (void)size; (void)none;
      printf("mapped %s\\n", info->dlpi_name);
      return 0;
    }
    int main(int count, char **words) {
      void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
      if (library == NULL) { printf("refused %s\\n", dlerror()); return 0; }
      for (int i = 2; i < count; i++) if (dlsym(library, words[i])) printf("found %s\\n", words[i]);
      dl_iterate_phdr(tell, NULL);
      return 0;
    }
    """

  static let shared = Result { try RealLoader() }

  private init() throws {
    folder = try TemporaryFolder()
    program = folder.url.appending(path: "loader")
    try CCompiler.compileProgram(source: try folder.write(Self.source, to: "loader.c"), to: program)
  }

  /// What it says, a line each: `found <symbol>`, `mapped <path>`, `refused <words>`.
  func load(_ path: String, asking names: [String] = []) throws -> [String] {
    let child = Process()
    child.executableURL = program
    child.arguments = [path] + names
    child.environment = [:]
    let said = Pipe()
    child.standardOutput = said
    child.standardError = FileHandle.nullDevice
    try child.run()
    let bytes = said.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The same of bytes.
  func load(_ bytes: [UInt8], asking names: [String] = []) throws -> [String] {
    try load(folder.write(bytes, to: "\(UUID().uuidString).so"), asking: names)
  }
}
