import Addresses
import Digest
import Flags

/// The keys given back, and the proof of it.
struct InvalidationOptions: Sendable {
  var isWanted = false
  var nonce: String?
  var receiptKey: String?
  var reportURL: String?

  static let options: [Option<InvalidationOptions>] = [
    .flag(
      "invalidate-keys", \.isWanted,
      "Overwrite and delete the content keys of one bundle, and write a receipt.",
      details: [
        """
        The media stay and cannot be played any more. The receipt is `receipt.json` in the bundle, and is printed: the \
        keys, the time, the bundle, and what it does not cover. Done again, it gives the same receipt.
        """
      ]),
    .value(
      "nonce", placeholder: "TEXT", \.nonce, "Say TEXT in the receipt, so that no older one can be handed in."
    ),
    .value(
      "receipt-key", placeholder: "FILE", completion: .file, \.receiptKey,
      "Sign the receipt with the Ed25519 key in FILE.",
      details: [
        """
        A private key in PEM that no password guards, as `openssl genpkey -algorithm ed25519` makes it. The signature \
        is `receipt.json.sig`, 64 bytes, over the bytes of the receipt.
        """
      ]),
    .value(
      "report-url", placeholder: "URL", completion: .url, \.reportURL, "Post the receipt to URL.",
      details: [
        """
        As application/json, the signature in hexadecimal digits in the field Receipt-Signature. Where that fails, the \
        keys are invalidated all the same and the code is 6; the same command posts the receipt again. @FILE and - \
        read the URL.
        """
      ]),
  ]

  /// The first option that says nothing without --invalidate-keys; nil where none is given.
  var loneWord: String? {
    [("--nonce", nonce), ("--receipt-key", receiptKey), ("--report-url", reportURL)].first { $0.1 != nil }?.0
  }

  func checkedNonce() throws(Failure) -> String? {
    guard let nonce else { return nil }
    guard (1...1_024).contains(nonce.utf8.count), SecretArgument.isPlain(nonce) else {
      throw Failure(.usage, "--nonce: is empty, longer than 1,024 bytes, or has control characters")
    }
    return nonce
  }

  func signingKey() throws(Failure) -> SigningKey? {
    try receiptKey.map { (file) throws(Failure) in try SigningOptions.key(file, of: "--receipt-key") }
  }

  func report() throws(Failure) -> URI? {
    guard let reportURL else { return nil }
    let text = try SecretArgument.text(reportURL, of: "--report-url")
    guard let uri = try? URI(text), uri.isHTTP, uri.host != nil else {
      throw Failure(.usage, "--report-url: not an address of http or https")
    }
    return uri
  }
}
