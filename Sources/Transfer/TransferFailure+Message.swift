import Addresses

extension TransferFailure: CustomStringConvertible {
  package var description: String { message }

  /// Place, deed and reason: lower case, no full stop, and of the URI the path only.
  package var message: String {
    let place = uri.isHTTP ? uri.pathText : "\(uri.scheme):"
    let way = redirectedTo.map { " (redirected to \($0))" } ?? ""
    switch kind {
    case .status, .proxy, .resolve, .connect, .tls, .certificate, .connectTimeout, .redirect, .refusedAddress:
      return "GET \(place)\(way): \(reason)"
    default:
      return "\(place)\(way): \(reason)"
    }
  }

  /// The reason alone.
  package var reason: String {
    switch kind {
    case .status(let code): statusText(code)
    case .proxy(let code): "the proxy refuses: \(statusText(code))"
    case .resolve(let host): "cannot resolve host \(host)"
    case .connect(let reason, let host): "cannot connect to \(host): \(reason)"
    case .tls(let reason): "the TLS handshake failed: \(reason)"
    case .certificate(let reason): "the certificate is not trusted: \(reason)"
    case .connectTimeout(let time): "no connection within \(seconds(time))"
    case .stalled(let time, let received, let expected):
      "no data for \(seconds(time)) after \(bytes(received, of: expected))"
    case .shortBody(let received, let expected): "connection closed after \(bytes(received, of: expected))"
    case .connectionLost(let reason, let received, let expected):
      "\(reason) after \(bytes(received, of: expected))"
    case .tooSlow(let rate, let limit):
      "\(grouped(rate)) bytes a second, less than the \(grouped(limit)) wanted"
    case .malformed(let reason), .range(let reason), .redirect(let reason), .invalid(let reason),
      .library(let reason), .changed(let reason):
      reason
    case .scheme(let scheme): "'\(scheme):' is not followed, only http and https"
    case .refusedAddress(let address): "\(address) is less public than the source's own address"
    case .tooLarge(let limit): "larger than the limit of \(grouped(limit)) bytes"
    case .cutCoding(let coding): "the \(coding) data ends too early"
    case .encoding(let reason): "cannot be decoded: \(reason)"
    case .sink(let failure): failure.sentence
    case .cancelled: "cancelled"
    case .closed: "transfers are closed"
    }
  }

  /// What may help; nil where nothing is known to.
  package var hint: String? {
    if let retryAfter { return "the server asks to be left alone for \(seconds(retryAfter))" }
    return switch kind {
    case .refusedAddress: "--allow-private-hosts permits it"
    case .status(407), .proxy(407): "--proxy-user NAME:@FILE gives the proxy a name and a password"
    case .status(401), .status(403):
      withheldFrom.map { origin in
        redirectedTo == nil
          ? "credentials were withheld from \(origin), which is not the source's origin; --send-credentials-to permits it"
          : "credentials were withheld from \(origin), since a redirect led there"
      }
    default: nil
    }
  }
}

private func bytes(_ received: Int64, of expected: Int64?) -> String {
  guard let expected else { return "\(grouped(received)) \(received == 1 ? "byte" : "bytes")" }
  return "\(grouped(received)) of \(grouped(expected)) \(expected == 1 ? "byte" : "bytes")"
}

private func seconds(_ time: Duration) -> String {
  let tenths = Int((time / .milliseconds(100)).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
}

/// A count with commas between thousands.
func grouped(_ count: Int64) -> String {
  let digits = String(count.magnitude)
  var text = count < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}

/// The code and its name (RFC 9110, 15); never the server's own words.
private func statusText(_ code: Int) -> String {
  guard let name = statusNames[code] else { return "status \(code)" }
  return "\(code) \(name)"
}

private let statusNames = [
  201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
  205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices", 304: "Not Modified",
  305: "Use Proxy", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
  404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
  407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
  412: "Precondition Failed", 414: "URI Too Long", 416: "Range Not Satisfiable",
  421: "Misdirected Request", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
  429: "Too Many Requests", 431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
  502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  505: "HTTP Version Not Supported", 511: "Network Authentication Required",
]
