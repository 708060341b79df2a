import Files
import Support

/// An origin that goes wrong, and the command that meets it.
struct FaultScene {
  /// What the command line and the playlists hold that nobody may ever see.
  static let secrets = ["TokenOfTheS0urce4711", "Bearer0fTheOwner0815", FaultTitle.signature]

  let fault: Fault
  let title: FaultTitle
  let folder: TemporaryFolder
  /// `scheme://host:port`.
  private let base: String
  private let certificate: String?
  // The servers live as long as this does.
  private let faultOrigin: FaultOrigin?
  private let elsewhere: FaultOrigin
  private let nginx: Nginx?
  private let http2: HTTP2Origin?

  static func set(_ fault: Fault) async throws -> FaultScene {
    var title = try await FaultTitle.make(fault.title)
    fault.change(&title)
    let folder = try TemporaryFolder("fault")
    let elsewhere = try honest(title)
    let address = "http://127.0.0.1:\(elsewhere.port)"
    switch fault.stage {
    case .origin(let answer):
      let origin = try struck(fault, title, elsewhere: address, answer)
      return FaultScene(
        fault: fault, title: title, folder: folder, base: "http://127.0.0.1:\(origin.port)", certificate: nil,
        faultOrigin: origin, elsewhere: elsewhere, nginx: nil, http2: nil)
    case .nginx(let directives):
      let nginx = try await Nginx.start(
        serving: try write(title, in: folder),
        directives: directives.replacing("ELSEWHERE", with: address))
      return FaultScene(
        fault: fault, title: title, folder: folder, base: "http://127.0.0.1:\(nginx.port)", certificate: nil,
        faultOrigin: nil, elsewhere: elsewhere, nginx: nginx, http2: nil)
    case .secure(let certificate, let isTrusted, let directives):
      let nginx = try await Nginx.start(
        serving: try write(title, in: folder), secure: true, certificate: certificate,
        directives: directives.replacing("ELSEWHERE", with: address))
      return FaultScene(
        fault: fault, title: title, folder: folder, base: String((nginx.secureURL() ?? "/").dropLast()),
        certificate: isTrusted ? nginx.certificate : nil, faultOrigin: nil, elsewhere: elsewhere,
        nginx: nginx,
        http2: nil)
    case .http2(let kind, let times):
      let origin = try await HTTP2Origin.start(
        serving: try write(title, in: folder), kind, at: fault.path, times: times)
      return FaultScene(
        fault: fault, title: title, folder: folder, base: "https://127.0.0.1:\(origin.port)",
        certificate: origin.certificate, faultOrigin: nil, elsewhere: elsewhere, nginx: nil, http2: origin)
    }
  }

  /// Ends the servers.
  func strike() async {
    faultOrigin?.stop()
    elsewhere.stop()
    await nginx?.stop()
    await http2?.stop()
  }

  /// Runs the program on it.
  func run() async throws -> Program.Run {
    var arguments = [
      "build", "-o", "film.movpkg", "-R", "1", "--retry-sleep", "0.05", "--socket-timeout", "5",
    ]
    arguments += ["-H", "Authorization: Bearer \(Self.secrets[1])"] + fault.options
    if let certificate { arguments += ["--cacert", certificate] }
    return try await Program.run(
      arguments + ["\(base)/film/master.m3u8?token=\(Self.secrets[0])"], in: folder)
  }

  /// Requests to the other origin that brought a credential there.
  var leaks: Int {
    elsewhere.requests.count { request in
      request.header("authorization") != nil || request.query?.contains(Self.secrets[0]) == true
    }
  }

  private static func honest(_ title: FaultTitle) throws -> FaultOrigin {
    try FaultOrigin.start { answer($0, of: title) }
  }

  /// What an honest server answers; it knows everything under `/moved/` too, and lets nobody into `/locked/`.
  private static func answer(_ request: FaultOrigin.Request, of title: FaultTitle) -> FaultOrigin.Response {
    if request.path.hasPrefix("/locked/") { return .status(403) }
    guard let resource = title.resources[request.path.replacing("/moved/", with: "/film/")] else {
      return .status(404)
    }
    return .file(resource.bytes, type: resource.type)
  }

  private static func struck(
    _ fault: Fault, _ title: FaultTitle, elsewhere: String, _ answer: @escaping Fault.Answer
  ) throws -> FaultOrigin {
    let counter = Counter()
    return try FaultOrigin.start { request in
      let good = Self.answer(request, of: title)
      guard fault.strikes(request) else { return good }
      return answer(
        Fault.Strike(
          request: request, number: counter.next(), good: good,
          bytes: title.resources[request.path]?.bytes ?? [], elsewhere: elsewhere))
    }
  }

  /// The title as files, for servers that serve files. Returns the folder.
  private static func write(_ title: FaultTitle, in folder: TemporaryFolder) throws -> String {
    for (path, resource) in title.resources { try folder.write(resource.bytes, to: "origin" + path) }
    return folder.path("origin")
  }
}
