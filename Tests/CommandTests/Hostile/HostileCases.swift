extension HostileCase {
  enum Group: CaseIterable, Sendable {
    case paths, values, texts, listings, playlists, places, sums

    var cases: [HostileCase] {
      switch self {
      case .paths: HostileCase.paths
      case .values: HostileCase.values
      case .texts: HostileCase.texts
      case .listings: HostileCase.listings
      case .playlists: HostileCase.playlists
      case .places: HostileCase.places
      case .sums: HostileCase.sums
      }
    }
  }

  private static let file = "\"path\": \"index.m3u8\""
  private static let stream = "\"folder\": \"\(HostileBundle.video)\""
  private static let title = "\"title\": \"Sample\""

  private static let paths: [HostileCase] = [
    .manifest(file, "\"path\": \"../victim\""), .manifest(file, "\"path\": \"/etc/passwd\""),
    .manifest(file, "\"path\": \"Data/../../victim\""), .manifest(file, "\"path\": \"index.m3u8\\u0000\""),
    .manifest(file, "\"path\": \"\""), .manifest(file, "\"path\": \".\""),
    .manifest(file, "\"path\": \"INDEX.M3U8\""), .manifest(file, "\"path\": \"Data\\\\..\\\\victim\""),
    .manifest(stream, "\"folder\": \"../outside\""), .manifest(stream, "\"folder\": \"/\""),
    .manifest(stream, "\"folder\": \"\(HostileBundle.video.lowercased())\""),
    .manifest(
      "\"keys\": []",
      "\"keys\": [{\"id\": \"key-0\", \"keyFormat\": \"identity\", \"method\": \"AES-128\", "
        + "\"path\": \"../victim\", \"source\": \"x\", \"state\": \"stored\"}]"),
    .manifest(
      title,
      "\"artwork\": {\"bytes\": 1, \"path\": \"../victim\", \"sha256\": \"00\", \"type\": \"jpeg\"}, \(title)"
    ),
    .manifest(
      title, "\"pending\": {\"deletions\": [\"../victim\"], \"renames\": [], \"sha256\": \"00\"}, \(title)"),
  ]

  private static let values: [HostileCase] = [
    .manifest(title, "\"title\": 5"), .manifest(title, "\"title\": null"), .manifest(title, "\"title\": []"),
    .manifest("\"keys\": []", "\"keys\": {}"), .manifest("\"keys\": []", "\"keys\": [[]]"),
    .manifest("\"gaps\": 0,\n  \"history\"", "\"gaps\": -1,\n  \"history\""),
    .manifest("\"gaps\": 0,\n  \"history\"", "\"gaps\": 0.5,\n  \"history\""),
    .manifest("\"gaps\": 0,\n  \"history\"", "\"gaps\": 18446744073709551616,\n  \"history\""),
    .manifest("\"durationSeconds\": 8.021333", "\"durationSeconds\": 1e999"),
    .manifest("\"durationSeconds\": 8.021333", "\"durationSeconds\": NaN"),
    .manifest("\"durationSeconds\": 8.021333", "\"durationSeconds\": -Infinity"),
    .manifest("\"createdAt\": \"2026", "\"createdAt\": \"9999999"),
    .manifest("\"formatVersion\": 1", "\"formatVersion\": \"1\""),
    .manifest("\"formatVersion\": 1", "\"formatVersion\": 0"),
    HostileCase(name: "a version to come", codes: [9]) {
      try $0.replace("hlspack.json", "\"formatVersion\": 1", "\"formatVersion\": 2")
    },
    // Plausible by itself: only the listing shows that it is not so.
    .manifest("\"files\": 2,", "\"files\": 1000000000,", .changes),
    .manifest("\"segments\": 2,", "\"segments\": 1000000000,", .changes),
    .manifest("\"bytes\": 136112,", "\"bytes\": 9007199254740991,", .changes),
  ]

  private static let texts: [HostileCase] = [
    .manifest(title, "\(title), \(title)"), .manifest(title, "\"title\": \"\\ud800\""),
    .manifest(title, "\"title\": \"\\udc00\\ud800\""), .manifest(title, "\"title\": \"a\u{1}b\""),
    .long("hlspack.json", "\"metadata\": {}", "\"metadata\": {\"a\": ", "[", times: 63 << 20),
    .long("hlspack.json", "\"metadata\": {}", "\"metadata\": {\"a\": [", "0,", times: 2 << 20, "0]}"),
    .long("hlspack.json", "\"metadata\": {}", "\"metadata\": {", "\"a\":{},", times: 1 << 20, "\"b\": 1}"),
    .place("hlspack.json: 65 MB", .all, "truncate -s 65M \"$1/hlspack.json\""),
    .long("hlspack.json", "8.021333", "", "9", times: 1 << 20),
    HostileCase(name: "hlspack.json: not UTF-8") {
      try $0.write("hlspack.json", Array(try $0.text("hlspack.json").utf8).map { $0 == 0x53 ? 0xFF : $0 })
    },
    HostileCase(name: "hlspack.json: a byte order mark") {
      try $0.write("hlspack.json", [0xEF, 0xBB, 0xBF] + Array(try $0.text("hlspack.json").utf8))
    },
    HostileCase(name: "hlspack.json: empty") { try $0.write("hlspack.json", []) },
    HostileCase(name: "hlspack.json: zeros") {
      try $0.write("hlspack.json", [UInt8](repeating: 0, count: 9999))
    },
  ]

  private static let name = "\"name\":\"000000.ts\""

  private static let listings: [HostileCase] = [
    .listing(name, "\"name\":\"../victim\""), .listing(name, "\"name\":\"/etc/passwd\""),
    .listing(name, "\"name\":\"000000.ts/../../../victim\""), .listing(name, "\"name\":\"000001.ts\""),
    .listing(name, "\"name\":\"\(String(repeating: "0", count: 300)).ts\""),
    .listing(name, "\"name\":\"000000.TS\""), .listing(name, "\"map\":1000000000,\(name)"),
    .listing(name, "\(name),\(name)"), .listing("\"bytes\":68996", "\"bytes\":-1"),
    .listing("\"bytes\":68996", "\"bytes\":9223372036854775808"),
    .listing("\"durationSeconds\":4,\(name)", "\"durationSeconds\":1e999,\(name)"),
    .listing("\"sequence\":0", "\"sequence\":NaN"), .listing("\"kind\":\"variant\"", "\"kind\":\"audio\""),
    .long("\(HostileBundle.video)/stream.json", "\"files\":[", "\"files\":[", "[", times: 8 << 20),
    .listing("\"files\":[\n", "\"files\":[\n\n"), .listing("\"formatVersion\":1", "\"formatVersion\":2"),
  ]

  private static let playlists: [HostileCase] = ["index.m3u8", "\(HostileBundle.video)/playlist.m3u8"].flatMap
  {
    file -> [HostileCase] in
    let old = file == "index.m3u8" ? "\(HostileBundle.video)/playlist.m3u8" : "000000.ts"
    return ["../victim", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:LISTENER/x", "%2e%2e/victim"]
      .map {
        .playlist(file, old, $0)
      }
  }

  private static let places: [HostileCase] = [
    .place("a media file is a link", .verification, "ln -sf /etc/passwd \"$1/$2/000000.ts\""),
    .place(
      "a media file is a link to its own bytes", .verification,
      "mv \"$1/$2/000000.ts\" moved.ts; ln -s ../../moved.ts \"$1/$2/000000.ts\""),
    .place(
      "a stream's folder is a link to its like", .changes,
      "rm -rf moved; mv \"$1/$2\" moved; ln -s ../moved \"$1/$2\""),
    .place(
      "the manifest is a link to itself", .all,
      "mv \"$1/hlspack.json\" moved.json; ln -s ../moved.json \"$1/hlspack.json\""),
    .place(
      "the sums are a link", .all, "mv \"$1/SHA256SUMS\" moved.sums; ln -s ../moved.sums \"$1/SHA256SUMS\""),
    .place("a media file is a pipe", .verification, "rm \"$1/$2/000000.ts\"; mkfifo \"$1/$2/000000.ts\""),
    .place("a listing is a pipe", .changes, "rm \"$1/$2/stream.json\"; mkfifo \"$1/$2/stream.json\""),
    .place("the playlist is a pipe", .changes, "rm \"$1/index.m3u8\"; mkfifo \"$1/index.m3u8\""),
    .place("the manifest is a pipe", .all, "rm \"$1/hlspack.json\"; mkfifo \"$1/hlspack.json\""),
    .place("the sums are a pipe", .all, "rm \"$1/SHA256SUMS\"; mkfifo \"$1/SHA256SUMS\""),
    .place("the manifest is a folder", .all, "rm \"$1/hlspack.json\"; mkdir \"$1/hlspack.json\""),
    .place("a media file is a folder", .verification, "rm \"$1/$2/000000.ts\"; mkdir \"$1/$2/000000.ts\""),
    .place(
      "the state is a pipe", .verification, codes: [0, 7], "rm -f \"$1/state.json\"; mkfifo \"$1/state.json\""
    ),
    .place(
      "the state is a link outside", .verification, codes: [0, 7], "ln -sf ../victim \"$1/state.json\""),
    .place("the lock is a link outside", .verification, codes: [0, 7], "ln -s ../made \"$1/.hlspack.lock\""),
    .place("the lock is a pipe", .verification, codes: [0, 7], "mkfifo \"$1/.hlspack.lock\""),
    .place(
      "a media file is a hard link", .verification, codes: [0], "ln \"$1/$2/000000.ts\" linked; rm linked"),
  ]

  private static let sums: [HostileCase] = [
    HostileCase(name: "SHA256SUMS: a file outside", reach: .verification) {
      try $0.write("SHA256SUMS", Array((try $0.text("SHA256SUMS") + victim).utf8))
    },
    HostileCase(name: "SHA256SUMS: 70 MB", reach: .verification) {
      let more = Array(String(repeating: victim, count: 900_000).utf8)
      try $0.write("SHA256SUMS", Array(try $0.text("SHA256SUMS").utf8) + more)
    },
  ]

  private static let victim = String(repeating: "0", count: 64) + "  ../victim\n"
}
