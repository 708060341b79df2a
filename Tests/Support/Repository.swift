import Files
import Foundation

/// Where the tests run: the checkout this file was compiled in.
package enum Repository {
  /// The folder that holds `Package.swift`.
  package static var root: String {
    FilePath.parent(FilePath.parent(FilePath.parent(#filePath)))
  }

  /// The build folder, which the tests may keep things in from run to run.
  package static var buildFolder: String { FilePath.join(root, ".build") }

  /// The program as people get it: the release build that `make test` makes first.
  package static func program() throws(SupportError) -> String {
    let path = FilePath.join(buildFolder, "release/hlspack")
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw SupportError("looking for \(path)", "it is not there", hint: "run: make build")
    }
    return path
  }

  /// The small title and the bundle packed from it, which are kept with the sources.
  package static var sampleFolder: String { FilePath.join(root, "bundles-sample") }
}
