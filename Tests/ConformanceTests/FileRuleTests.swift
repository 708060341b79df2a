import Conformance
import Testing

@Suite("Rules on files")
struct FileRuleTests {
  static let standings: [Standing] = [.nothing, .file(bytes: 7), .file(bytes: 8), .folder, .link, .other]
  static let contents: [FileFacts.Content] = [
    .unread, .asNamed, .different, .unreadable("input/output error"),
  ]

  private func rules(_ facts: FileFacts) -> [String] { RuleBook.findings(in: facts).map(\.rule) }

  @Test("find nothing in a file that looks sound and was not found different", arguments: standings, contents)
  func soundness(_ standing: Standing, _ content: FileFacts.Content) {
    for bytes in [nil, 7] as [Int64?] {
      let facts = FileFacts(path: "x", bytes: bytes, standing: standing, content: content)
      let isGood = FileFacts.isSound(standing, bytes: bytes) && (content == .unread || content == .asNamed)
      #expect(rules(facts).isEmpty == isGood)
      #expect(RuleBook.findings(in: facts).allSatisfy { $0.severity == .error && $0.file == "x" })
    }
  }

  @Test("each find their own fault")
  func faults() {
    func facts(_ standing: Standing, _ content: FileFacts.Content = .unread) -> FileFacts {
      FileFacts(path: "x", bytes: 7, standing: standing, content: content)
    }
    #expect(rules(facts(.nothing)) == ["hlspack-file-missing"])
    #expect(rules(facts(.link)) == ["hlspack-file-kind"])
    #expect(rules(facts(.folder)) == ["hlspack-file-kind"])
    #expect(rules(facts(.file(bytes: 6))) == ["hlspack-file-size"])
    #expect(rules(facts(.file(bytes: 7), .different)) == ["hlspack-file-digest"])
    #expect(rules(facts(.file(bytes: 6), .different)) == ["hlspack-file-size"])
    #expect(rules(facts(.file(bytes: 7), .unreadable("denied"))) == ["hlspack-file-readable"])
    var folder = FileFacts(path: "x", isFolder: true, bytes: nil, standing: .folder)
    #expect(rules(folder).isEmpty)
    folder.standing = .file(bytes: 1)
    #expect(RuleBook.findings(in: folder).map(\.message) == ["is a file, not a folder"])
  }

  @Test("tell what nothing names by what it is, and never as an error")
  func extras() {
    for standing in FileRuleTests.standings {
      for isOwn in [true, false] {
        let found = RuleBook.findings(in: ExtraFacts(path: "x", standing: standing, hasOwnName: isOwn))
        #expect(found.map(\.rule) == [isOwn ? "hlspack-file-unknown" : "hlspack-name-grammar"])
        #expect(found.allSatisfy { $0.severity == .warning })
      }
    }
  }

  @Test("hold SHA256SUMS to what the bundle names")
  func sums() {
    #expect(RuleBook.findings(in: SumsFacts(path: "SHA256SUMS", comparison: .agrees)).isEmpty)
    let found = RuleBook.findings(in: SumsFacts(path: "SHA256SUMS", comparison: .differs(line: 4)))
    #expect(found.map(\.line) == [4])
    #expect(found.map(\.severity) == [.error])
    #expect(RuleBook.findings(in: SumsFacts(path: "SHA256SUMS", comparison: .unreadable("x"))).count == 1)
  }
}
