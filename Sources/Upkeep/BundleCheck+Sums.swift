import BundleStore
import Conformance
import Digest

extension BundleCheck {
  mutating func writtenSums() -> Result<[Sums.Line], BundleError> {
    if let written { return written }
    let lines: Result<[Sums.Line], BundleError>
    do throws(BundleError) {
      lines = .success(try Sums.lines(of: bundle.read(.sums, limit: Sums.byteLimit), place: bundle.path))
    } catch {
      lines = .failure(error)
    }
    written = lines
    return lines
  }

  mutating func sumsFacts() -> SumsFacts {
    SumsFacts(
      path: BundlePath.sums.text, comparison: compareSums(), signaturePath: BundlePath.sumsSignature.text,
      signature: signature())
  }

  private func signature() -> SumsFacts.Signature {
    guard let key else { return .unasked }
    do throws(BundleError) {
      guard let signature = try bundle.sumsSignature() else { return .missing }
      return key.verifies(signature, of: try bundle.read(.sums, limit: Sums.byteLimit)) ? .right : .wrong
    } catch {
      return .unreadable(error.reason)
    }
  }

  private mutating func compareSums() -> SumsFacts.Comparison {
    guard unlisted.isEmpty else { return compareKnownSums() }
    do throws(BundleError) {
      let text = try bundle.read(.sums, limit: Sums.byteLimit)
      guard let line = sums.firstDifference(from: text) else { return .agrees }
      return .differs(line: line)
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// Where a listing cannot be trusted: all lines but those of its media.
  private mutating func compareKnownSums() -> SumsFacts.Comparison {
    switch writtenSums() {
    case .failure(let error): return error.system == nil ? .differs(line: nil) : .unreadable(error.reason)
    case .success(let lines):
      var known = SumsText()
      for line in lines {
        if case .media(let stream, _) = line.path.role, unlisted.contains(stream.text) { continue }
        known.add(line.path.text, line.sha256)
      }
      return sums.firstDifference(from: known.bytes) == nil ? .agrees : .differs(line: nil)
    }
  }
}
