import Addresses
import BundleStore
import Console
import Digest
import Download
import Files
import JSON
import Transfer
import Upkeep

/// `expire --invalidate-keys BUNDLE`
struct Invalidation {
  private let options: ExpireOptions
  private let context: Context
  private let console: Console
  private let lines: JSONLines?

  init(_ options: ExpireOptions, _ context: Context, _ console: Console, _ lines: JSONLines?) {
    self.options = options
    self.context = context
    self.console = console
    self.lines = lines
  }

  func run(_ summary: inout Summary) async throws(Failure) {
    let path = options.paths.first ?? ""
    summary.hasBundle = true
    summary.bundle = path
    // All that was typed is looked at before anything is done.
    let nonce = try options.keys.checkedNonce()
    let work = KeyInvalidation(
      nonce: nonce, key: try options.keys.signingKey(), at: context.surroundings.now(),
      by: context.surroundings.program)
    let report = try options.keys.report()
    let settings = try options.transfer.settings(context)
    let proof: KeyInvalidation.Proof
    do throws(BundleError) {
      proof = options.isDry ? try await work.look(at: path) : try await work.run(at: path)
    } catch {
      throw Failure(error)
    }
    tell(proof, nonce, path)
    guard let report, !options.isDry else { return }
    try await post(proof, to: report, settings, &summary)
  }

  private func tell(_ proof: KeyInvalidation.Proof, _ nonce: String?, _ path: String) {
    // Ours, or refused before.
    let receipt = (try? JSONReader.parse(proof.receipt)) ?? .null
    if proof.wasThere {
      console.note("\(path): its keys were invalidated before")
      if let nonce, receipt["nonce"]?.text != nonce {
        console.warning("\(path): the receipt that stands does not have the nonce \(nonce)")
      }
    } else if !options.isDry {
      console.note("\(path): its keys are overwritten and deleted; it cannot be played any more")
    }
    if let lines {
      var members = receipt.members ?? [:]
      members["signature"] = proof.signature.map { .string(Hex.text(of: $0)) }
      return lines.write(type: "receipt", members)
    }
    // Exactly the bytes of the file, which end with a line feed.
    console.result(String(decoding: proof.receipt.dropLast(), as: UTF8.self))
  }

  private func post(
    _ proof: KeyInvalidation.Proof, to uri: URI, _ settings: TransferSettings, _ summary: inout Summary
  ) async throws(Failure) {
    let transfers = Transfers(settings: settings) { TransferEvents.tell($0, console) }
    defer {
      summary.requests = transfers.totals.requests
      summary.retries = transfers.totals.retries
      transfers.close()
    }
    var fields: [HeaderField] = []
    if let signature = proof.signature,
      let field = HeaderField(name: "Receipt-Signature", value: Hex.text(of: signature))
    {
      fields.append(field)
    }
    var request = FetchRequest(uri: uri, kind: .report, limit: 1 << 20, isSource: true)
    request.posted = PostedText(
      String(decoding: proof.receipt, as: UTF8.self), contentType: "application/json", fields: fields)
    do {
      _ = try await transfers.fetch(request)
    } catch {
      if let code = context.stop.exitCode { throw Failure(code, "stopped before the receipt was taken") }
      let text = error.message
      throw Failure(
        .unavailable, text.hasPrefix("GET ") ? "POST " + text.dropFirst(4) : text,
        hint: "the receipt is kept; the same command posts it again")
    }
    console.note("the receipt was posted")
  }
}
