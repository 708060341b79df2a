import Files
import Foundation
import JSON
import Support
import Testing

/// Room is made in a library.
@Suite("Pruning")
struct PruneTests {
  /// A library of many bundles made from one: each with another title's times and policy.
  private struct Library {
    let title: RightsTitle
    /// Names in the order in which they should go.
    private(set) var order: [String] = []

    init() async throws {
      title = try await RightsTitle("prune")
      try title.folder.makeFolder("films/more")
    }

    mutating func add(_ count: Int) async throws {
      // Packed in an order of its own, so that neither names nor places give the order away.
      var plan: [(name: String, rank: Int, age: Int)] = []
      for number in 0..<count {
        plan.append(
          (number % 2 == 0 ? "films/\(number).movpkg" : "films/more/\(number).movpkg", number % 3, number))
      }
      var random = SplitMix(seed: 7)
      var ages = Array(1...count)
      ages.shuffle(using: &random)
      for index in plan.indices { plan[index].age = ages[index] }
      for item in plan {
        let policy =
          switch item.rank {
          case 0: ["--expires", "2001-01-01T00:00:00Z"]
          case 1: ["--priority", "default"]
          default: ["--priority", "important"]
          }
        let clock = try await OtherClock.environment(ahead: Int64(-3_600 * item.age), isKept: false)
        try await title.pack(policy, as: item.name, environment: clock)
      }
      order = plan.sorted { ($0.rank, -$0.age) < ($1.rank, -$1.age) }.map(\.name)
    }

    func isThere(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: title.folder.path(name))
    }
  }

  @Test(
    "of fifty bundles the expired go first, then default, then important, the oldest first, as few as it takes"
  )
  func order() async throws {
    var library = try await Library()
    defer { library.title.origin.stop() }
    try await library.add(50)
    let folder = library.title.folder
    try folder.makeFolder("films/foreign.movpkg")
    try folder.write("x", to: "films/foreign.movpkg/boot.xml")
    // On a disk of its own, which nobody else fills or empties.
    let script = """
      mkdir disk
      mount -t tmpfs -o size=64m disk disk
      cp -a films disk/
      room() { echo $(($(stat -f -c '%a * %S' disk))); }
      wanted=$(($(room) + $(du -s -B1 disk/films | cut -f1) * $2 / 100))
      "$1" prune disk/films --json --dry-run --free $wanted | grep removed | sed 's/^/dry /'
      echo "bundles $(find disk -name hlspack.json | wc -l)"
      "$1" prune disk/films --json --free $wanted | grep removed | sed 's/^/done /'
      [ $(room) -ge $wanted ] && echo reached
      "$1" prune disk/films --free $wanted && echo "nothing more"
      find disk/films -name '*.movpkg*' | sed 's/^/left /'
      "$1" prune disk/films --free 65m; echo "impossible $?"
      echo "bundles $(find disk -name hlspack.json | wc -l)"
      umount disk
      """
    for share in [15, 60] {
      let lines = try await OwnMounts.run(script, [Repository.program(), "\(share)"], in: folder)
      func paths(_ label: String) throws -> [String] {
        try lines.filter { $0.hasPrefix(label + " {") }.map { line in
          let removed = try JSONReader.parse(Array(line.dropFirst(label.utf8.count + 1).utf8))
          #expect(removed["reason"] == "prune" && (removed["bytes"]?.int ?? 0) > 0)
          return String(removed["path"]?.text?.dropFirst(5) ?? "")
        }
      }
      let planned = try paths("dry")
      #expect(planned.count > 50 * (share - 10) / 100 && planned.count < 50 * (share + 15) / 100)
      #expect(planned == Array(library.order.prefix(planned.count)))
      #expect(try paths("done") == planned)
      #expect(lines.contains("reached") && lines.contains("nothing more"), "\(lines)")
      let left = lines.filter { $0.hasPrefix("left ") }.map { String($0.dropFirst("left disk/".utf8.count)) }
      #expect(left.sorted() == (library.order.dropFirst(planned.count) + ["films/foreign.movpkg"]).sorted())
      #expect(lines.contains("impossible 11"))
      #expect(lines.filter { $0.hasPrefix("bundles") } == ["bundles 50", "bundles \(50 - planned.count)"])
      try FileManager.default.removeItem(atPath: folder.path("disk"))
    }
  }

  @Test("all that may go goes where that is said; what another process works on stays and is told")
  func bestEffort() async throws {
    var library = try await Library()
    defer { library.title.origin.stop() }
    try await library.add(6)
    let title = library.title
    let none = try await title.run(["prune", "films", "--free", "900T"])
    #expect(none.code == 11 && none.errors.contains("--best-effort"), "\(none.errors)")
    #expect(library.order.allSatisfy(library.isThere))
    let locked = try #require(try FolderLock.acquire(title.folder.path(library.order[3])))
    let best = try await title.run(["prune", "films", "--json", "--best-effort", "--free", "900T"])
    #expect(best.code == 11, "\(best.errors)")
    #expect(best.errors.contains("\(library.order[3]): another process is working on it"), "\(best.errors)")
    let gone = try best.lines().filter { $0["type"] == "removed" }.compactMap { $0["path"]?.text }
    #expect(gone == library.order.filter { $0 != library.order[3] })
    #expect(library.order.filter(library.isThere) == [library.order[3]])
    withExtendedLifetime(locked) {}
    #expect(try await title.run(["verify", library.order[3]]).errors.contains("damaged") == false)
  }

  @Test("unfinished bundles go by their age, never a recent, a locked or a foreign one")
  func unfinished() async throws {
    let title = try await RightsTitle("prune")
    defer { title.origin.stop() }
    try title.folder.makeFolder("films")
    try await title.pack(as: "films/whole.movpkg")
    for name in ["old", "recent", "locked"] {
      try title.folder.makeFolder("films/\(name).movpkg.partial")
      try title.folder.write(
        "{\"formatVersion\":1,\"identity\":\"\(String(repeating: "A", count: 32))\"}\n",
        to: "films/\(name).movpkg.partial/journal")
    }
    try title.folder.makeFolder("films/foreign.movpkg.partial")
    try title.folder.write("x", to: "films/foreign.movpkg.partial/mine.txt")
    let past = Date(timeIntervalSinceNow: -10 * 86_400)
    for path in ["old.movpkg.partial", "locked.movpkg.partial", "foreign.movpkg.partial"] {
      for inner in ["/journal", ""] {
        try? FileManager.default.setAttributes(
          [.modificationDate: past], ofItemAtPath: title.folder.path("films/\(path)\(inner)"))
      }
    }
    let lock = try #require(try FolderLock.acquire(title.folder.path("films/locked.movpkg.partial")))
    let dry = try await title.run(["prune", "films", "-s", "--unfinished", "7d"])
    #expect(dry.code == 0 && dry.output.contains("old.movpkg.partial"), "\(dry.output) \(dry.errors)")
    let run = try await title.run(["prune", "films", "--unfinished", "7d"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      try names(in: title.folder.path("films")) == [
        "foreign.movpkg.partial", "locked.movpkg.partial", "recent.movpkg.partial", "whole.movpkg",
      ])
    withExtendedLifetime(lock) {}
    #expect(try await title.run(["verify", "films/whole.movpkg"]).code == 0)
  }

  @Test("a title that only a doubtful clock calls expired goes by its priority")
  func doubt() async throws {
    let title = try await RightsTitle("prune")
    defer { title.origin.stop() }
    try title.folder.makeFolder("films")
    try await title.pack(["--expires", "10d", "--priority", "important"], as: "films/a.movpkg")
    try await title.pack(as: "films/b.movpkg")
    let clock = try await OtherClock.environment(ahead: 60 * 86_400, isKept: false)
    func order(_ more: [String]) async throws -> [String] {
      let run = try await title.run(
        ["prune", "films", "--json", "-s", "--best-effort", "--free", "900T"] + more, environment: clock)
      return try run.lines().compactMap { $0["type"] == "removed" ? $0["path"]?.text : nil }
    }
    #expect(try await order([]) == ["films/b.movpkg", "films/a.movpkg"])
    #expect(try await order(["--trust-clock"]) == ["films/a.movpkg", "films/b.movpkg"])
  }

  @Test("what cannot be meant is a usage error; a folder that is not there is none")
  func usage() async throws {
    let title = try await RightsTitle("prune")
    defer { title.origin.stop() }
    try title.folder.makeFolder("films")
    for words in [
      ["films"], ["films", "--free", "lots"], ["films", "--unfinished", "-7d"], ["--free", "1G"],
    ] {
      #expect(try await title.run(["prune"] + words).code == 2, "\(words)")
    }
    #expect(try await title.run(["prune", "nowhere", "--free", "1"]).code == 9)
  }
}
