import Support

extension FaultTable {
  private static func nginx(
    _ name: String, at place: Fault.Place, _ directives: String, _ ending: Fault.Ending,
    options: [String] = []
  ) -> Fault {
    Fault(name, at: place, .nginx(directives), ending, options: options)
  }

  static let nginx: [Fault] = [
    nginx("nothing wrong", at: .segment, "", .whole),
    nginx("nothing wrong", at: .range, "", .whole),
    nginx("nothing wrong", at: .key, "", .whole),
    nginx("nothing wrong", at: .initialization, "", .whole),
    nginx("max_ranges 0: Range ignored", at: .range, "max_ranges 0;", .whole),
    nginx("one request a connection", at: .segment, "keepalive_requests 1;", .whole),
    nginx(
      "limit_rate 4k: slow bodies", at: .segment, "location ~ seg1 { limit_rate 4k; }", .whole),
    nginx("gzip of playlists", at: .media, "gzip on; gzip_min_length 1; gzip_types *;", .whole),
    nginx(
      "return 444: closed before the answer", at: .segment, "location ~ seg1 { return 444; }",
      .refused(6, says: "closed the connection")),
    nginx(
      "return 503", at: .segment, "location ~ seg1 { return 503; }",
      .refused(6, says: "503 Service Unavailable")),
    nginx(
      "deny all", at: .segment, "location ~ seg1 { deny all; }", .refused(5, says: "403 Forbidden")),
    nginx(
      "a dead upstream", at: .segment, "location ~ seg1 { proxy_pass http://127.0.0.1:9; }",
      .refused(6, says: "502 Bad Gateway")),
    nginx(
      "its error page with 200", at: .segment,
      "error_page 404 =200 /film/page.html; location ~ seg1 { "
        + "default_type text/html; return 200 '<!DOCTYPE html><html><body>maintenance</body></html>'; }",
      .refused(5, says: "HTML")),
    nginx(
      "a redirect to another origin", at: .segment,
      "location ~ seg1 { return 302 ELSEWHERE/moved/seg1.ts; }", .whole),
    nginx(
      "a redirect loop", at: .segment, "location ~ seg1 { return 301 $request_uri; }",
      .refused(5, says: "more than 10 redirects")),
  ]

  static let secure: [Fault] = [
    Fault("nothing wrong", at: .segment, .secure(.good, isTrusted: true, directives: ""), .whole),
    Fault(
      "signed by itself and not trusted", at: .multivariant,
      .secure(.good, isTrusted: false, directives: ""), .refused(5, says: "the certificate is not trusted")),
    Fault(
      "signed by itself and not trusted, with --insecure", at: .multivariant,
      .secure(.good, isTrusted: false, directives: ""), .whole, options: ["--insecure"]),
    Fault(
      "expired", at: .multivariant, .secure(.expired, isTrusted: true, directives: ""),
      .refused(5, says: "expired")),
    Fault(
      "for another host", at: .multivariant, .secure(.otherHost, isTrusted: true, directives: ""),
      .refused(5, says: "the certificate is not trusted")),
    Fault(
      "302 from https to http at another origin", at: .segment,
      .secure(.good, isTrusted: true, directives: "location ~ seg1 { return 302 ELSEWHERE/moved/seg1.ts; }"),
      .refused(5, says: "a redirect from https to http is refused")),
    Fault(
      "302 from https to http at another origin", at: .key,
      .secure(.good, isTrusted: true, directives: "location ~ key { return 302 ELSEWHERE/moved/key; }"),
      .refused(5, says: "a redirect from https to http is refused")),
    Fault(
      "a handshake that is cut", at: .multivariant, .http2(.handshakeCut, times: 0),
      .refused(6, says: "/film/master.m3u8")),
  ]

  static let http2: [Fault] = [Fault.Place.segment, .range, .media].flatMap { place -> [Fault] in
    HTTP2Origin.Fault.allCases.flatMap { kind -> [Fault] in
      guard let words = words(kind) else { return [] }
      let options = kind == .stall || kind == .hang ? ["--socket-timeout", "1"] : []
      let once = Fault("\(words.text), once", at: place, .http2(kind, times: 1), .whole, options: options)
      guard let says = words.says, place != .range else { return [once] }
      return [
        once,
        Fault(
          "\(words.text), always", at: place, .http2(kind, times: 0), .refused(6, says: says),
          options: options),
      ]
    }
  }

  /// What a fault is, and what is said when it lasts; nil where that does no harm.
  private static func words(_ fault: HTTP2Origin.Fault) -> (text: String, says: String?)? {
    switch fault {
    case .goawayUnprocessed: ("GOAWAY, the stream not processed", "")
    case .goawayMidway: ("GOAWAY after half of the body", "")
    case .goawayGraceful: ("GOAWAY after the body", nil)
    case .refusedStream: ("RST_STREAM with REFUSED_STREAM", "")
    case .resetMidway: ("RST_STREAM with INTERNAL_ERROR after half of the body", "")
    case .resetWithoutError: ("RST_STREAM with NO_ERROR after half of the body", "")
    case .stall: ("half of the body, then a window that stays closed", "no data for 1 s")
    case .hang: ("no answer on the stream", "no data for 1 s")
    case .short: ("END_STREAM after half of the announced body", "")
    case .cut: ("the connection ends after half of the body", "")
    case .garbage: ("no frames any more after half of the body", "")
    case .handshakeCut: nil
    }
  }
}
