import Archive
import Glibc
import Testing

@Suite("libarchive")
struct ArchiveLibraryTests {
  @Test("the door sets the process's characters to UTF-8")
  func locale() throws {
    _ = try ArchiveLibrary.open()
    #expect(nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8")
    _ = try ArchiveLibrary.open()
  }

  @Test("the version is that of the linked library")
  func version() {
    #expect(ArchiveLibrary.version.hasPrefix("libarchive 3."))
  }
}
