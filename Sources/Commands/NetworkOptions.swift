import Addresses
import Files
import Flags
import Transfer

/// What other people's networks ask for: credentials, proxies, certificates, one way out.
struct NetworkOptions: Sendable {
  var playlistHeaders: [String] = []
  var keyHeaders: [String] = []
  var cookie: String?
  var cookieFile: String?
  var netrc = false
  var netrcLocation: String?
  var user: String?
  var bearer: String?
  var cert: String?
  var certKey: String?
  var certPassword: String?
  var proxy: String?
  var proxyUser: String?
  var noproxy: String?
  var onlyIPv4 = false
  var onlyIPv6 = false
  var sourceAddress: String?
  var appendsParameters = false
  var baseURL: String?

  /// Puts into the settings what was typed.
  /// - Throws: `usage` for what cannot be sent, cannot be read, or excludes each other.
  func apply(to settings: inout TransferSettings, environment: Environment) throws(Failure) {
    settings.classHeaders[.playlist] = try FieldArguments.fields(playlistHeaders, of: "--playlist-header")
    settings.classHeaders[.key] = try FieldArguments.fields(keyHeaders, of: "--key-header")
    try applyAuthorization(to: &settings, environment)
    settings.cookies = try cookies()
    settings.cookieFile = try read(cookieFile, of: "--cookies", CookieFile.read)
    settings.netrcFile = try read(try netrcPath(environment), of: "--netrc", NetrcFile.read)
    settings.clientCertificate = try certificate()
    settings.proxies = try ProxyArguments(
      proxy: proxy, user: proxyUser, exceptions: noproxy, environment: environment
    ).proxies()
    guard !(onlyIPv4 && onlyIPv6) else { throw Failure(.usage, "--ipv4 and --ipv6 exclude each other") }
    settings.ipVersion = onlyIPv4 ? .v4 : onlyIPv6 ? .v6 : nil
    settings.sourceAddress = try source()
    settings.appendsSourceQuery = appendsParameters
  }

  /// Where a playlist in a file is taken to stand; nil: where it is.
  func base() throws(Failure) -> URI? {
    guard let baseURL else { return nil }
    let text = try SecretArgument.text(baseURL, of: "--base-url")
    guard let uri = try? URI(text), uri.isHTTP else {
      throw Failure(.usage, "--base-url: not an http or https address")
    }
    return uri
  }

  private func applyAuthorization(
    to settings: inout TransferSettings, _ environment: Environment
  ) throws(Failure) {
    let isGiven = settings.headers.contains { $0.name.lowercased() == "authorization" }
    let ways = [
      isGiven ? "--header 'Authorization: …'" : nil, user == nil ? nil : "--user",
      bearer == nil ? nil : "--bearer",
    ].compactMap { $0 }
    guard ways.count < 2 else {
      throw Failure(.usage, "\(ways.joined(separator: " and ")) exclude each other")
    }
    if let user { settings.user = try SecretArgument.user(user, of: "--user") }
    guard let bearer else { return }
    let token = try token(bearer, environment)
    guard !token.isEmpty, let field = HeaderField(name: "Authorization", value: "Bearer \(token)") else {
      throw Failure(.usage, "--bearer: no token that can be sent")
    }
    settings.headers.append(field)
  }

  private func token(_ typed: String, _ environment: Environment) throws(Failure) -> String {
    guard typed.hasPrefix("env:") else {
      return try SecretArgument.hidden(typed, of: "--bearer", forms: "@FILE, - or env:NAME")
    }
    let name = String(typed.dropFirst(4))
    guard let value = environment.value(name) else {
      throw Failure(.usage, "--bearer: the environment has no variable of that name")
    }
    return value
  }

  private func cookies() throws(Failure) -> String? {
    guard let cookie else { return nil }
    var text = cookie
    if let path = SecretArgument.path(in: cookie) {
      text = try ArgumentFile.lines(path, of: "--cookie").joined(separator: "; ")
    }
    guard text.contains("="), HeaderField(name: "Cookie", value: text) != nil else {
      throw Failure(.usage, "--cookie: not NAME=VALUE; …", hint: "--cookies FILE reads a cookie jar")
    }
    return text
  }

  private func netrcPath(_ environment: Environment) throws(Failure) -> String? {
    if let netrcLocation { return netrcLocation }
    guard netrc else { return nil }
    guard let home = environment.value("HOME"), !home.isEmpty else {
      throw Failure(
        .usage, "--netrc: HOME is not set", hint: "--netrc-location FILE says where the file is")
    }
    return FilePath.join(home, ".netrc")
  }

  private func certificate() throws(Failure) -> ClientCertificate? {
    guard let cert else {
      guard certKey == nil, certPassword == nil else {
        throw Failure(.usage, "--cert-key and --cert-password need --cert")
      }
      return nil
    }
    var certificate = ClientCertificate(file: cert, keyFile: certKey)
    for (path, option) in [(cert, "--cert"), (certKey, "--cert-key")] {
      _ = try read(path, of: option) { (path: String) throws(SystemError) in try OpenFile.open(path).size }
    }
    if let certPassword {
      certificate.password = try SecretArgument.hidden(
        certPassword, of: "--cert-password", forms: "@FILE or -")
    }
    return certificate
  }

  private func source() throws(Failure) -> String? {
    guard let sourceAddress else { return nil }
    // A name of Linux: at most 15 bytes, neither blanks nor slashes nor colons (netdevice(7)).
    let isName =
      (1...15).contains(sourceAddress.utf8.count)
      && sourceAddress.utf8.allSatisfy { $0 > 32 && $0 != 127 && $0 != 47 && $0 != 58 && $0 != 33 }
    guard isName || AddressClass.of(literal: sourceAddress) != nil else {
      throw Failure(.usage, "--source-address: neither an address nor the name of an interface")
    }
    return sourceAddress
  }

  private func read<Value>(
    _ path: String?, of option: String, _ body: (String) throws(SystemError) -> Value
  ) throws(Failure) -> Value? {
    guard let path else { return nil }
    do throws(SystemError) {
      return try body(path)
    } catch {
      throw Failure(.usage, "\(option): \(error)")
    }
  }
}
