import Files
import Support
import Testing

/// The program on file systems that are full, small, read-only or not for it.
@Suite("Disks that are full, and folders that may not be written", .serialized)
struct FullDiskTests {
  /// What a script prints of one run: its label, the exit code, how many errors were told, and the first of them.
  struct Told {
    let label: String
    let code: Int
    let errors: Int
    let text: String

    init?(_ line: String) {
      let parts = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, let code = Int(parts[1]), let errors = Int(parts[2]) else { return nil }
      (label, self.code, self.errors, text) = (parts[0], code, errors, parts[3])
    }
  }

  /// `told LABEL COMMAND…` prints what `Told` reads; `sums BUNDLE` one digest of all that is the same in every build.
  private static let functions = """
    told() {
      label=$1; shift
      "$@" >output 2>errors; code=$?
      echo "$label|$code|$(grep -c '^hlspack: error:' errors)|$(grep -m 1 '^hlspack: error:' errors)"
    }
    sums() {
      (cd "$1" && find . -type f ! -name hlspack.json ! -name SHA256SUMS ! -name state.json -exec sha256sum {} + |
        sort -k 2 | sha256sum | cut -c 1-64)
    }
    mkdir -p disk

    """

  private func run(
    _ script: String, _ arguments: [String] = [], in folder: TemporaryFolder
  ) async throws -> (told: [Told], other: [String]) {
    let lines = try await OwnMounts.run(
      Self.functions + script, [try Repository.program()] + arguments, in: folder)
    return (lines.compactMap(Told.init), lines.filter { Told($0) == nil })
  }

  @Test(
    "a build that finds no room ends with 11 and one line, and goes on to the same bytes once there is room")
  func builds() async throws {
    let folder = try TemporaryFolder("full")
    // By what it promises it fits.
    let index = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nvideo.m3u8\n"
    let origin = try FaultOrigin.routes(TinyTitle.routes(8, replacing: ["/film/master.m3u8": .text(index)]))
    defer { origin.stop() }
    let script = """
      mount -t tmpfs -o size=64m disk disk
      told whole "$1" build -o disk/film.movpkg "$2"
      echo "sums $(sums disk/film.movpkg)"
      used=$(df --output=used -k disk | tail -n 1)
      umount disk
      for less in 0 4 8 12 16 20 24 28 32 36 44 60 90 $((used - 12)) $((used - 4)); do
        mount -t tmpfs -o size=$((used - less))k disk disk
        told "full $less" "$1" build -o disk/film.movpkg "$2"
        echo "names $(ls -A disk)"
        mount -o remount,size=64m disk
        told "again $less" "$1" build -o disk/film.movpkg "$2"
        told "verify $less" "$1" verify disk/film.movpkg
        echo "names $(ls -A disk)"
        echo "sums $(sums disk/film.movpkg)"
        umount disk
      done
      """
    let (told, other) = try await run(script, [origin.url("/film/master.m3u8")], in: folder)
    #expect(told.count == 46 && told.first?.code == 0)
    let full = told.filter { $0.label.hasPrefix("full") }
    for run in full where run.label != "full 0" {
      #expect(run.code == 11 && run.errors == 1, "\(run)")
      #expect(run.text.contains("film.movpkg") && run.text.contains("no space left on device"), "\(run.text)")
    }
    #expect(Set(full.map(\.text)).count > 3, "several phases were hit: \(full.map(\.text))")
    #expect(told.filter { !$0.label.hasPrefix("full") }.allSatisfy { $0.code == 0 }, "\(told)")
    #expect(Set(other.filter { $0.hasPrefix("sums") }).count == 1)
    #expect(
      Set(other.filter { $0.hasPrefix("names") }) == ["names film.movpkg", "names film.movpkg.partial"])
  }

  @Test("so it does where there is room but no more files can be made")
  func inodes() async throws {
    let folder = try TemporaryFolder("full")
    let origin = try FaultOrigin.routes(TinyTitle.routes(6))
    defer { origin.stop() }
    let script = """
      for count in 2 3 4 8 12 16 18; do
        mount -t tmpfs -o size=64m,nr_inodes=$count disk disk
        told full "$1" build -o disk/film.movpkg "$2"
        mount -o remount,nr_inodes=1000 disk
        told again "$1" build -o disk/film.movpkg "$2"
        told again "$1" verify disk/film.movpkg
        umount disk
      done
      """
    let (told, _) = try await run(script, [origin.url("/film/master.m3u8")], in: folder)
    #expect(told.count == 21)
    for run in told {
      #expect(run.code == (run.label == "full" ? 11 : 0), "\(run)")
      #expect(run.errors == (run.label == "full" ? 1 : 0), "\(run)")
    }
  }

  @Test(
    "a removal on a disk without a free byte frees room or says 11, and the bundle is whole in either case")
  func removal() async throws {
    let folder = try TemporaryFolder("full")
    _ = try await Sample.bundle(in: folder)
    let script = """
      for room in 0 4 8 12 16 24 32; do
        mount -t tmpfs -o size=4m disk disk
        cp -a Sample.movpkg disk/film.movpkg
        cat /dev/zero >disk/fill 2>/dev/null
        truncate -s -${room}k disk/fill
        told remove "$1" remove --audio fr disk/film.movpkg
        rm disk/fill
        told verify "$1" verify disk/film.movpkg
        told again "$1" remove --audio fr disk/film.movpkg
        told verify "$1" verify disk/film.movpkg
        echo "names $(ls -A disk)"
        echo "strays $(cd disk/film.movpkg && find . -name '*.new' -o -name '*.tmp')"
        umount disk
      done
      """
    let (told, other) = try await run(script, in: folder)
    #expect(told.count == 28)
    for (index, run) in told.enumerated() {
      switch run.label {
      case "remove":
        #expect(run.code == 0 || (run.code == 11 && run.errors == 1), "\(run)")
        #expect(run.code == 0 || run.text.contains("no space left on device"), "\(run)")
        #expect(told[index + 2].code == (run.code == 0 ? 4 : 0), "\(told[index + 2])")
      case "verify": #expect(run.code == 0, "\(run)")
      default: break
      }
    }
    #expect(told[0].code == 11 && told.contains { $0.label == "remove" && $0.code == 0 })
    #expect(Set(other) == ["names film.movpkg", "strays "], "\(other)")
  }

  @Test("a limit on the size of files is an error like a full disk, not the end by a signal")
  func fileSize() async throws {
    let folder = try TemporaryFolder("full")
    let origin = try FaultOrigin.routes(TinyTitle.routes(3))
    defer { origin.stop() }
    let script = """
      (ulimit -f 8; told limited "$1" build -o film.movpkg "$2" | cat)
      told again "$1" build -o film.movpkg "$2"
      told verify "$1" verify film.movpkg
      """
    let (told, _) = try await run(script, [origin.url("/film/master.m3u8")], in: folder)
    #expect(told.map(\.code) == [11, 0, 0], "\(told)")
    #expect(told[0].errors == 1 && told[0].text.contains("file too large"), "\(told[0].text)")
  }

  @Test("on read-only media nothing is built or changed, and what reads works")
  func readOnly() async throws {
    let folder = try TemporaryFolder("full")
    _ = try await Sample.bundle(in: folder)
    let origin = try FaultOrigin.routes(TinyTitle.routes(2))
    defer { origin.stop() }
    let script = """
      mount -t tmpfs disk disk
      cp -a Sample.movpkg disk/film.movpkg
      mkdir disk/other.movpkg.partial
      mount -o remount,ro disk
      told build "$1" build -o disk/new.movpkg "$2"
      told build "$1" build -o disk/other.movpkg "$2"
      told remove "$1" remove --audio fr disk/film.movpkg
      told verify "$1" verify disk/film.movpkg
      told show "$1" show disk/film.movpkg
      told dry "$1" remove --dry-run --audio fr disk/film.movpkg
      """
    let (told, _) = try await run(script, [origin.url("/film/master.m3u8")], in: folder)
    #expect(told.map(\.code) == [11, 11, 11, 0, 0, 0], "\(told)")
    for run in told.prefix(3) {
      #expect(
        run.errors == 1 && run.text.contains("disk/") && run.text.contains("read-only file system"), "\(run)")
    }
  }

  @Test("without permission: 11, one line that says where, and nothing is touched")
  func permission() async throws {
    let folder = try TemporaryFolder("full")
    _ = try await Sample.bundle(in: folder)
    let origin = try FaultOrigin.routes(TinyTitle.routes(2))
    defer { origin.stop() }
    // Root itself, without the right to pass over modes.
    let script = """
      plain() {
        label=$1; shift
        told "$label" setpriv --bounding-set=-dac_override,-dac_read_search "$@"
      }
      mkdir closed && mv Sample.movpkg closed/film.movpkg
      (cd closed && find . | sort | xargs ls -ld --time-style=full-iso) >before
      chmod 555 closed closed/film.movpkg
      plain build "$1" build -o closed/new.movpkg "$2"
      plain build "$1" build -o closed/deep/new.movpkg "$2"
      plain remove "$1" remove --audio fr closed/film.movpkg
      plain verify "$1" verify closed/film.movpkg
      chmod 000 closed/film.movpkg/SHA256SUMS
      plain unreadable "$1" verify closed/film.movpkg
      plain unreadable "$1" show closed/film.movpkg
      chmod 644 closed/film.movpkg/SHA256SUMS
      chmod 755 closed closed/film.movpkg
      (cd closed && find . | sort | xargs ls -ld --time-style=full-iso) >after
      cmp before after && echo same
      """
    let (told, other) = try await run(script, [origin.url("/film/master.m3u8")], in: folder)
    #expect(told.map(\.code) == [11, 11, 11, 0, 11, 11], "\(told)")
    for run in told where run.code == 11 {
      #expect(
        run.errors == 1 && run.text.contains("closed") && run.text.contains("permission denied"), "\(run)")
    }
    #expect(other == ["same"])
  }

  @Test("a name that is too long is told before media are fetched; one that we make is cut")
  func longNames() async throws {
    let folder = try TemporaryFolder("full")
    let origin = try FaultOrigin.routes(TinyTitle.routes(2))
    defer { origin.stop() }
    let url = origin.url("/film/master.m3u8")
    let long = String(repeating: "a", count: 300)
    for output in [long, String(repeating: "ä", count: 124), "\(long)/film.movpkg", "./\(long)"] {
      let run = try await Program.run(["build", "-o", output, url], in: folder)
      #expect(run.code == 2, "\(run.errors)")
      #expect(run.errors.contains("too long for a name"), "\(run.errors)")
    }
    let deep = String(repeating: "b/", count: 2100) + "film.movpkg"
    #expect(try await Program.run(["build", "-o", deep, url], in: folder).code == 2)
    #expect(try names(in: folder.path).isEmpty && origin.requests(for: "/film/seg0.ts").isEmpty)
    let longest = String(repeating: "c", count: 247)
    #expect(try await Program.run(["build", "-o", longest, url], in: folder).code == 0)
    #expect(try await Program.run(["build", "--title", long + "ü", url], in: folder).code == 0)
    let made = try names(in: folder.path)
    #expect(made.count == 2 && made.allSatisfy { $0.utf8.count <= 247 })
    #expect(made.contains(String(repeating: "a", count: 200) + ".movpkg"))
  }
}
