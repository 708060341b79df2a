import Support

extension FaultTable {
  static let page = Array("<!DOCTYPE html><html><body>Please log in</body></html>".utf8)

  private static let statuses: [(status: Int, text: String)] = [
    (201, "201 Created"), (202, "202 Accepted"), (204, "204 No Content"), (205, "205 Reset Content"),
    (300, "300 Multiple Choices"), (304, "304 Not Modified"), (305, "305 Use Proxy"),
    (400, "400 Bad Request"), (401, "401 Unauthorized"), (402, "402 Payment Required"),
    (403, "403 Forbidden"), (404, "404 Not Found"), (405, "405 Method Not Allowed"),
    (406, "406 Not Acceptable"), (410, "410 Gone"), (412, "412 Precondition Failed"),
    (414, "414 URI Too Long"), (416, "416 Range Not Satisfiable"), (418, "status 418"),
    (421, "421 Misdirected Request"), (426, "426 Upgrade Required"),
    (428, "428 Precondition Required"), (431, "431 Request Header Fields Too Large"),
    (451, "451 Unavailable For Legal Reasons"),
  ]

  private static let everywhere = [401, 403, 404, 410, 204]

  static let refusals: [Fault] =
    statuses.flatMap { status, text -> [Fault] in
      let places: [Fault.Place] = everywhere.contains(status) ? Fault.Place.allCases : [.segment]
      let isBare = status == 204 || status == 205 || status == 304
      return places.map { place -> Fault in
        .refused(text, at: place, says: text) { _ in .status(status, body: isBare ? "" : "no\n") }
      }
    } + [
      .refused("401 with an HTML page", at: .segment, says: "401 Unauthorized") { _ in
        FaultOrigin.Response(status: 401, headers: [("Content-Type", "text/html")], body: page)
      },
      .refused("404 with a whole segment as its body", at: .segment, says: "404 Not Found") {
        FaultOrigin.Response(status: 404, body: $0.bytes)
      },
      .refused("416 with Content-Range", at: .range, says: "the resource has 100 (status 416)") { _ in
        .status(416, headers: [("Content-Range", "bytes */100")])
      },
      .refused("416 without Content-Range", at: .range, says: "416 Range Not Satisfiable") { _ in .status(416)
      },
      .refused("416 with Content-Range", at: .ranges, says: "the resource has 100 (status 416)") { _ in
        .status(416, headers: [("Content-Range", "bytes */100")])
      },
      .refused("404 of all segments after a good playlist", at: .first, says: "404 Not Found") { _ in
        .status(404)
      },
      .refused("status 999", at: .segment, says: "999") { _ in .status(999) },
      tokenThatEnds, tokenThatEndsForGood,
    ]

  /// The last segment is refused at the address that the playlist named at first, as when its token has ended.
  private static let tokenThatEnds = Fault(
    "a token in it that ends midway (403): fetched anew, it has a good one", at: .media,
    .origin { strike in
      let text = String(decoding: strike.bytes, as: UTF8.self)
      return strike.number == 1
        ? .text(text.replacing("seg2.ts?", with: "/locked/seg2.ts?")) : .text(text)
    }, .whole)

  private static let tokenThatEndsForGood = Fault.refused(
    "a token that ends midway (403), and a playlist that names the same again", at: .last,
    says: "403 Forbidden"
  ) { _ in .status(403) }

  private static let places: [Fault.Place] = [.multivariant, .media, .key, .initialization, .segment, .range]

  static let redirects: [Fault] =
    [301, 302, 303, 307, 308].flatMap { status -> [Fault] in
      places.map { place -> Fault in
        .harmless("\(status) to another path", at: place) { strike in
          .redirect(to: moved(strike), status: status)
        }
      }
    }
    + places.flatMap { place -> [Fault] in
      [
        .refused("a redirect loop", at: place, says: "more than 10 redirects") {
          .redirect(to: $0.request.target)
        },
        .harmless("302 to another origin, credentials withheld there", at: place) {
          .redirect(to: $0.elsewhere + moved($0))
        },
      ]
    } + oddRedirects

  private static func moved(_ strike: Fault.Strike) -> String {
    strike.request.path.replacing("/film/", with: "/moved/")
  }

  private static let oddRedirects: [Fault] = [
    .refused("302 without Location", at: .segment, says: "302 without a Location") { _ in .status(302) },
    .refused("302 with an empty Location", at: .segment, says: "redirect") { _ in .redirect(to: "") },
    .refused("302 to file:", at: .segment, says: "a redirect to 'file:' is refused") { _ in
      .redirect(to: "file:///etc/hostname")
    },
    .refused("302 to file:", at: .key, says: "a redirect to 'file:' is refused") { _ in
      .redirect(to: "file:///etc/hostname")
    },
    .refused("302 to file:", at: .media, says: "a redirect to 'file:' is refused") { _ in
      .redirect(to: "file:///etc/hostname")
    },
    .refused("302 to ftp:", at: .segment, says: "a redirect to 'ftp:' is refused") { _ in
      .redirect(to: "ftp://127.0.0.1/x.ts")
    },
    .refused("302 to data:", at: .key, says: "a redirect to 'data:' is refused") { _ in
      .redirect(to: "data:,0123456789abcdef")
    },
    .refused("302 to an address without host", at: .segment, says: "no host") { _ in
      .redirect(to: "http:///film/seg1.ts")
    },
    .refused("302 to another origin that answers 403", at: .segment, says: "403 Forbidden") {
      .redirect(to: $0.elsewhere + "/locked/seg1.ts")
    },
    .lasting("302 to a port where nobody listens", at: .segment, 6, says: "cannot connect") { _ in
      .redirect(to: "http://127.0.0.1:9/film/seg1.ts")
    },
    .lasting("302 to a name that is none", at: .segment, 6, says: "cannot resolve host") { _ in
      .redirect(to: "http://nothing.invalid/film/seg1.ts")
    },
    .harmless("302 to a relative address with dots", at: .segment) { _ in .redirect(to: "./../moved/seg1.ts")
    },
    .passing("a redirect loop that ends at the second request", at: .segment) {
      .redirect(to: $0.request.target)
    },
    .harmless("a redirect with the body of another segment", at: .segment) { strike in
      FaultOrigin.Response(
        status: 302, headers: [("Location", moved(strike))], body: TinyTitle.segment(7))
    },
  ]
}
