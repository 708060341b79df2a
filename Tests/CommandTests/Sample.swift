import Files
import Support

/// The bundle that stands in `bundles-sample`, to be changed at will.
enum Sample {
  static var source: String { FilePath.join(Repository.sampleFolder, "source/master.m3u8") }

  /// A copy of it in a folder.
  static func bundle(in folder: TemporaryFolder) async throws -> String {
    let path = folder.path("Sample.movpkg")
    try await Tools.run(
      "cp", ["-a", FilePath.join(Repository.sampleFolder, "Sample.movpkg"), path], in: folder.path)
    return path
  }
}
