// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles
public import ImprintMatching

extension EvaluationPairs {
  /// A folder with one folder for each person, whose pictures are all compared with each other.
  public struct PeopleFolder: Sendable {
    public let pairs: EvaluationPairs
    /// Files and folders that are not looked at, relative to the folder: what is no picture by its name, and
    /// what lies beside the people's folders.
    public let passedOver: [String]
  }

  /// The ends of names that are taken for pictures, in lower case.
  public static let pictureNames = ["jpg", "jpeg", "png", "pgm", "ppm", "bmp"]

  /// The ends of names that are taken for sound.
  public static let soundNames = ["wav", "flac", "aif", "aiff"]

  /// Lists the pictures of a folder with one folder for each person: `ada/1.jpg`. Folders within a person's
  /// hold more of that person; hidden ones and links to folders are not entered. No picture is opened.
  /// - Parameter endings: which names are taken, in lower case: ``pictureNames``, or ``soundNames``.
  /// - Throws: ``EvaluationError`` `brokenFolder` where a folder cannot be listed, `tooFewPeople`,
  ///   `tooManyComparisons`.
  public static func people(
    in folder: String, named endings: [String] = pictureNames
  ) throws(EvaluationError) -> PeopleFolder {
    var listing = PeopleListing(folder, endings)
    var people: [(name: String, paths: [String])] = []
    for name in try listing.names(in: "") {
      guard !name.hasPrefix("."), listing.isFolder(name, followsLink: true) else {
        listing.passedOver.append(name)
        continue
      }
      people.append((name, try listing.pictures(in: name, depth: 0)))
    }
    return PeopleFolder(
      pairs: try EvaluationPairs(people: people, place: folder), passedOver: listing.passedOver)
  }
}

private struct PeopleListing {
  let folder: String
  let endings: [String]
  var passedOver: [String] = []

  /// Folders within folders.
  private static let deepest = 8

  init(_ folder: String, _ endings: [String]) {
    self.folder = folder
    self.endings = endings
  }

  /// Sorted, so that they do not depend on the file system.
  func names(in place: String) throws(EvaluationError) -> [String] {
    let path = place.isEmpty ? folder : "\(folder)/\(place)"
    do throws(FileProblem) {
      return try FolderNames.of(path)
    } catch {
      throw EvaluationError(
        .brokenFolder, place: path, reason: "it cannot be listed: \(error.reason)",
        remedy: "Give a folder with one folder for each person, and that person's pictures in it.")
    }
  }

  func isFolder(_ name: String, followsLink: Bool) -> Bool {
    var status = stat()
    guard fstatat(AT_FDCWD, "\(folder)/\(name)", &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      return false
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  mutating func pictures(in place: String, depth: Int) throws(EvaluationError) -> [String] {
    var found: [String] = []
    for name in try names(in: place) {
      let path = "\(place)/\(name)"
      if isFolder(path, followsLink: false) {
        if depth < Self.deepest, !name.hasPrefix(".") {
          found += try pictures(in: path, depth: depth + 1)
          continue
        }
      } else if isPicture(name) {
        found.append(path)
        continue
      }
      passedOver.append(path)
    }
    return found
  }

  private func isPicture(_ name: String) -> Bool {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }
}
