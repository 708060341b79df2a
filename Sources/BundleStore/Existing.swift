import Files

/// What stands at the path where a bundle is to be.
package enum Existing: Sendable {
  case none
  /// A bundle of ours.
  case ours(OfflineBundle)
  /// A bundle of ours that cannot be read, or not by this program.
  case unreadable(BundleError)
  /// Something else; the error, of kind `exists`, says what.
  case foreign(BundleError)
}

extension BundleStaging {
  /// Looks at the path, changing nothing.
  /// - Throws: `disk` when the path cannot be looked at.
  package static func existing(at path: String) throws(BundleError) -> Existing {
    let place = FilePath.withoutTrailingSlashes(path)
    let named = try reading(place) { () throws(SystemError) in try NamedPlace.status(place) }
    guard named != nil else { return .none }
    let status = try reading(place) { () throws(SystemError) in try FileStatus.of(place) }
    guard let status, status.kind == .folder else {
      return .foreign(BundleError(.exists, "using", place: place, reason: "is in the way and not a folder"))
    }
    do throws(BundleError) {
      return .ours(try OfflineBundle.open(place))
    } catch {
      switch error.kind {
      case .damaged, .tooNew: return .unreadable(error)
      case .notABundle: return .foreign(inTheWay(error))
      default: throw error
      }
    }
  }

  private static func inTheWay(_ error: BundleError) -> BundleError {
    var error = error
    error.kind = .exists
    error.deed = "using"
    error.hint = "move it away, or choose another place with -o"
    return error
  }
}
