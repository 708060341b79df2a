import Addresses
import CCurl
import Glibc

/// What libcurl's codes mean, in our words: one table.
struct CurlFailure {
  private let easy: EasyHandle
  private let uri: URI?
  private let reception: Reception
  private let settings: TransferSettings

  init(_ easy: EasyHandle, _ uri: URI?, _ reception: Reception, _ settings: TransferSettings) {
    self.easy = easy
    self.uri = uri
    self.reception = reception
    self.settings = settings
  }

  /// nil for success.
  func kind(of code: CURLcode) -> TransferFailure.Kind? {
    switch code {
    case CURLE_OK: nil
    case CURLE_COULDNT_RESOLVE_HOST: .resolve(host: uri?.host ?? "")
    case CURLE_COULDNT_RESOLVE_PROXY: .connect("its name cannot be resolved", host: "the proxy")
    case CURLE_COULDNT_CONNECT:
      .connect(systemReason ?? text(code), host: isProxied ? "the proxy" : hostAndPort)
    case CURLE_PROXY: .connect(text(code), host: hostAndPort)
    case CURLE_INTERFACE_FAILED: .invalid("no connection can come from there: \(text(code))")
    case CURLE_SSL_CERTPROBLEM: .invalid("the client certificate cannot be used: \(text(code))")
    case CURLE_OPERATION_TIMEDOUT: .connectTimeout(settings.connectTimeout)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .certificate(text(code))
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: .tls(text(code))
    case CURLE_PARTIAL_FILE: .shortBody(received: received, expected: expected)
    case CURLE_GOT_NOTHING: lost("the server closed the connection")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: proxyRefusal ?? lost(lostReason(code))
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: lost("the HTTP/2 stream failed")
    case CURLE_BAD_CONTENT_ENCODING: .encoding(text(code))
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
      .malformed("the answer is not HTTP: \(text(code))")
    case CURLE_URL_MALFORMAT: .invalid("the URI cannot be requested")
    default: .library(text(code))
    }
  }

  private func lost(_ reason: String) -> TransferFailure.Kind {
    .connectionLost(reason, received: received, expected: expected)
  }

  /// libcurl reports a proxy that opens no tunnel as a connection that brought nothing.
  private var proxyRefusal: TransferFailure.Kind? {
    let status = easy.long(CURLINFO_HTTP_CONNECTCODE)
    return status >= 300 ? .proxy(status) : nil
  }

  /// The text differs with the TLS library, and the system's code may be that of an earlier transfer.
  private func lostReason(_ code: CURLcode) -> String {
    let text = text(code)
    if text.contains("eset by peer") { return "connection reset by peer" }
    return text.contains("chunk") ? "a chunk of the body makes no sense" : "connection lost"
  }

  /// Bytes of the body as sent, before decoding.
  private var received: Int64 { easy.offset(CURLINFO_SIZE_DOWNLOAD_T) }
  private var expected: Int64? { reception.head?.contentLength }

  private var isProxied: Bool { uri.flatMap(settings.proxies.proxy) != nil }

  private var hostAndPort: String {
    guard let uri, let host = uri.host else { return "" }
    let shown = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return uri.effectivePort.map { "\(shown):\($0)" } ?? shown
  }

  /// The system's word for the last failed call; nil when none failed.
  private var systemReason: String? {
    let code = Int32(easy.long(CURLINFO_OS_ERRNO))
    return code == 0 ? nil : String(cString: strerror(code)).loweringFirst
  }

  private func text(_ code: CURLcode) -> String {
    (easy.errorText ?? String(cString: curl_easy_strerror(code))).loweringFirst
  }
}

extension String {
  /// With a small first letter, unless the first word is an abbreviation.
  fileprivate var loweringFirst: String {
    let second = dropFirst().first
    guard let first, second?.isUppercase != true else { return self }
    return first.lowercased() + dropFirst()
  }
}
