import Files
import Foundation

/// A page to open: what plays what.
struct BrowserPage: Sendable {
  let player: BrowserPlayer
  let folder: String
  /// By its name in the folder.
  let playlist: String
}

/// Pages in one browser, a few side by side at a time, since it is its start that takes long: the server's
/// configuration, the script that drives it, and what came out.
struct BrowserSession {
  /// How many pages play side by side.
  private static let width = 4

  private let pages: [BrowserPage]
  private let work: TemporaryFolder
  private let seclusion: Seclusion
  private let reserved: ReservedPort
  private let driver: ReservedPort

  init(_ pages: [BrowserPage]) async throws {
    self.pages = pages
    work = try TemporaryFolder("chromium")
    seclusion = try await Seclusion.find(loopback: true)
    reserved = try ReservedPort()
    driver = try ReservedPort()
    let configuration = NginxConfiguration(
      workFolder: work.path, root: work.path("site"), port: reserved.port, directives: try directives(),
      pulse: "/pulse")
    try work.write(configuration.text, to: "nginx.conf")
    try work.makeFolder("site")
    for batch in batches.indices {
      try work.write(BrowserPages.frames(batches[batch].map(address)), to: "site/players-\(batch).html")
      try work.write(Self.json(["url": "\(origin)players-\(batch).html"]), to: "url-\(batch).json")
    }
    try work.write(BrowserPages.common, to: "site/common.js")
    try work.write(BrowserPages.native, to: "site/native.html")
    try work.write(BrowserPages.library, to: "site/library.html")
    try work.write(Self.json(Self.capabilities(work)), to: "session.json")
    try work.write(Self.json(["script": BrowserPages.waiting, "args": [String]()]), to: "script.json")
    try work.write(Self.json(["type": "performance"]), to: "log.json")
    try work.write(Self.driverScript, to: "drive.sh")
  }

  private var origin: String { "http://127.0.0.1:\(reserved.port)/" }

  /// The numbers of the pages that play side by side.
  private var batches: [Range<Int>] {
    stride(from: 0, to: pages.count, by: Self.width).map { $0..<min($0 + Self.width, pages.count) }
  }

  /// The whole address of one page, which tells its requests from the others'.
  private func address(of page: Int) -> String {
    "\(origin)\(pages[page].player.rawValue).html?/title/\(page)/\(pages[page].playlist)"
  }

  private func directives() throws -> String {
    var lines = [
      "location = /favicon.ico { return 204; }",
      "location = /common.js { default_type text/javascript; }",
    ]
    for (number, page) in pages.enumerated() {
      lines.append("location /title/\(number)/ { alias \"\(page.folder)/\"; }")
    }
    if pages.contains(where: { $0.player == .library }) {
      lines.append(
        "location = /hls.mjs { default_type text/javascript; alias \"\(try Tools.hlsLibrary())\"; }")
    }
    return lines.joined(separator: "\n")
  }

  /// - Returns: as many as there are pages, in order.
  func play() async throws -> [Players.BrowserPlayback] {
    for tool in ["nginx", "chromium", "chromedriver", "curl"] { _ = try Tools.require(tool) }
    let (tool, arguments) = try seclusion.wrapped(
      "bash",
      [
        work.path("drive.sh"), try Tools.require("nginx"), try Tools.require("chromedriver"),
        "\(reserved.port)", "\(driver.port)", "\(batches.count)",
      ])
    try await Tools.run(tool, arguments, in: work.path, limit: .seconds(120 + 30 * batches.count))
    let reports = try batches.indices.flatMap { batch in
      try JSONDecoder().decode(
        DriverAnswer<PageReport>.self, from: Data(work.read("played-\(batch).out"))
      ).value
    }
    guard reports.count == pages.count else {
      throw SupportError("playing in the browser", "\(reports.count) of \(pages.count) pages answered")
    }
    let requests = try requests()
    return reports.enumerated().map { number, report in
      Players.BrowserPlayback(
        ended: report.ended, played: report.played, duration: report.duration, error: report.error,
        audio: report.audio, subtitles: report.subtitles,
        foreignRequests: foreign(requests, of: number), network: seclusion.network)
    }
  }

  /// What that page asked other origins for. What the browser asks for by itself is in no page of ours.
  private func foreign(_ requests: [NetworkEvent.Parameters], of page: Int) -> [String] {
    requests.filter { $0.documentURL == address(of: page) }
      .compactMap { $0.request?.url }
      .filter { ($0.hasPrefix("http") || $0.hasPrefix("ws")) && !$0.hasPrefix(origin) }
  }

  /// From the driver's log of the browser's network events.
  private func requests() throws -> [NetworkEvent.Parameters] {
    let log = try JSONDecoder().decode(DriverAnswer<DriverLogEntry>.self, from: Data(work.read("log.out")))
    return try log.value.compactMap { entry in
      let event = try JSONDecoder().decode(NetworkEvent.self, from: Data(entry.message.utf8)).message
      return event.method == "Network.requestWillBeSent" ? event.params : nil
    }
  }

  private static func json(_ value: [String: Any]) throws -> [UInt8] {
    try [UInt8](JSONSerialization.data(withJSONObject: value))
  }

  private static func capabilities(_ work: TemporaryFolder) throws -> [String: Any] {
    let options: [String: Any] = [
      "binary": try Tools.require("chromium"),
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(work.path("profile"))",
        // Without it a page does not see which audio Chromium's own player has.
        "--enable-blink-features=AudioVideoTracks",
      ],
    ]
    let wanted: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["performance": "ALL"],
      "timeouts": ["script": 100_000, "pageLoad": 30_000],
    ]
    return ["capabilities": ["alwaysMatch": wanted]]
  }

  /// Starts server and driver, takes the session through its steps, ends what it started.
  private static let driverScript = """
    set -euo pipefail
    nginx=$1 chromedriver=$2 port=$3 driver_port=$4 batches=$5
    driver=http://127.0.0.1:$driver_port
    session=
    finish() {
      if [[ -n $session ]]; then curl -sS -m 10 -o /dev/null -X DELETE "$session" || true; fi
      kill $(jobs -p) 2>/dev/null || true
      wait || true
    }
    trap finish EXIT
    "$nginx" -e "$PWD/error.log" -p "$PWD" -c "$PWD/nginx.conf" &
    "$chromedriver" --port="$driver_port" >driver.log 2>&1 &
    call() {
      curl -sS -m 120 --fail-with-body -H 'Content-Type: application/json' -d "@$1" -o "$2" "$3" ||
        { cat "$2" driver.log >&2; exit 1; }
    }
    ready() { curl -sS -o /dev/null --retry 100 --retry-delay 0 --retry-max-time 20 --retry-connrefused "$1"; }
    ready "http://127.0.0.1:$port/pulse"
    ready "$driver/status"
    call session.json session.out "$driver/session"
    session=$driver/session/$(sed -n 's/.*"sessionId":"\\([^"]*\\)".*/\\1/p' session.out)
    for (( batch = 0; batch < batches; batch++ )); do
      call "url-$batch.json" url.out "$session/url"
      call script.json "played-$batch.out" "$session/execute/async"
    done
    call log.json log.out "$session/se/log"
    """
}

/// The driver's answer: a list of something.
private struct DriverAnswer<Entry: Decodable>: Decodable {
  let value: [Entry]
}

/// What one page said.
private struct PageReport: Decodable {
  let ended: Bool
  let played: Double
  let duration: Double
  let error: String
  let audio: [BrowserTrack]
  let subtitles: [BrowserTrack]
}

/// An entry of the driver's log: a text that is JSON itself.
private struct DriverLogEntry: Decodable {
  let message: String
}

/// One of the browser's network events, as far as it is used.
private struct NetworkEvent: Decodable {
  struct Message: Decodable {
    let method: String
    let params: Parameters
  }
  struct Parameters: Decodable {
    /// The page that asks.
    let documentURL: String?
    let request: Request?
  }
  struct Request: Decodable {
    let url: String
  }
  let message: Message
}
