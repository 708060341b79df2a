import Addresses
import CCurl

/// What other people's networks ask for: proxies, cookies, credentials, one way out.
extension Slot {
  /// What holds for all requests of the slot.
  func applyNetworkSettings() {
    let settings = context.settings
    easy.share(context.cookies)
    // Whether a host is reached through a proxy is decided here alone, or the guard and libcurl might differ: the
    // proxy is set for each request, and libcurl must not look into the environment.
    easy.set(CURLOPT_PROXY, "")
    easy.set(CURLOPT_NOPROXY, "")
    if let user = settings.proxies.user {
      // libcurl decodes both.
      let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      easy.set(CURLOPT_PROXYUSERNAME, percentEncoded(parts[0]))
      easy.set(CURLOPT_PROXYPASSWORD, percentEncoded(parts.count > 1 ? parts[1] : ""))
    }
    if let file = settings.caFile { easy.set(CURLOPT_PROXY_CAINFO, file) }
    if let netrc = settings.netrcFile { easy.set(CURLOPT_NETRC_FILE, netrc.path) }
    switch settings.ipVersion {
    case .v4: easy.set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
    case .v6: easy.set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
    case nil: break
    }
    if let source = settings.sourceAddress {
      let isLiteral = AddressClass.of(literal: source) != nil
      easy.set(CURLOPT_INTERFACE, (isLiteral ? "host!" : "if!") + source)
    }
  }

  /// Address, proxy, fields and credentials of the request to be made; the origin that something was withheld from,
  /// nil when nothing was.
  /// - Parameter more: header lines of this request alone.
  func applyNetwork(
    to uri: URI, kind: ResourceKind, crossedOrigins: Bool, more: [String]
  ) -> String? {
    let isAdmitted = context.boundary.admitsCredentials(to: uri.origin)
    let reach: RequestFields.Reach = crossedOrigins ? .redirected : isAdmitted ? .trusted : .named
    let isTrusted = reach == .trusted
    easy.set(CURLOPT_URL, isTrusted && kind != .artwork ? context.boundary.completed(uri) : uri.text)
    easy.set(CURLOPT_PROXY, context.proxy(for: uri) ?? "")
    let fields = context.fields.fields(for: kind, reach)
    ownHeaders = more.isEmpty ? nil : HeaderList(fields.list, and: more)
    easy.set(CURLOPT_HTTPHEADER, list: (ownHeaders ?? fields.list).raw)
    easy.set(CURLOPT_COOKIE, fields.cookies)
    let netrc = context.settings.netrcFile
    if netrc != nil {
      let use = isTrusted ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED
      easy.set(CURLOPT_NETRC, Int(use.rawValue))
    }
    let certificate = context.settings.clientCertificate
    if let certificate { apply(isTrusted ? certificate : nil) }
    let isCurtailed =
      context.fields.isCurtailed(kind, reach) || netrc?.covers(uri.host ?? "") == true
      || certificate != nil || context.boundary.completes
    return !isTrusted && isCurtailed ? uri.origin.description : nil
  }

  /// What the rest of a body must still be of (If-Range), else whether the body is wanted at all. What a server said of
  /// a version is said to no other origin.
  func condition(_ demand: Demand) -> String? {
    if let validator = demand.resumption?.validator { return "If-Range: \(validator.text)" }
    return hasCrossedOrigins ? nil : work?.asked.condition?.line
  }

  private func apply(_ certificate: ClientCertificate?) {
    easy.set(CURLOPT_SSLCERT, certificate?.file)
    easy.set(CURLOPT_SSLCERTTYPE, certificate?.format)
    easy.set(CURLOPT_SSLKEY, certificate?.keyFile)
    easy.set(CURLOPT_KEYPASSWD, certificate?.password)
  }

  /// What stands against an address that is written with the other version of IP: libcurl chooses among those of
  /// a name only.
  func versionFlaw(of uri: URI) -> TransferFailure.Kind? {
    guard let version = context.settings.ipVersion, let host = uri.host,
      AddressClass.of(literal: host) != nil,
      !context.isProxied(uri)
    else { return nil }
    let written: IPVersion = host.utf8.contains(UInt8(ascii: ":")) ? .v6 : .v4
    return written == version ? nil : .invalid("\(host) is not of the version of IP that was asked for")
  }
}

extension EasyHandle {
  /// Takes part in a store of cookies, which lives as long as the handle does.
  func share(_ cookies: CookieStore) {
    check(ccurl_set_pointer(raw, CURLOPT_SHARE, cookies.share))
    // No file, but without it libcurl neither sends nor takes cookies.
    set(CURLOPT_COOKIEFILE, "")
    kept = cookies
  }
}

/// Every byte but letters and digits as a triplet.
private func percentEncoded(_ text: Substring) -> String {
  text.utf8.map { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return String(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "%0" + digits : "%" + digits
    }
  }.joined()
}
